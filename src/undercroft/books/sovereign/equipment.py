"""Gear that these rules mention, and the cost of a henchman."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.sovereign.advancement import HENCHMAN_SHARE
from undercroft.books.sovereign.units import Level, Load
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Item(StrEnum):
    """An item for sale."""

    HEALERS_KIT = "healers_kit"
    THIEVES_TOOLS = "thieves_tools"
    TORCHES_2 = "torches_2"
    LANTERN = "lantern"
    OIL_COMMON_PINT = "oil_common_pint"
    OIL_MILITARY_PINT = "oil_military_pint"
    TINDERBOX = "tinderbox"
    RATION_DAY = "ration_day"
    WATERSKIN = "waterskin"
    ROPE_50FT = "rope_50ft"
    IRON_SPIKES_6 = "iron_spikes_6"
    CROWBAR = "crowbar"
    GRAPPLING_HOOK = "grappling_hook"
    HAMMER_SMALL = "hammer_small"
    MIRROR_HAND = "mirror_hand"
    POLE_10FT = "pole_10ft"
    QUIVER_ARROWS = "quiver_arrows"
    BLANKET = "blanket"
    MANACLES = "manacles"
    LOCK = "lock"
    CHEST_HOLDS_50 = "chest_holds_50"


class Gear(Outcome, frozen=True, tag="gear"):
    """The price in copper, and the encumbrance."""

    price_c: int
    points: Load


GEAR = {
    Item.HEALERS_KIT:       Gear(1_000, Load(1)),
    Item.THIEVES_TOOLS:     Gear(2_500, Load(1)),
    Item.TORCHES_2:         Gear(10,    Load(1)),
    Item.LANTERN:           Gear(1_000, Load(1)),
    Item.OIL_COMMON_PINT:   Gear(30,    Load(1)),
    Item.OIL_MILITARY_PINT: Gear(200,   Load(1)),
    Item.TINDERBOX:         Gear(80,    Load(1)),
    Item.RATION_DAY:        Gear(20,    Load(1)),
    Item.WATERSKIN:         Gear(60,    Load(1)),
    Item.ROPE_50FT:         Gear(100,   Load(2)),
    Item.IRON_SPIKES_6:     Gear(100,   Load(1)),
    Item.CROWBAR:           Gear(100,   Load(1)),
    Item.GRAPPLING_HOOK:    Gear(2_500, Load(1)),
    Item.HAMMER_SMALL:      Gear(200,   Load(1)),
    Item.MIRROR_HAND:       Gear(500,   Load(1)),
    Item.POLE_10FT:         Gear(1,     Load(2)),
    Item.QUIVER_ARROWS:     Gear(1_000, Load(1)),
    Item.BLANKET:           Gear(200,   Load(2)),
    Item.MANACLES:          Gear(200,   Load(1)),
    Item.LOCK:              Gear(2_000, Load(1)),
    Item.CHEST_HOLDS_50:    Gear(2_200, Load(25)),
}  # fmt: skip


class Shopping(Given, frozen=True):
    """Something to buy."""

    item: Annotated[Item, says("what is bought")]


@rule("sovereign.gear.table", Cite("Sovereign", "Mortal Injury and Stabilization", beyond="Equipment"))
def gear_table(dice: Dice, given: Shopping) -> Gear:
    """Kits, tools, lights and food have their price and their encumbrance; 100 copper are a gold piece."""
    return GEAR[given.item]


# Henchmen

WAGES = {
    1: 25,   6:  800,
    2: 50,   7:  1_600,
    3: 100,  8:  3_000,
    4: 200,  9:  7_250,
    5: 400,  10: 12_000,
}  # fmt: skip


class Henchman(Given, frozen=True):
    """A henchman for hire."""

    level: Annotated[Level, says("the henchman's level")]


class Terms(Outcome, frozen=True, tag="terms"):
    """Gold a month, in advance, and the share of treasure and experience."""

    wage_g: int
    share: Fraction


WHOSE_HENCHMAN = Reading(
    id="sovereign.henchman.terms/whose",
    question="Who plays a henchman?",
    choice=(
        "The player who hired them, one for each Delver; in the end they are NPCs, and the referee has the last word."
    ),
    because="They are built as Delvers are, and hired for a wage; the game's equipment page says the rest.",
)


@rule("sovereign.henchman.terms", Cite("Sovereign", "Advancement", beyond="Equipment"), readings=(WHOSE_HENCHMAN,))
def henchman_terms(dice: Dice, given: Henchman) -> Terms:
    """A henchman is paid by the month, more at high levels, and gets half a share."""
    return Terms(WAGES[given.level], HENCHMAN_SHARE)


# Coins

COPPER_A_SILVER = 10
COPPER_A_GOLD = 100


def in_coins(copper: int) -> str:
    """A price as people say it: 12g 3s 4c."""
    gold, rest = divmod(copper, COPPER_A_GOLD)
    silver, left = divmod(rest, COPPER_A_SILVER)
    return " ".join(f"{n}{coin}" for n, coin in ((gold, "g"), (silver, "s"), (left, "c")) if n) or "nothing"
