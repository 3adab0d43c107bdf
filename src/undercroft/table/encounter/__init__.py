"""Encounters before a fight: surprise, reaction and parley."""
