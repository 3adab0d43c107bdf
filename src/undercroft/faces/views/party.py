"""The party as a list: everybody in marching order, with what must be seen at a glance."""

from __future__ import annotations

from msgspec import Struct

from undercroft.faces.views.rounds import given_name
from undercroft.faces.views.saying import Said, said_by
from undercroft.faces.views.wants import short_of
from undercroft.kernel.amounts import counted
from undercroft.table.bridge import fatigue_max, strain_max
from undercroft.table.campaign import Campaign, Group
from undercroft.table.light import reach
from undercroft.table.loads import Load, load
from undercroft.table.moments import spell
from undercroft.table.names import PersonId
from undercroft.table.people import Person, Role
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.roll import name_of
from undercroft.table.scenes import DelveRound
from undercroft.table.timers import Lapse


class Chip(Struct, frozen=True):
    """A word about somebody: plain, good, warning or grave."""

    text: str
    tone: str = ""


class Row(Struct, frozen=True):
    """One person of the party for the list of it: body, load, light and conditions."""

    id: PersonId
    place: int
    name: str
    what: str
    seat: str
    hp: int
    hp_max: int
    hp_share: int
    strain: int
    strain_max: int
    fp: int | None
    fp_max: int | None
    readied: tuple[int, int]
    stowed: tuple[int, int]
    overloaded: bool
    light: str
    light_item: str
    light_low: bool
    did: str
    chips: tuple[Chip, ...]
    xp: int
    able: bool
    alive: bool
    said: Said = Said()
    """What they mean to do, as their player declared it."""


class Party(Struct, frozen=True):
    """One group, in marching order."""

    group: str
    name: str
    where: str
    rows: tuple[Row, ...]


def party(known: Campaign, group: Group) -> Party:
    """A group as a list."""
    seen = known.seen_by(group)
    zone = seen.zones.get(group.zone) if seen is not None and group.zone is not None else None
    rows = tuple(row_of(known, group, known.people[who]) for who in group.members)
    return Party(group.id, group.name, zone.name if zone is not None else "", rows)


def row_of(known: Campaign, group: Group, person: Person) -> Row:
    """One person of a group, as its list has them."""
    place = group.members.index(person.id) + 1
    light, item, low = _light(known, group, person)
    burden = load(known, person)
    return Row(
        person.id,
        place,
        person.name,
        _what(known, person),
        known.seats[person.seat].name if person.seat in known.seats else "referee",
        person.hp,
        person.hp_max,
        person.hp * 100 // max(1, person.hp_max),
        person.strain,
        strain_max(person),
        person.fp if fatigue_max(person, known.house.fatigue) else None,
        fatigue_max(person, known.house.fatigue) or None,
        (burden.readied, burden.readied_max),
        (burden.stowed, burden.stowed_max),
        burden.over,
        light,
        item,
        low,
        _did(group, person),
        tuple(_chips(known, person, burden)),
        person.sheet.xp,
        person.able,
        person.alive,
        said_by(known, person.id),
    )


def _what(known: Campaign, person: Person) -> str:
    """Class and level; of hired people also whose they are, since that player acts for them."""
    if person.role is Role.DELVER:
        return f"{person.sheet.character_class.replace('_', ' ').capitalize()} {person.sheet.level}"
    whose = f" of {given_name(name_of(known, person.employer))}" if person.employer is not None else ""
    return f"{person.role.value}{whose}, level {person.sheet.level}"


def _light(known: Campaign, group: Group, person: Person) -> tuple[str, str, bool]:
    """What burns in somebody's hand, for how many more turns, and whether that is the last."""
    light = next(iter(known.held_by(person.id)), None)
    if light is None:
        return "", "", False
    if light.until is None:
        return "lit", light.item, False
    clock = clock_of(group)
    if clock is None:
        return spell(light.until - group.time), light.item, False
    left = -(-(light.until - group.time) // clock.step)
    return counted(left, clock.called.lower()), light.item, left <= 1


def _did(group: Group, person: Person) -> str:
    scene = group.scene
    if isinstance(scene, DelveRound):
        going = scene.going.get(person.id)
        moved = ["moved"] if going is not None and not going.free_move else []
        return ", ".join((*moved, going.did) if going is not None and going.did else moved)
    done = getattr(scene, "done", {})
    return str(done.get(person.id, ""))


def _chips(known: Campaign, person: Person, burden: Load) -> list[Chip]:
    chips = [Chip(one.name.replace("_", " ").capitalize(), "rust") for one in person.conditions]
    chips += [
        Chip(f"{timer.what}, {spell(timer.due - known.now_of(person.id))}", "verd")
        for timer in known.timers.values()
        if timer.lapse is Lapse.EFFECT and timer.person == person.id
    ]
    chips += [Chip(text.capitalize(), "rust") for text in short_of(known, person)]
    if person.scars > 1:
        chips.append(Chip(f"{person.scars} Scars"))
    if burden.over:
        chips.append(Chip(f"{burden.says[:1].upper()}{burden.says[1:]}", "ember"))
    return chips if person.alive else [Chip("Dead", "rust")]


NO_LIGHT = "no light"


def seen_by(known: Campaign, group: Group) -> str:
    """The light a group sees by: of the place, or the best it has in its hands."""
    seen = known.seen_by(group)
    zone = known.zone_of(group) or (seen.zones.get(group.zone) if seen is not None and group.zone is not None else None)
    if zone is not None and zone.lit:
        return "the place is lit"
    lights = [one.item for one in known.lights_of(group.id)]
    if not lights:
        return NO_LIGHT
    best = max(lights, key=reach)
    return f"{best} light {reach(best)} ft"
