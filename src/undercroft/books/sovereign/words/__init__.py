"""Sovereign's outcomes as sentences, part by part."""

from __future__ import annotations

from undercroft.books.sovereign.words import body, shared
from undercroft.kernel.rules import Words

WORDS: Words = {
    **shared.WORDS,
    **body.WORDS,
}
