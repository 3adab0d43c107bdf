"""The procedures of play, one module each, named for what the book calls it."""
