"""The logs of campaigns. Start at `log.py`, which defines a store; the other modules implement it."""
