"""What can be done with any rule. Imports the kernel only, so it cannot know a book."""
