"""Neverwhere's outcomes as sentences, part by part."""

from undercroft.books.neverwhere.words import core, effort, feats
from undercroft.kernel.rules import Words

WORDS: Words = {**core.WORDS, **feats.WORDS, **effort.WORDS}
