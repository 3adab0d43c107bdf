"""What dice, questions, tables, rules and units are. Knows no game."""
