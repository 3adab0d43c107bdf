"""Programs that generate files: the manual, the odds lock, and the list of the source texts' wording."""
