"""Fighting: how Scars bend the rolls of their bearer."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.violence.units import PLAYER, Count, Scars
from undercroft.kernel.dice import Ask, Choice, Formula
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says


class Shift(StrEnum):
    """What Scars may do to a roll."""

    KEEP = "keep"
    DOWN = "down"
    UP = "up"


class ScarMode(StrEnum):
    """How far Scars move a roll."""

    EXACT = "exact"
    UP_TO = "up_to"


Limit = Annotated[int, Meta(ge=1, le=1)]


class Scarred(Given, frozen=True, kw_only=True):
    """A character whose Scars may bend their rolls."""

    scars: Annotated[Scars, says("Scars: those of the character who rolls")] = 0
    scar_mode: Annotated[ScarMode, says("is a roll moved by all the Scars, or by any part of them?")] = ScarMode.EXACT
    scar_limit_per_round: Annotated[
        Limit | None, says("rolls that Scars may change in a round; empty for every roll")
    ] = None
    scars_used: Annotated[Count, says("rolls changed this round already, where there is a limit")] = 0


class Bending:
    """Rolls for a character and lets their Scars bend the result."""

    def __init__(self, ask: Ask, bearer: Scarred) -> None:
        self._ask = ask
        self._bearer = bearer
        self.used = bearer.scars_used

    def roll(self, purpose: str, dice: Formula) -> int:
        """The roll, bent if the roller chooses."""
        return self.bent(self._ask.total(purpose, dice))

    def bent(self, face: int) -> int:
        """The face after any shift. Without Scars, or with none left for this round, there is no question."""
        if not may_bend(self._bearer.scars, self._bearer.scar_limit_per_round or NO_LIMIT, self.used):
            return face
        by = shifts(self._bearer.scars, self._bearer.scar_mode)
        shift = by[self._ask.choose(f"{_USE} {face}", PLAYER, tuple(by))]
        self.used += shift != 0
        return face + shift


NO_LIMIT = 0
"""The limit of bent rolls in a round where there is none."""


def may_bend(scars: int, limit: int, used: int) -> bool:
    """Whether Scars can move a roll, where that many were moved this round; a limit of 0 means none."""
    return scars > 0 and (limit == NO_LIMIT or used < limit)


def can_move(by: int, scars: int, up_to: bool) -> bool:
    """Whether Scars can move a roll by that much: by all of them, or with the other reading by up to all."""
    return by == 0 or (abs(by) <= scars if up_to else abs(by) == scars)


_USE = "use a Scar on the"


def is_bend(choice: Choice) -> bool:
    """Whether a choice is about using Scars on a roll."""
    return choice.purpose.startswith(_USE)


def face_of(choice: Choice) -> int:
    """The face that a choice about Scars is about: of two dice, the one that counts."""
    return int(choice.purpose.removeprefix(_USE))


def shifts(scars: int, mode: ScarMode) -> dict[str, int]:
    """The options, and how far each moves the roll; leaving it comes first."""
    up_to = mode is ScarMode.UP_TO
    moved = [by for by in range(-scars, scars + 1) if by and can_move(by, scars, up_to)]
    return {Shift.KEEP: 0} | {f"{by:+d}" if up_to else _WORDS[by > 0]: by for by in moved}


_WORDS = (Shift.DOWN, Shift.UP)


ALL_OR_NOTHING = Reading(
    id="violence.scar-modifier/mode",
    question="May a roll be moved by fewer than all of a character's Scars?",
    choice="No: by all of them down, by all of them up, or not at all.",
    because="X is one number, the Scars the character has; a range would be written as a range.",
    switch="mode",
    options=(
        Option("exact", "all of their Scars, or none"),
        Option("up_to", "any amount up to their Scars, chosen as a signed number"),
    ),
)
SCAR_MODE = replace(ALL_OR_NOTHING, id="violence.scars/mode", switch="scar_mode")
SCAR_LIMIT = Reading(
    id="violence.scars/limit",
    question="How many rolls may Scars change in a round?",
    choice="Every one.",
    because="This page speaks of every roll; the page on characters, which allows one, is overruled.",
    switch="scar_limit_per_round",
    options=(Option(None, "every roll"), Option(1, "one roll in each round")),
)
AFTER_THE_DIE = Reading(
    id="violence.scar-modifier/when",
    question="Do you choose before or after the die is rolled?",
    choice="After it; the total may go beyond the die's faces, and counts as what was rolled, so it can be exact.",
    because="A modifier belongs to a result, and nothing holds it within the die's faces.",
)
WHOSE_ROLLS = Reading(
    id="violence.scar-modifier/which",
    question="Which rolls can Scars change?",
    choice="A character's own rolls in a fight, including checks, saves and mishaps; never the roll for life or death "
    "or the time unconscious, and never a roll made for others. Foes have no Scars.",
    because="Adding Scars to a roll that is compared with them would rule out death.",
)

ASKED_ANYWAY = Reading(
    id="violence.scar-modifier/asked",
    question="Is the player asked even where every answer comes to the same?",
    choice="Yes, where only the referee can know that; the referee is told that it makes no difference.",
    because="A question left out would tell the player what the foe wears.",
)

SCAR_READINGS = (SCAR_MODE, SCAR_LIMIT)
"""The readings of every rule with a bent roll."""


class Rolled(Given, frozen=True, kw_only=True):
    """A die on the table, and the Scars of the roller."""

    face: Annotated[int, Meta(ge=-1_000_000, le=1_000_000), says("what was rolled")]
    scars: Annotated[Scars, says("Scars: those of the character who rolls")]
    mode: Annotated[ScarMode, says("is a roll moved by all the Scars, or by any part of them?")] = ScarMode.EXACT
    scar_limit_per_round: Annotated[
        Limit | None, says("rolls that Scars may change in a round; empty for every roll")
    ] = None
    scars_used: Annotated[Count, says("rolls changed this round already, where there is a limit")] = 0


class Total(Outcome, frozen=True, tag="total"):
    """The roll that counts."""

    total: int


@rule(
    "violence.scar-modifier",
    Cite("Violence", "Fighting"),
    readings=(ALL_OR_NOTHING, SCAR_LIMIT, AFTER_THE_DIE, WHOSE_ROLLS, ASKED_ANYWAY),
)
def scar_modifier(ask: Ask, given: Rolled) -> Total:
    """You may move a roll in a fight up or down by the number of your Scars."""
    bearer = Scarred(
        scars=given.scars,
        scar_mode=given.mode,
        scar_limit_per_round=given.scar_limit_per_round,
        scars_used=given.scars_used,
    )
    return Total(Bending(ask, bearer).bent(given.face))
