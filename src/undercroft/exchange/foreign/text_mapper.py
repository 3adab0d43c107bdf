"""Text Mapper: hexes and lines as text, one a line. Nothing it includes is fetched, nothing it draws is kept."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple

from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.hex_lines import DOTTED, XY, HexSpot, crossed, points_in, spot_at, steps_of, within
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_NAME, MOST_PARTS, SourceFile, one_line, plain, refuse
from undercroft.exchange.foreign.terrain_words import TerrainWord, ground_of
from undercroft.kernel.amounts import counted, series
from undercroft.table.state.ids import FeatureId, HexId, RegionId, TownId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Path, Region
from undercroft.table.state.new_ids import id_from

WHAT = "a hex map of Text Mapper"
MOST_SIDE = 99
"""The columns and rows that our lands have at most."""
MOST_WORDS = 40
"""The most types and texts of one hex."""
PATHS: Mapping[str, Path] = {
    "road": Path.MAINTAINED,
    "highway": Path.MAINTAINED,
    "trail": Path.TRAIL,
    "track": Path.TRAIL,
    "path": Path.TRAIL,
    "river": Path.RIVER,
    "stream": Path.RIVER,
}
"""Which lines mean which ways; the others are reported."""

MOST_LINE = 2000
"""The signs of one line that are read."""
MOST_CROSSED = 100_000
"""The hexes that all lines cross at most."""
MOST_AREAS = 60
"""The most regions of one map."""
AREAS = frozenset({"region", "area", "realm", "barony", "county", "duchy", "kingdom"})
"""Which lines mean the hexes that they cross, and those that they enclose."""

_HEX = re.compile(rf"(?P<at>{XY}|{DOTTED})(?:[ \t]+(?P<rest>.*))?")
_LINE = re.compile(
    rf"(?P<points>(?:{XY}(?:-{XY})+)|(?:{DOTTED}(?:-{DOTTED})+))[ \t]+(?P<kind>[^\s\"\u201c]+)(?P<rest>.*)"
)
_QUOTED = re.compile(
    r"(?:(?P<key>[\w-]+)=)?[\"\u201c\u201d](?P<text>(?:[^\\\"\u201c\u201d]|\\.)*+)[\"\u201c\u201d]"
    r"(?P<size>[ \t]+[0-9]+(?:\.[0-9]+)?)?(?P<moved>[ \t]*transform\([^)]*\))?"
)
_ESCAPED = re.compile(r"\\([\\\"\u201c\u201d])")
_WORLD = re.compile(r"(?P<name>\S.*?)[ \t]+(?P<at>[0-9]{4})[ \t]+(?P<uwp>[A-EX][0-9A-HX]{6}-[0-9A-Z])(?P<rest>.*)")
_OPTION = re.compile(r"(?:option|use tileset)[ \t]+(?P<words>\S.*)")
_TITLED = re.compile(r"(?:map )?title:[ \t]*(?P<title>\S.*)", re.IGNORECASE)
_HEADED = re.compile(r"(?:#+[ \t]*)?(?P<title>[^\W\d_][^:=]{2,60}?)")
"""The first line of a file where it is its name: words, perhaps behind the sign of a comment."""
_OTHER = re.compile(r"(?:include|url|license)\b")
_STYLE = re.compile(r"\S+[ \t]+(?:path[ \t]+)?(?:attributes|lib|xml)\b|\S+[ \t]+path\b|<|(?:text|glow|label|other)\b")


class _Hex(NamedTuple):
    line: int
    types: tuple[str, ...]
    name: str
    texts: tuple[str, ...]


class _Stretch(NamedTuple):
    line: int
    points: tuple[HexSpot, ...]
    path: Path
    name: str


class _Area(NamedTuple):
    line: int
    spots: frozenset[HexSpot]
    name: str


def recognises(source: SourceFile) -> bool:
    """Most lines are hexes, or lines between them."""
    lines = [
        line[:MOST_LINE]
        for line in dedent(source.text[:200_000]).split("\n")
        if line.strip() and not line.startswith("#")
    ]
    drawn = sum(
        bool(_LINE.match(line) or (_HEX.match(line) and _HEX.fullmatch(line.strip())) or _WORLD.fullmatch(line))
        for line in lines
    )
    other = sum(bool(_STYLE.match(line) or _OTHER.match(line)) for line in lines)
    return (
        drawn > 0
        and "```" not in source.text[:200_000]
        and 2 * drawn > len(lines) - other
        and not source.text.lstrip().startswith(("{", "["))
    )


def read(source: SourceFile, notes: Notes) -> Imported:
    """The lands of the map."""
    lands = lands_of(enumerate(source.text.split("\n"), 1), source.title, notes)
    return Imported(WHAT, lands.name, lands=lands)


def lands_of(lines: Iterable[tuple[int, str]], title: str, notes: Notes) -> Lands:
    """The lands of a map, from its lines and their numbers."""
    return _Map(lines, title, notes).lands()


class _Map:
    def __init__(self, lines: Iterable[tuple[int, str]], title: str, notes: Notes) -> None:
        self.title, self.notes = title, notes
        self.hexes: dict[HexSpot, _Hex] = {}
        self.lines: list[_Stretch] = []
        self.areas: list[_Area] = []
        self.crossed = 0
        self.filled: dict[HexSpot, _Hex] = {}
        """The hexes of lines of ground; a hex with a line of its own is as that says."""
        begun = False
        for number, line in lines:
            words = line[:MOST_LINE].strip()
            if words and not begun:
                begun = True
                if (named := _HEADED.fullmatch(words)) is not None and not _drawn(words):
                    self.title = one_line(named["title"])
                    continue
            if words and not words.startswith("#"):
                self._take(words, number)
        self.hexes = {**self.filled, **self.hexes}
        if len(self.hexes) > 2 * MOST_PARTS:
            refuse(f"it has more than {2 * MOST_PARTS} hexes", "take a part of the map")

    def _take(self, line: str, number: int) -> None:
        """One line, in the order in which Text Mapper tries what it may be."""
        at = f"line {number}"
        if (found := _HEX.fullmatch(line)) is not None:
            self._hex(spot_at(found["at"]), found["rest"] or "", number)
        elif (found := _LINE.fullmatch(line)) is not None:
            self._line(found, number)
        elif (found := _WORLD.fullmatch(line)) is not None:
            types = (f"starport-{found['uwp'][0]}",)
            texts = (f"{found['uwp']} {found['rest'].strip()}".strip(),)
            self.hexes[spot_at(found["at"])] = _Hex(number, types, one_line(found["name"]), texts)
        elif (found := _TITLED.fullmatch(line)) is not None:
            self.title = one_line(found["title"]) or self.title
        elif (found := _OPTION.fullmatch(line)) is not None:
            self._option(one_line(found["words"]), at)
        elif line.startswith("include"):
            self.notes.drop(f"{one_line(line)}: nothing is fetched", at)
        elif line.startswith("url"):
            self.notes.drop(f"the address of a wiki: {one_line(line[3:])}", at)
        elif line.startswith("license"):
            words = plain(re.sub(r"<[^>]*>", " ", line[7:]), 120)
            self.notes.keep(f"the licence of the file: {words}", at)
        elif _STYLE.match(line):
            self.notes.drop("a line that only styles the drawing", at)
        else:
            self.notes.drop(f"not a line of a hex map: {one_line(line)}", at)

    def _option(self, words: str, at: str) -> None:
        if words in ("horizontal", "swap-even-odd"):
            what = "pointed hexes" if words == "horizontal" else "even columns higher than odd ones"
            self.notes.guess(f"the map has {what}: some hexes have other neighbours here than in its drawing", at)
        else:
            self.notes.drop("a line that only styles the drawing", at)

    def _hex(self, spot: HexSpot, rest: str, number: int) -> None:
        name, texts = "", list[str]()
        for found in _QUOTED.finditer(rest):
            key, text = found["key"], _label(found["text"], 200)
            if not text:
                continue
            if "|" in text:
                link, _, text = (part.strip() for part in text.rpartition("|"))
                texts += [f"Note: {link}"] if link and link != text else []
            if key == "name" or (key is None and not name and not found["moved"]):
                name = one_line(text)
            else:
                texts.append(f"{key}: {text}" if key else text)
        types = tuple(word for word in _QUOTED.sub(" ", rest).split() if word != "empty")
        if spot in self.hexes:
            self.notes.guess("a hex with two lines: both count", f"line {number}")
            first = self.hexes[spot]
            types, texts = (*first.types, *types)[:MOST_WORDS], [*first.texts, *texts][:MOST_WORDS]
            name = first.name or name
        self.hexes[spot] = _Hex(number, types, name, tuple(texts))

    def _line(self, found: re.Match[str], number: int) -> None:
        points = tuple(points_in(found["points"]))
        self.crossed += steps_of(points)
        if self.crossed > MOST_CROSSED:
            refuse(f"its lines cross more than {MOST_CROSSED} hexes", "take a part of the map")
        kind, at = found["kind"].casefold(), f"line {number}"
        words = re.split(r"[^a-z]+", kind)
        path = next((path for word, path in PATHS.items() if word in words), None)
        types = (kind, *_QUOTED.sub(" ", found["rest"]).split())
        label = _QUOTED.search(found["rest"])
        name = _label(label["text"]) if label else ""
        if len({point.z for point in points}) > 1:
            self.notes.drop("a line that crosses levels", at)
        elif path is None and not AREAS.isdisjoint(words) and len(self.areas) < MOST_AREAS:
            self.areas.append(_Area(number, within(points), name or one_line(kind)))
        elif path is None and ground_of(types).terrain is not None:
            self.filled |= {spot: _Hex(number, types, "", ()) for spot in crossed(points)}
        elif path is None:
            self.notes.drop(f"a line that is neither a road, a trail nor a river: {one_line(kind)} {name}".strip(), at)
        else:
            self.lines.append(_Stretch(number, points, path, name))

    def lands(self) -> Lands:
        """What the map comes to."""
        levels = Counter(spot.z for spot in self.hexes)
        if not levels:
            refuse("it is a map without a hex", "write hexes such as 0101 hill")
        level = min(levels, key=lambda z: (-levels[z], z))
        for other in sorted(levels.keys() - {level}):
            self.notes.drop(f"{counted(levels[other], 'hex', 'hexes')} of another level", f"level {other:02}")
        ids = self._ids(level)
        hexes = {
            ids[spot]: hex
            for spot, each in sorted(self.hexes.items())
            if spot in ids and (hex := self._made(ids[spot], each))
        }
        self.notes.keep(counted(len(hexes), "hex", "hexes"))
        regions = self._regions(ids, hexes)
        ways = self._ways(ids, hexes)
        if ways:
            self.notes.keep(counted(len(ways), "stretch of road, trail or river", "stretches of road, trail or river"))
        if not hexes:
            refuse("it is a map of water alone", "give it hexes that people can walk in")
        return Lands(name=self.title, hexes=hexes, ways=ways, regions=regions)

    def _regions(self, ids: Mapping[HexSpot, HexId], hexes: dict[HexId, LandHex]) -> dict[RegionId, Region]:
        """The regions of the map; a hex of several belongs to the first."""
        found = dict[RegionId, Region]()
        for area in self.areas:
            own = [ids[spot] for spot in sorted(area.spots) if spot in ids and ids[spot] in hexes]
            free = [id for id in own if hexes[id].region is None]
            if not free:
                self.notes.drop(f"a region without a hex of its own: {area.name}", f"line {area.line}")
                continue
            region = Region(RegionId(id_from(area.name, "region")), area.name)
            found.setdefault(region.id, region)
            hexes |= {id: replace(hexes[id], region=region.id) for id in free}
            self.notes.keep(f"the region {area.name}, with {counted(len(free), 'hex', 'hexes')}", f"line {area.line}")
        return found

    def _ids(self, level: int) -> dict[HexSpot, HexId]:
        """Our hex for each place. A map that begins before 01 is moved, by an even number of columns."""
        spots = [spot for spot in self.hexes if spot.z == level]
        across, down = (max(0, 1 - min(each)) for each in zip(*((spot.x, spot.y) for spot in spots), strict=True))
        across += across % 2
        if across or down:
            moved = [counted(many, of) for many, of in ((across, "column"), (down, "row")) if many]
            self.notes.guess(f"the map is moved by {series(moved)}, to begin at 01")
        ids = {
            spot: HexId(f"{spot.x + across:02}{spot.y + down:02}")
            for spot in spots
            if spot.x + across <= MOST_SIDE and spot.y + down <= MOST_SIDE
        }
        if len(ids) < len(spots):
            self.notes.drop(f"{counted(len(spots) - len(ids), 'hex', 'hexes')} beyond column or row {MOST_SIDE}")
        return ids

    def _made(self, id: HexId, hex: _Hex) -> LandHex | None:
        ground, at = ground_of(hex.types), f"line {hex.line}"
        terrain = ground.terrain
        if ground.water and terrain is None and not (ground.settlements or ground.landmarks):
            self.notes.drop(f"a hex of water{f', {hex.name}' if hex.name else ''}: lands have no such hexes", at)
            return None
        if terrain is None:
            terrain = Terrain.PLAINS
            why = f"“{' '.join(hex.types)}” is not a terrain here" if hex.types else "the file names no terrain"
            self.notes.guess(f"hex {id} counts as plains: {why}", at)
        elif ground.several:
            self.notes.guess(
                f"“{' '.join(hex.types)}” counts as {terrain.replace('_', ' ')}, the hardest of these to cross", at
            )
        if ground.unknown:
            self.notes.guess(f"kept in the referee's notes: {series(ground.unknown)}", at)
        texts = [*hex.texts, *([f"Marked: {', '.join(ground.unknown)}."] if ground.unknown else [])]
        return LandHex(
            id, terrain, hex.name, secret="\n".join(texts), tags=ground.tags, features=features_of(id, ground, hex.name)
        )

    def _ways(self, ids: Mapping[HexSpot, HexId], hexes: Mapping[HexId, LandHex]) -> tuple[LandWay, ...]:
        found = dict[tuple[frozenset[HexId], Path], LandWay]()
        for stretch in self.lines:
            lost = 0
            spots = [*crossed(stretch.points)]
            for one, other in pairwise(spots):
                ends = (ids.get(one), ids.get(other))
                if ends[0] is None or ends[1] is None or ends[0] not in hexes or ends[1] not in hexes:
                    lost += 1
                    continue
                way = LandWay((ends[0], ends[1]), stretch.path, stretch.name)
                found.setdefault((frozenset(way.between), way.path), way)
            if lost:
                many = counted(lost, "step of a line", "steps of a line")
                self.notes.drop(f"{many} outside the hexes of the map", f"line {stretch.line}")
        return tuple(found.values())


def features_of(id: HexId, ground: TerrainWord, name: str) -> dict[FeatureId, LandFeature]:
    """What stands in a hex: settlements that can be entered, and landmarks. The first has the name of the hex."""
    found = dict[FeatureId, LandFeature]()
    for word in (*ground.settlements, *ground.landmarks):
        feature = FeatureId(f"{id}-{word}")
        town = TownId(f"{id}-{word}") if word in ground.settlements else None
        called = name if name and not found else word.capitalize()
        article = "An" if word[0] in "aeiou" else "A"
        found[feature] = LandFeature(feature, called[:MOST_NAME], f"{article} {word}.", town=town)
    return found


def _drawn(line: str) -> bool:
    """Whether a line is one that Text Mapper draws, or that tells it how."""
    return any(pattern.match(line) for pattern in (_HEX, _LINE, _WORLD, _TITLED, _OPTION, _STYLE, _OTHER))


def is_drawn(line: str) -> bool:
    """Whether a line is a hex with something in it, or a line between hexes."""
    hex = _HEX.fullmatch(line.strip())
    return bool(_LINE.fullmatch(line.strip()) or (hex and hex["rest"]))


def _label(written: str, most: int = MOST_NAME) -> str:
    """A text between quotation marks, with those in it that stand behind a backslash."""
    return one_line(_ESCAPED.sub(r"\1", written), most)
