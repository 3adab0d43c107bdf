"""How people reach Undercroft: library, command line, and later HTTP and the web. They translate; they never decide."""
