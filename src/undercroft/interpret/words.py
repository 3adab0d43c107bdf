"""Outcomes as sentences, from the words that stand in each book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import cast

from msgspec import Struct

from undercroft.kernel.amounts import mixed
from undercroft.kernel.rules import Outcome, Words


def say(words: Words, outcome: Outcome) -> str:
    """What happened, as a sentence a referee could read out."""
    template = words[type(outcome)]
    if not isinstance(template, str):
        return template(outcome)
    fields = {name: told(getattr(outcome, name)) for name in outcome.__struct_fields__}
    sentence = template.format(**fields)
    return sentence[:-1] if sentence.endswith("..") and not sentence.endswith("...") else sentence


def told(value: object) -> str:
    """One value as people write it: `2 1/2`, `torch, lamp`, `none`."""
    match value:
        case None | () | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value).replace("_", " ")
        case Fraction():
            return mixed(value)
        case Mapping():
            named = cast("Mapping[str, object]", value)
            return ", ".join(f"{name} {told(part)}" for name, part in named.items()) or "none"
        case str():
            return value
        case frozenset():
            return told(sorted(value, key=_order))
        case Sequence():
            return ", ".join(told(part) for part in value)
        case Struct():
            return ", ".join(told(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return str(value)


def _order(part: object) -> tuple[int | Fraction, str]:
    """Numbers by size, anything else by its words."""
    return (part, "") if isinstance(part, int | Fraction) else (0, told(part))
