"""Dice as people type them at the prompt: `2d6`, `roll 1d20+3`."""

import re

from msgspec.structs import replace

from undercroft.faces.terminal.typed_line import Typed
from undercroft.table.rulings.loose_dice import ThrowDice

_ROLL = "roll"
_DICE = re.compile(r"[0-9]*d(?:[0-9]+|%)\S*", re.IGNORECASE)


def with_dice(line: Typed) -> Typed:
    """The line as a throw of dice, if it is dice alone or begins with `roll`."""
    words = line.words[1:] if line.first.casefold() == _ROLL else line.words
    if not words or (len(words) == len(line.words) and not _DICE.fullmatch("".join(words))):
        return line
    return replace(line, words=(ThrowDice.tag,), named={"dice": "".join(words), **line.named})
