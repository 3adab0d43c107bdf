"""The wording of a result: text with `{{ roll }}` and `{{ result }}` in it."""

from enum import StrEnum
from typing import TypeAlias

from undercroft.exchange.markup.placed_text import Located, TextPlace
from undercroft.exchange.markup.problems import BadMarkup


class TemplateSlot(StrEnum):
    """A slot of a template: the total of the dice, or the text of the row."""

    ROLL = "roll"
    RESULT = "result"


Template: TypeAlias = tuple[str | TemplateSlot, ...]

PLAIN: Template = (TemplateSlot.RESULT,)
"""The wording for a page that gives none: the result alone."""


def template(text: Located) -> Template:
    """Read a template.

    >>> filled(template(Located("A {{roll}}: {{ result }}.", TextPlace(1, 1))), 8, "hostile")
    'A 8: hostile.'
    """
    pieces: list[str | TemplateSlot] = []
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


def _slot(name: str, place: TextPlace) -> TemplateSlot:
    if name not in tuple(TemplateSlot):
        raise BadMarkup("unknown-name", f"“{name[:40]}” is not known here", "known are roll and result", place)
    return TemplateSlot(name)


def filled(pieces: Template, total: int, result: str) -> str:
    """The template with its slots filled once; the text of a result is not searched for slots."""
    values = {TemplateSlot.ROLL: str(total), TemplateSlot.RESULT: result}
    return "".join(values[piece] if isinstance(piece, TemplateSlot) else piece for piece in pieces)


def written(pieces: Template) -> str:
    """The template as text again."""
    return "".join(f"{{{{ {piece} }}}}" if isinstance(piece, TemplateSlot) else piece for piece in pieces)
