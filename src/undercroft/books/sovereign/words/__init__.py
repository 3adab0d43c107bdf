"""Sovereign's outcomes as sentences."""

from __future__ import annotations

from undercroft.books.sovereign.words import shared, site
from undercroft.kernel.rules import Words

WORDS: Words = {**shared.WORDS, **site.WORDS}
