"""Worldographer: a packed file of tiles in columns, features, lines and notes."""

from undercroft.exchange.foreign.worldographer.reading import WHAT, read, recognises

__all__ = ["WHAT", "read", "recognises"]
