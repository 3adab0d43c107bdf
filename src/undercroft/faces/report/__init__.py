"""The report of a session: a page of Markdown, scene by scene."""
