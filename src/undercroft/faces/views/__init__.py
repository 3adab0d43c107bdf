"""What a seat is shown, computed from what it knows and from nothing else; screens and prompts only lay it out."""
