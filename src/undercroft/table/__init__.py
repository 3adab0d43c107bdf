"""One campaign at one table: commands, events, and what each seat knows of them. No files, no randomness."""
