"""The party as a list: everyone in marching order, with what must be seen at a glance."""

from msgspec import Struct

from undercroft.faces.views.declarations import DeclarationView, declaration_of
from undercroft.faces.views.people.needs import short_of
from undercroft.faces.views.short_names import given_name
from undercroft.kernel.amounts import counted
from undercroft.table.bridge import fatigue_max, strain_max
from undercroft.table.bridge.loads import Load, load
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import spell
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import DelveRound, Turn
from undercroft.table.world.light import reach


class PartyChip(Struct, frozen=True):
    """A word about a person: plain, good, warning or grave."""

    text: str
    tone: str = ""


class PartyRow(Struct, frozen=True):
    """One person on the party's list: body, load, light and conditions."""

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
    chips: tuple[PartyChip, ...]
    xp: int
    able: bool
    alive: bool
    said: DeclarationView = DeclarationView()
    """What their player declared."""


class PartyView(Struct, frozen=True):
    """One group, in marching order."""

    group: str
    name: str
    where: str
    rows: tuple[PartyRow, ...]


def party(known: Campaign, group: Group) -> PartyView:
    """A group as a list."""
    seen = known.seen_by(group)
    zone = seen.zones.get(group.zone) if seen is not None and group.zone is not None else None
    rows = tuple(row_of(known, group, known.people[who]) for who in group.members)
    return PartyView(group.id, group.name, zone.name if zone is not None else "", rows)


def row_of(known: Campaign, group: Group, person: Person) -> PartyRow:
    """One person of a group, as listed."""
    place = group.members.index(person.id) + 1
    light, item, low = _light(known, group, person)
    burden = load(known, person)
    return PartyRow(
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
        declaration_of(known, person.id),
    )


def _what(known: Campaign, person: Person) -> str:
    """Class and level; for hirelings also their employer, since that player acts for them."""
    if person.role is Role.DELVER:
        return f"{person.sheet.character_class.replace('_', ' ').capitalize()} {person.sheet.level}"
    whose = f" of {given_name(name_of(known, person.employer))}" if person.employer is not None else ""
    return f"{person.role.value}{whose}, level {person.sheet.level}"


def _light(known: Campaign, group: Group, person: Person) -> tuple[str, str, bool]:
    """The light in a person's hand, the turns it has left, and whether it is the last."""
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
    return scene.done.get(person.id, "") if isinstance(scene, Turn) else ""


def _chips(known: Campaign, person: Person, burden: Load) -> list[PartyChip]:
    chips = [PartyChip(condition.name.replace("_", " ").capitalize(), "rust") for condition in person.conditions]
    chips += [
        PartyChip(f"{timer.what}, {spell(timer.due - known.now_of(person.id))}", "verd")
        for timer in known.timers.values()
        if timer.lapse is Lapse.EFFECT and timer.person == person.id
    ]
    chips += [PartyChip(text.capitalize(), "rust") for text in short_of(known, person)]
    if person.scars > 1:
        chips.append(PartyChip(f"{person.scars} Scars"))
    if burden.over:
        chips.append(PartyChip(f"{burden.says[:1].upper()}{burden.says[1:]}", "ember"))
    return chips if person.alive else [PartyChip("Dead", "rust")]


NO_LIGHT = "no light"


def seen_by(known: Campaign, group: Group) -> str:
    """The light a group sees by: that of the place, or the best one it carries."""
    seen = known.seen_by(group)
    zone = known.zone_of(group) or (seen.zones.get(group.zone) if seen is not None and group.zone is not None else None)
    if zone is not None and zone.lit:
        return "the place is lit"
    lights = [light.item for light in known.lights_of(group.id)]
    if not lights:
        return NO_LIGHT
    best = max(lights, key=reach)
    return f"{best} light {reach(best)} ft"
