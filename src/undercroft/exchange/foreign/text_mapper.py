"""Text Mapper: hexes and lines as text, one a line. Nothing it includes is fetched, nothing it draws is kept."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_NAME, MOST_PARTS, SourceFile, one_line, plain, refuse
from undercroft.exchange.foreign.terrain_words import Ground, ground_of
from undercroft.kernel.amounts import counted, series
from undercroft.table.state.ids import FeatureId, HexId, TownId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Path

WHAT = "a hex map of Text Mapper"
MOST_SIDE = 99
"""The columns and rows that our lands have at most."""
MOST_WORDS = 40
"""The most types and texts of one hex."""
MOST_STEPS = 400
"""The hexes that one stretch of a line crosses at most."""
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

_XY = r"-?[0-9]{2}-?[0-9]{2}(?:[0-9]{2})?"
_DOTTED = r"-?[0-9]{2,4}\.-?[0-9]{2,4}(?:\.[0-9]{2,4})?"
_HEX = re.compile(rf"(?P<at>{_XY}|{_DOTTED})(?:[ \t]+(?P<rest>.*))?")
_LINE = re.compile(
    rf"(?P<points>(?:{_XY}(?:-{_XY})+)|(?:{_DOTTED}(?:-{_DOTTED})+))[ \t]+(?P<kind>[^\s\"\u201c]+)(?P<rest>.*)"
)
_POINT = re.compile(rf"{_DOTTED}|{_XY}")
_PART = re.compile(r"(-?[0-9]{2})(-?[0-9]{2})([0-9]{2})?|(-?[0-9]{2,4})\.(-?[0-9]{2,4})(?:\.([0-9]{2,4}))?")
_QUOTED = re.compile(
    r"(?:(?P<key>[\w-]+)=)?[\"\u201c\u201d](?P<text>[^\"\u201c\u201d]*)[\"\u201c\u201d]"
    r"(?P<size>[ \t]+[0-9]+(?:\.[0-9]+)?)?(?P<moved>[ \t]*transform\([^)]*\))?"
)
_WORLD = re.compile(r"(?P<name>\S.*?)[ \t]+(?P<at>[0-9]{4})[ \t]+(?P<uwp>[A-EX][0-9A-HX]{6}-[0-9A-Z])(?P<rest>.*)")
_OPTION = re.compile(r"(?:option|use tileset)[ \t]+(?P<words>\S.*)")
_TITLED = re.compile(r"(?:map )?title:[ \t]*(?P<title>\S.*)", re.IGNORECASE)
_STYLE = re.compile(r"\S+[ \t]+(?:path[ \t]+)?(?:attributes|lib|xml)\b|\S+[ \t]+path\b|<|(?:text|glow|label|other)\b")


class Spot(NamedTuple):
    """A place as the file writes it."""

    x: int
    y: int
    z: int = 0

    @property
    def around(self) -> tuple["Spot", ...]:
        """Its neighbours: north-west, north, north-east, south-east, south, south-west."""
        x, y, z = self
        up, down = (y - 1, y) if x % 2 else (y, y + 1)
        return (
            Spot(x - 1, up, z),
            Spot(x, y - 1, z),
            Spot(x + 1, up, z),
            Spot(x + 1, down, z),
            Spot(x, y + 1, z),
            Spot(x - 1, down, z),
        )


class _Hex(NamedTuple):
    line: int
    types: tuple[str, ...]
    name: str
    texts: tuple[str, ...]


class _Stretch(NamedTuple):
    line: int
    points: tuple[Spot, ...]
    path: Path
    name: str


def recognises(source: SourceFile) -> bool:
    """Most lines are hexes, or lines between them."""
    lines = [line for line in source.text[:200_000].split("\n") if line.strip() and not line.startswith("#")]
    drawn = sum(bool(_LINE.match(line) or (_HEX.match(line) and _HEX.fullmatch(line.strip()))) for line in lines)
    other = sum(bool(_STYLE.match(line) or re.match(r"(?:include|url|license)\b", line)) for line in lines)
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
        self.hexes: dict[Spot, _Hex] = {}
        self.lines: list[_Stretch] = []
        for number, line in lines:
            words = line.strip()
            if words and not words.startswith("#"):
                self._take(words, number)
        if len(self.hexes) > 2 * MOST_PARTS:
            refuse(f"it has more than {2 * MOST_PARTS} hexes", "take a part of the map")

    def _take(self, line: str, number: int) -> None:
        """One line, in the order in which Text Mapper tries what it may be."""
        at = f"line {number}"
        if (found := _HEX.fullmatch(line)) is not None:
            self._hex(_spot(found["at"]), found["rest"] or "", number)
        elif (found := _LINE.fullmatch(line)) is not None:
            self._line(found, number)
        elif (found := _WORLD.fullmatch(line)) is not None:
            types = (f"starport-{found['uwp'][0]}",)
            texts = (f"{found['uwp']} {found['rest'].strip()}".strip(),)
            self.hexes[_spot(found["at"])] = _Hex(number, types, one_line(found["name"]), texts)
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
            self.notes.keep(f"the licence, for you to heed: {words}", at)
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

    def _hex(self, spot: Spot, rest: str, number: int) -> None:
        name, texts = "", list[str]()
        for found in _QUOTED.finditer(rest):
            key, text = found["key"], one_line(found["text"], 200)
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
        points = tuple(_points(found["points"]))
        kind, at = found["kind"].casefold(), f"line {number}"
        path = next((path for word, path in PATHS.items() if word in re.split(r"[^a-z]+", kind)), None)
        label = _QUOTED.search(found["rest"])
        name = one_line(label["text"]) if label else ""
        if len({point.z for point in points}) > 1:
            self.notes.drop("a line that crosses levels", at)
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
        ways = self._ways(ids, hexes)
        if ways:
            self.notes.keep(counted(len(ways), "stretch of road, trail or river", "stretches of road, trail or river"))
        if not hexes:
            refuse("it is a map of water alone", "give it hexes that people can walk in")
        return Lands(name=self.title, hexes=hexes, ways=ways)

    def _ids(self, level: int) -> dict[Spot, HexId]:
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
            self.notes.drop(f"water{f', {hex.name}' if hex.name else ''}: lands have no hexes of it", at)
            return None
        if terrain is None:
            terrain = Terrain.PLAINS
            self.notes.guess(
                f"the ground of {id} is taken for plains: {' '.join(hex.types) or 'the file has no word for it'}", at
            )
        elif ground.several:
            self.notes.guess(
                f"of {' '.join(hex.types)} the ground that is hardest to cross: {terrain.replace('_', ' ')}", at
            )
        if ground.unknown:
            self.notes.guess(f"kept in the referee's notes: {series(ground.unknown)}", at)
        texts = [*hex.texts, *([f"Marked: {', '.join(ground.unknown)}."] if ground.unknown else [])]
        return LandHex(
            id, terrain, hex.name, secret="\n".join(texts), tags=ground.tags, features=features_of(id, ground, hex.name)
        )

    def _ways(self, ids: Mapping[Spot, HexId], hexes: Mapping[HexId, LandHex]) -> tuple[LandWay, ...]:
        found = dict[tuple[frozenset[HexId], Path], LandWay]()
        for stretch in self.lines:
            lost = 0
            spots = [*_crossed(stretch.points)]
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


def features_of(id: HexId, ground: Ground, name: str) -> dict[FeatureId, LandFeature]:
    """What stands in a hex: settlements that can be entered, and landmarks. The first has the name of the hex."""
    found = dict[FeatureId, LandFeature]()
    for word in (*ground.settlements, *ground.landmarks):
        feature = FeatureId(f"{id}-{word}")
        town = TownId(f"{id}-{word}") if word in ground.settlements else None
        called = name if name and not found else word.capitalize()
        article = "An" if word[0] in "aeiou" else "A"
        found[feature] = LandFeature(feature, called[:MOST_NAME], f"{article} {word}.", town=town)
    return found


def _points(written: str) -> Iterator[Spot]:
    """The points of a line; the hyphen between two of them does not belong to either."""
    at = 0
    while (found := _POINT.match(written, at)) is not None:
        yield _spot(found[0])
        at = found.end() + 1


def _spot(written: str) -> Spot:
    found = _PART.fullmatch(written)
    if found is None:
        return Spot(0, 0)
    parts = [int(part) for part in found.groups() if part is not None]
    return Spot(*parts)


def _crossed(points: tuple[Spot, ...]) -> Iterator[Spot]:
    """Every hex that a line passes, as Text Mapper draws it: always to the nearest neighbour of the next point."""
    here = points[0]
    yield here
    for there in points[1:]:
        for _ in range(MOST_STEPS):
            if here == there:
                break
            here = min(here.around, key=lambda spot: (spot.x - there.x) ** 2 + (spot.y - there.y) ** 2)
            yield here
