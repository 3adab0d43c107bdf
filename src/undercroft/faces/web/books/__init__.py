"""The rulebook in a browser: books, rules, roll tables, and the odds of dice."""
