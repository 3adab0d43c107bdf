"""Everything a seat knows of the present, in plain lines."""
