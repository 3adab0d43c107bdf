"""What a finished outline still lacks: each with the line it is about, and the change that mends it."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from undercroft.exchange.campaignfile.entries import FileEntry
from undercroft.exchange.campaignfile.problems import FileNotes, Path
from undercroft.exchange.campaignfile.references import check_site
from undercroft.exchange.campaignfile.sites import taken_apart
from undercroft.exchange.campaignfile.toml_tree import Inline
from undercroft.exchange.campaignfile.writing import site_tree
from undercroft.exchange.outline.entries import Outline, OutlineEntry, Sort
from undercroft.exchange.outline.hazard_lines import MEASURES
from undercroft.exchange.outline.notes import END, LineMend, OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.problems import Enough
from undercroft.table.state.ids import DoorId, FeatureId, MonsterId, ObstacleId, ZoneId
from undercroft.table.state.lore import Monster
from undercroft.table.state.sites import NEEDED, Grade

_OWN = frozenset({"no_text", "unreachable", "never_found", "no_clue", "event_row", "unknown_reference", "ac_scale"})
"""Problems of a campaign file that an outline tells in its own words, or that its reader has told already."""
_KINDS = {
    Sort.ZONE: "zones",
    Sort.DOOR: "doors",
    Sort.TRAP: "traps",
    Sort.FEATURE: "features",
    Sort.OBSTACLE: "obstacles",
    Sort.CREATURES: "creatures",
    Sort.THING: "things",
}


def lint(whole: Outlined, document: Outline, notes: OutlineNotes, monsters: Mapping[MonsterId, Monster]) -> None:
    """Note what is missing, and what does not go together."""
    for note in (
        *_texts(document, whole),
        *_unreached(document, whole),
        *_unfound(document, whole),
        *_vague(document, whole),
    ):
        notes.add(note)
    for note in _by_the_file(document, whole, monsters):
        notes.add(note)


def _note(code: str, what: str, fix: str, entry: OutlineEntry, mend: LineMend | None) -> OutlineNote:
    return OutlineNote(code, what, fix, entry.line, entry.column, entry.end, mend=mend)


def _texts(document: Outline, whole: Outlined) -> Iterator[OutlineNote]:
    for room in document.rooms:
        if not whole.site.zones[ZoneId(room.entry.id)].glance:
            mend = LineMend("Write it", room.entry.line, END, END, "\n  read: ")
            yield _note("no_text", f"{room.label}: no text", "write what people see", room.entry, mend)


def _unreached(document: Outline, whole: Outlined) -> Iterator[OutlineNote]:
    """Rooms that no way leads to from the entrance."""
    site = whole.site
    ways: dict[ZoneId, list[ZoneId]] = {}
    doors = ((door.between, door.one_way) for door in site.doors.values())
    past = (((obstacle.zone, obstacle.to), None) for obstacle in site.obstacles.values() if obstacle.to is not None)
    for (near, far), only in (*doors, *past):
        for start, end in ((near, far), (far, near)):
            if only not in (near, far) or only == start:
                ways.setdefault(start, []).append(end)
    reached, at_hand = {site.entrance}, [site.entrance]
    while at_hand:
        for there in ways.get(at_hand.pop(), ()):
            if there not in reached:
                reached.add(there)
                at_hand.append(there)
    before = None
    for room in document.rooms:
        if ZoneId(room.entry.id) not in reached:
            mend = None
            if before is not None:
                mend = LineMend(
                    f"Add an exit from {before.label}", before.entry.line, END, END, f"\n  > {room.label} passage"
                )
            yield _note("unreachable", f"{room.label}: no way leads here", "add an exit to it", room.entry, mend)
        before = room


def _unfound(document: Outline, whole: Outlined) -> Iterator[OutlineNote]:
    """Hidden exits that nothing reveals, and secrets without a clue."""
    revealed = {feature.door for feature in whole.site.features.values()}
    for entry in document.of(Sort.DOOR):
        door = whole.site.doors.get(DoorId(entry.id))
        if door is not None and door.hidden and door.id not in revealed:
            what = f"nothing reveals the hidden {cut(door.name)}"
            mark = LineMend("Let a search find it", entry.line, max(1, entry.column - 2), entry.column, "?> ")
            yield _note("never_found", what, "write ?> before it", entry, mark)
    for entry in document.of(Sort.FEATURE):
        feature = whole.site.features.get(FeatureId(entry.id))
        if feature is not None and feature.grade is Grade.SECRET and not feature.clues:
            mend = LineMend("Write a clue", entry.line, END, END, "\n  clue: ")
            yield _note("no_clue", f"no clue leads to “{cut(feature.what)}”", "write a clue below it", entry, mend)


def _vague(document: Outline, whole: Outlined) -> Iterator[OutlineNote]:
    """Obstacles of no known kind, or without the measure that says how they are passed."""
    for entry in document.of(Sort.OBSTACLE):
        obstacle = whole.site.obstacles[ObstacleId(entry.id)]
        end = entry.spans["head"][1]
        if entry.hints.get("unknown") and entry.was is None and "kind" not in entry.keys:
            words = "rubble, portcullis, pit, flooded, cliff, gas or lid"
            mend = LineMend("Call it rubble", entry.line, end, end, ", rubble")
            yield _note("no_kind", f"what kind of obstacle is “{cut(obstacle.name)}”?", f"add {words}", entry, mend)
        lacking = [MEASURES[field] for field in NEEDED[obstacle.kind] if not getattr(obstacle, field)]
        if lacking:
            written = ", ".join(lacking)
            add = LineMend(f"Write {written}", entry.line, end, end, f", {written}")
            what = f"what it takes to get past “{cut(obstacle.name)}” is missing"
            yield _note("no_measure", what, f"write it like {written}", entry, add)


def _by_the_file(document: Outline, whole: Outlined, monsters: Mapping[MonsterId, Monster]) -> Iterator[OutlineNote]:
    """What a campaign file would find wrong with the site, at the lines of the outline."""
    at: dict[tuple[str, str], OutlineEntry] = {("zones", room.entry.id): room.entry for room in document.rooms}
    for sort, kind in _KINDS.items():
        if sort is not Sort.ZONE:
            at |= {(kind, entry.id): entry for entry in document.of(sort)}
    order = list(at)
    lines: dict[Path, int] = {(): 0, **{(kind, id): number for number, (kind, id) in enumerate(order, 1)}}
    notes = FileNotes(lambda: lines)
    try:
        parts = taken_apart(
            notes, FileEntry(whole.site.id, _plain(site_tree(whole.site, tuple(whole.things.values()), monsters)), ())
        )
        things = {thing.id: thing for thing in parts.things}
        check_site(notes, parts, things, {}, monsters)
    except Enough:
        pass
    measured = {entry.id for entry in document.of(Sort.OBSTACLE)}
    for problem in notes.in_order:
        entry = at[order[problem.line - 1]] if problem.line else document.site
        told = entry.sort is Sort.OBSTACLE and problem.code == "missing" and entry.id in measured
        label = entry.sort is Sort.ZONE and problem.code == "twice"
        if problem.code not in _OWN and not told and not label:
            yield _note(problem.code, problem.what, problem.fix, entry, None)


def _plain(value: object) -> Any:
    """The tree of a site as a reader of files has it."""
    if isinstance(value, Inline):
        return _plain(value.of)
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in cast("Mapping[str, object]", value).items()}
    return value
