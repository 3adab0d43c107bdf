"""Reading an outline: the site it describes, and what there is to say about it."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from undercroft.exchange.outline.building import Builder
from undercroft.exchange.outline.entries import Outline, Sort
from undercroft.exchange.outline.lines import MOST_CHARACTERS, normal
from undercroft.exchange.outline.lint import lint
from undercroft.exchange.outline.matching import match
from undercroft.exchange.outline.notes import LineMend, OutlineNote, OutlineNotes, placed
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.outline.parsing import parse
from undercroft.exchange.problems import Severity
from undercroft.table.lore.starter import STARTER
from undercroft.table.preparing.layout import lay_out
from undercroft.table.state.ids import DoorId, MonsterId
from undercroft.table.state.lore import Monster


class OutlinePlace(Struct, frozen=True):
    """A part of the site, and the line that it is written on."""

    line: int
    sort: Sort
    id: str


class OutlineReading(Struct, frozen=True):
    """The site that an outline describes, and notes from the top to the bottom. Notes never hold back the rest."""

    whole: Outlined
    notes: tuple[OutlineNote, ...]
    places: tuple[OutlinePlace, ...] = ()
    """Every part with the line it is written on, from the top to the bottom."""


def read_outline(
    text: str,
    base: Outlined | None = None,
    *,
    name: str = "",
    taken: Collection[str] = (),
    monsters: Mapping[MonsterId, Monster] = STARTER,
) -> OutlineReading:
    """Read an outline. What it does not show is kept from `base`.

    `name` is for a site that the outline does not name, `taken` are ids of doors and things elsewhere, and `monsters`
    are the bestiary.
    """
    notes = OutlineNotes()
    text = normal(text)
    if len(text) > MOST_CHARACTERS:
        what = f"an outline has at most {MOST_CHARACTERS // 1024} KiB; the rest is left out"
        line = text.count("\n", 0, MOST_CHARACTERS) + 1
        notes.add(OutlineNote("too_big", what, "make two sites of it", line, grade=Severity.ERROR))
        text = text[:MOST_CHARACTERS]
    document = parse(text, notes, monsters)
    if name and base is None:
        document.site.fields.setdefault("name", name)
    if base is not None:
        match(document, base)
    builder = Builder(document, base, notes, taken)
    whole = builder.built()
    ways = {DoorId(entry.id): str(entry.hints["way"]) for entry in document.of(Sort.DOOR) if "way" in entry.hints}
    whole = Outlined(lay_out(whole.site, builder.placed, ways), whole.things)
    if document.rooms:
        lint(whole, document, notes, monsters)
    return OutlineReading(whole, placed(notes.in_order, text), _places(document))


def _places(document: Outline) -> tuple[OutlinePlace, ...]:
    entries = [line for entry in document.entries for line in (entry, *entry.inner)]
    found = [
        OutlinePlace(line.line, line.sort, line.id) for line in (*(room.entry for room in document.rooms), *entries)
    ]
    return tuple(sorted((place for place in found if place.id), key=lambda place: place.line))


def mended(text: str, mends: Iterable[LineMend]) -> str:
    """The outline with some notes mended, the last place first."""
    lines = normal(text).split("\n")
    for mend in sorted(mends, key=lambda mend: (mend.line, mend.column), reverse=True):
        at = lines[mend.line - 1]
        lines[mend.line - 1] = at[: mend.column - 1] + mend.text + at[mend.end - 1 :]
    return "\n".join(lines)
