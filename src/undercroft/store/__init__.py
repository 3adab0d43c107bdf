"""The logs of campaigns. Start at `store.py`, which defines a store; the other modules implement it."""
