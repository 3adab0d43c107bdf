"""Programs that write what is generated: the manual, the odds lock, the list of the source texts' wording."""
