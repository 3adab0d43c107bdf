"""Neverwhere's outcomes as sentences, part by part."""

from __future__ import annotations

from undercroft.books.neverwhere.words import core, effort, feats
from undercroft.kernel.rules import Words

WORDS: Words = {**core.WORDS, **feats.WORDS, **effort.WORDS}
