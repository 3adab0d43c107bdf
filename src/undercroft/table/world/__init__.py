"""Where everybody and everything is, and who sees it."""
