"""Sessions, seats, notes and whispers."""
