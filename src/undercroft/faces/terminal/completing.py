"""What the Tab key may put at the end of a line: what is offered first, then names of commands, fields and people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from undercroft.faces.terminal.matching import fits, words_of
from undercroft.faces.terminal.naming import kind_of, names_of
from undercroft.faces.terminal.session import Session
from undercroft.server.commands import BY_TAG
from undercroft.table.rooms import Offer
from undercroft.table.seats import REFEREE, SPECTATORS


def completions(session: Session, own: Iterable[str], before: Sequence[str], begun: str) -> list[str]:
    """The words that may follow those that stand before, and begin like this; `own` are the prompt's own."""
    first = before[0].casefold() if before else ""
    if "=" in begun:
        words = _values(session, first, *begun.partition("=")[::2])
    elif not before:
        words = {word for offer in session.offers for word in words_of(offer)} | {*BY_TAG, *own}
    elif first in ("as", "help", "show"):
        words = set(BY_TAG) if first == "help" else _people(session) if first == "as" else set(session.known.people)
    else:
        words = _more(session.offers, before) | _fields(first, before)
    return sorted(word for word in words if word.startswith(begun.casefold()))


def _more(offers: Iterable[Offer], before: Sequence[str]) -> set[str]:
    """The words, not said yet, of those offers that all the words fit."""
    said = [word.casefold() for word in before if "=" not in word]
    fitting = (offer for offer in offers if not said or fits(offer, said))
    return {word for offer in fitting for word in words_of(offer).difference(said)}


def _fields(tag: str, before: Sequence[str]) -> set[str]:
    """The fields of a command that are not set yet."""
    kind = BY_TAG.get(tag)
    given = {word.partition("=")[0] for word in before if "=" in word}
    return {f"{name}=" for name in kind.__struct_fields__ if name not in given} if kind is not None else set()


def _values(session: Session, tag: str, name: str, begun: str) -> set[str]:
    """A field with what it may hold: ids of that kind, or one of a few words; the last of a list of them."""
    kind = BY_TAG.get(tag)
    hint = get_type_hints(kind, include_extras=True).get(name) if kind is not None else None
    if hint is None or begun[:1] in ("[", "{", '"'):
        return set()
    of = kind_of(hint)
    return {f"{name}={value}" for value in (names_of(session.known, of) if of is not None else _words(hint))}


def _words(hint: Any) -> Iterable[str]:
    """The few words that a field may hold."""
    for one in (hint, *get_args(hint)):
        if one is bool:
            yield from ("true", "false")
        elif isinstance(one, type) and issubclass(one, Enum):
            yield from (str(word.value) for word in one if word.value != "")
        elif one is not NoneType and isinstance(one, str):
            yield one


def _people(session: Session) -> set[str]:
    """Whoever one may act as."""
    known = session.table.now
    return {REFEREE, SPECTATORS, *known.seats, *known.people}
