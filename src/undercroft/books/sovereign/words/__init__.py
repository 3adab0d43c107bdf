"""Sovereign's outcomes as sentences, a part of the book in each module."""

from undercroft.books.sovereign.words import body, core, site
from undercroft.kernel.rules import Words

WORDS: Words = {**core.WORDS, **body.WORDS, **site.WORDS}
