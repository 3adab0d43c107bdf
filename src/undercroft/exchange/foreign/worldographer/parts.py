"""What a Worldographer file holds, taken from its XML piece by piece. Documents that declare entities are refused."""

import zlib
from typing import NamedTuple
from xml.parsers import expat

from undercroft.exchange.foreign.source import MOST_PARTS, refuse

MOST_UNPACKED = 64 * 1024 * 1024
MOST_RATIO = 200
MAGIC = b"\x1f\x8b"
_ENOUGH = 100_000
"""The characters of one text that are kept."""


class MapMark(NamedTuple):
    """A feature, a label, a note or a line: its kind, its words, whether it is for the referee, and its points."""

    kind: str
    words: str
    hidden: bool
    points: tuple[tuple[float, float], ...]
    tag: str
    stroke: str = ""
    """How a line is drawn: its colour, and whether it is dashed."""


class Parts:
    """The pieces of a file."""

    def __init__(self, xml: bytes) -> None:
        self.map: dict[str, str] = {}
        self.tiles: dict[str, str] = {}
        self.terrains = ""
        self.columns: list[str] = []
        self.features: list[MapMark] = []
        self.labels: list[MapMark] = []
        self.lines: list[MapMark] = []
        self.notes: list[MapMark] = []
        self.told: list[str] = []
        self._path: list[str] = []
        self._words: list[str] = []
        self._length = 0
        self._open: dict[str, str] = {}
        self._points: list[tuple[float, float]] = []
        self._label: str = ""
        self._parse(xml)

    def _parse(self, xml: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = _refused
        parser.EntityDeclHandler = _refused
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._say
        try:
            parser.Parse(xml, True)
        except (expat.ExpatError, ValueError, LookupError):
            refuse("its XML is damaged", "save it again in Worldographer")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        if len(self._path) > 20:
            refuse("it is nested more than 20 deep", "save it again in Worldographer")
        if name == "map":
            self.map = attributes
        elif name == "tiles":
            self.tiles = attributes
        elif name in ("feature", "shape", "note") or (name == "label" and "feature" not in self._path):
            self._open, self._points, self._label = attributes, [], ""
        elif name == "information":
            self.told.append(attributes.get("title", ""))
        if name in ("location", "p") or (name == "note" and "x" in attributes):
            self._place(attributes)
        self._words, self._length = [], 0

    def _place(self, attributes: dict[str, str]) -> None:
        within_label = "label" in self._path and "feature" in self._path
        try:
            point = float(attributes.get("x", "")), float(attributes.get("y", ""))
        except ValueError:
            return
        if not within_label and len(self._points) < MOST_PARTS and all(abs(part) < 1e7 for part in point):
            self._points.append(point)

    def _say(self, words: str) -> None:
        if self._length < _ENOUGH or self._path[-1:] == ["tilerow"]:
            self._words.append(words)
            self._length += len(words)

    def _end(self, name: str) -> None:
        words = "".join(self._words)
        match name:
            case "terrainmap":
                self.terrains = words
            case "tilerow" if len(self.columns) < 1000:
                self.columns.append(words)
            case "label" if "feature" in self._path:
                self._label = words
            case "label":
                self._keep(self.labels, self._open.get("style", ""), words)
            case "feature":
                self._keep(self.features, self._open.get("type", ""), self._label)
            case "shape":
                self._keep(self.lines, self._open.get("type", ""), "")
            case "notetext":
                self._label = words
            case "note":
                self._keep(self.notes, self._open.get("title", ""), self._label)
            case _:
                pass
        self._path.pop()
        self._words, self._length = [], 0

    def _keep(self, among: list[MapMark], kind: str, words: str) -> None:
        if len(among) < MOST_PARTS:
            hidden = self._open.get("isGMOnly", "").casefold() == "true"
            drawn = " ".join(filter(None, (self._open.get("strokeColor"), self._open.get("strokeType"))))
            among.append(MapMark(kind, words, hidden, tuple(self._points), self._open.get("tags", ""), drawn))


def _refused(*_: object) -> None:
    refuse("it declares entities of its own", "save it again in Worldographer")


def unpacked(raw: bytes) -> bytes:
    """What a packed file holds, counted while it is unpacked."""
    unpacking = zlib.decompressobj(wbits=31)
    most = min(MOST_UNPACKED, MOST_RATIO * len(raw))
    try:
        xml = unpacking.decompress(raw, most + 1)
    except zlib.error:
        refuse("it is packed, and damaged", "save it again")
    if len(xml) > most:
        refuse(f"it is larger than {MOST_UNPACKED // 1024 // 1024} MB unpacked", "take a smaller map")
    return xml
