"""What the margin says about each line of an outline: what players know, what is not in play yet, what play changed."""

from collections.abc import Iterable

from msgspec import Struct

from undercroft.exchange.outline import Outlined, OutlinePlace, Sort
from undercroft.faces.views.prepare.site_writing import KEPT_IN
from undercroft.table.engine.roster import name_of
from undercroft.table.preparing.wording import changed_fields, only_number
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, address
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.sites import Door, Feature, Obstacle, Trap, Zone
from undercroft.table.state.things import Carried, Gone, Thing


class LineMark(Struct, frozen=True):
    """What the margin says about a line of the outline."""

    line: int
    sort: str
    id: str
    known: bool
    changed: str
    """New, or what is different; empty for a line that is in play."""
    played: str = ""
    """What play has made of it: now open, found, Maud has it."""
    aloud: str = ""
    """The first words of a room's read-aloud text, which are on the card if the outline does not have them."""


FEW_LETTERS = 28


def shortened_to(text: str, most: int) -> str:
    """The first words of a text, as many whole words as fit.

    >>> shortened_to("Wet steps go down between two stone biers.", 28), shortened_to("Dark.", 28)
    ('Wet steps go down between', 'Dark.')
    """
    first = text.split("\n", maxsplit=1)[0]
    return first if len(first) <= most else first[: most + 1].rpartition(" ")[0]


def line_marks(known: Campaign, whole: Outlined, places: Iterable[OutlinePlace]) -> tuple[LineMark, ...]:
    """The marks of every line."""
    return tuple(_mark(known, whole, place) for place in places)


def _mark(known: Campaign, whole: Outlined, place: OutlinePlace) -> LineMark:
    site, kind = whole.site.id, KEPT_IN.get(place.sort, "")
    seen = known.seen.get(site)
    thing = place.sort is Sort.THING
    part = address("things", place.id) if thing else address("sites", site, kind, place.id)
    change: AnyChange | None = known.draft.get(part)
    change = None if only_number(change) else change
    changed = "" if change is None else "new" if change.before is None else _difference(change)
    sighted = bool(kind and seen is not None and place.id in getattr(seen, kind))
    written = whole.things.get(place.id) if thing else getattr(whole.site, kind, {}).get(place.id)  # type: ignore[call-overload]
    played = _played(known, whole, place, written) if changed != "new" and site in known.sites else ""
    aloud = shortened_to(written.glance, FEW_LETTERS) if isinstance(written, Zone) else ""
    return LineMark(place.line, place.sort.value, place.id, sighted, changed, played, aloud)


def _difference(change: AnyChange) -> str:
    """What a change makes different, in a few words."""
    words = [*changed_fields(change.before, change.after)]
    return words[0] if len(words) == 1 else f"{words[0]}, and more" if words else "changed"


def _played(known: Campaign, whole: Outlined, place: OutlinePlace, written: object) -> str:
    """What play has made of a part, next to what the line says."""
    if isinstance(written, Thing):
        return _whereabouts(known, written)
    kind = KEPT_IN.get(place.sort, "")
    now = getattr(known.sites[whole.site.id], kind, {}).get(place.id)
    if now is None:
        return "gone in play" if written is not None and kind and kind != "zones" else ""
    match now, written:
        case Door(), Door() if now.state is not written.state:
            return f"now {now.state.value.replace('_', ' ')}"
        case Trap(), Trap() if now.state is not written.state:
            return now.state.value
        case Feature(found=True), _:
            return "found"
        case Obstacle(cleared=True), _:
            return "cleared"
        case Creatures(), Creatures() if now.count < written.count:
            return f"{now.count} left" if now.count else "dead"
        case _:
            return ""


def _whereabouts(known: Campaign, written: Thing) -> str:
    """Where a thing is by now, if it is not where the line has it."""
    now = known.things.get(written.id)
    if now is None or now.place == written.place:
        return ""
    match now.place:
        case Carried(by=by):
            return f"{name_of(known, by)} has it"
        case Gone():
            return "used up"
        case _:
            return "taken"
