"""Words on a page: sentences with dice in them that can be rolled, names without their underscores."""

import re

from markupsafe import Markup, escape

from undercroft.faces.web.base.assets import place
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse, text
from undercroft.kernel.phrases import value_in_words

_DICE = re.compile(r"\b\d{0,3}d(?:\d{1,3}|%)(?:kh\d|kl\d)?(?:x\d{1,3}|[+-]\d{1,2})?(?![\w%])|\b\d-in-\d{1,2}\b")
_CHIP = Markup(
    '<button type="button" class="roll" data-roll="{roll}">'
    '<svg class="icon icon-small" aria-hidden="true"><use href="{icons}#{icon}"></use></svg>'
    "<span>{shown}</span></button>"
)


def chipped(words: str) -> Markup:
    """A text in which every roll is a chip that rolls when it is clicked."""
    parts: list[Markup] = []
    at = 0
    for found in _DICE.finditer(words):
        parts.append(escape(words[at : found.start()]))
        parts.append(_chip(found[0]))
        at = found.end()
    return Markup("").join((*parts, escape(words[at:])))


def _chip(written: str) -> Markup:
    try:
        roll = text(parse(written))
    except BadNotation:
        return escape(written)
    icon = "d20" if "d20" in roll else "die"
    return _CHIP.format(roll=roll, icons=place("icons.svg"), icon=icon, shown=written)


def sentence(words: str) -> str:
    """Words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def spoken(name: str) -> str:
    """A name from the code in plain words."""
    return value_in_words(name.replace("-", "_"))


def table_title(name: str) -> str:
    """The title of a book's table, from its name: `violence.reaction` is `Reaction`."""
    return sentence(spoken(name.partition(".")[2].replace(".", ": ")))
