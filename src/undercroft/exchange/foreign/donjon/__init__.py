"""donjon: a dungeon as JSON, with rooms, a grid of cells, doors, traps and wandering monsters."""

from undercroft.exchange.foreign.donjon.reading import WHAT, read, recognises

__all__ = ["WHAT", "read", "recognises"]
