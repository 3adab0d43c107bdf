"""The referee's changes to the world."""
