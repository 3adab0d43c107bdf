"""What a referee looks up: the bestiary and the roll tables."""
