"""The pages of a table: its screen, and the pages beside it."""
