"""A map of Worldographer as lands: ground by its terrains, towns and landmarks, roads, trails and rivers, and notes."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_NAME, SourceFile, from_html, one_line, refuse, whole
from undercroft.exchange.foreign.terrain_words import LINES, ground_of
from undercroft.exchange.foreign.text_mapper import MOST_SIDE, PATHS, features_of
from undercroft.exchange.foreign.worldographer.parts import MAGIC, MapMark, Parts, unpacked
from undercroft.kernel.amounts import counted
from undercroft.table.state.hexes import apart, neighbours
from undercroft.table.state.ids import FeatureId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Path

WHAT = "a hex map of Worldographer"
UNIT = 300.0
"""The width and height of a hex in the coordinates of features, notes and lines; the map's own size is its zoom."""
_COLOUR = re.compile(r"(0(?:\.[0-9]+)?|1(?:\.0+)?),(0(?:\.[0-9]+)?|1(?:\.0+)?),(0(?:\.[0-9]+)?|1(?:\.0+)?),")
_TINGE = 0.1
"""How much more of one colour than of another makes a line blue or brown."""
MOST_STEPS = 400


def recognises(source: SourceFile) -> bool:
    """A packed XML document whose first element is a map."""
    if not source.raw.startswith(MAGIC):
        return False
    begins = unpacked(source.raw)[:2000]
    encoding = "utf-16" if begins[:2] in (b"\xfe\xff", b"\xff\xfe") else "utf-8"
    return re.search(r"<map\s", begins.decode(encoding, "ignore")) is not None


def read(source: SourceFile, notes: Notes) -> Imported:
    """The lands of the map."""
    return replace(_Map(Parts(unpacked(source.raw)), notes).imported(), title=source.title)


class _Map:
    def __init__(self, parts: Parts, notes: Notes) -> None:
        self.parts, self.notes = parts, notes
        self.turned = parts.map.get("hexOrientation", "COLUMNS") == "ROWS"
        names = [word.strip() for word in parts.terrains.split("\t")]
        self.terrains = {whole(index, -1): name for name, index in zip(names[::2], names[1::2], strict=False)}
        self.hexes: dict[HexId, LandHex] = {}
        self.numbered = 0
        """The labels that only number their hexes."""

    def imported(self) -> Imported:
        """What the map comes to."""
        if self.turned:
            self.notes.guess("a map in rows is laid on its side: neighbours stay neighbours", "map hexOrientation")
        wet = self._tiles()
        if not self.hexes:
            refuse("it is a map without land", "give it hexes that people can walk in")
        self.notes.keep(counted(len(self.hexes), "hex", "hexes"), "tiles")
        if wet:
            self.notes.drop(f"{counted(wet, 'hex', 'hexes')} of water: lands have none", "tiles")
        for mark in self.parts.features:
            self._feature(mark)
        for mark in (*self.parts.labels, *self.parts.notes):
            self._note(mark)
        if self.numbered:
            self.notes.drop(f"{counted(self.numbered, 'label')} with nothing but the number of a hex", "labels")
        ways = self._ways()
        if self.parts.told:
            self.notes.drop(
                f"{counted(len(self.parts.told), 'note')} about the world: {one_line(self.parts.told[0])}",
                "informations",
            )
        return Imported(WHAT, "", lands=Lands(hexes=self.hexes, ways=ways))

    def _tiles(self) -> int:
        """Every tile; how many are water."""
        wet, unknown = 0, dict[str, int]()
        for column, text in enumerate(self.parts.columns):
            for row, line in enumerate(text.strip("\r\n").splitlines()):
                id = self._id(column, row)
                cells = line.split("\t")
                if id is None or not line.strip():
                    continue
                name = self.terrains.get(whole(cells[0], -1), "")
                ground = ground_of([name])
                if ground.water and ground.terrain is None:
                    wet += 1
                    continue
                if ground.terrain is None:
                    unknown[name] = unknown.get(name, 0) + 1
                secret = "Marked as the referee's." if len(cells) > 3 and cells[3].strip() in ("1", "true") else ""
                self.hexes[id] = LandHex(id, ground.terrain or Terrain.PLAINS, secret=secret, tags=ground.tags)
        for name, many in unknown.items():
            said = name or "ground without a name"
            self.notes.guess(f"{said}: {counted(many, 'hex', 'hexes')} counted as plains", "terrainmap")
        wide = len(self.parts.columns)
        if wide > MOST_SIDE:
            self.notes.drop(f"columns or rows beyond {MOST_SIDE}", "tiles")
        return wet

    def _id(self, column: int, row: int) -> HexId | None:
        across, down = (row, column) if self.turned else (column, row)
        return HexId(f"{across + 1:02}{down + 1:02}") if across < MOST_SIDE and down < MOST_SIDE else None

    def _at(self, point: tuple[float, float]) -> HexId | None:
        """The hex whose middle is nearest."""
        x, y = (part / UNIT for part in (reversed(point) if self.turned else point))
        near = round((x - 0.5) / 0.75)
        found: list[tuple[float, int, int]] = []
        for column in (near - 1, near, near + 1):
            shift = 0.5 if column % 2 else 0.0
            row = round(y - 0.5 - shift)
            middle = 0.5 + 0.75 * column, 0.5 + shift + row
            found.append(((middle[0] - x) ** 2 + (middle[1] - y) ** 2, column, row))
        _, column, row = min(found)
        id = HexId(f"{column + 1:02}{row + 1:02}") if 0 <= column < MOST_SIDE and 0 <= row < MOST_SIDE else None
        return id if id in self.hexes else None

    def _feature(self, mark: MapMark) -> None:
        at = self._at(mark.points[0]) if mark.points else None
        name = one_line(mark.words)
        if at is None:
            self.notes.drop(f"a feature outside the land: {name or one_line(mark.kind)}", "features")
            return
        ground = ground_of([mark.kind])
        made = features_of(at, ground, name) or self._plain_feature(at, mark, name)
        if mark.hidden:
            made = {id: replace(feature, grade=Visibility.HIDDEN) for id, feature in made.items()}
        hex = self.hexes[at]
        self.hexes[at] = replace(hex, name=hex.name or ("" if mark.hidden else name), features={**hex.features, **made})
        self.notes.keep(f"{name or one_line(mark.kind)} in hex {at}{', hidden' if mark.hidden else ''}", "features")

    def _plain_feature(self, at: HexId, mark: MapMark, name: str) -> dict[FeatureId, LandFeature]:
        kind = re.split(r"[/\\]", mark.kind)[-1].strip() or "Feature"
        id = FeatureId(f"{at}-{len(self.hexes[at].features) + 1}")
        return {id: LandFeature(id, (name or kind)[:MOST_NAME], f"{one_line(kind).capitalize()}.")}

    def _note(self, mark: MapMark) -> None:
        words = from_html(mark.words)
        said = ": ".join(filter(None, (one_line(mark.kind) if mark in self.parts.notes else "", words)))
        at = self._at(mark.points[0]) if mark.points else None
        if not said:
            return
        if at is None:
            self.notes.drop(f"a note outside the land: {one_line(said)}", "notes")
            return
        if mark in self.parts.labels and re.fullmatch(r"[0-9.,\s]+", said):
            self.numbered += 1
            return
        hex = self.hexes[at]
        if mark in self.parts.labels and not mark.hidden and not hex.name:
            self.hexes[at] = replace(hex, name=one_line(said))
            self.notes.keep(f"the name of {at}: {one_line(said)}", "labels")
            return
        self.hexes[at] = replace(hex, secret="\n".join(filter(None, (hex.secret, said)))[:4000])
        self.notes.keep(f"a referee's note in hex {at}: {one_line(said)}", "notes")

    def _ways(self) -> tuple[LandWay, ...]:
        found = dict[tuple[frozenset[HexId], Path], LandWay]()
        for number, line in enumerate(self.parts.lines):
            words = set(re.findall(r"[a-z]+", f"{line.tag} {line.kind}".casefold()))
            path = next((path for word, path in PATHS.items() if word in words - {"path"}), None)
            where = f"shapes[{number}]"
            if path is None and words == {"path"} and not line.hidden:
                path = _by_colour(line.stroke)
                if path is not None:
                    self.notes.guess(f"a line without a tag counts as a {LINES[path]}, by its colour", where)
            if path is None or line.hidden:
                why = "for the referee alone" if line.hidden else "neither a road, a trail nor a river"
                self.notes.drop(f"a line that is {why}: {one_line(line.tag or line.kind)}", where)
                continue
            hexes = [at for point in line.points if (at := self._at(point)) is not None]
            steps = {
                (frozenset(pair), path): LandWay(pair, path) for pair in _steps(hexes) if set(pair) <= self.hexes.keys()
            }
            found |= steps
            self.notes.keep(f"{counted(len(steps), 'stretch', 'stretches')} of {LINES[path]}", where)
        return tuple(found.values())


def _by_colour(stroke: str) -> Path | None:
    """What an untagged line is: blue ones are rivers, brown ones roads, or trails if they are dashed or dotted.

    >>> _by_colour("0.3,0.5,0.7,1.0 SIMPLE"), _by_colour("0.4,0.2,0.0,1.0 DASHED"), _by_colour("1.0,0.0,0.0,1.0 SIMPLE")
    (<Path.RIVER: 'river'>, <Path.TRAIL: 'trail'>, None)
    """
    found = _COLOUR.match(stroke)
    if found is None:
        return None
    red, green, blue = map(float, found.groups())
    if blue > red + _TINGE and blue >= green:
        return Path.RIVER
    if red > green > blue and red > blue + _TINGE:
        return Path.TRAIL if re.search(r"DASH|DOT", stroke) else Path.MAINTAINED
    return None


def _steps(hexes: Sequence[HexId]) -> Iterator[tuple[HexId, HexId]]:
    """From hex to hex, through those between."""
    for here, there in pairwise(hexes):
        for _ in range(MOST_STEPS):
            if here == there:
                break
            further = min(neighbours(here), key=lambda hex: apart(hex, there))
            yield here, further
            here = further  # noqa: PLW2901 - one step on
