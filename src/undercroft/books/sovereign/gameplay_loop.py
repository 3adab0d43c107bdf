"""Core Gameplay Loop: the people at the table, and the conversation."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.checks import reaches
from undercroft.books.sovereign.rulings import CORE_GAMEPLAY_LOOP, Reply, Withdrawn
from undercroft.books.sovereign.units import Count, Difficulty, SkillModifier
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

REFEREES = range(1, 2)
PLAYERS = range(1, 9)
DELVERS = range(4, 9)


# Who sits at the table


class Seats(Given, frozen=True):
    """The people at the table."""

    gms: Annotated[Count, says("referees")]
    players: Annotated[Count, says("players")]
    delvers: Annotated[Count, says("Delvers they play, henchmen not counted")]


class Fits(Outcome, frozen=True, tag="ok"):
    """The table has the size that the game wants."""


class Off(StrEnum):
    """What there is too little or too much of."""

    GMS = "gms"
    PLAYERS = "players"
    DELVERS = "delvers"


class Violations(Outcome, frozen=True, tag="violations"):
    """The table is not quite the size that the game wants."""

    fields: tuple[Off, ...]


TOO_FEW_LEFT = Reading(
    id="sovereign.campaign.table-size/few",
    question="What if deaths leave fewer than four Delvers?",
    choice="The referee points it out and play goes on. One player may run several Delvers; henchmen do not count.",
    because="Two players with four Delvers fit both ranges, and nobody should have to stop in a dungeon.",
)


@rule("sovereign.campaign.table-size", CORE_GAMEPLAY_LOOP, readings=(TOO_FEW_LEFT,))
def table_size(dice: Dice, given: Seats) -> Fits | Violations:
    """One referee, up to eight players, four to eight Delvers."""
    counted = (
        (Off.GMS, given.gms, REFEREES),
        (Off.PLAYERS, given.players, PLAYERS),
        (Off.DELVERS, given.delvers, DELVERS),
    )
    wrong = tuple(field for field, number, allowed in counted if number not in allowed)
    return Violations(wrong) if wrong else Fits()


# Describe, declare, rule, accept, roll


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A check the referee asks for."""

    dc: Annotated[Difficulty, says("the difficulty")]
    mod: Annotated[SkillModifier, says("attribute modifier and skill together")]


class Result(StrEnum):
    """How it ended."""

    JUST_HAPPENS = "just_happens"
    SUCCESS = "success"
    FAILURE = "failure"


class Action(Given, frozen=True):
    """What the players want to do, as ruled."""

    ruling: Annotated[Ruling | None, says("the check, or nothing if it needs no roll")]
    reply: Annotated[Reply, says("what the players say to the ruling")]


class Resolved(Outcome, frozen=True, tag="resolved"):
    """A new situation."""

    result: Result


class Renegotiate(Outcome, frozen=True, tag="renegotiate"):
    """Nothing has happened, and the talk goes on."""


NO_DICE_BEFORE_ACCEPTANCE = Reading(
    id="sovereign.core.loop/order",
    question="When is a ruling binding?",
    choice="When the players accept it, and not before; dice rolled earlier do not count.",
    because="Players who do not find it reasonable negotiate or look for a better plan.",
)


@rule("sovereign.core.loop", CORE_GAMEPLAY_LOOP, readings=(NO_DICE_BEFORE_ACCEPTANCE,))
def conversation(dice: Dice, given: Action) -> Resolved | Renegotiate | Withdrawn:
    """The referee rules, the players accept, and only then do the dice roll; the result is the next situation."""
    if given.reply is Reply.COUNTER:
        return Renegotiate()
    if given.reply is Reply.WITHDRAW:
        return Withdrawn()
    if given.ruling is None:
        return Resolved(Result.JUST_HAPPENS)
    total = dice.total("as ruled", TWO_D6) + given.ruling.mod
    return Resolved(Result.SUCCESS if reaches(total, given.ruling.dc) else Result.FAILURE)


# The referee's description


class Scene(Given, frozen=True):
    """Everything in the scene."""

    features: Annotated[tuple[tuple[Name, bool], ...], says("each feature, and whether it can be seen, heard or smelt")]


class Told(Outcome, frozen=True, tag="told"):
    """What the players are told."""

    told: tuple[str, ...]


NOBODY_TOUCHED_ANYTHING = Reading(
    id="sovereign.core.describe/touch",
    question="Can a description set off a trap?",
    choice="No. Nobody touches a thing before a player says that their Delver does; what is not apparent stays secret.",
    because="The referee assumes no actions, since touching could be dangerous.",
)


@rule("sovereign.core.describe", CORE_GAMEPLAY_LOOP, readings=(NOBODY_TOUCHED_ANYTHING,))
def describe(dice: Dice, given: Scene) -> Told:
    """The referee describes sights, sounds and smells, assumes no action, and asks what the Delvers do."""
    return Told(tuple(name for name, apparent in given.features if apparent))


# One spokesperson


class Speaking(Given, frozen=True):
    """A player decides for the group."""

    speaker: Annotated[Name, says("who speaks")]
    elected: Annotated[Name | None, says("the Delver elected to speak for them, if any")]
    marching_order: Annotated[tuple[Name, ...], Meta(min_length=1), says("the marching order, front to rear")]

    def __post_init__(self) -> None:
        if not {self.speaker, self.elected or self.speaker} <= set(self.marching_order):
            raise ValueError("the speaker and the elected spokesperson must be in the marching order")


class Accepted(Outcome, frozen=True, tag="accepted"):
    """The group does so."""


class AskSpokesperson(Outcome, frozen=True, tag="ask_spokesperson"):
    """Another player speaks for the group."""

    who: str


FIRST_IN_LINE_SPEAKS = Reading(
    id="sovereign.core.spokesperson/default",
    question="Who speaks if nobody has been elected?",
    choice="The first in the marching order; what one Delver does alone stays with that player.",
    because="One of them has to, and the front picks the way.",
)


@rule("sovereign.core.spokesperson", CORE_GAMEPLAY_LOOP, readings=(FIRST_IN_LINE_SPEAKS,))
def spokesperson(dice: Dice, given: Speaking) -> Accepted | AskSpokesperson:
    """When the Delvers act as a group, one elected player speaks for all."""
    voice = given.elected or given.marching_order[0]
    return Accepted() if given.speaker == voice else AskSpokesperson(voice)


# Dropping rules


class Switch(Given, frozen=True):
    """A rule, and the rules that this campaign has dropped."""

    rule_id: Annotated[str, Meta(pattern=r"^sovereign(\.[a-z-]+){2}$"), says("id of a rule of this book")]
    disabled: Annotated[tuple[str, ...], says("ids of the rules that are switched off")] = ()


class Enabled(Outcome, frozen=True, tag="enabled"):
    """The rule is in use."""


class SwitchedOff(StrEnum):
    """Why the rule is not used."""

    DISABLED = "disabled"


class RuleRefused(Outcome, frozen=True, tag="refused"):
    """The rule is not used in this campaign."""

    reason: SwitchedOff


@rule("sovereign.core.rule-pruning", CORE_GAMEPLAY_LOOP)
def rule_pruning(dice: Dice, given: Switch) -> Enabled | RuleRefused:
    """A rule that helps neither decisions nor rulings nor bargaining may be dropped."""
    return RuleRefused(SwitchedOff.DISABLED) if given.rule_id in given.disabled else Enabled()
