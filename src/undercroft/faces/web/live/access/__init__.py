"""Access to a table in a browser: links, codes, and streams."""
