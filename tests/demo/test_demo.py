"""The demo campaign shows everything that a site can hold, and can be played."""

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations
from pathlib import Path

import pytest

from tests.table.tabletop import Tabletop
from undercroft import demo
from undercroft.books.sovereign.doors import Material
from undercroft.demo.bookmark_scripts import BOOKMARKS
from undercroft.exchange.campaignfile import problems, read, write
from undercroft.table import bridge
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.movement import Move
from undercroft.table.state.creatures import Noise
from undercroft.table.state.house_choices import problems as house_problems
from undercroft.table.state.ids import DoorId, PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.people import Role
from undercroft.table.state.scenes import DelveRound, SovereignTurn
from undercroft.table.state.sites import Clock, DoorState, Grade, Harm, Hindrance, Shape, TrapState, Trigger
from undercroft.table.state.things import Carried, Worn
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import BURNS, OIL, LightUp

ROOT = Path(__file__).parents[2]
BEGIN = demo.campaign()
(SITE,) = BEGIN.sites
LEVELS = (1, 2)

USED: dict[type[StrEnum], Iterable[StrEnum]] = {
    DoorState: [door.state for door in SITE.doors.values()],
    Material: [door.material for door in SITE.doors.values()],
    Trigger: [trap.trigger for trap in SITE.traps.values()],
    Harm: [trap.harm for trap in SITE.traps.values()],
    TrapState: [trap.state for trap in SITE.traps.values()],
    Grade: [feature.grade for feature in SITE.features.values()],
    Hindrance: [obstacle.kind for obstacle in SITE.obstacles.values()],
    Noise: [creatures.noise for creatures in SITE.creatures.values()],
}


def test_it_reads_without_a_problem() -> None:
    """And reads back equal when it is written."""
    assert () == problems(demo.text())
    assert BEGIN == read(write(BEGIN), "again.toml")


@pytest.mark.parametrize("member", [pytest.param(each, id=f"{kind.__name__} {each}") for kind in USED for each in kind])
def test_every_kind_occurs(member: StrEnum) -> None:
    """Doors, traps, features, obstacles and creatures of every kind."""
    assert member in USED[type(member)]


@pytest.mark.parametrize("kind", ["humanoid", "beast", "undead", "construct"])
def test_creatures_of_several_kinds(kind: str) -> None:
    """Some of them living, some not."""
    assert kind in {creatures.kind for creatures in SITE.creatures.values()}


def test_an_ambush_waits() -> None:
    """Someone is not seen until they strike."""
    assert ["novices"] == [creature.id for creature in SITE.creatures.values() if creature.ambush]


def test_the_ways() -> None:
    """One-way, self-closing, locked with a key that is somewhere, and hidden by either grade of feature."""
    doors = SITE.doors.values()
    assert {"weir", "chute"} == {door.id for door in doors if door.one_way}
    assert {"font-door", "weir"} == {door.id for door in doors if door.closes_itself}
    things = {thing.id for thing in BEGIN.things}
    assert [] == [door.id for door in doors if door.state is DoorState.LOCKED and door.key not in things]
    grades = {feature.door: feature.grade for feature in SITE.features.values() if feature.door is not None}
    assert {"reliquary-door": Grade.SECRET, "cell-door": Grade.HIDDEN, "panel": Grade.HIDDEN} == grades
    assert grades.keys() == {door.id for door in doors if door.hidden}


def test_secrets_have_two_or_three_clues_and_an_answer() -> None:
    """The vaguest first, so there must be more than one."""
    secrets = [feature for feature in SITE.features.values() if feature.grade is Grade.SECRET]
    assert {2, 3} == {len(secret.clues) for secret in secrets}
    assert [] == [secret.id for secret in secrets if not secret.answer]


def test_two_levels_each_by_its_own_clock() -> None:
    """Turns above, delve rounds below, and two ways between them."""
    assert set(LEVELS) == {zone.level for zone in SITE.zones.values()}
    assert {1: Clock.SOVEREIGN, 2: Clock.DELVING} == {zone.level: SITE.clock_of(id) for id, zone in SITE.zones.items()}
    level = {id: zone.level for id, zone in SITE.zones.items()}
    between = {door.id for door in SITE.doors.values() if level[door.between[0]] != level[door.between[1]]}
    assert {"weigh-stair", "bell-shaft"} == between


def test_it_is_large_enough_and_has_a_safe_place() -> None:
    """At least eighteen zones, one of them safe, one a corridor, some lit."""
    zones = SITE.zones.values()
    assert len(zones) >= 18
    assert ["anchorite"] == [zone.id for zone in zones if zone.safe]
    assert ["walk"] == [zone.id for zone in zones if zone.corridor]
    assert {"lychgate", "chandlery", "cave"} == {zone.id for zone in zones if zone.lit}


@pytest.mark.parametrize("zone", [pytest.param(zone, id=zone.id) for zone in SITE.zones.values()])
def test_every_zone_has_its_texts(zone) -> None:
    """A glance that can be read aloud in a breath or two, what the senses find, and notes for the referee."""
    assert 40 <= len(zone.glance) <= 240
    assert zone.senses
    assert len(zone.secret) > 80


def _apart(one: Shape, other: Shape) -> bool:
    """Whether there is at least a square of rock between two zones."""
    beside = one.x + one.width < other.x or other.x + other.width < one.x
    return beside or one.y + one.height < other.y or other.y + other.height < one.y


def _facing(one: Shape, other: Shape) -> bool:
    """Whether a straight corridor can join two zones."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across or down


@pytest.mark.parametrize("level", LEVELS)
def test_the_map_is_clear(level: int) -> None:
    """No two zones of a level touch, and those that a door joins lie across from each other."""
    zones = [zone for zone in SITE.zones.values() if zone.level == level]
    touching = [(one.id, other.id) for one, other in combinations(zones, 2) if not _apart(one.shape, other.shape)]
    assert [] == touching
    here = {zone.id: zone.shape for zone in zones}
    joined = [door.between for door in SITE.doors.values() if door.between[0] in here and door.between[1] in here]
    assert [] == [(one, other) for one, other in joined if not _facing(here[one], here[other])]


def test_the_table_of_encounters() -> None:
    """Every row has an omen, some bring creatures that are nowhere yet, one brings nobody."""
    assert [] == [row.name for row in SITE.encounters if not row.omen]
    assert ["the bell tolls below"] == [row.name for row in SITE.encounters if row.creatures is None]
    assert ["procession"] == [creature.id for creature in SITE.creatures.values() if creature.zone is None]
    assert len(SITE.effects) >= 6


def test_treasure_of_unknown_worth() -> None:
    """It has a worth, and nobody is told."""
    unknown = [thing for thing in BEGIN.things if not thing.appraised]
    assert len(unknown) >= 8
    assert [] == [thing.id for thing in unknown if not thing.worth]


def test_four_delvers_of_four_classes_and_two_hirelings() -> None:
    """Each delver has a seat of their own; the hirelings have an employer and terms."""
    delvers = [person for person in BEGIN.people if person.role is Role.DELVER]
    hirelings = [person for person in BEGIN.people if person.role is Role.HIRELING]
    assert ["Maud Tarrow", "Brother Ansgar", "Isolde Fenn", "Corvin Hale"] == [person.name for person in delvers]
    assert {seat.id for seat in BEGIN.seats} == {person.seat for person in delvers}
    assert 4 == len({person.sheet.character_class for person in delvers})
    assert ["Bettany Roake", "Tam Reddish"] == [person.name for person in hirelings]
    assert [] == [person.id for person in hirelings if not (person.employer and person.terms)]


@pytest.mark.parametrize("person", [pytest.param(person, id=person.id) for person in BEGIN.people])
def test_nobody_carries_too_much(person) -> None:
    """By Sovereign, at hand and packed away."""
    readied, stowed = bridge.load_limits(person)
    carried = {
        how: sum(thing.points for thing in BEGIN.things if thing.place == Carried(person.id, how)) for how in Worn
    }
    assert carried[Worn.READIED] <= readied
    assert carried[Worn.STOWED] <= stowed


def test_there_is_light() -> None:
    """Torches, candles, and a lantern with oil."""
    assert {*BURNS, OIL} <= {thing.item for thing in BEGIN.things}


def test_the_house_rules_stand() -> None:
    """The blend of all five books."""
    assert ("undercroft", []) == (BEGIN.house.preset, list(house_problems(BEGIN.house)))


def test_the_party_can_go_in() -> None:
    """From the lychgate into the nave; a player then knows two zones and their doors, and no secret."""
    table = Tabletop()
    table.sit(*(seat.id for seat in BEGIN.seats))
    table.do(BEGIN)
    ossuary = SiteId("ossuary")
    table.do(LightUp(PersonId("isolde"), ThingId("isolde-lantern")))
    table.do(EnterSite(MAIN, ossuary))
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)
    table.do(Move(MAIN, DoorId("lych-door")), 6)
    assert "nave" == table.now.groups[MAIN].zone
    known = table.known("seat-1").seen[ossuary]
    assert {"lychgate", "nave"} == set(known.zones)
    assert {"lych-door", "bone-arch", "closet-door", "walk-mouth"} == set(known.doors)
    told = table.bytes_for("seat-1").decode()
    hidden = [*SITE.traps, *SITE.features, *SITE.creatures, *(zone.secret[:24] for zone in SITE.zones.values())]
    assert [] == [secret for secret in hidden if secret in told]


def test_the_clock_changes_on_the_stair() -> None:
    """Above they count turns, below delve rounds."""
    table = Tabletop()
    table.do(BEGIN)
    table.do(LightUp(PersonId("isolde"), ThingId("isolde-lantern")))
    table.do(EnterSite(MAIN, SiteId("ossuary"), ZoneId("weigh")))
    table.do(EndEncounter(MAIN))
    assert isinstance(table.now.groups[MAIN].scene, SovereignTurn)
    table.do(Move(MAIN, DoorId("weigh-stair")))
    assert isinstance(table.now.groups[MAIN].scene, DelveRound)


def test_the_page_for_referees_names_everybody_and_everything() -> None:
    """Every zone and everybody who lives there."""
    page = re.sub(r"\s+", " ", (ROOT / "docs" / "demo.md").read_text(encoding="utf-8"))
    names = [*(zone.name for zone in SITE.zones.values()), *(creature.name for creature in SITE.creatures.values())]
    assert [] == [name for name in names if name.casefold() not in page.casefold()]


def test_the_documentation_names_every_ready_scene():
    """By the title of its card and by its id."""
    text = (Path(__file__).parents[2] / "docs" / "demo.md").read_text(encoding="utf-8")
    assert [] == [mark.id for mark in BOOKMARKS if f"| {mark.title.capitalize()} | `{mark.id}` |" not in text]


def test_things_with_a_count_are_named_as_one() -> None:
    """The pack counts things: a name with a number of its own would read “3 three name tags”."""
    things = BEGIN.things
    numbers = ("two ", "three ", "four ", "five ", "six ", "seven ", "eight ", "nine ", "ten ")
    counted_twice = [thing.name for thing in things if thing.count > 1 and thing.name.lower().startswith(numbers)]
    assert [] == counted_twice
    assert any(thing.count > 1 for thing in things)
