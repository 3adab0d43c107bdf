"""Mortal Injury: what happens at 0 hit points."""

from enum import IntEnum, StrEnum
from typing import Annotated

from undercroft.books.sovereign.encumbrance import DRAG_TEAMMATE
from undercroft.books.sovereign.units import Count, Health, HitPoints, Load
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

MORTAL_INJURY = Cite("Sovereign", "Mortal Injury and Stabilization")


# At 0 hit points


class Who(StrEnum):
    """A character's part in the story."""

    DELVER = "delver"
    HENCHMAN = "henchman"
    NAMED_NPC = "named_npc"
    UNNAMED_NPC = "unnamed_npc"


class Harm(Given, frozen=True):
    """A character takes damage."""

    hp: Annotated[Health, says("hit points now")]
    damage: Annotated[Count, says("damage taken")]
    kind: Annotated[Who, says("Delver, henchman, or an NPC with or without a name")]
    lethal: Annotated[bool, says("is it meant to kill, or bound to?")] = True
    frail: Annotated[bool, says("Frail?")] = False
    mortal: Annotated[bool, says("Mortally Injured already?")] = False
    nonlethal_causes_frail: Annotated[bool, says("does being knocked out leave a Delver Frail?")] = False

    def __post_init__(self) -> None:
        if self.mortal and self.hp > 0:
            raise ValueError("a Mortally Injured Delver has no hit points")


class HitPointsLeft(Outcome, frozen=True):
    """An outcome with the hit points that are left."""

    hp: HitPoints


class Unhurt(HitPointsLeft, frozen=True, tag="unhurt"):
    """No harm done."""


class Hurt(HitPointsLeft, frozen=True, tag="hurt"):
    """Hurt, but on their feet."""


class MortallyInjured(HitPointsLeft, frozen=True, tag="mortally_injured"):
    """Down and dying."""


class Dead(HitPointsLeft, frozen=True, tag="dead"):
    """Dead."""


class KnockedOut(HitPointsLeft, frozen=True, tag="knocked_out"):
    """Down for a turn, then up again with one hit point."""

    rises_frail: bool


class Fate(IntEnum):
    """The effect of damage on a character."""

    UNHURT = 0
    HURT = 1
    KNOCKED_OUT = 2
    DYING = 3
    DEAD = 4


ALL_DAMAGE_KILLS = Reading(
    id="sovereign.injury.damage/lethal",
    question="Which damage is lethal?",
    choice="All of it, including falls, poison and suffocation, unless the attacker announces a blow that spares the "
    "victim.",
    because="In the text only a lethal attack injures mortally, and no other kind is described; our proposal.",
)
KNOCKED_OUT_FOR_A_TURN = Reading(
    id="sovereign.injury.damage/knocked-out",
    question="Does a blow that is not meant to kill leave its victim Frail?",
    choice="No. The victim is out for a turn, then up with one hit point and no more Frail than before; an NPC without "
    "a name likewise.",
    because="The game knows such weapons and says they leave a foe alive; how long and how well is our proposal.",
    switch="nonlethal_causes_frail",
    options=(
        Option(False, "they rise as they were"),
        Option(True, "they rise Frail, and a victim who is already Frail dies"),
    ),
)
STRUCK_WHILE_DOWN = Reading(
    id="sovereign.injury.damage/struck-down",
    question="What does more damage do to the Mortally Injured?",
    choice="Lethal damage kills at once; other damage changes nothing, and dying goes on.",
    because="There are no hit points below 0 to count instead.",
)
NO_LIFE_LEFT = Reading(
    id="sovereign.injury.damage/no-life",
    question="Can a Delver be Mortally Injured and still have hit points?",
    choice="No; such a sheet is refused as a mistake.",
    because="Reaching 0 is what injures mortally, and a stabilised Delver is no longer dying.",
)
HENCHMEN_ARE_DELVERS = Reading(
    id="sovereign.injury.damage/henchmen",
    question="Do henchmen and NPCs with names fall like Delvers?",
    choice="Yes.",
    because="In the text only NPCs without a name die at once, and henchmen are made the way Delvers are.",
)


@rule(
    "sovereign.injury.damage",
    MORTAL_INJURY,
    readings=(ALL_DAMAGE_KILLS, KNOCKED_OUT_FOR_A_TURN, STRUCK_WHILE_DOWN, NO_LIFE_LEFT, HENCHMEN_ARE_DELVERS),
)
def take_damage(dice: Dice, given: Harm) -> Unhurt | Hurt | MortallyInjured | Dead | KnockedOut:
    """At 0 hit points a Delver is dying, while the Frail and nameless NPCs are dead."""
    hp = HitPoints(after_damage(given.hp, given.damage))
    lethal = given.lethal or (given.frail and given.nonlethal_causes_frail)
    dies_at_once = given.frail or given.kind is Who.UNNAMED_NPC
    match fate(given.hp, given.damage, lethal, dies_at_once, given.mortal):
        case Fate.UNHURT:
            return Unhurt(hp)
        case Fate.HURT:
            return Hurt(hp)
        case Fate.KNOCKED_OUT:
            return KnockedOut(hp, rises_frail=given.frail or given.nonlethal_causes_frail)
        case Fate.DYING:
            return MortallyInjured(hp)
        case Fate.DEAD:
            return Dead(hp)


def after_damage(hp: int, damage: int) -> int:
    """The hit points left, at least 0."""
    return max(0, hp - damage)


def fate(hp: int, damage: int, lethal: bool, dies_at_once: bool, dying: bool) -> Fate:
    """The effect of damage on a character with that many hit points."""
    if damage == 0:
        return Fate.UNHURT
    if damage < hp:
        return Fate.HURT
    if not lethal:
        return Fate.DYING if dying else Fate.KNOCKED_OUT
    return Fate.DEAD if dies_at_once or dying else Fate.DYING


# Mortally Injured


class Wish(StrEnum):
    """An action by or for a dying character."""

    ACT = "act"
    AID = "aid"
    BE_DRAGGED = "be_dragged"


class Lying(Given, frozen=True):
    """A Mortally Injured character."""

    wants: Annotated[Wish, says("to act, to help another, or to be dragged away")]


class Helpless(StrEnum):
    """Why the action fails."""

    HELPLESS = "helpless"


class LyingStill(Outcome, frozen=True, tag="refused"):
    """They can do nothing."""

    reason: Helpless


class Dragged(Outcome, frozen=True, tag="dragged"):
    """Another character can drag them, as a load."""

    encumbrance: Load


MAGIC_STABILISES = Reading(
    id="sovereign.injury.mortally-injured/magic",
    question="Does magic that restores hit points save a dying Delver?",
    choice="Yes; after the usual turn they rise Frail with what was healed, at least one. First aid and sleep do not.",
    because="A special ability may stabilise; we propose that healing magic is one, unless its text excludes it.",
)


@rule("sovereign.injury.mortally-injured", MORTAL_INJURY, readings=(MAGIC_STABILISES,))
def mortally_injured(dice: Dice, given: Lying) -> LyingStill | Dragged:
    """The Mortally Injured are helpless; others can only drag them."""
    return Dragged(DRAG_TEAMMATE) if given.wants is Wish.BE_DRAGGED else LyingStill(Helpless.HELPLESS)
