"""A passage of five zones in a line, from west to east, with open ways between them, for tests of clocks and speeds."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, PersonId, SiteId, ThingId, TrapId, ZoneId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Clock, Door, DoorState, EncounterRow, Feature, Grade, Shape, Site, Trap, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin

PASSAGE = SiteId("passage")
FIRST, SECOND, THIRD, FOURTH, FIFTH = (ZoneId(name) for name in ("first", "second", "third", "fourth", "fifth"))
ZONES = (FIRST, SECOND, THIRD, FOURTH, FIFTH)
TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH = (DoorId(f"to-{zone}") for zone in ZONES[1:])
BERT, ANNE = PersonId("bert"), PersonId("anne")
ONE, TWO = SeatId("one"), SeatId("two")
TORCHES, CANDLE, OIL, LANTERN, RATIONS, WATER = (
    ThingId(name) for name in ("torches", "candle", "oil", "lantern", "rations", "water")
)
BRICK, WIRE = FeatureId("brick"), TrapId("wire")
RATS = CreaturesId("rats")


def passage(clock: Clock, *, lit: bool = True, **changes: Any) -> Site:
    """A loose brick in the second zone, a wire in the third, and rats that wander."""
    site = Site(
        PASSAGE,
        "The Passage",
        FIRST,
        clock,
        zones={
            zone: Zone(zone, zone.title(), f"The {zone} part.", shape=Shape(4 * place, 0, 4, 4), length_ft=60, lit=lit)
            for place, zone in enumerate(ZONES)
        },
        doors={
            door: Door(door, (ZONES[place], ZONES[place + 1]), DoorState.NO_DOOR, "way")
            for place, door in enumerate((TO_SECOND, TO_THIRD, TO_FOURTH, TO_FIFTH))
        },
        traps={WIRE: Trap(WIRE, THIRD, "wire", "a taut wire", "A wire pulls darts from the wall.", damage="1d6")},
        features={BRICK: Feature(BRICK, SECOND, Grade.HIDDEN, "a loose brick")},
        creatures={RATS: Creatures(RATS, "rats", 6, Fraction(1, 2), None)},
        encounters=(
            EncounterRow("rats", RATS, "2d4", omen="Something scratches in the walls."),
            EncounterRow("a cold wind"),
        ),
    )
    return replace(site, **changes)


def begin(site: Site, **changes: Any) -> Begin:
    """Bert goes first, Anne behind him; he has the torches, she has the rest."""
    bert = Person(BERT, "Bert", ONE, hp=6, hp_max=6, fp=3, sheet=Sheet(overrides={"fp_max": 3}))
    anne = Person(ANNE, "Anne", TWO, hp=6, hp_max=6, fp=2, sheet=Sheet(constitution=14, overrides={"fp_max": 8}))
    opening = Begin(
        "The Passage",
        seats=(Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2")),
        people=(bert, anne),
        things=(
            Thing(TORCHES, "torches", ThingKind.LIGHT, Carried(BERT, Worn.READIED), count=2, item="torch"),
            Thing(CANDLE, "candle", ThingKind.LIGHT, Carried(ANNE), item="candle"),
            Thing(LANTERN, "lantern", ThingKind.LIGHT, Carried(ANNE), item="lantern"),
            Thing(OIL, "oil", ThingKind.OIL, Carried(ANNE), count=2, item="oil_common_pint"),
            Thing(RATIONS, "rations", ThingKind.FOOD, Carried(ANNE), count=3, item="ration_day"),
            Thing(WATER, "waterskins", ThingKind.WATER, Carried(BERT), count=2, item="waterskin"),
        ),
        sites=(site,),
        party=(BERT, ANNE),
    )
    return replace(opening, **changes)
