"""Travel in the wilderness, by four books."""
