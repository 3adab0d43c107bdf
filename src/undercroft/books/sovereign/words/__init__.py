"""Sovereign's outcomes as sentences, a part of the book in each module."""

from __future__ import annotations

from undercroft.books.sovereign.words import core
from undercroft.kernel.rules import Words

WORDS: Words = {**core.WORDS}
