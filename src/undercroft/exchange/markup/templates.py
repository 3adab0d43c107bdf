"""What is said of a result: text with `{{ roll }}` and `{{ result }}` in it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from undercroft.exchange.markup.places import Located, Place
from undercroft.exchange.markup.problems import BadMarkup


class Slot(StrEnum):
    """What a template has room for: the total of the dice, and the text of the row."""

    ROLL = "roll"
    RESULT = "result"


Template: TypeAlias = tuple[str | Slot, ...]

PLAIN: Template = ("Roll result is: ", Slot.RESULT)
"""What is said where a page says nothing."""


def template(text: Located) -> Template:
    """Read a template.

    >>> filled(template(Located("A {{roll}}: {{ result }}.", Place(1, 1))), 8, "hostile")
    'A 8: hostile.'
    """
    pieces: list[str | Slot] = []
    at = 0
    while (opened := text.value.find("{{", at)) >= 0:
        closed = text.value.find("}}", opened)
        if closed < 0:
            raise BadMarkup("unclosed", "this “{{” is never closed", "add “}}”", text.at(opened))
        pieces += text.value[at:opened], _slot(text.value[opened + 2 : closed].strip(), text.at(opened))
        at = closed + 2
    if (stray := text.value.find("}}", at)) >= 0:
        raise BadMarkup("unclosed", "this “}}” was never opened", "delete it", text.at(stray))
    return tuple(piece for piece in (*pieces, text.value[at:]) if piece)


def _slot(name: str, place: Place) -> Slot:
    if name not in tuple(Slot):
        raise BadMarkup("unknown-name", f"“{name[:40]}” is not known here", "known are roll and result", place)
    return Slot(name)


def filled(pieces: Template, total: int, result: str) -> str:
    """The template with its slots filled, once: what a result says is not looked into."""
    values = {Slot.ROLL: str(total), Slot.RESULT: result}
    return "".join(values[piece] if isinstance(piece, Slot) else piece for piece in pieces)


def written(pieces: Template) -> str:
    """The template as text again."""
    return "".join(f"{{{{ {piece} }}}}" if isinstance(piece, Slot) else piece for piece in pieces)
