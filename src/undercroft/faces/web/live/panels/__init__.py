"""The panels of the live table, by scene."""
