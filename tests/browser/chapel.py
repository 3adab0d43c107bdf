"""A site with nine rooms, five delvers and every kind of secret, for screens."""

from fractions import Fraction

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.state.creatures import Creatures, Noise
from undercroft.table.state.ids import (
    CreaturesId,
    DoorId,
    FeatureId,
    ObstacleId,
    PersonId,
    SiteId,
    ThingId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.people import Condition, Person, Role, Sheet
from undercroft.table.state.seats import REFEREE, Seat, Throwing
from undercroft.table.state.sites import (
    Door,
    DoorState,
    EncounterRow,
    Feature,
    Grade,
    Hindrance,
    Obstacle,
    Shape,
    Site,
    Trap,
    Zone,
)
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin

CHAPEL = SiteId("chapel")
NINE_O_CLOCK = Seconds(9 * 3600)


def zone(id: str, name: str, glance: str, shape: tuple[int, int, int, int], secret: str = "") -> Zone:
    """A room of the chapel."""
    return Zone(ZoneId(id), name, glance, "Wet salt, and somewhere a drip.", secret, shape=Shape(*shape))


ZONES = (
    zone("stair", "Tide stair", "Forty steps, slick with weed, lead down from the beach.", (0, 13, 5, 4)),
    zone("nave", "Nave", "Pews lie heaped against the walls where the sea left them.", (8, 10, 8, 7)),
    zone("vestry", "Vestry", "Pegs, a cracked mirror, a chest without a lid.", (0, 6, 5, 4)),
    zone(
        "choir",
        "Choir",
        "Stalls of black oak face each other across the floor.",
        (8, 0, 8, 6),
        "The organ still plays.",
    ),
    zone("crypt", "Candle store", "Shelves of tallow stubs; four shapes kneel among them.", (20, 11, 6, 6)),
    zone("font", "Font room", "Eight walls round a basin that is never quite still.", (20, 0, 6, 6)),
    zone("scales", "Weighing room", "A pair of scales taller than a man.", (30, 0, 6, 5), "The left pan is hollow."),
    zone("cells", "Sunken cells", "Three barred cells stand knee deep in water.", (30, 8, 6, 4)),
    zone("relics", "Reliquary", "Silver glints behind a grille.", (30, 14, 6, 3)),
)
DOORS = (
    ("stair", "nave", DoorState.NO_DOOR, "arch", False),
    ("vestry", "choir", DoorState.OPEN, "vestry door", False),
    ("choir", "nave", DoorState.NO_DOOR, "passage", False),
    ("nave", "crypt", DoorState.CLOSED, "low door", False),
    ("choir", "font", DoorState.NO_DOOR, "colonnade", False),
    ("font", "crypt", DoorState.STUCK, "swollen door", False),
    ("font", "scales", DoorState.LOCKED, "oak door", False),
    ("scales", "cells", DoorState.CLOSED, "iron door", False),
    ("cells", "relics", DoorState.CLOSED, "sliding stone", True),
    ("crypt", "relics", DoorState.CLOSED, "false shelf", True),
)


def _door(one: str, other: str, state: DoorState, name: str, hidden: bool) -> Door:
    return Door(DoorId(f"{one}-{other}"), (ZoneId(one), ZoneId(other)), state, name, hidden=hidden)


def site() -> Site:
    """The chapel under the cliff."""
    doors = [_door(*parts) for parts in DOORS]
    features = (
        Feature(FeatureId("tile"), ZoneId("font"), Grade.HIDDEN, "a loose floor tile", things=(ThingId("ring"),)),
        Feature(
            FeatureId("shelf"),
            ZoneId("crypt"),
            Grade.SECRET,
            "a shelf that swings out",
            clues=("tallow runs towards the wall", "a draught behind the shelf"),
            answer="pull the lowest candlestick",
            door=DoorId("crypt-relics"),
        ),
        Feature(FeatureId("hollow"), ZoneId("nave"), Grade.HIDDEN, "a hollow pew"),
    )
    votaries = Creatures(
        CreaturesId("votaries"), "votaries", 4, Fraction(1), ZoneId("crypt"), activity="at prayer", noise=Noise.QUIET
    )
    crabs = Creatures(CreaturesId("crabs"), "pale crabs", 3, Fraction(1, 2), None)
    trap = Trap(TrapId("scythe"), ZoneId("scales"), "scythe", "a slit along the wall", "A blade sweeps the floor.")
    rubble = Obstacle(ObstacleId("rubble"), ZoneId("cells"), Hindrance.RUBBLE, "fallen vault")
    return Site(
        CHAPEL,
        "The Salt Chapel",
        ZoneId("stair"),
        zones={each.id: each for each in ZONES},
        doors={door.id: door for door in doors},
        features={feature.id: feature for feature in features},
        traps={trap.id: trap},
        obstacles={rubble.id: rubble},
        creatures={votaries.id: votaries, crabs.id: crabs},
        encounters=(EncounterRow("pale crabs", crabs.id, "1d4"), EncounterRow("a bell under water")),
    )


def _person(id: str, name: str, seat: str, hp: tuple[int, int], sheet: Sheet, **more: object) -> Person:
    return Person(PersonId(id), name, SeatId(seat), hp=hp[0], hp_max=hp[1], fp=10, sheet=sheet, **more)  # type: ignore[arg-type]


def begin() -> Begin:
    """Four delvers of three seats and a hireling, at the head of the stair."""
    people = (
        _person("maud", "Maud", "priya", (7, 9), Sheet(dexterity=14, level=2, skills={"Sneak": 1, "Notice": 0})),
        _person("ansgar", "Brother Ansgar", "dan", (14, 19), Sheet(strength=15, level=3, character_class="warrior")),
        _person("isolde", "Isolde", "priya", (4, 6), Sheet(intelligence=17, level=2, character_class="mage"), strain=2),
        _person("corvin", "Corvin", "sam", (11, 11), Sheet(level=2, character_class="warrior", skills={"Heal": 1})),
        _person(
            "tam",
            "Tam",
            str(REFEREE),
            (3, 4),
            Sheet(),
            role=Role.HIRELING,
            conditions=(Condition("frail", Seconds(0)),),
        ),
    )
    on = lambda who, how=Worn.READIED: Carried(PersonId(who), how)  # noqa: E731 - a name for a long phrase
    things = (
        Thing(ThingId("torches"), "torches", ThingKind.LIGHT, on("tam"), count=4, points=2, item="torch"),
        Thing(ThingId("lantern"), "lantern", ThingKind.LIGHT, on("isolde"), points=1, item="lantern"),
        Thing(ThingId("oil"), "oil", ThingKind.OIL, on("isolde", Worn.STOWED), count=3, points=1, item="oil"),
        Thing(ThingId("tools"), "thieves' tools", ThingKind.GEAR, on("maud"), points=1, item="thieves_tools"),
        Thing(ThingId("kit"), "healer's kit", ThingKind.GEAR, on("corvin", Worn.STOWED), points=1, item="healers_kit"),
        Thing(ThingId("mail"), "mail", ThingKind.ARMOUR, on("ansgar"), points=2, item="mail"),
        Thing(
            ThingId("ring"),
            "silver ring",
            ThingKind.TREASURE,
            Lying(CHAPEL, ZoneId("font")),
            worth=5000,
            appraised=False,
        ),
        Thing(ThingId("cup"), "tin cup", ThingKind.TREASURE, Lying(CHAPEL, ZoneId("stair")), worth=100),
    )
    return Begin(
        "The Salt Coast",
        day_begins=NINE_O_CLOCK,
        seats=(
            Seat(SeatId("priya"), "Priya", Throwing.TYPED),
            Seat(SeatId("dan"), "Dan"),
            Seat(SeatId("sam"), "Sam"),
        ),
        people=people,
        things=things,
        sites=(site(),),
        party=tuple(person.id for person in people),
    )
