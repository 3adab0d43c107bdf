"""The possible results of the dice in question, before the throw."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from undercroft.faces.shared.library import said
from undercroft.interpret.play import Ruling
from undercroft.interpret.stepwise import Laid, OpenStep, settle_so_far
from undercroft.kernel.budget import SCRIPT, spend
from undercroft.kernel.dice import Choice
from undercroft.kernel.rules import AnyRule

MOST_FALLS = 400
"""The most ways for the dice to fall that are tried: two d20."""

MOST_ENDS = 12
"""No preview for more different results than this."""


class Foretold(Struct, frozen=True):
    """A result of the throw: the faces of a single die that lead to it, and its chance."""

    says: str
    faces: str
    chance: Fraction


def foretold(rule: AnyRule, given: Any, laid: Sequence[Laid], wanted: OpenStep) -> tuple[Foretold, ...]:
    """The results of the wanted dice; none if there are too many dice or results."""
    dice = [die.values for die in wanted.dice]
    falls = prod(len(values) for values in dice)
    if not dice or falls > MOST_FALLS:
        return ()
    spend(falls * SCRIPT)
    ends: dict[str, list[tuple[int, ...]]] = {}
    for faces in product(*dice):
        found = settle_so_far(rule, given, (*laid, *(Laid(face) for face in faces)))
        ends.setdefault(_end(found), []).append(faces)
    if len(ends) > MOST_ENDS:
        return ()
    single = len(dice) == 1
    return tuple(
        Foretold(says, _spans([faces[0] for faces in leading]) if single else "", Fraction(len(leading), falls))
        for says, leading in ends.items()
    )


def options_foretold(rule: AnyRule, given: Any, laid: Sequence[Laid], wanted: OpenStep) -> tuple[tuple[str, str], ...]:
    """Each option of a wanted choice with its result."""
    options = wanted.question.options if isinstance(wanted.question, Choice) else ()
    return tuple((option, _end(settle_so_far(rule, given, (*laid, Laid(option))))) for option in options)


def _end(found: Ruling[Any, Any] | OpenStep) -> str:
    if not isinstance(found, OpenStep):
        return said(found.rule, found.outcome)
    return "then a player chooses" if isinstance(found.question, Choice) else f"then roll: {found.question.purpose}"


def _spans(faces: Sequence[int]) -> str:
    """Faces in order, with neighbours joined into ranges."""
    spans: list[list[int]] = []
    for face in faces:
        if spans and face == spans[-1][1] + 1:
            spans[-1][1] = face
        else:
            spans.append([face, face])
    return ", ".join(str(low) if low == high else f"{low}\N{EN DASH}{high}" for low, high in spans)
