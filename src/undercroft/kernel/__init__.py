"""Dice, questions, tables, rules and units. Knows no particular game."""
