"""The forms made by hand: what their templates know besides the fields of the command."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.books.sovereign.classes import CLASS_NAMES
from undercroft.books.sovereign.feats import FEATS
from undercroft.books.sovereign.parley import Means
from undercroft.books.sovereign.units import Skill
from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.lists import Suggestions
from undercroft.faces.web.live.forms.overruling import overruling
from undercroft.faces.web.live.forms.ruling_labels import METHODS, RULING_HINTS, RULING_LABELS, STAKES
from undercroft.faces.web.live.forms.setting import setting
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.amounts import mixed
from undercroft.kernel.phrases import begun
from undercroft.kernel.shape import Either, Field, Many, Maybe, Record
from undercroft.table.body.dying import perils
from undercroft.table.body.wounds import FALL, POISON
from undercroft.table.bridge.bounds import ON_SHEET, bounds_of, value_name
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.encounter.creature_damage import WoundCreature
from undercroft.table.encounter.parley import OFFERS
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.fight.damage_by_hand import HealFoe, WoundFoe
from undercroft.table.fight.foe_line import one_of
from undercroft.table.site.waiting import HOURS, Span
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.things import ThingKind
from undercroft.table.world.groups import MAIN

Option: TypeAlias = tuple[Any, str, str]
"""A value, its name, and the text below the name."""
Fields: TypeAlias = Mapping[str, Control]
Known: TypeAlias = Mapping[str, Any]


def _health(viewer: Viewer, _: Fields, given: Known) -> Known:
    """Everybody with their hit points: the group's members first, then its foes or the creatures it meets."""
    people = viewer.known.people
    members = [people[who] for who in viewer.members if who in people]
    others = [person for person in people.values() if person not in members and person.alive and not person.retired]
    causes = (FALL, "a trap", "fire", POISON, "falling rocks")
    foes = tuple(_foes(viewer))
    named = (foe.given for foe in foes if foe.given.items() <= dict(given).items())
    chosen: Known = next(named, foes[0].given if foes else {})
    return {
        "people": [_with_hp(person) for person in (*members, *others) if person.alive],
        "foes": foes,
        "fixed_to": chosen,
        "causes": causes,
    }


class HealthOption(Struct, frozen=True):
    """A foe or a kind of creature whose hit points the referee can change, by commands of its own."""

    name: str
    below: str
    given: Known
    wounds: str
    heals: str = ""


def _foes(viewer: Viewer) -> Iterable[HealthOption]:
    group = viewer.group
    fight, scene = fight_of(group), group.scene if group is not None else None
    for foe in fight.foes if group is not None and fight is not None else ():
        if foe.state is not FoeState.DEAD and group is not None:
            given = {"group": group.id, "foe": foe.id}
            yield HealthOption(foe.name, f"{foe.health}/{foe.health_max}", given, WoundFoe.tag, HealFoe.tag)
    if group is None or not isinstance(scene, EncounterScene):
        return
    for seen, truth in scene.kinds:
        if truth is not None:
            given = {"group": group.id, "creatures": seen.id}
            below = f"{truth.hp[0]} HP" if truth.hp else f"HD {mixed(truth.hd)}"
            yield HealthOption(one_of(truth.name), below, given, WoundCreature.tag)


def _with_hp(person: Person) -> Option:
    return person.id, person.name, person.hit_points


_SPANS: Mapping[Span, str] = {
    Span.STEP: "turns",
    Span.ROUND: "rounds",
    Span.MINUTE: "minutes",
    Span.TURN: "turns",
    Span.HOUR: "hours",
    Span.WATCH: "watches",
    Span.DAY: "days",
    Span.TILL_MORNING: "until morning",
    Span.TILL_NOON: "until noon",
    Span.TILL_EVENING: "until evening",
    Span.TILL_MIDNIGHT: "until midnight",
}
"""The units of waiting that a referee thinks of, and what they are called on the form."""


def _pass_time(viewer: Viewer, fields: Fields, _: Known) -> Known:
    """In a site its own turns come first; elsewhere there are none."""
    inside = viewer.group is not None and clock_of(viewer.group) is not None
    units = (
        (Span.STEP, Span.MINUTE, Span.HOUR, *HOURS) if inside else tuple(span for span in _SPANS if span != Span.STEP)
    )
    chosen = Span(fields["span"].value or Span.HOUR)
    shown = dict.fromkeys((*units, chosen))
    often = (
        (("1 turn", "1", Span.STEP), ("3 turns", "3", Span.STEP), ("1d6 turns", "1d6", Span.STEP))
        if inside
        else (("1 turn", "1", Span.TURN), ("1 hour", "1", Span.HOUR), ("1 day", "1", Span.DAY))
    )
    more = (("8 hours", "8", Span.HOUR), ("until morning", "1", Span.TILL_MORNING))
    spans = [(span, _SPANS.get(span, span.replace("_", " ")), "") for span in shown]
    dying = perils(viewer.known, viewer.group.id) if viewer.group is not None else ""
    return {"spans": spans, "often": (*often, *more), "dying": dying}


_KINDS: Mapping[ThingKind, str] = {ThingKind.ARMOUR: "armour", ThingKind.TREASURE: "treasure", ThingKind.COINS: "coins"}


def _put_here(viewer: Viewer, _: Fields, _given: Known) -> Known:
    first = (ThingKind.TREASURE, ThingKind.COINS, ThingKind.GEAR)
    kinds = (*first, *(kind for kind in ThingKind if kind not in first))
    where = viewer.group.name if viewer.group is not None else "the party"
    return {
        "kinds": [(kind, _KINDS.get(kind, kind.replace("_", " ")), "") for kind in kinds],
        "where": f"{where[:1].lower()}{where[1:]}" if where.startswith("The ") else where,
        "one_group": True,
    }


_ROLES: tuple[Option, ...] = (
    (Role.HIRELING, "Hireling", ""),
    (Role.HENCHMAN, "Henchman", ""),
    (Role.DELVER, "Adventurer", ""),
    (Role.CREATURE, "Creature", "only you see it"),
)
_SCORES = (
    ("strength", "STR"),
    ("dexterity", "DEX"),
    ("constitution", "CON"),
    ("intelligence", "INT"),
    ("wisdom", "WIS"),
)


def _add_person(viewer: Viewer, fields: Fields, _: Known) -> Known:
    """By name, role, player and hit points; the table makes the id."""
    person = _parts(fields["person"].field)
    sheet = _parts(person["sheet"])
    groups: list[Option] = [(group.id, group.name, "") for group in viewer.groups] or [(MAIN, "The party", "")]
    home = viewer.group.id if viewer.group is not None else groups[0][0]
    seats: list[Option] = [(REFEREE, "You", ""), *((id, viewer.known.called(id), "") for id in viewer.known.seats)]
    scores = [(name, short) for name, short in (*_SCORES, ("charisma", "CHA")) if name in sheet]
    return {
        "person": person,
        "sheet": sheet,
        "scores": scores,
        "classes": CLASSES,
        "roles": _ROLES,
        "seats": seats,
        "groups": [*groups, (None, "nobody yet", "")],
        "home": home,
    }


CLASSES: Mapping[str, str] = {id.value: name for id, name in CLASS_NAMES.items()}


def sheet_fields(viewer: Viewer, who: str | None) -> Known:
    """Everything on a sheet that can be edited, by groups: its name, value and bounds."""
    people = viewer.known.people
    person = people.get(PersonId(who or "")) or next(iter(people.values()), None)
    if person is None:
        return {"person": None}
    groups: dict[str, list[tuple[str, str, object, int, int]]] = {"Attributes": [], "Learning": [], "Body": []}
    for field, kind in ON_SHEET.items():
        value: object = person
        for step in field.split("."):
            value = getattr(value, step)
        scored = field.removeprefix("sheet.") in SCORES_ON_SHEET.values()
        title = "Attributes" if scored else "Learning" if field.startswith("sheet.") else "Body"
        groups[title].append((field, value_name(field), value, *bounds_of(kind)))
    return {
        "person": person,
        "groups": groups.items(),
        "seats": {
            REFEREE: "You",
            **{id: viewer.known.called(id) for id in viewer.known.seats if id != SPECTATORS},
        },
        "skills": tuple(Skill),
        "classes": CLASSES,
        "feats": Many(Suggestions(most=64, words=tuple(FEATS), shown=FEATS)),
    }


def _sheet(viewer: Viewer, _: Fields, given: Known) -> Known:
    return sheet_fields(viewer, given.get("who") or viewer.who)


_LEVERS: tuple[Option, ...] = tuple((means, begun(words), "") for means, words in OFFERS.items())


def _parley(_viewer: Viewer, fields: Fields, given: Known) -> Known:
    return {"levers": _LEVERS, "offered": given.get("items") or fields["items"].value or [(Means.EXCHANGE, 1)]}


def _ruling(viewer: Viewer, fields: Fields, given: Known) -> Known:
    """The parts of a ruling, each where a referee looks for it."""
    trial, by = _parts(_inner(fields["trial"].field)), Either(())
    if isinstance(trial["by"].shape, Maybe) and isinstance(trial["by"].shape.of, Either):
        by = trial["by"].shape.of
    value: dict[str, Any] = dict.fromkeys(trial) | dict(given.get("trial") or _of_the_chosen(viewer))
    group = value["group"] or (viewer.group.id if viewer.group is not None else MAIN)
    groups = [(group.id, group.name, "") for group in viewer.groups]
    kinds = [part.kind for part in by.parts if isinstance(part, Record)]
    chosen = dict(value["by"] or {}).get("type")
    return {
        "trial": trial,
        "trial_value": {**value, "group": group},
        "by": by,
        "methods": [*((str(place), METHODS[str(kind)]) for place, kind in enumerate(kinds)), ("null", METHODS[""])],
        "method": str(kinds.index(chosen)) if chosen in kinds else "0",
        "groups": groups,
        "one_group": len(groups) <= 1,
        "labels": RULING_LABELS,
        "hints": RULING_HINTS,
        "stakes": [(part, STAKES[name]) for name, part in _parts(trial["stakes"]).items()],
    }


def _of_the_chosen(viewer: Viewer) -> Known:
    """What a new ruling is about: the chosen character, and what its player declared in words."""
    if viewer.who is None or viewer.everybody:
        return {}
    said = (each.text for each in viewer.known.declared if each.who == viewer.who and each.command is None)
    return {"who": (viewer.who,), "what": next(said, None)}


def _inner(field: Field) -> Field:
    return Field(field.name, field.help, field.shape.of, field.required) if isinstance(field.shape, Maybe) else field


def _parts(field: Field) -> dict[str, Field]:
    """The fields within a field."""
    found: Iterable[Field] = field.shape.fields if isinstance(field.shape, Record) else ()
    return {part.name: part for part in found}


MADE: Mapping[str, Callable[[Viewer, Fields, Known], Known]] = {
    "bargain": _parley,
    "health": _health,
    "newcomer": _add_person,
    "result": overruling,
    "ruling": _ruling,
    "sheet": _sheet,
    "thing": _put_here,
    "time": _pass_time,
    "value": setting,
}
"""By the name of the form, which its commands give: what its template knows besides the fields."""
