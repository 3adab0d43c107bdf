"""Foundry VTT: roll tables of every version, monsters of the OSE and WWN systems, and journals."""

from undercroft.exchange.foreign.foundry.documents import FoundryDocument
from undercroft.exchange.foreign.foundry.reading import WHAT, documents, read, read_documents, recognises

__all__ = ["WHAT", "FoundryDocument", "documents", "read", "read_documents", "recognises"]
