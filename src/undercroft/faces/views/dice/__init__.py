"""Dice and chances as a seat sees them."""
