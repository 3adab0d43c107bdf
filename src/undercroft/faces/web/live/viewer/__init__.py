"""The viewer of a table in a browser, and their choices."""
