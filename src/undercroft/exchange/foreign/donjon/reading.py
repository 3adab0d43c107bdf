"""A donjon dungeon as a site: rooms, passages, doors, traps, treasure, inhabitants and the wandering monsters."""

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.foreign.donjon.cells import MOST_PASSAGES, CellRegion, MapCell, MapGrid, straightened
from undercroft.exchange.foreign.donjon.doors import DoorWords, door_words
from undercroft.exchange.foreign.donjon.inhabitants import counted_in, ratings_in, wanderers_in
from undercroft.exchange.foreign.grid import PORTCULLIS_KG, SQUARE_FT, place_id, secret_door, site_id
from undercroft.exchange.foreign.imported import Imported, ImportedText
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile, entries, fields, from_html, one_line, plain, refuse, whole
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.notation import parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.state.creatures import UNKNOWN, Creatures
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, ObstacleId, TableId, TrapId, ZoneId
from undercroft.table.state.lore import RandomTable, TableLine
from undercroft.table.state.new_ids import id_from
from undercroft.table.state.sites import (
    PASSAGE,
    Door,
    DoorState,
    EncounterRow,
    Feature,
    Grade,
    Hindrance,
    Obstacle,
    Site,
    Trap,
    Trigger,
    Zone,
)

WHAT = "a dungeon of donjon"
MOST_ALIKE = 100
_SIDES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
_DICE = re.compile(
    r"\b[1-9][0-9]?d[1-9][0-9]{0,2}(?:[+-][0-9]{1,3})?\b(?!\s*(?:rounds?|turns?|minutes?|hours?|days?|ft|feet)\b)"
)
"""Dice that are not the length of something."""
_DAMAGE = re.compile(rf"({_DICE.pattern})(?=[^;.]{{0,40}}\b(?:damage|hp|hit points|points)\b)")
_COUNT = re.compile(r"^[0-9d+-]{1,8} x (?=\S)")
"""How many come, before their name."""
_TRAP = re.compile(r"\b(?:trap|pendulum|DC [0-9]+ to (?:find|disable))\b", re.IGNORECASE)
"""Words of a feature of a corridor that is a trap."""


def recognises(source: SourceFile) -> bool:
    """A grid of cells, rooms and settings."""
    return {"cells", "rooms", "settings"} <= fields(source.json).keys()


def read(source: SourceFile, notes: Notes) -> Imported:
    """The site of the map, its wandering monsters as a table, and its history as a text."""
    file = fields(source.json)
    title = one_line(fields(file.get("settings")).get("name")) or "A dungeon"
    dungeon = _Dungeon(file, title, notes)
    site = dungeon.site()
    table = dungeon.wandering()
    details = fields(file.get("details"))
    said = [f"{name.capitalize()}: {words}" for name, value in details.items() if (words := from_html(value))]
    if said:
        notes.keep("the dungeon's walls, light and history, as a text of its own", "details")
    texts = (ImportedText(title, "\n\n".join(said[:30])),) if said else ()
    return Imported(WHAT, title, (Outlined(site),), tables=(table,) if table is not None else (), texts=texts)


class _Dungeon:
    """A map on its way to a site."""

    def __init__(self, file: dict[str, Any], title: str, notes: Notes) -> None:
        self.file, self.title, self.notes = file, title, notes
        self.id = site_id(title, "dungeon")
        self.grid = MapGrid(file)
        self.listed = {whole(room.get("id")): room for entry in entries(file.get("rooms")) if (room := fields(entry))}
        regions = self.grid.rooms()
        for number in sorted(self.listed.keys() - regions.keys()):
            box = self._box(self.listed[number])
            if number > 0 and box:
                self.notes.guess(
                    "a room that the grid does not show is taken as its four sides say", f"rooms[{number}]"
                )
                regions[number] = CellRegion(number, box)
        self.rooms, self.passages = regions, self._passages()
        if not self.rooms:
            refuse("it is a dungeon without a room", "save it again as JSON in donjon")
        self.at = {cell: self._passage(each) for each in self.passages for cell in each.cells}
        self.at |= {cell: ZoneId(f"room-{number}") for number, each in self.rooms.items() for cell in each.cells}
        self.zones: dict[ZoneId, Zone] = {}
        self.doors: dict[DoorId, Door] = {}
        self.traps: dict[TrapId, Trap] = {}
        self.features: dict[FeatureId, Feature] = {}
        self.obstacles: dict[ObstacleId, Obstacle] = {}
        self.creatures: dict[CreaturesId, Creatures] = {}

    def _box(self, room: dict[str, Any]) -> frozenset[MapCell]:
        first, last = (
            self.grid.at(room.get("north"), room.get("west")),
            self.grid.at(room.get("south"), room.get("east")),
        )
        if not (0 <= first.row <= last.row < first.row + 200 and 0 <= first.col <= last.col < first.col + 200):
            return frozenset()
        return frozenset(
            MapCell(row, col) for row in range(first.row, last.row + 1) for col in range(first.col, last.col + 1)
        )

    def _passages(self) -> list[CellRegion]:
        """The corridors, cut at their corners and junctions; whole in a maze, where that would be too many."""
        winding = self.grid.passages()
        straight = straightened(winding)
        if straight is None:
            self.notes.guess(
                f"the corridors have more than {MOST_PASSAGES} straight stretches: each is one place with many ways, "
                "and is drawn where it is longest",
                "cells",
            )
        return straight or winding

    def _passage(self, region: CellRegion) -> ZoneId:
        row, col = region.first
        return ZoneId(place_id("passage", col - self.grid.margin, row - self.grid.margin))

    def site(self) -> Site:
        """The whole site."""
        lit = self._lit()
        for number, region in self.rooms.items():
            self._add_room(number, region, lit=lit)
        for region in self.passages:
            shape = region.longest_run
            id = self._passage(region)
            length = SQUARE_FT * len(region.cells)
            self.zones[id] = Zone(
                id, PASSAGE, corridor=True, lit=lit, shape=shape, length_ft=length, width_ft=SQUARE_FT
            )
        for number, room in self.listed.items():
            self._add_doors(number, room)
        self._touching()
        self._corridor_features()
        self.notes.keep(counted(len(self.rooms), "room"), "rooms")
        self.notes.keep(counted(len(self.passages), "passage"), "cells")
        self.notes.keep(counted(len(self.doors), "door or opening", "doors and openings"), "rooms[].doors")
        if any(zone.secret for zone in self.zones.values()):
            self.notes.guess("the rooms' texts are for the referee: copy out what players see on entering")
        entrance = self._entrance()
        self._report_lost(entrance)
        rows = tuple(self._encounters())
        return Site(
            self.id,
            self.title,
            entrance,
            zones=self._moved(),
            doors=self.doors,
            traps=self.traps,
            features=self.features,
            obstacles=self.obstacles,
            creatures=self.creatures,
            encounters=rows,
        )

    def _lit(self) -> bool:
        words = one_line(fields(self.file.get("details")).get("illumination")).casefold()
        lit = bool(words) and not any(word in words for word in ("dark", "dim", "shadow", "none"))
        if lit:
            self.notes.guess(f"the dungeon is lit: {words}", "details.illumination", about="lit")
        return lit

    def _moved(self) -> dict[ZoneId, Zone]:
        """The rooms, begun at the top left."""
        left, top = min(zone.shape.x for zone in self.zones.values()), min(zone.shape.y for zone in self.zones.values())
        return {
            id: replace(zone, shape=replace(zone.shape, x=zone.shape.x - left, y=zone.shape.y - top))
            for id, zone in self.zones.items()
        }

    def _add_room(self, number: int, region: CellRegion, *, lit: bool) -> None:
        room, path = self.listed.get(number, {}), f"rooms[{number}]"
        if not room:
            self.notes.guess("a room of the grid that the list does not have", f"cells, room {number}")
        id, shape = ZoneId(f"room-{number}"), region.box
        contents = fields(room.get("contents"))
        detail = fields(contents.get("detail"))
        summary, inhabited = one_line(contents.get("summary"), 200), one_line(contents.get("inhabited"), 200)
        said = [
            *([from_html(detail.get("room_features"))] if detail.get("room_features") else []),
            *(from_html(text) for text in _texts(detail.get("monster"))),
        ]
        texts = [text for text in (*said, inhabited) if text]
        if not texts and summary.casefold() not in ("", "empty"):
            texts = [summary]
        long, broad = whole(room.get("width")) or SQUARE_FT * shape.width, whole(room.get("height"))
        broad = broad or SQUARE_FT * shape.height
        self.zones[id] = Zone(
            id,
            f"Room {number}",
            secret="\n\n".join(dict.fromkeys(texts)),
            lit=lit,
            shape=shape,
            length_ft=min(1000, max(long, broad)),
            width_ft=min(1000, long, broad),
            label=str(number),
        )
        self._inhabitants(id, number, contents)
        for order, text in enumerate(_texts(detail.get("trap")), 1):
            self._add_trap(TrapId(f"{self.id}-trap-{number}-{order}"), id, from_html(text), path)
        if hoard := [from_html(text) for text in _texts(detail.get("hidden_treasure"))]:
            hidden = FeatureId(f"{self.id}-treasure-{number}")
            self.features[hidden] = Feature(hidden, id, Grade.HIDDEN, plain("\n".join(hoard)))
            self.notes.keep("hidden treasure, which a search finds", f"{path}.contents.detail.hidden_treasure")
        for name in sorted(detail.keys() - {"room_features", "monster", "trap", "hidden_treasure"})[:5]:
            self.notes.drop(f"“{one_line(name, 20)}”: Undercroft has nothing like it", f"{path}.contents.detail")

    def _inhabitants(self, zone: ZoneId, number: int, contents: dict[str, Any]) -> None:
        """Creatures that are named with their number, such as 3 x Goblin."""
        path = f"rooms[{number}].contents"
        inhabited, monsters = (
            one_line(contents.get("inhabited"), 200),
            _texts(fields(contents.get("detail")).get("monster")),
        )
        found = counted_in([inhabited] if inhabited else monsters)
        for order, (name, many) in enumerate(found.items(), 1):
            id = CreaturesId(f"{self.id}-creatures-{number}-{order}")
            hd = self._hit_dice(name, monsters, path)
            self.creatures[id] = Creatures(id, name, min(MOST_ALIKE, many), hd, zone, kind=UNKNOWN)

    def _hit_dice(self, name: str, texts: list[str], path: str) -> Fraction:
        """The Hit Dice of a creature, which no file has: by its challenge rating, or by the level of the dungeon."""
        rating = ratings_in(texts).get(name)
        level = max(1, min(20, whole(fields(self.file.get("settings")).get("level"), 1)))
        hd = level if rating is None else max(1, min(20, ceil(rating)))
        why = "the level of the dungeon" if rating is None else "its challenge rating"
        self.notes.guess(f"{name}: {hd} HD each, by {why}; look up the real number", path, about="hd")
        return Fraction(hd)

    def _add_trap(self, id: TrapId, zone: ZoneId, text: str, path: str, door: DoorId | None = None) -> None:
        dice = _DAMAGE.search(text) or _DICE.search(text)
        name = one_line(re.split(r"[:;,.(]", text)[0]) or "trap"
        trigger = Trigger.THRESHOLD if door is not None else Trigger.ENTER
        self.traps[id] = Trap(
            id, zone, name, "Something is not right here.", text, trigger, door, damage=dice[0] if dice else ""
        )
        when = "the door is used" if door is not None else "a person enters"
        harm = f"for {dice[0]} damage" if dice else "without damage"
        self.notes.guess(f"{name} goes off when {when}, {harm}; its sign is a placeholder", path)

    def _add_doors(self, number: int, room: dict[str, Any]) -> None:
        for side, doors in fields(room.get("doors")).items():
            for order, entry in enumerate(entries(doors)):
                path, door = f"rooms[{number}].doors.{one_line(side, 10)}[{order}]", fields(entry)
                here = ZoneId(f"room-{number}")
                cell = self.grid.at(door.get("row"), door.get("col"))
                id = DoorId(place_id("door", cell.col - self.grid.margin, cell.row - self.grid.margin, self.id))
                there = self._behind(door, cell, side, here)
                if here not in self.zones or there is None:
                    self.notes.drop("a door that leads nowhere", path)
                elif id not in self.doors:
                    self._add_door(id, (here, there), door_words(door), path)

    def _behind(self, door: dict[str, Any], cell: MapCell, side: str, here: ZoneId) -> ZoneId | None:
        """What lies behind a door: the room that it names, what the grid has beyond it, or anything beside it."""
        named = ZoneId(f"room-{whole(door.get('out_id'))}")
        if named in self.zones and named != here:
            return named
        down, right = _SIDES.get(side, (0, 0))
        beside = (MapCell(cell.row + down, cell.col + right), cell, *cell.beside)
        return next((self.at[each] for each in beside if each in self.at and self.at[each] != here), None)

    def _add_door(self, id: DoorId, between: tuple[ZoneId, ZoneId], words: DoorWords, path: str) -> None:
        here, there = between
        hidden = words.hidden
        self.doors[id] = Door(id, between, words.state, words.name, words.material, hidden=hidden)
        if hidden:
            secret = FeatureId(f"{id}-secret")
            self.features[secret] = secret_door(secret, here, id, words.concealed)
            self.notes.guess("a secret door with a placeholder for its clue: write your own", path, about="clues")
        if words.portcullis:
            weight = ObstacleId(f"{id}-portcullis")
            self.obstacles[weight] = Obstacle(
                weight, here, Hindrance.PORTCULLIS, "portcullis", there, kilograms=PORTCULLIS_KG
            )
            self.notes.guess(f"a portcullis is taken to weigh {PORTCULLIS_KG} kg", path, about="portcullis")
        if words.trap:
            self._add_trap(TrapId(f"{id}-trap"), here, words.trap, path, id)

    def _touching(self) -> None:
        """Rooms and passages whose cells touch without a door are open to each other, as in a cave."""
        joined = {frozenset(door.between) for door in self.doors.values()}
        for cell, one in sorted(self.at.items()):
            for beside in cell.beside:
                other = self.at.get(beside, one)
                if one < other and frozenset((one, other)) not in joined:
                    joined.add(frozenset((one, other)))
                    id = DoorId(f"{self.id}-opening-{one}-{other}"[:64].strip("-"))
                    self.doors[id] = Door(id, (one, other), DoorState.NO_DOOR, "opening")

    def _corridor_features(self) -> None:
        for key, entry in sorted(fields(self.file.get("corridor_features")).items()):
            feature, path = fields(entry), f"corridor_features.{one_line(key, 10)}"
            text = from_html(feature.get("detail")) or one_line(feature.get("summary"), 200)
            marks = [
                self.grid.marked(mark.get("row"), mark.get("col"), key)
                for mark in map(fields, entries(feature.get("marks")))
            ]
            zones = dict.fromkeys(self.at[mark] for mark in marks if mark in self.at)
            if not text or not zones:
                self.notes.drop("a corridor feature that belongs to no corridor", path)
                continue
            if _TRAP.search(text):
                for order, id in enumerate(zones, 1):
                    self._add_trap(TrapId(f"{self.id}-trap-{id_from(key)}-{order}"), id, plain(text), path)
                continue
            for id in zones:
                zone = self.zones[id]
                self.zones[id] = replace(zone, secret="\n\n".join(filter(None, (zone.secret, plain(text)))))
            self.notes.keep(f"a corridor feature: {one_line(text)}", path)

    def _ways_out(self) -> Iterator[tuple[str, MapCell, bool]]:
        """Where one comes in: ways out of the map, stairs up, then other stairs."""
        for number, entry in enumerate(map(fields, entries(self.file.get("egress")))):
            yield f"egress[{number}]", self.grid.at(entry.get("row"), entry.get("col")), True
        stairs = [(f"stairs[{n}]", fields(entry)) for n, entry in enumerate(entries(self.file.get("stairs")))]
        for path, entry in sorted(stairs, key=lambda stair: stair[1].get("key") != "up"):
            yield path, self.grid.at(entry.get("row"), entry.get("col")), entry.get("key") == "up"

    def _entrance(self) -> ZoneId:
        found = None
        for path, cell, up in self._ways_out():
            zone = next((self.at[each] for each in (cell, *cell.beside) if each in self.at), None)
            if zone is None:
                self.notes.drop("a way out that touches no room and no passage", path)
                continue
            words = "The way out is here." if up else "Stairs lead down from here."
            room = self.zones[zone]
            self.zones[zone] = replace(room, glance=" ".join(dict.fromkeys(filter(None, (room.glance, words)))))
            self.notes.keep("a way out" if up else "stairs down", path)
            found = found or zone
        if found is None:
            found = next(iter(self.zones))
            self.notes.guess("no way in is marked: the first room counts as the entrance", about="entrance")
        return found

    def _report_lost(self, entrance: ZoneId) -> None:
        """Name the rooms that no way leads to."""
        ways = dict[ZoneId, set[ZoneId]]()
        for door in self.doors.values():
            one, other = door.between
            ways.setdefault(one, set()).add(other)
            ways.setdefault(other, set()).add(one)
        met, waiting = {entrance}, [entrance]
        while waiting:
            new = ways.get(waiting.pop(), set()) - met
            met |= new
            waiting += new
        for id in sorted(self.zones.keys() - met):
            self.notes.guess(f"no way leads to {self.zones[id].name}: give it a door", str(id))

    def _encounters(self) -> Iterator[EncounterRow]:
        """The rows of the site's own encounter table: those who come, or an event where no creature is named."""
        table, names = self.wandering(), set[str]()
        for row in table.rows if table is not None else ():
            kinds, path = wanderers_in(row.text), f"wandering_monsters.{row.low}"
            text = _COUNT.sub("", row.text) if kinds else row.text
            name = one_line(text, 60)
            name = name if name not in names else f"{one_line(text, 56)} ({row.low})"
            names.add(name)
            if not kinds:
                yield EncounterRow(name)
                continue
            kind, many = max(kinds.items(), key=lambda each: _most(each[1]))
            if len(kinds) > 1:
                self.notes.guess(f"of {series([*kinds])} only the {kind} come: add the others by hand", path)
            id = CreaturesId(f"{self.id}-wandering-{row.low}")
            self.creatures[id] = Creatures(id, kind, 1, self._hit_dice(kind, [row.text], path), None, kind=UNKNOWN)
            yield EncounterRow(name, id, many)

    def wandering(self) -> RandomTable | None:
        """The wandering monsters, a row each."""
        found = {whole(key): from_html(text) for key, text in fields(self.file.get("wandering_monsters")).items()}
        rows = [(key, text) for key, text in sorted(found.items()) if 0 < key <= 1000 and text]
        if not rows:
            return None
        lines = tuple(TableLine(key, key, text) for key, text in rows)
        return RandomTable(
            TableId(f"{self.id}-wandering"), f"Wandering in {self.title}"[:60], f"1d{rows[-1][0]}", lines
        )


def _most(dice: str) -> int:
    """The most that come."""
    return bounds(parse_few(dice))[1]


def _texts(value: object) -> list[str]:
    """A text, or a list of them."""
    found = [value] if isinstance(value, str) else entries(value)
    return [text for text in found if isinstance(text, str) and text.strip() not in ("", "--")]
