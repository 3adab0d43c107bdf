"""Rounds, attacks, morale, and running away."""
