"""An encounter or a chase as a seat sees it."""
