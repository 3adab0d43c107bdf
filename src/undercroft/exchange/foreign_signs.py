"""Telling what a file of another program is by a few signs, without reading it."""

import json
import re
from typing import cast

from msgspec import Struct

from undercroft.exchange.json_bounds import beyond_bounds

_HEX = re.compile(r"-?[0-9]{4}(?:[0-9]{2})?(?:-[0-9]{4})*[ \t]+\S|[0-9]{2,}\.[0-9]{2,}[ \t]+\S")
_CELLS = re.compile(r"[^\t]*\t")
_MOST_READ = 1024 * 1024
_FEW_LINES = 3


class ForeignFile(Struct, frozen=True):
    """What a file is, and what reads it or what to do instead."""

    what: str
    fix: str
    ours: bool = False
    """Whether Undercroft wrote it."""


READ_IT = "“undercroft table import” reads it, and so does the start page"
_IMPORT = "import it with “undercroft table import”"
_MAP = "Undercroft does not read it yet: write its rooms into a campaign file, see docs/formats/campaign.md"
_TABLE = (
    "begin each row with its number, range or weight, and “undercroft table import” reads it; see docs/importing.md"
)
_JSON: tuple[tuple[frozenset[str], ForeignFile], ...] = (
    (
        frozenset({"log"}),
        ForeignFile("a table exported by Undercroft", "import it with “undercroft table import”", ours=True),
    ),
    (frozenset({"rects", "doors"}), ForeignFile("a dungeon from Watabou's One Page Dungeon", READ_IT)),
    (frozenset({"cells", "rooms", "settings"}), ForeignFile("a dungeon of donjon", READ_IT)),
    (frozenset({"resolution", "line_of_sight"}), ForeignFile("a Universal VTT map", READ_IT)),
    (frozenset({"formula", "results"}), ForeignFile("a roll table of Foundry VTT", READ_IT)),
    (
        frozenset({"walls", "lights", "tokens"}),
        ForeignFile("a scene of Foundry VTT", "save its map as Universal VTT, which “undercroft table import” reads"),
    ),
    (
        frozenset({"name", "type", "system"}),
        ForeignFile("a document of Foundry VTT", "export roll tables, monsters, characters or journals from Foundry"),
    ),
    (
        frozenset({"type", "features"}),
        ForeignFile("a town or a land as GeoJSON", "save it as a picture, and show it as a handout"),
    ),
    (
        frozenset({"info", "mapCoordinates"}),
        ForeignFile("a world of Azgaar's map generator", "save it as a picture, and show it as a handout"),
    ),
)
_YAML = ForeignFile(
    "a document of Foundry VTT as YAML", "export roll tables, monsters, characters or journals from Foundry"
)
_KEY = re.compile(r"^_key:[ \t]*['\"]?!", re.MULTILINE)
_OTHER_JSON = ForeignFile(
    "a JSON file that Undercroft does not know",
    "campaigns are TOML, pages are Markdown; “undercroft table import” reads exported tables",
)
_HEX_TEXT = ForeignFile("a hex map of Text Mapper", READ_IT)
_TABBED = ForeignFile("a table with tabs between its columns", _TABLE)
_MARKED_UP = ForeignFile("HTML or XML", "Undercroft does not read it: write a page of Markdown, see docs/markup.md")


def known_by_signs(text: str) -> ForeignFile | None:
    """What a text is if it is neither a page nor a campaign, told by its beginning and its lines."""
    begins = text.lstrip("\ufeff \t\r\n")
    if begins.startswith(("{", "[{", "[[", "[\n", "[]")):
        found = _in_json(begins)
        if found is not None:
            return found
    if _KEY.search(begins[:_MOST_READ]):
        return _YAML
    if re.match(r"<(\?xml|!doctype|html|map|table)\b", begins, re.IGNORECASE):
        return _MARKED_UP
    lines = [line for line in begins.splitlines() if line.strip() and not line.startswith("#")]
    if len(lines) >= _FEW_LINES and _mostly(_HEX, lines):
        return _HEX_TEXT
    if len(lines) >= _FEW_LINES and _mostly(_CELLS, lines):
        return _TABBED
    return None


def _in_json(text: str) -> ForeignFile | None:
    """What a JSON file is, or the first line of a file with an object a line; None if it is not JSON."""
    bounded = True
    for part in (text[:_MOST_READ], text.partition("\n")[0]):
        if beyond_bounds(part):
            bounded = False
            continue
        try:
            value: object = json.loads(part)
        except (ValueError, RecursionError):
            continue
        return next((kind for marks, kind in _JSON if marks <= _keys(value)), _OTHER_JSON)
    return None if bounded else _OTHER_JSON


def _keys(value: object) -> set[str]:
    """The keys of an object, or of the first object in a list."""
    if isinstance(value, list):
        whole = cast("list[object]", value)
        return _keys(whole[0]) if whole and not isinstance(whole[0], list) else set()
    return set(cast("dict[str, object]", value)) if isinstance(value, dict) else set()


def _mostly(pattern: re.Pattern[str], lines: list[str]) -> bool:
    """Whether most lines begin like that."""
    return 2 * sum(pattern.match(line) is not None for line in lines) > len(lines)
