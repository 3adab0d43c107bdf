"""The exact state at each bookmark of the demo."""

from msgspec import Struct

from undercroft.books.sovereign.advancement import THRESHOLDS
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import HexId, PersonId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.scenes import Fight, SovereignTurn, Town
from undercroft.table.town.experience import haul
from undercroft.table.world.groups import MAIN

CORVIN = PersonId("corvin")
MINUTE = 60


class Torch(Struct, frozen=True):
    """A turn, where it is spent, and how long each light lasts."""

    turn: int
    zone: str
    minutes_left: dict[str, int]


class Brawl(Struct, frozen=True):
    """A fight: its round, every foe's health and armour, who is down, and for how long."""

    round: int
    foes: dict[str, tuple[int, int, str]]
    acted: set[str]
    hp: dict[str, int]
    dying: dict[str, int]
    """In rounds that are left."""


class Road(Struct, frozen=True):
    """A day on the road."""

    day: int
    hex: str
    points: str
    weather: str
    found: set[str]
    leads: set[str]


class Home(Struct, frozen=True):
    """What came home, and what Corvin lacks of the next level."""

    town: str
    level: int
    lacks: int
    gold: int
    evening_open: bool


def torch(now: Campaign) -> Torch:
    """As it stands."""
    group = now.groups[MAIN]
    assert isinstance(group.scene, SovereignTurn)
    left = {str(light.holder): ((light.until or 0) - group.time) // MINUTE for light in now.lights.values()}
    return Torch(group.scene.turn, str(group.zone), left)


def fight(now: Campaign) -> Brawl:
    """As it stands."""
    group = now.groups[MAIN]
    scene = group.scene
    assert isinstance(scene, Fight)
    dying = (timer for timer in now.timers.values() if timer.lapse is Lapse.DYING)
    return Brawl(
        round=scene.round,
        foes={str(foe.id): (foe.health, foe.ac, str(foe.state)) for foe in scene.foes},
        acted={str(fighter.who) for fighter in scene.fighters if fighter.actions},
        hp={str(person.id): person.hp for person in now.people.values()},
        dying={str(each.person): (each.due - group.time) // MINUTE for each in dying},
    )


def road(now: Campaign) -> Road:
    """As it stands."""
    group = now.groups[MAIN]
    assert isinstance(group.scene, TravelDay)
    assert now.seen_lands is not None
    assert now.lands is not None
    here = now.lands.hexes[HexId("0505")].features.values()
    return Road(
        day=group.scene.day,
        hex=str(group.hex),
        points=str(group.scene.tp_max - group.scene.spent),
        weather=str(now.seen_lands.weather),
        found={each.name for each in here if each.found},
        leads={hint.lead for each in here for hint in each.hints if hint.given},
    )


def home(now: Campaign) -> Home:
    """As it stands."""
    group = now.groups[MAIN]
    assert isinstance(group.scene, Town)
    sheet = now.people[CORVIN].sheet
    assert now.session is not None
    return Home(
        town=group.scene.name,
        level=sheet.level,
        lacks=THRESHOLDS[sheet.level + 1] - sheet.xp,
        gold=sum(thing.worth or 0 for thing in haul(now, MAIN)) // 100,
        evening_open=now.session.open,
    )


def stand(bookmark: str, now: Campaign) -> Torch | Brawl | Road | Home:
    """What matters at a bookmark."""
    if bookmark == "torch":
        return torch(now)
    if bookmark == "fight":
        return fight(now)
    return road(now) if bookmark == "road" else home(now)


STANDS: dict[str, Torch | Brawl | Road | Home] = {
    "torch": Torch(turn=6, zone="nave", minutes_left={"tam": 10}),
    "fight": Brawl(
        round=4,
        foes={
            "hesper-1": (8, 2, "fighting"),
            "votaries-1": (4, 1, "fighting"),
            "votaries-2": (3, 1, "fighting"),
            "votaries-3": (0, 1, "dead"),
            "votaries-4": (4, 1, "fighting"),
        },
        acted={"maud"},
        hp={"maud": 9, "ansgar": 19, "isolde": 6, "corvin": 0, "bettany": 7, "tam": 4},
        dying={"corvin": 6},
    ),
    "road": Road(day=3, hex="0505", points="3", weather="rain", found={"The old well"}, leads={"a pit under cut turf"}),
    "town": Home(town="Carrow", level=2, lacks=30, gold=150, evening_open=True),
    "report": Home(town="Carrow", level=3, lacks=2993, gold=0, evening_open=False),
}
