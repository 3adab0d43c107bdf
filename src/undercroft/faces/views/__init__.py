"""What a seat is shown, computed only from what it knows; screens and prompts only lay it out."""
