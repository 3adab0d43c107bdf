"""A small site with two rooms, two delvers and a secret, for tests."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.state.creatures import Creatures, Noise
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Feature, Grade, Site, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin

CRYPT, HALL, CELL = SiteId("crypt"), ZoneId("hall"), ZoneId("cell")
OAK, SLAB = DoorId("oak"), DoorId("slab")
MAUD, ULF = PersonId("maud"), PersonId("ulf")
ONE, TWO = SeatId("one"), SeatId("two")
TORCHES, TOOLS = ThingId("torches"), ThingId("tools")


def site(**changes: Any) -> Site:
    """The crypt: a hall, a cell behind a locked door, and a slab that slides."""
    crypt = Site(
        CRYPT,
        "The Crypt",
        HALL,
        zones={
            HALL: Zone(HALL, "Hall", "A long hall.", secret="The third flagstone is hollow.", lit=True),
            CELL: Zone(CELL, "Cell", "A narrow cell.", lit=True),
        },
        doors={
            OAK: Door(OAK, (HALL, CELL), DoorState.LOCKED, "oak door", lock_dc=9),
            SLAB: Door(SLAB, (HALL, CELL), name="slab", hidden=True),
        },
        features={
            FeatureId("slide"): Feature(
                FeatureId("slide"),
                HALL,
                Grade.SECRET,
                "a slab that slides",
                clues=("scratches on the floor", "a draught"),
                answer="push the slab",
                door=SLAB,
            ),
            FeatureId("niche"): Feature(FeatureId("niche"), HALL, Grade.HIDDEN, "a niche"),
        },
        creatures={
            CreaturesId("rats"): Creatures(CreaturesId("rats"), "rats", 6, Fraction(1, 2), CELL, noise=Noise.QUIET)
        },
        encounters=(EncounterRow("rats", CreaturesId("rats"), "2d4"), EncounterRow("a cold wind")),
    )
    return replace(crypt, **changes)


def begin(crypt: Site | None = None) -> Begin:
    """Two delvers of two seats before the crypt."""
    return Begin(
        "The Crypt",
        seats=(Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2")),
        people=(
            Person(MAUD, "Maud", ONE, hp=5, hp_max=5, sheet=Sheet(dexterity=14, skills={"Sneak": 1, "Notice": 0})),
            Person(ULF, "Ulf", TWO, hp=8, hp_max=8, sheet=Sheet(strength=15, skills={"Exert": 1})),
        ),
        things=(
            Thing(TORCHES, "torches", ThingKind.LIGHT, Carried(MAUD, Worn.READIED), count=3, points=2, item="torch"),
            Thing(TOOLS, "thieves' tools", ThingKind.GEAR, Carried(MAUD), points=1, item="thieves_tools"),
        ),
        sites=(crypt or site(),),
        party=(MAUD, ULF),
    )
