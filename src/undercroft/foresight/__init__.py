"""Foresight: what is likely to happen, by whole expeditions played on the very rules of the table."""
