"""One campaign at one table: what is asked, what happened, and what each seat knows of it. No files, no chance."""
