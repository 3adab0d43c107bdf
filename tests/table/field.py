"""A field for fights in tests: three delvers and a hireling in a cave, with weapons, armour and a purse."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tests.table.tabletop import Tabletop
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import PRESETS, HouseRules
from undercroft.table.state.ids import FoeId, PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Clock, Site, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

CAVE, MOUTH = SiteId("cave"), ZoneId("mouth")
ANSGAR, ISOLDE, CORVIN, TAM = PersonId("ansgar"), PersonId("isolde"), PersonId("corvin"), PersonId("tam")
ONE, TWO = SeatId("one"), SeatId("two")
SWORD, CHAIN, KIT, PURSE, DAGGER, BOW = (ThingId(id) for id in ("sword", "chain", "kit", "purse", "dagger", "bow"))
VIOLENCE = replace(PRESETS["violence"], clock=Clock.SOVEREIGN)
"""All by Violence, but for the time in the dungeon, which has fewer dice."""
BLEND = PRESETS["undercroft"]


def fighter(id: PersonId, name: str, seat: SeatId, hp: int, **sheet: Any) -> Person:
    """Someone of no Sovereign class, so that the attributes count alone."""
    overrides = {key: value for key, value in sheet.items() if key in ("agility", "brawn", "cunning", "ac")}
    rest: dict[str, Any] = {"character_class": "adventurer", **sheet}
    scars = rest.pop("scars", 1)
    own = Sheet(**{key: value for key, value in rest.items() if key not in overrides}, overrides=overrides)
    return Person(id, name, seat, hp=hp, hp_max=hp, scars=scars, sheet=own)


def people() -> tuple[Person, ...]:
    """Ansgar strikes, Isolde heals, Corvin shoots, Tam is hired."""
    return (
        fighter(ANSGAR, "Ansgar", ONE, 12, agility=10, brawn=15, cunning=11),
        fighter(ISOLDE, "Isolde", TWO, 6, agility=12, brawn=9, cunning=13, intelligence=14, skills={"Heal": 0}),
        fighter(CORVIN, "Corvin", TWO, 8, agility=14, brawn=8, cunning=12, scars=2),
        Person(TAM, "Tam", ONE, Role.HIRELING, Sheet(level=1), hp=4, hp_max=4, employer=ANSGAR),
    )


def things() -> tuple[Thing, ...]:
    """A sword and chain for Ansgar, a kit for Isolde, a bow for Corvin, a dagger for Tam."""
    return (
        Thing(SWORD, "longsword", ThingKind.WEAPON, Carried(ANSGAR, Worn.READIED), item="long_sword", points=1),
        Thing(CHAIN, "chain", ThingKind.ARMOUR, Carried(ANSGAR, Worn.READIED), item="chain", points=2),
        Thing(PURSE, "purse", ThingKind.COINS, Carried(ANSGAR), worth=1000, item="coins"),
        Thing(KIT, "healer's kit", ThingKind.GEAR, Carried(ISOLDE), item="healers_kit", points=1),
        Thing(BOW, "small bow", ThingKind.WEAPON, Carried(CORVIN, Worn.READIED), item="small_bow", points=1),
        Thing(DAGGER, "dagger", ThingKind.WEAPON, Carried(TAM, Worn.READIED), item="dagger", points=1),
    )


def cave(**changes: Any) -> Site:
    """One cave."""
    zones = {MOUTH: Zone(MOUTH, "Cave mouth", "A cave.", lit=True)}
    return Site(CAVE, "The Cave", MOUTH, zones=zones, **changes)


def field(
    *who: PersonId,
    house: HouseRules = VIOLENCE,
    site: Site | None = None,
    typed: bool = False,
    inside: bool = True,
    sheets: Mapping[PersonId, Sheet] | None = None,
) -> Tabletop:
    """A table with these in the cave, some with other sheets; everybody, if nobody is named."""
    table = Tabletop(typed=typed)
    table.sit(ONE, TWO)
    party = who or (ANSGAR, ISOLDE, CORVIN, TAM)
    others = sheets or {}
    here = tuple(
        replace(person, sheet=others.get(person.id, person.sheet)) for person in people() if person.id in party
    )
    gear = tuple(thing for thing in things() if isinstance(thing.place, Carried) and thing.place.by in party)
    seats = (Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2"))
    table.do(
        Begin("The Cave", house=house, seats=seats, people=here, things=gear, sites=(site or cave(),), party=party)
    )
    if inside:
        table.do(EnterSite(MAIN, CAVE))
    return table


def fight(table: Tabletop, seat: str = "referee") -> Fight:
    """The fight as a seat knows it."""
    found = fight_of(table.known(seat).groups[MAIN])
    assert found is not None
    return found


def of(table: Tabletop, who: PersonId) -> Fighter:
    """Someone in the fight."""
    found = fight(table).fighter(who)
    assert found is not None
    return found


def foe(table: Tabletop, id: str) -> Foe:
    """A foe as it is."""
    found = fight(table).foe(FoeId(id))
    assert found is not None
    return found
