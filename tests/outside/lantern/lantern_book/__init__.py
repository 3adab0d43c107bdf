"""House rules for lanterns: oil runs down, and a draught may blow a flame out."""

from importlib.resources import files
from typing import Annotated

from msgspec import Meta

from undercroft.rulebook import (
    D6,
    Book,
    Cite,
    Dice,
    Given,
    Option,
    Outcome,
    Reading,
    Table,
    at_least,
    rule,
    says,
    up_to,
)

DRAUGHTS = Table("lantern.draught", D6, ((up_to(1), "a gust"), (at_least(2), "still air")))

SHUTTERED = Reading(
    id="lantern.draught/shutter",
    question="Does a shutter save the flame?",
    choice="No.",
    because="A gust finds every gap.",
    switch="shutter_saves",
    options=(Option(False, "a gust blows any flame out"), Option(True, "a shuttered flame burns on")),
)


class Lit(Given, frozen=True):
    """A lantern that burns."""

    oil: Annotated[int, Meta(ge=1, le=24), says("hours of oil left")]
    shuttered: Annotated[bool, says("whether its shutter is closed")] = False
    shutter_saves: Annotated[bool, says("whether a shutter saves the flame")] = False


class BurnsOn(Outcome, frozen=True, tag="burns_on"):
    """The lantern burns."""

    oil: int


class GoesOut(Outcome, frozen=True, tag="goes_out"):
    """The lantern is dark."""


@rule("lantern.draught", Cite("Lanterns", "Draughts"), readings=(SHUTTERED,))
def draught(dice: Dice, given: Lit) -> BurnsOn | GoesOut:
    """Each hour a 1 on a d6 is a gust that blows the flame out; else the lantern burns an hour of oil."""
    gust = DRAUGHTS.at(dice.total("draught", D6)) == "a gust"
    if given.oil == 1 or (gust and not (given.shuttered and given.shutter_saves)):
        return GoesOut()
    return BurnsOn(given.oil - 1)


BOOK = Book(
    id="lantern",
    title="Lanterns",
    source="House rules for lanterns",
    headings=("Draughts",),
    rules=(draught,),
    words={BurnsOn: "The lantern burns on, with {oil:hour} of oil.", GoesOut: "The lantern goes out."},
    tables=(DRAUGHTS,),
    manual=__name__,
    cases=files(__name__) / "cases",
)
