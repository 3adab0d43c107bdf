"""Advancement: experience for monsters and treasure, the shares, and the thresholds."""

from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.units import MOST_DICE, Count, Level
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

ADVANCEMENT = Cite("Sovereign", "Advancement")

HENCHMAN_SHARE = Fraction(1, 2)

Experience = Annotated[int, Meta(ge=0, le=1_000_000_000)]


# Treasure


class Haul(Given, frozen=True):
    """The treasure brought back to town."""

    gold_value: Annotated[Fraction, says("worth of all coin and treasure brought back, in gold")]

    def __post_init__(self) -> None:
        _refuse_debts(self.gold_value)


class TreasureXp(Outcome, frozen=True, tag="xp"):
    """The experience for it."""

    xp: int


WHAT_TREASURE_COUNTS = Reading(
    id="sovereign.xp.treasure/counts",
    question="Which wealth counts, and what about silver and copper?",
    choice="Everything from the adventure, no matter who carried it home; only the sum is rounded down.",
    because="It only has to make it back to town. A gold piece is 10 silver or 100 copper; platinum is 5 gold.",
)


@rule("sovereign.xp.treasure", ADVANCEMENT, readings=(WHAT_TREASURE_COUNTS,))
def xp_treasure(dice: Dice, given: Haul) -> TreasureXp:
    """Every gold piece's worth of treasure brought back is one experience point, whether sold, spent or kept."""
    return TreasureXp(treasure_xp(*given.gold_value.as_integer_ratio()))


def treasure_xp(numerator: int, denominator: int) -> int:
    """Experience for treasure of that worth in gold, as a fraction; only the sum is rounded down."""
    return numerator // denominator


def _refuse_debts(gold: Fraction) -> None:
    if gold < 0:
        raise ValueError("the gold cannot be negative")


# XP for Monsters


class Worth(Struct, frozen=True):
    """Experience for one monster, and for each of its special abilities."""

    base: int
    bonus: int


MONSTER_XP = Table("sovereign.xp.monster", range(22), (
    (through(0),      Worth(5,     1)),
    (through(1),      Worth(10,    3)),
    (through(2),      Worth(20,    5)),
    (through(3),      Worth(35,    15)),
    (through(4),      Worth(75,    50)),
    (through(5),      Worth(175,   125)),
    (through(6),      Worth(275,   225)),
    (through(7),      Worth(450,   400)),
    (through(8),      Worth(650,   550)),
    (through(9, 10),  Worth(900,   700)),
    (through(11, 12), Worth(1_100, 800)),
    (through(13, 16), Worth(1_350, 950)),
    (through(17, 20), Worth(2_000, 1_150)),
    (through(21),     Worth(2_500, 2_000)),
), number="hit dice")  # fmt: skip

LAST_ROW = 21
EACH_FURTHER_DIE = 250


class Monsters(Given, frozen=True):
    """Defeated monsters of one kind."""

    hd: Annotated[Fraction, says("hit dice of each; 1/2 for the least of creatures")]
    abilities: Annotated[int, Meta(ge=0, le=100), says("special abilities of each")] = 0
    count: Annotated[Count, says("how many were defeated")] = 1

    def __post_init__(self) -> None:
        if not 0 <= self.hd <= MOST_DICE:
            raise ValueError(f"hit dice must be from 0 to {MOST_DICE}")


class MonsterXp(Outcome, frozen=True, tag="xp"):
    """The experience for all, for each, and for each ability of each."""

    xp: int
    base: int
    bonus: int


DEFEATED = Reading(
    id="sovereign.xp.monster/defeated",
    question="Which monsters count as defeated?",
    choice="Those killed, routed, captured or outwitted, as the referee sees it.",
    because="Defeating is asked for, not killing.",
)
WHOLE_HIT_DICE = Reading(
    id="sovereign.xp.monster/part",
    question="Which row does a monster of one and a half hit dice use?",
    choice="The row for one; fractions of a die are dropped.",
    because="Only less than one has a row of its own.",
)


@rule("sovereign.xp.monster", Cite("Sovereign", "XP for Monsters"), readings=(DEFEATED, WHOLE_HIT_DICE))
def xp_monster(dice: Dice, given: Monsters) -> MonsterXp:
    """A monster is worth experience by its hit dice, and more for each special ability."""
    worth = monster_worth(floor(given.hd))
    return MonsterXp(given.count * (worth.base + given.abilities * worth.bonus), worth.base, worth.bonus)


def monster_worth(whole_hd: int) -> Worth:
    """The row for a monster; beyond the last row, the same again for each die."""
    row = MONSTER_XP.at(min(whole_hd, LAST_ROW))
    further = EACH_FURTHER_DIE * max(0, whole_hd - LAST_ROW)
    return Worth(row.base + further, row.bonus + further)


# The party's experience, and everybody's share


class Return(Given, frozen=True):
    """The party comes back to a settlement."""

    monster_xp: Annotated[Experience, says("experience for monsters")]
    gold_value: Annotated[Fraction, says("worth of all coin and treasure brought back, in gold")]
    survivors: Annotated[Count, says("Delvers and henchmen who came back")]

    def __post_init__(self) -> None:
        _refuse_debts(self.gold_value)


class Pool(Outcome, frozen=True, tag="pool"):
    """The experience to share."""

    pool: int


@rule("sovereign.xp.pool", ADVANCEMENT)
def xp_pool(dice: Dice, given: Return) -> Pool:
    """The party gathers experience on the way, which is paid out when a survivor returns."""
    treasure = xp_treasure(dice, Haul(given.gold_value)).xp
    return Pool(pooled(given.monster_xp, treasure, given.survivors))


def pooled(monsters: int, treasure: int, survivors: int) -> int:
    """The experience to share; nobody is left to share it if nobody returns."""
    return monsters + treasure if survivors else 0


class Rounding(StrEnum):
    """How fractions of a share are rounded."""

    DOWN = "down"
    NEAREST = "nearest"


class Sharing(Given, frozen=True):
    """Survivors share the party's experience."""

    pool: Annotated[Experience, says("the party's experience")]
    delvers: Annotated[Count, says("Delvers who came back")]
    henchmen: Annotated[Count, says("henchmen who came back")]
    share_rounding: Annotated[Rounding, says("how fractions of a share are rounded")] = Rounding.DOWN


class Shares(Outcome, frozen=True, tag="shares"):
    """The share of each Delver and each henchman, and the remainder, negative if rounding gave too much."""

    delver_xp: int
    henchman_xp: int
    lost: int


SHARE_OF_EXPERIENCE = Reading(
    id="sovereign.xp.shares/what",
    question="The paragraph has survivors share the treasure: is experience meant?",
    choice="Yes, and the dead get none of it.",
    because="The paragraph speaks of experience before and after that; henchmen get half of both elsewhere in the "
    "game.",
)
BROKEN_SHARES = Reading(
    id="sovereign.xp.shares/rounding",
    question="What happens to fractions of a share?",
    choice="Each is rounded down, the rest is lost.",
    because=(
        "The text does not say; experience is whole points everywhere, and this way nobody gets more than there is."
    ),
    switch="share_rounding",
    options=(Option("down", "rounded down, the rest is lost"), Option("nearest", "to the nearest point, halves up")),
)


@rule("sovereign.xp.shares", ADVANCEMENT, readings=(SHARE_OF_EXPERIENCE, BROKEN_SHARES))
def xp_shares(dice: Dice, given: Sharing) -> Shares:
    """Every Delver who returns gets a full share, every henchman half a share."""
    shares = given.delvers + HENCHMAN_SHARE * given.henchmen
    share = given.pool / shares if shares else Fraction(0)
    up = Fraction(1, 2) if given.share_rounding is Rounding.NEAREST else 0
    delver, henchman = (floor(part + up) for part in (share, share * HENCHMAN_SHARE))
    return Shares(delver, henchman, given.pool - delver * given.delvers - henchman * given.henchmen)


# XP Thresholds

THRESHOLDS = {
    1: 0,       6:  24_000,
    2: 1_500,   7:  48_000,
    3: 3_000,   8:  100_000,
    4: 6_000,   9:  200_000,
    5: 12_000,  10: 300_000,
}  # fmt: skip


class Career(Given, frozen=True):
    """A Delver's experience."""

    xp: Annotated[Experience, says("experience points, all told")]
    level: Annotated[Level, says("level now")]
    in_settlement: Annotated[bool, says("in a settlement?")]
    levels_per_return: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | None, says("most levels gained in one visit; leave it out for no limit")
    ] = None


class LevelReached(Outcome, frozen=True, tag="level"):
    """The level from now on."""

    level: int


AS_MANY_AS_EARNED = Reading(
    id="sovereign.xp.level/several",
    question="May a Delver gain several levels at once?",
    choice="Yes, one after the other, henchmen too; nobody loses a level.",
    because="A Delver with enough experience in a settlement gains levels; the text names no limit.",
    switch="levels_per_return",
    options=(Option(None, "as many as the experience pays for"), Option(1, "one for each visit to a settlement")),
)


@rule("sovereign.xp.level", Cite("Sovereign", "XP Thresholds"), readings=(AS_MANY_AS_EARNED,))
def xp_level(dice: Dice, given: Career) -> LevelReached:
    """A Delver with enough experience goes up in level in a settlement."""
    if not given.in_settlement:
        return LevelReached(given.level)
    earned = max(level for level, needed in THRESHOLDS.items() if given.xp >= needed)
    most = earned if given.levels_per_return is None else given.level + given.levels_per_return
    return LevelReached(max(given.level, min(earned, most)))
