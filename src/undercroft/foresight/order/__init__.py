"""The order of play, as the table has it, over whole numbers: it calls the books' verdicts and holds no number."""
