"""donjon's map as text: a grid of cells with tabs between them, of floor, doors and stairs."""

import re
from collections import Counter

from undercroft.exchange.foreign.donjon.cells import CellRegion, MapCell, connected, straightened
from undercroft.exchange.foreign.grid import SQUARE_FT, place_id, secret_door, site_id
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import SourceFile, one_line, refuse
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.amounts import counted
from undercroft.table.state.ids import DoorId, FeatureId, ZoneId
from undercroft.table.state.sites import PASSAGE, Door, DoorState, Feature, Site, Zone

WHAT = "a dungeon of donjon as a grid"
MOST_SIDE = 500
_CELL = re.compile(r"F|D[PS]?[TBLR]|S[UD]{1,2}|", re.ASCII)
_DOOR = re.compile(r"D[PS]?[TBLR]")


def recognises(source: SourceFile) -> bool:
    """Lines of short words with tabs between them, most of which mean floor, doors or stairs."""
    lines = source.text[:100_000].split("\n")
    cells = [cell.strip() for line in lines[:200] for cell in line.split("\t")]
    known = sum(bool(_CELL.fullmatch(cell)) for cell in cells)
    return "\t" in source.text[:100_000] and 10 * known > 9 * len(cells) and "F" in cells


def read(source: SourceFile, notes: Notes) -> Imported:
    """A site with a zone for each stretch of floor between doors."""
    rows = source.text.split("\n")
    if len(rows) > MOST_SIDE or any(row.count("\t") > MOST_SIDE for row in rows):
        refuse(f"it has more than {MOST_SIDE} rows or columns", "make a smaller map")
    grid = dict[MapCell, str]()
    for y, row in enumerate(rows):
        for x, cell in enumerate(row.split("\t")):
            if word := cell.strip():
                grid[MapCell(y, x)] = word
            if not _CELL.fullmatch(word):
                notes.guess(f"“{one_line(word, 12)}” counts as floor", f"row {y + 1}, column {x + 1}")
    title = source.title or "A dungeon"
    return Imported(WHAT, title, (Outlined(_site(grid, title, notes)),))


def _site(grid: dict[MapCell, str], title: str, notes: Notes) -> Site:
    doors = {cell for cell, word in grid.items() if _DOOR.fullmatch(word)}
    regions = _cut(connected(set(grid) - doors))
    if not regions:
        refuse("it is a dungeon without floor", "save it again in donjon")
    id = site_id(title, "dungeon")
    zones, at, names = dict[ZoneId, Zone](), dict[MapCell, ZoneId](), Counter[str]()
    for region in regions:
        zone = _zone(region, names)
        zones[zone.id] = zone
        at |= dict.fromkeys(region.cells, zone.id)
    found, features = dict[DoorId, Door](), dict[FeatureId, Feature]()
    for cell in sorted(doors):
        north, east, south, west = cell.beside
        pairs = ((north, south), (west, east))
        sides = next(((at[one], at[other]) for one, other in pairs if one in at and other in at), None)
        where = f"row {cell.row + 1}, column {cell.col + 1}"
        if sides is None or sides[0] == sides[1]:
            notes.drop("a door that joins no two places", where)
            continue
        kind = grid[cell][1:-1]
        door = DoorId(place_id("door", cell.col, cell.row, id))
        name = {"P": "portcullis", "S": "secret door"}.get(kind, "door")
        found[door] = Door(door, sides, DoorState.STUCK if kind == "P" else DoorState.CLOSED, name, hidden=kind == "S")
        if kind == "S":
            secret = FeatureId(f"{door}-secret")
            features[secret] = secret_door(secret, sides[0], door)
            notes.guess("a secret door with a placeholder for its clue: write your own", where, about="clues")
        if kind == "P":
            notes.guess("a portcullis counts as a door that is stuck", where)
    for one, other in sorted(_touching(at)):
        way = DoorId(f"{id}-opening-{one}-{other}"[:64].strip("-"))
        found[way] = Door(way, (one, other), DoorState.NO_DOOR, "opening")
    notes.keep(f"{counted(len(zones), 'stretch of floor', 'stretches of floor')} between doors")
    notes.keep(counted(len(found), "door"))
    notes.guess("narrow stretches are taken for passages, wide ones for rooms", about="small")
    notes.guess(f"a square counts as {SQUARE_FT} ft: the file does not say", about="square")
    ups = [at[cell] for cell, word in sorted(grid.items()) if word.startswith("SU") and cell in at]
    if not ups:
        notes.guess("no stairs lead up: the first room counts as the entrance", about="entrance")
    return Site(id, title, ups[0] if ups else next(iter(zones)), zones=zones, doors=found, features=features)


def _cut(regions: list[CellRegion]) -> list[CellRegion]:
    """Stretches of floor, the winding passages among them cut into straight ones."""
    narrow = [region for region in regions if _is_corridor(region)]
    straight = straightened(narrow)
    return (
        regions
        if straight is None
        else sorted([*(each for each in regions if not _is_corridor(each)), *straight], key=lambda each: each.first)
    )


def _is_corridor(region: CellRegion) -> bool:
    box = region.box
    return min(box.width, box.height) < 2 or 2 * len(region.cells) < box.width * box.height


def _touching(at: dict[MapCell, ZoneId]) -> set[tuple[ZoneId, ZoneId]]:
    """The places that lie beside each other without a door."""
    pairs = ((zone, at.get(beside, zone)) for cell, zone in at.items() for beside in cell.beside)
    return {(one, other) for one, other in pairs if one < other}


def _zone(region: CellRegion, names: Counter[str]) -> Zone:
    box, first = region.box, min(region.cells)
    corridor = _is_corridor(region)
    shape = region.longest_run if corridor else box
    kind = PASSAGE if corridor else "Room"
    names[kind] += 1
    long, broad = SQUARE_FT * max(shape.width, shape.height), SQUARE_FT * min(shape.width, shape.height)
    return Zone(
        ZoneId(place_id("room", first.col, first.row)),
        kind if corridor else f"Room {names[kind]}",
        corridor=corridor,
        shape=shape,
        length_ft=SQUARE_FT * len(region.cells) if corridor else long,
        width_ft=broad,
    )
