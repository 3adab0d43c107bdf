"""Watabou's One Page Dungeon: a JSON file of rectangles, doors and notes."""

from collections.abc import Iterator
from math import floor
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.foreign.door_kinds import GRADES, STATES, Passable
from undercroft.exchange.foreign.grid import PORTCULLIS_KG, SQUARE_FT, place_id, secret_door, site_id
from undercroft.exchange.foreign.imported import Imported, ImportedText
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import (
    MOST_PARTS,
    SourceFile,
    entries,
    fields,
    one_line,
    plain,
    refuse,
    size,
    whole,
)
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.amounts import counted
from undercroft.kernel.phrases import thing_named
from undercroft.table.state.ids import DoorId, FeatureId, ObstacleId, ZoneId
from undercroft.table.state.sites import (
    PASSAGE,
    Door,
    DoorState,
    Feature,
    Hindrance,
    Obstacle,
    Shape,
    Site,
    Zone,
)

WHAT = "a dungeon from Watabou's One Page Dungeon"
FEWEST_SQUARES_OF_A_ROOM = 4
"""A rectangle without a note that is smaller than this is a passage."""
MOST_AWAY = 100_000
"""The farthest place from the middle of a map."""


class _DoorKind(Struct, frozen=True):
    name: str
    kind: Passable
    material: Material = Material.WOOD


ENTRANCE, PORTCULLIS, GREAT, BARRED, STAIRS_DOWN = 3, 4, 5, 7, 8
_DOORS = {
    0: _DoorKind("opening", Passable.OPENING),
    1: _DoorKind("door", Passable.DOOR),
    2: _DoorKind("narrow opening", Passable.OPENING),
    ENTRANCE: _DoorKind("archway", Passable.OPENING),
    PORTCULLIS: _DoorKind("portcullis", Passable.OPENING),
    GREAT: _DoorKind("double door", Passable.DOOR),
    6: _DoorKind("secret door", Passable.SECRET),
    BARRED: _DoorKind("barred door", Passable.BARRED, Material.METAL),
    STAIRS_DOWN: _DoorKind("stairs down", Passable.OPENING),
    9: _DoorKind("steps", Passable.OPENING),
}
_ANY_DOOR = _DOORS[1]
_MATERIALS = {"stone door": Material.STONE, "iron door": Material.METAL, "steel door": Material.METAL}
"""What the note on a great door says it is made of; others are of wood."""


class _Place(NamedTuple):
    x: int
    y: int


class _Way(NamedTuple):
    """A door of the file: its square, the direction it leads in, and its kind."""

    at: _Place
    ahead: _Place
    behind: _Place
    kind: int
    path: str


def recognises(source: SourceFile) -> bool:
    """Rectangles and doors."""
    return {"rects", "doors"} <= fields(source.json).keys()


def read(source: SourceFile, notes: Notes) -> Imported:
    """The site of the map, with a room for each rectangle, except the squares of doors."""
    file = fields(source.json)
    title = one_line(file.get("title")) or "A dungeon"
    story = plain(file.get("story"))
    dungeon = _Dungeon(file, title, notes)
    site = dungeon.site()
    if story:
        notes.keep("the story, with the room at the entrance and as a text of its own", "story")
        first = site.zones[site.entrance]
        told = replace(first, secret="\n\n".join(filter(None, (story, first.secret))))
        site = replace(site, zones={**site.zones, first.id: told})
    for name in sorted(set(file) - {"version", "title", "story", "rects", "doors", "notes", "columns", "water"})[:20]:
        notes.drop("a part of the file that Undercroft does not know", name)
    texts = (ImportedText(title, story),) if story else ()
    return Imported(WHAT, title, (Outlined(site),), texts=texts)


class _Dungeon:
    """A map on its way to a site."""

    def __init__(self, file: dict[str, Any], title: str, notes: Notes) -> None:
        self.file, self.title, self.notes = file, title, notes
        self.id = site_id(title, "dungeon")
        for name in ("rects", "doors", "notes"):
            if size(file.get(name)) > MOST_PARTS:
                refuse(f"it has more than {MOST_PARTS} {name}", "take a part of the map")
        self.ways = list(self._ways())
        self.zones = {zone.id: zone for zone in self._zones()}
        if not self.zones:
            refuse("it is a dungeon without a room", "save it again as JSON in One Page Dungeon")
        self.at = {
            _Place(x, y): zone.id
            for zone in self.zones.values()
            for x in range(zone.shape.x, zone.shape.x + zone.shape.width)
            for y in range(zone.shape.y, zone.shape.y + zone.shape.height)
        }

    def site(self) -> Site:
        """The site, with its rooms moved to begin at the top left."""
        self._note_texts()
        self._terrain("columns", "Columns hold up the roof.")
        self._terrain("water", "Water stands here.")
        doors, features, obstacles = self._doors()
        entrance = self._entrance()
        rooms = [zone for zone in self.zones.values() if not zone.corridor]
        self.notes.keep(counted(len(rooms), "room"), "rects")
        if len(rooms) < len(self.zones):
            small = counted(len(self.zones) - len(rooms), "small rectangle")
            self.notes.guess(f"{small} without a note: passages, not rooms", "rects", about="small")
        self.notes.guess(f"a square counts as {SQUARE_FT} ft: the file does not say", "rects", about="square")
        left, top = min(zone.shape.x for zone in self.zones.values()), min(zone.shape.y for zone in self.zones.values())
        zones = {
            id: replace(zone, shape=replace(zone.shape, x=zone.shape.x - left, y=zone.shape.y - top))
            for id, zone in self.zones.items()
        }
        return Site(
            self.id,
            self.title,
            entrance,
            zones=zones,
            doors={door.id: door for door in doors},
            features={feature.id: feature for feature in features},
            obstacles={obstacle.id: obstacle for obstacle in obstacles},
        )

    def _ways(self) -> Iterator[_Way]:
        for number, entry in enumerate(entries(self.file.get("doors"))):
            path, door = f"doors[{number}]", fields(entry)
            at, towards = _place(door), _place(fields(door.get("dir")))
            if at is None or towards is None or abs(towards.x) + abs(towards.y) != 1:
                self.notes.drop("a door without a place or a direction", path)
                continue
            ahead, behind = _Place(at.x + towards.x, at.y + towards.y), _Place(at.x - towards.x, at.y - towards.y)
            yield _Way(at, ahead, behind, whole(door.get("type"), -1), path)

    def _zones(self) -> Iterator[Zone]:
        """The rectangles, but for those that are the square of a door."""
        doors = {way.at for way in self.ways}
        taken = set[_Place]()
        for number, entry in enumerate(entries(self.file.get("rects"))):
            rect, path = fields(entry), f"rects[{number}]"
            at, wide, high = _place(rect), whole(rect.get("w")), whole(rect.get("h"))
            if at is None or not 1 <= wide <= 200 or not 1 <= high <= 200:
                self.notes.drop("a rectangle without a place or a size", path)
                continue
            if (wide, high) == (1, 1) and at in doors:
                continue
            squares = {_Place(at.x + x, at.y + y) for x in range(wide) for y in range(high)}
            if squares & taken or len(taken) > 50 * MOST_PARTS:
                self.notes.drop("a rectangle that lies on another", path)
                continue
            taken |= squares
            secret = "The map marks this as the goal of the dungeon." if rect.get("ending") is True else ""
            yield Zone(
                ZoneId(place_id("room", *at)),
                "Round room" if rect.get("rotunda") is True else "Room",
                secret=secret,
                corridor=wide * high < FEWEST_SQUARES_OF_A_ROOM,
                shape=Shape(at.x, at.y, wide, high),
                length_ft=SQUARE_FT * max(wide, high),
                width_ft=SQUARE_FT * min(wide, high),
            )

    def _note_texts(self) -> None:
        """Each note to the room it stands in, with its number."""
        kept = 0
        for number, entry in enumerate(entries(self.file.get("notes"))):
            note, path = fields(entry), f"notes[{number}]"
            text, spot = plain(note.get("text")), fields(note.get("pos"))
            zone = self.zones.get(self.at.get(_floor(spot), ZoneId("")))
            if zone is None or not text:
                self.notes.drop(f"a note outside every room: {one_line(text)}" if text else "an empty note", path)
                continue
            label = one_line(note.get("ref"), 4) if not zone.label else zone.label
            words = "\n\n".join(filter(None, (text, zone.secret)))
            self.zones[zone.id] = replace(zone, secret=words, label=label, corridor=False)
            kept += 1
        if kept:
            self.notes.keep(f"{counted(kept, 'note')}, each with the room it stands in", "notes")
            self.notes.guess("notes are for the referee: copy out what players see on entering", "notes")
        for id, zone in self.zones.items():
            name = PASSAGE if zone.corridor else f"{zone.name} {zone.label}" if zone.label else zone.name
            self.zones[id] = replace(zone, name=name)

    def _terrain(self, name: str, words: str) -> None:
        there = {self.at[at] for entry in entries(self.file.get(name)) if (at := _floor(fields(entry))) in self.at}
        for id in sorted(there):
            zone = self.zones[id]
            self.zones[id] = replace(zone, glance=" ".join(filter(None, (zone.glance, words))))
        if there:
            self.notes.keep(f"{name} in {counted(len(there), 'room')}, for everybody who enters to see", name)

    def _doors(self) -> tuple[list[Door], list[Feature], list[Obstacle]]:
        doors, features, obstacles = list[Door](), list[Feature](), list[Obstacle]()
        for way in self.ways:
            kind = _DOORS.get(way.kind)
            if kind is None:
                self.notes.guess(f"a door of an unknown kind, {way.kind}, counts as a door", way.path)
                kind = _ANY_DOOR
            sides = self._sides(way)
            if len(sides) < 2:
                self._outside(way, kind, sides)
                continue
            id = DoorId(place_id("door", *way.at, self.id))
            behind, ahead = sides
            barred = ahead if way.kind == BARRED else None
            hidden = kind.kind in GRADES
            state = STATES.get(kind.kind, DoorState.CLOSED)
            told = self.zones[behind].secret if way.kind == GREAT else ""
            material = next((of for word, of in _MATERIALS.items() if word in told.casefold()), kind.material)
            if "keyhole" in told:
                state = DoorState.LOCKED
                self.notes.guess("a great door is locked, since a note names its keyhole", way.path)
            doors.append(Door(id, (behind, ahead), state, kind.name, material, hidden=hidden, barred_from=barred))
            if hidden:
                features.append(secret_door(FeatureId(place_id("secret", *way.at, self.id)), behind, id))
            if way.kind == PORTCULLIS:
                weight = ObstacleId(place_id("portcullis", *way.at, self.id))
                obstacles.append(
                    Obstacle(weight, behind, Hindrance.PORTCULLIS, "portcullis", ahead, kilograms=PORTCULLIS_KG)
                )
        self.notes.keep(counted(len(doors), "door or opening", "doors and openings"), "doors")
        if features:
            many, theirs = counted(len(features), "secret door"), "its clue" if len(features) == 1 else "each clue"
            self.notes.guess(f"{many} with a placeholder for {theirs}: write your own", "doors", about="clues")
        if obstacles:
            self.notes.guess(f"a portcullis is taken to weigh {PORTCULLIS_KG} kg", "doors", about="portcullis")
        if any(door.barred_from for door in doors):
            self.notes.guess("the bar of a barred door is taken to be on its far side", "doors", about="bars")
        return doors, features, obstacles

    def _sides(self, way: _Way) -> list[ZoneId]:
        """The rooms behind and ahead of a door; through another door's square if one stands right there."""
        squares = {each.at for each in self.ways}
        sides = list[ZoneId]()
        for beside in (way.behind, way.ahead):
            step = _Place(beside.x - way.at.x, beside.y - way.at.y)
            place = beside
            while place not in self.at and place in squares:
                place = _Place(place.x + step.x, place.y + step.y)
            if place in self.at:
                sides.append(self.at[place])
        return sides if len(set(sides)) == len(sides) else sides[:1]

    def _outside(self, way: _Way, kind: _DoorKind, sides: list[ZoneId]) -> None:
        """A way that leads out of the map."""
        if not sides:
            self.notes.drop(f"{thing_named(kind.name)} that touches no room", way.path)
            return
        zone = self.zones[sides[0]]
        out = {ENTRANCE: "The way out is here.", STAIRS_DOWN: "Stairs lead down from here."}.get(
            way.kind, f"A way ({kind.name}) leads out of the map here."
        )
        if out not in zone.glance:
            self.zones[zone.id] = replace(zone, glance=" ".join(filter(None, (zone.glance, out))))
        if way.kind == ENTRANCE:
            self.notes.keep("an entrance", way.path)
        else:
            self.notes.guess(f"a way that leads out of the map ({kind.name}) is only in its room's text", way.path)

    def _entrance(self) -> ZoneId:
        for way in self.ways:
            sides = self._sides(way)
            if way.kind == ENTRANCE and sides:
                return sides[-1]
        first = next(iter(self.zones))
        self.notes.guess("no entrance is marked: the first room counts as the entrance", "doors", about="entrance")
        return first


def _place(value: dict[str, Any]) -> _Place | None:
    x, y = _number(value.get("x")), _number(value.get("y"))
    return None if x is None or y is None else _Place(round(x), round(y))


def _floor(value: dict[str, Any]) -> _Place:
    x, y = _number(value.get("x")), _number(value.get("y"))
    return _Place(MOST_AWAY, MOST_AWAY) if x is None or y is None else _Place(floor(x), floor(y))


def _number(value: object) -> float | None:
    """A number on the map; None for what is none, or too far away."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MOST_AWAY:
        return None
    return float(value)
