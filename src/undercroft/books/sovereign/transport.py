"""Pack Animals and Porters."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.units import Load
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Carriage(Struct, frozen=True):
    """The price and capacity of a beast, a porter or a cart."""

    gold: int
    points: Load


# fmt: off
#                gold     points
HORSE  = Carriage(40, Load( 30))
MULE   = Carriage(20, Load( 15))
PORTER = Carriage( 2, Load( 12))  # a day
CART   = Carriage(25, Load(300))
# fmt: on

BEASTS_A_CART = 2

Some = Annotated[int, Meta(ge=0, le=10_000)]


class Caravan(Given, frozen=True):
    """Everything that is to carry the loot."""

    horses: Annotated[Some, says("heavy pack horses")] = 0
    mules: Annotated[Some, says("mules and donkeys")] = 0
    porters: Annotated[Some, says("porters")] = 0
    carts: Annotated[Some, says("carts")] = 0
    days: Annotated[int, Meta(ge=1, le=10_000), says("days the porters are hired for")] = 1


class Hired(Outcome, frozen=True, tag="ok"):
    """The cost in gold, and the capacity in points."""

    cost_g: int
    capacity: Load


class NoCaravan(StrEnum):
    """Why it cannot go."""

    CART_NEEDS_TWO_BEASTS = "cart_needs_two_beasts"


class CaravanRefused(Outcome, frozen=True, tag="refused"):
    """It cannot go."""

    reason: NoCaravan


HITCHED = Reading(
    id="sovereign.enc.transport/cart",
    question="Do a cart's beasts come with it, and do they carry anything else?",
    choice="No, you buy them too, and they carry nothing while they pull; mules are put to the cart before horses.",
    because="The price is the cart's, a pulling beast has its load behind it, and mules are the smaller loss.",
)
BY_THE_DAY = Reading(
    id="sovereign.enc.transport/porters",
    question="What are porters owed, and where do beasts and carts go?",
    choice="Pay for each day or part of it, no share of treasure or experience; the referee says where a cart fits.",
    because="Porters are hired by the day, and are not henchmen.",
)


@rule("sovereign.enc.transport", Cite("Sovereign", "Pack Animals and Porters"), readings=(HITCHED, BY_THE_DAY))
def transport(dice: Dice, given: Caravan) -> Hired | CaravanRefused:
    """Beasts, porters and carts carry what the Delvers cannot, at a price."""
    pulling = BEASTS_A_CART * given.carts
    if pulling > given.horses + given.mules:
        return CaravanRefused(NoCaravan.CART_NEEDS_TWO_BEASTS)
    mules = max(0, given.mules - pulling)
    horses = given.horses - max(0, pulling - given.mules)
    points = horses * HORSE.points + mules * MULE.points + given.porters * PORTER.points + given.carts * CART.points
    beasts = given.horses * HORSE.gold + given.mules * MULE.gold
    return Hired(beasts + given.carts * CART.gold + given.porters * PORTER.gold * given.days, Load(points))
