"""What the Tab key may complete: offers first, then names of commands, fields and people."""

from collections.abc import Iterable, Sequence
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.known_names import kind_of, names_of
from undercroft.faces.terminal.typed_command import fits, words_of
from undercroft.server.commands import BY_TAG
from undercroft.table.engine.part import Offer
from undercroft.table.state.seats import REFEREE, SPECTATORS


def completions(session: Console, own: Iterable[str], before: Sequence[str], begun: str) -> list[str]:
    """The words that may follow `before` and begin like this; `own` are the prompt's own."""
    first = before[0].casefold() if before else ""
    if "=" in begun:
        words = _values(session, first, *begun.partition("=")[::2])
    elif not before:
        words = {word for offer in session.offers for word in words_of(offer)} | {*BY_TAG, *own}
    elif first in ("as", "help", "show", "sheet"):
        words = set(BY_TAG) if first == "help" else _people(session) if first == "as" else set(session.known.people)
    else:
        words = _more(session.offers, before) | _fields(first, before)
    return sorted(word for word in words if word.startswith(begun.casefold()))


def _more(offers: Iterable[Offer], before: Sequence[str]) -> set[str]:
    """The unused words of the offers that fit all the words so far."""
    said = [word.casefold() for word in before if "=" not in word]
    fitting = (offer for offer in offers if not said or fits(offer, said))
    return {word for offer in fitting for word in words_of(offer).difference(said)}


def _fields(tag: str, before: Sequence[str]) -> set[str]:
    """The fields of a command that are not set yet."""
    kind = BY_TAG.get(tag)
    given = {word.partition("=")[0] for word in before if "=" in word}
    return {f"{name}=" for name in kind.__struct_fields__ if name not in given} if kind is not None else set()


def _values(session: Console, tag: str, name: str, begun: str) -> set[str]:
    """A field with its possible values: ids of its kind, or a few words; for a list, the last item."""
    kind = BY_TAG.get(tag)
    hint = get_type_hints(kind, include_extras=True).get(name) if kind is not None else None
    if hint is None or begun[:1] in ("[", "{", '"'):
        return set()
    of = kind_of(hint)
    return {f"{name}={value}" for value in (names_of(session.known, of) if of is not None else _words(hint))}


def _words(hint: Any) -> Iterable[str]:
    """The few words that a field may hold."""
    for kind in (hint, *get_args(hint)):
        if kind is bool:
            yield from ("true", "false")
        elif isinstance(kind, type) and issubclass(kind, Enum):
            yield from (str(word.value) for word in kind if word.value != "")
        elif kind is not NoneType and isinstance(kind, str):
            yield kind


def _people(session: Console) -> set[str]:
    """The people and seats to act as."""
    known = session.table.now
    return {REFEREE, SPECTATORS, *known.seats, *known.people}
