"""The site: every page of the documentation, searchable, that works from a folder without a network."""
