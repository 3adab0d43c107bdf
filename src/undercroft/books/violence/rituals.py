"""Rituals in Combat."""

from enum import IntEnum, StrEnum
from typing import Annotated

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import Pool, Score
from undercroft.kernel.dice import D20, Ask
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says


class Casting(IntEnum):
    """The result of a ritual."""

    MISHAP = 0
    CAST = 1
    CAST_EXACT = 2


def cast(roll: int, cunning: int, damage_taken: int) -> Casting:
    """Not above Cunning, and above the damage if there was any."""
    if roll > cunning or (damage_taken > 0 and roll <= damage_taken):
        return Casting.MISHAP
    return Casting.CAST_EXACT if roll == cunning else Casting.CAST


def margin_of(roll: int, cunning: int, damage_taken: int) -> int:
    """The margin of a failed ritual: how far above Cunning, or below the damage, but at least 1."""
    return roll - cunning if roll > cunning else max(1, damage_taken - roll)


class Ritual(Scarred, frozen=True, kw_only=True):
    """A character performs a ritual in a fight."""

    cunning: Annotated[Score, says("Cunning")]
    damage_taken: Annotated[Pool, says("damage taken this round before they act, all wounds together")]
    moved: Annotated[bool, says("have they moved this round?")]


class Cast(Outcome, frozen=True, tag="cast"):
    """The ritual works."""


class CastExact(Outcome, frozen=True, tag="cast_exact"):
    """The ritual works, twice as long or twice as strong, as the caster chooses."""


class Mishap(Outcome, frozen=True, tag="mishap"):
    """The ritual goes wrong, by that margin."""

    margin: int


class NoRitual(StrEnum):
    """Why there is no ritual."""

    MOVED = "the_caster_has_moved"


class RitualRefused(Outcome, frozen=True, tag="refused"):
    """There is no ritual."""

    reason: NoRitual


WOUNDS_ADD_UP = Reading(
    id="violence.ritual/damage",
    question="Which damage must the roll beat?",
    choice=(
        "All the wounds the caster takes this round before acting, added up; later wounds do not count, and an unhurt "
        "caster needs only Cunning."
    ),
    because="The text names one amount, and only for a caster who was hurt.",
)
MARGIN_UNDER_DAMAGE = Reading(
    id="violence.ritual/margin",
    question="By how much does a ritual fail because of damage alone?",
    choice="By the damage less the roll, and by 1 at least.",
    because="The roll minus Cunning would be negative there, and outside the table of mishaps.",
)
EXACT_MUST_BEAT_DAMAGE = Reading(
    id="violence.ritual/exact",
    question="Does a roll of exactly Cunning help a caster hurt for as much or more?",
    choice="No; it must beat the damage as well.",
    because="The page on magic rewards an exact success, and this is a failure.",
)


@rule(
    "violence.ritual",
    Cite("Violence", "Rituals in Combat"),
    readings=(WOUNDS_ADD_UP, MARGIN_UNDER_DAMAGE, EXACT_MUST_BEAT_DAMAGE, *SCAR_READINGS),
)
def ritual(ask: Ask, given: Ritual) -> Cast | CastExact | Mishap | RitualRefused:
    """Stay in place and roll Cunning or less, but more than the damage you took this round, or there is a Mishap."""
    if given.moved:
        return RitualRefused(NoRitual.MOVED)
    roll = Bending(ask, given).roll("Cunning check for the ritual", D20)
    match cast(roll, given.cunning, given.damage_taken):
        case Casting.CAST:
            return Cast()
        case Casting.CAST_EXACT:
            return CastExact()
        case Casting.MISHAP:
            return Mishap(margin_of(roll, given.cunning, given.damage_taken))
