"""House rules as a seat sees them."""
