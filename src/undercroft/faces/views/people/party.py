"""The party as a list: everyone in marching order, with what must be seen at a glance."""

from collections.abc import Mapping
from math import inf
from typing import Any

from msgspec import Struct

from undercroft.faces.views.declarations import DeclarationView, declaration_of
from undercroft.faces.views.people.needs import short_of
from undercroft.faces.views.short_names import capital, first_name
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import what_ends
from undercroft.table.body.wounds import Wound
from undercroft.table.bridge import fatigue_max, strain_max
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.bridge.loads import Load, load
from undercroft.table.bridge.time_units import is_by_day
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import spell, time_left
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person, Role, spoken
from undercroft.table.state.scenes import DelveRound, Turn
from undercroft.table.world.darkness import is_dark
from undercroft.table.world.light import reach


class PartyChip(Struct, frozen=True):
    """A word about a person: plain, good, warning or grave."""

    text: str
    tone: str = ""


class PartyRow(Struct, frozen=True):
    """One person on the party's list: body, load, light and conditions."""

    person: Person
    place: int
    what: str
    seat: str
    hp_share: int
    strain_max: int
    fp_max: int
    load: Load
    light: str
    light_item: str
    light_low: bool
    did: str
    chips: tuple[PartyChip, ...]
    said: DeclarationView
    """What their player declared."""
    less: Any
    """The command by which they lose a hit point: the last one is lost by damage, so that they fall."""
    more: Any
    """The command by which they gain one."""


class PartyView(Struct, frozen=True):
    """One group, in marching order."""

    name: str
    where: str
    rows: tuple[PartyRow, ...]


def party(known: Campaign, group: Group) -> PartyView:
    """A group as a list."""
    zone = known.seen_zone_of(group)
    rows = tuple(row_of(known, group, person) for person in known.those_in(group.id))
    return PartyView(group.name, zone.name if zone is not None else "", rows)


def played_by(known: Campaign, person: Person) -> str:
    """The name of the seat that plays a person."""
    return known.called(person.seat) or "referee"


def row_of(known: Campaign, group: Group, person: Person) -> PartyRow:
    """One person of a group, as listed."""
    burden = load(known, person)
    return PartyRow(
        person,
        group.members.index(person.id) + 1,
        _what(known, person),
        played_by(known, person),
        person.hp * 100 // max(1, person.hp_max),
        strain_max(person),
        fatigue_max(person, known.house.fatigue),
        burden,
        *_light(known, group, person),
        _did(group, person),
        tuple(_chips(known, person, burden)),
        declaration_of(known, person.id),
        *_hp_changes(person),
    )


@remembering(4096)
def _hp_changes(person: Person) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The commands for one hit point less and one more."""
    less = Wound(person.id, 1) if person.hp == 1 else _with_hp(person, person.hp - 1)
    return wire.plain(less), wire.plain(_with_hp(person, person.hp + 1))


def _with_hp(person: Person, hp: int) -> Adjust:
    return Adjust(Adjustable.PERSON, person.id, "hp", hp, "")


def _what(known: Campaign, person: Person) -> str:
    """Class and level; for hirelings their employer, since that player acts for them."""
    if person.role is Role.DELVER:
        return class_and_level(person.sheet)
    if person.employer is None:
        return f"{person.role.value}, level {person.sheet.level}"
    return f"{person.role.value} of {first_name(name_of(known, person.employer))}"


def _light(known: Campaign, group: Group, person: Person) -> tuple[str, str, bool]:
    """The light in a person's hand, the turns it has left, and whether it is the last."""
    light = next(iter(known.held_by(person.id)), None)
    if light is None:
        return "", "", False
    if light.until is None:
        return "lit", light.item, False
    clock = clock_of(exploring(group))
    low = clock is not None and light.until - group.time <= clock.step
    return burning_time(group, Seconds(light.until - group.time)), light.item, low


def burning_time(group: Group, left: Seconds) -> str:
    """How long a light still burns: in turns of the site, in a fight or an encounter there too; elsewhere in time."""
    clock = clock_of(exploring(group))
    return spell(left) if clock is None else counted(-(-left // clock.step), clock.called.lower())


def _did(group: Group, person: Person) -> str:
    scene = group.scene
    if isinstance(scene, DelveRound):
        going = scene.going.get(person.id)
        moved = ["moved"] if going is not None and not going.free_move else []
        return ", ".join((*moved, going.did) if going is not None and going.did else moved)
    return scene.done.get(person.id, "") if isinstance(scene, Turn) else ""


def _chips(known: Campaign, person: Person, burden: Load) -> list[PartyChip]:
    chips = [PartyChip(_condition(known, person, condition.name), "rust") for condition in person.conditions]
    chips += [
        PartyChip(f"{what_ends(timer)}, {time_left(timer, known.now_of(person.id))}", "verd")
        for timer in known.timers.values()
        if timer.lapse is Lapse.EFFECT and timer.person == person.id
    ]
    chips += [PartyChip(text.capitalize(), "rust") for text in short_of(known, person)]
    if person.scars > 1:
        chips.append(PartyChip(f"{person.scars} Scars"))
    if burden.over:
        chips.append(PartyChip(capital(burden.says), "ember"))
    return chips if person.alive else [PartyChip("Dead", "rust")]


_UNTIL_BETTER = frozenset({Lapse.CONDITION, Lapse.RISING, Lapse.WAKING})


def _condition(known: Campaign, person: Person, name: str) -> str:
    """A condition, with the time until it ends by itself."""
    said = spoken(name).capitalize()
    ends = next(
        (
            timer
            for timer in known.timers.values()
            if timer.person == person.id and timer.about == name and timer.lapse in _UNTIL_BETTER
        ),
        None,
    )
    return said if ends is None else f"{said}, {time_left(ends, known.now_of(person.id))}"


NO_LIGHT = "dark, no light"


def seen_by(known: Campaign, group: Group) -> str:
    """The light a group sees by: that of the place, or the best one it carries."""
    zone = known.zone_of(group) or known.seen_zone_of(group)
    if zone is not None and zone.lit:
        return "the room is lit"
    if is_dark(known, group):
        return NO_LIGHT
    best = _best_light(known, group)
    if best is None:
        return "daylight" if group.site is None and is_by_day(known, group.time) else "no light"
    return f"{best.item} light {reach(best.item)}\N{NO-BREAK SPACE}ft"


def lasts(known: Campaign, group: Group) -> str:
    """How long the light still burns that a group sees by; empty where it sees by no light of its own, or for good."""
    zone, best = known.zone_of(group) or known.seen_zone_of(group), _best_light(known, group)
    lit = zone is not None and zone.lit
    if lit or best is None or best.until is None or is_dark(known, group):
        return ""
    return burning_time(group, Seconds(best.until - group.time))


def _best_light(known: Campaign, group: Group) -> Light | None:
    """The light that reaches farthest, and of several such the one that burns longest."""

    def farthest(light: Light) -> tuple[int, float]:
        return reach(light.item), inf if light.until is None else light.until

    return max(known.lights_of(group.id), key=farthest, default=None)
