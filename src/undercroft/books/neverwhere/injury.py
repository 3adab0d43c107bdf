"""Injury: how long a crippling lasts, and survival below 0 hit points."""

from typing import Annotated

from msgspec import Meta, structs

from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Grade, Rolling, rolled, succeeded
from undercroft.books.neverwhere.units import Modifier, Most, Weeks
from undercroft.kernel.dice import D12, Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says

# Duration of Crippling Injuries


class Crippled(Rolling, frozen=True):
    """After a fight, a limb is crippled."""

    vit_mod: Annotated[Modifier, says("Vit modifier")]
    dismembered: Annotated[bool, says("is the limb gone altogether?")] = False


class UntilHealed(Outcome, frozen=True, tag="until_healed"):
    """It lasts until all hit points are restored."""


class ForWeeks(Outcome, frozen=True, tag="weeks"):
    """It lasts that many weeks."""

    n: Weeks


class Permanent(Outcome, frozen=True, tag="permanent"):
    """It is permanent."""


ONE_LEG_HALVES = Reading(
    id="neverwhere.crippling/leg",
    question="What does one crippled leg or foot do meanwhile?",
    choice="It halves Move, once for each such injury; the half is rounded up.",
    because="The core guide halves Move for it; it says nothing against a second one.",
)


@rule(
    "neverwhere.crippling",
    Cite("Neverwhere", "Extra Effort", beyond="Duration of Crippling Injuries"),
    readings=(ONE_LEG_HALVES, SN_TIE),
)
def crippling(dice: Dice, given: Crippled) -> UntilHealed | ForWeeks | Permanent:
    """A Vit roll decides whether a crippling heals with the wounds, lasts for weeks or is permanent."""
    if given.dismembered:
        return Permanent()
    vit = rolled(dice, "Vit against a lasting crippling", given.vit_mod, DEFAULT_SN, given.sn_tie)
    if succeeded(vit):
        return UntilHealed()
    return Permanent() if vit == Grade.CRITICAL_FAILURE else ForWeeks(Weeks(dice.total("weeks crippled", D12)))


# 0 hit points and below

STAY_AWAKE_SN = 5
SN_PER_MULTIPLE = 2
DEAD_AT = 5
"""At this many times the full hit points below zero, a character dies."""


class Down(Rolling, frozen=True):
    """A character at 0 hit points or less."""

    hp: Annotated[int, Meta(ge=-20_000, le=0), says("hit points now, 0 or less")]
    hp_max: Annotated[Most, says("hit points when whole")]
    will_mod: Annotated[Modifier, says("Will")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]
    crossed: Annotated[
        int, Meta(ge=0, le=4), says("how many whole multiples of the full hit points below 0 this harm reached")
    ]

    def __post_init__(self) -> None:
        if self.crossed > depth(self.hp, self.hp_max):
            raise ValueError("the hit points are not that many multiples of the full ones below 0")


class Disabled(Outcome, frozen=True, tag="disabled"):
    """Awake for another minute, or until hurt again."""

    bleeding: bool


class Unconscious(Outcome, frozen=True, tag="unconscious"):
    """The character is unconscious."""

    bleeding: bool


class Dead(Outcome, frozen=True, tag="dead"):
    """The character dies."""


EACH_MULTIPLE_IN_TURN = Reading(
    id="neverwhere.zero-hp/multiples",
    question="One blow reaches several multiples at once. What do you roll?",
    choice="Vit for each of them, the mildest first, and then Will; a character who dies rolls no more.",
    because="Each multiple asks for its own roll, and the number rises with it.",
)


@rule("neverwhere.zero-hp", Cite("Neverwhere", "", beyond="Injury"), readings=(EACH_MULTIPLE_IN_TURN, SN_TIE))
def zero_hp(dice: Dice, given: Down) -> Disabled | Unconscious | Dead:
    """At 0 hit points or less Will keeps a character awake; each full measure below asks Vit, the fifth is death."""
    multiple = depth(given.hp, given.hp_max)
    if multiple >= DEAD_AT:
        return Dead()
    if given.crossed:
        sn = survival_sn(multiple - given.crossed + 1)
        vit = rolled(dice, "Vit against death", given.vit_mod, sn, given.sn_tie)
        return zero_hp(dice, structs.replace(given, crossed=given.crossed - 1)) if succeeded(vit) else Dead()
    will = rolled(dice, "Will to stay awake", given.will_mod, waking_sn(given.hp), given.sn_tie)
    return Disabled(bleeds(given.hp)) if succeeded(will) else Unconscious(bleeds(given.hp))


def depth(hp: int, hp_max: int) -> int:
    """How many full measures of hit points below zero."""
    return max(-hp, 0) // hp_max


def survival_sn(multiple: int) -> int:
    """The number that Vit must beat at that many measures below zero."""
    return DEFAULT_SN + SN_PER_MULTIPLE * multiple


def waking_sn(hp: int) -> int:
    """The number that Will must beat, one higher for each point below zero."""
    return STAY_AWAKE_SN + max(-hp, 0)


def bleeds(hp: int) -> bool:
    """Whether a point is lost every minute: below 0 it is."""
    return hp < 0
