"""Dice, questions, tables, rules and units. Independent of any particular game."""
