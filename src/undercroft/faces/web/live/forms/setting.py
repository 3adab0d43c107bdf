"""Setting a value by hand: everything with values by its name, its values by their names, and the value it has now."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.classes import CLASS_NAMES
from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.choices import offered_shape
from undercroft.faces.web.live.forms.lists import UNITS, Measure, Moment, NameList, things
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.shape import Exact, Flag, Many, Maybe, OneOf, Shape, Text, Whole, shape
from undercroft.table.bridge.bounds import bounds_in_words, value_name
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.gear.prices import WARES
from undercroft.table.referee.adjustable import HELD, KINDS, PARTS, Adjustable, fields_of, foes_in, found, type_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId

_HEADINGS: Mapping[Adjustable, str] = {
    Adjustable.PERSON: "People",
    Adjustable.FOE: "Foes",
    Adjustable.GROUP: "Groups",
    Adjustable.THING: "Things",
    Adjustable.LIGHT: "Lights",
    Adjustable.ZONE: "Rooms",
    Adjustable.DOOR: "Doors",
    Adjustable.TRAP: "Traps",
    Adjustable.FEATURE: "Features",
    Adjustable.OBSTACLE: "Obstacles",
    Adjustable.CREATURES: "Creatures",
    Adjustable.SITE: "Sites",
}


def setting(viewer: Viewer, _: Mapping[str, Control], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """All that has values to set; of the chosen one its values, and the present value of the chosen value."""
    site = viewer.group.site if viewer.group is not None else None
    known = viewer.known
    targets = {what: tuple(_targets(known, what, site)) for what in _HEADINGS} | {
        Adjustable.THING: tuple((str(id), name) for id, name in things(viewer))
    }
    what, id = _chosen(given, targets, viewer.who)
    names = [name for name in fields_of(what) if simple(_shape(what, name))]
    asked = given.get("field")
    name = asked if asked in names else ("hp" if "hp" in names else names[0])
    target = found(known, what, id, site)
    present = None if target is None else wire.plain(_present(target, name))
    return {
        "what": what,
        "id": id,
        "site": site if what in PARTS else None,
        "targets_by_kind": [
            (_HEADINGS[kind], [({"what": kind, "id": key}, called, (kind, key) == (what, id)) for key, called in held])
            for kind, held in targets.items()
            if held
        ],
        "values": [(each, value_name(each)) for each in names],
        "value_name": name,
        "shape": _offered(what, name, present, viewer),
        "present": present,
        "bounds": bounds_in_words(KINDS[what], name),
    }


_WORDS: Mapping[tuple[Adjustable, str], Mapping[str, str]] = {
    (Adjustable.PERSON, "sheet.character_class"): {str(id): name for id, name in CLASS_NAMES.items()},
    (Adjustable.THING, "item"): {"": "none of the books", **{ware.item: ware.name for ware in WARES.values()}},
    (Adjustable.SITE, "clock"): {str(name): f"{clock.called}s of {clock.book}" for name, clock in BY_NAME.items()},
}
"""The choices of values that are kept by a name of the program, in words."""
_MOMENTS = frozenset({(Adjustable.GROUP, "time"), (Adjustable.LIGHT, "until")})
"""Values that are moments of the campaign's clock."""


def _offered(what: Adjustable, name: str, present: object, viewer: Viewer) -> Shape:
    """The shape of a value with its choices in words, and with the units that people think in."""
    form = _shape(what, name) or Text()
    if (what, name) in _WORDS:
        words = _WORDS[what, name]
        more = {} if present is None or present in words else {str(present): str(present)}
        return NameList((*words, *more), {**words, **more})
    inner = form.of if isinstance(form, Maybe) else form
    if (what, name) in _MOMENTS and isinstance(inner, Whole):
        now = viewer.group.time if viewer.group is not None else viewer.known.clock
        return Moment(inner.least, inner.most, viewer.known.day_begins, now)
    if name in UNITS and isinstance(inner, Whole):
        measured = Measure(inner.least, inner.most, UNITS[name])
        return Maybe(measured) if isinstance(form, Maybe) else measured
    return offered_shape(type_of(what, name), form, viewer)


def _targets(known: Campaign, what: Adjustable, site: SiteId | None) -> Iterable[tuple[str, str]]:
    if what is Adjustable.FOE:
        yield from ((foe.id, foe.name) for _, foe in foes_in(known))
        return
    holder = known if what in HELD else known.sites.get(site) if site is not None else None
    held: Mapping[str, Any] = {} if holder is None else getattr(holder, HELD.get(what) or PARTS[what])
    for id, each in held.items():
        name = known.things[each.thing].name if what is Adjustable.LIGHT else getattr(each, "name", "")
        yield str(id), str(name or getattr(each, "what", "") or id)


def _chosen(
    given: Mapping[str, Any], targets: Mapping[Adjustable, tuple[tuple[str, str], ...]], who: str | None
) -> tuple[Adjustable, str]:
    """What was asked for, else the chosen person, else the first of all."""
    every = [(what, id) for what, held in targets.items() for id, _ in held]
    wishes: list[Any] = [(given.get("what"), given.get("id")), (Adjustable.PERSON, who)]
    wished = next((every[every.index(wish)] for wish in wishes if wish in every), None)
    return wished or (every[0] if every else (Adjustable.GROUP, ""))


def _shape(what: Adjustable, name: str) -> Shape | None:
    try:
        return shape(type_of(what, name))
    except TypeError:
        return None


def simple(form: Shape | None) -> bool:
    """Whether a person can enter a value of that shape in one field."""
    match form:
        case Maybe(of=of) | Many(of=of):
            return simple(of) and not isinstance(of, Many)
        case Flag() | Whole() | Exact() | Text() | OneOf():
            return True
        case _:
            return False


def _present(target: Struct, name: str) -> Any:
    value: Any = target
    for step in name.split("."):
        value = getattr(value, step)
    return value
