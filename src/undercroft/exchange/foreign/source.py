"""A file from another program: its bytes and what they hold, read with care. Nothing in it is fetched or evaluated."""

import html
import json
import re
from functools import cached_property
from html.parser import HTMLParser
from typing import Any, NoReturn, cast
from unicodedata import category, normalize

from undercroft.exchange.json_bounds import beyond_bounds
from undercroft.exchange.yaml_values import MOST_YAML, BadYaml, yaml_values
from undercroft.kernel.faults import BadInput

MOST_BYTES = 16 * 1024 * 1024
"""The largest file that is read, packed or plain."""
MOST_MEMORY = 256 * 1024 * 1024
"""The memory that the reading of one file takes at most, beside the file itself."""
NAMELESS = "the file"
"""What a file is called that has no name."""
MOST_NAME = 60
MOST_TEXT = 4000
"""The longest text of one room, hex or creature."""
MOST_PARTS = 5000
"""The most rooms, doors, hexes, rows or creatures that are taken from one file."""

OF_WINDOWS = "cp1252"
"""The encoding of text that is not Unicode, as older programs for Windows save it."""
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f]")
"""Bytes that no text has."""
_UNPACKED = re.compile(
    r"^(?:_id|_key|name|type|system|data|results|pages|content|formula|items)[ \t]*:(?=\s)", re.MULTILINE
)
"""Names that documents of Foundry VTT have, at the beginning of a line."""
FEWEST_NAMES = 3
_KEY = re.compile(r"^_key:[ \t]*['\"]?!", re.MULTILINE)
"""The name that only unpacked documents have."""
_BLANKS = re.compile(r"[^\S\n]+")
_ENDS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "hr"})
_SILENT = frozenset({"script", "style", "svg", "iframe", "object", "template"})


class UnreadableFile(BadInput):
    """A file that its reader cannot take: what is wrong, and what to do."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__("unreadable", what, fix)


class SourceFile:
    """A file: its name, which decides nothing, and its bytes."""

    def __init__(self, raw: bytes, name: str = NAMELESS) -> None:
        if len(raw) > MOST_BYTES:
            refuse(f"it is larger than {MOST_BYTES // 1024 // 1024} MB", "take a part of it, or leave its picture out")
        self.raw, self.name = raw, name

    @property
    def stem(self) -> str:
        """The name without its folder and its ending; empty for a file without a name."""
        bare = re.sub(r"(?:\.[A-Za-z][A-Za-z0-9-]{0,10}){1,2}$", "", self.name.replace("\\", "/").rsplit("/", 1)[-1])
        return "" if bare in (NAMELESS, "stdin", "-") else bare

    @property
    def title(self) -> str:
        """A title from the name of the file; empty for a file without a name.

        >>> SourceFile(b"", "maps/the_salt-vault.uvtt").title
        'The salt vault'
        """
        words = one_line(re.sub(r"[_\s-]+", " ", self.stem))
        return f"{words[:1].upper()}{words[1:]}"

    @cached_property
    def encoding(self) -> str:
        """How the file writes its letters: as its first bytes say, in UTF-8, or as spreadsheets of Windows do."""
        if self.raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
        try:
            self.raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            return "utf-8-sig" if _CONTROLS.search(self.raw) else OF_WINDOWS
        return "utf-8-sig"

    @cached_property
    def text(self) -> str:
        """The file as text, whatever its line ends; empty where it is none."""
        try:
            return normalize("NFC", self.raw.decode(self.encoding)).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            return ""

    @cached_property
    def json(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """The file as JSON, or as a list of its lines if each line is JSON; None where it is neither."""
        begins = self.text.lstrip()
        if begins[:1] not in ("{", "["):
            return None
        found = _json(begins)
        return found if found is not None else _json_lines(begins)

    @cached_property
    def yaml(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """The file as YAML, if it is a document of Foundry VTT that was unpacked as YAML; None where it is none."""
        if len(_UNPACKED.findall(self.text[:MOST_YAML])) < FEWEST_NAMES or self.text.lstrip()[:1] in ("{", "[", "<"):
            return None
        try:
            found = yaml_values(self.text)
        except BadYaml as fault:
            if _KEY.search(self.text[:MOST_YAML]) is None:
                return None
            refuse(
                f"it is YAML of Foundry VTT with a fault in line {fault.line}: {fault.what}",
                "unpack it again, or unpack it as JSON",
            )
        return found[0] if len(found) == 1 else found


def _json(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    if what := beyond_bounds(text):
        refuse(what, "take a part of a file that the program wrote")
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _json_lines(text: str) -> list[Any] | None:
    lines = [line for line in text.splitlines() if line.strip()]
    found = [_json(line) for line in lines[: MOST_PARTS + 1]]
    return found if len(found) <= MOST_PARTS and all(isinstance(each, dict) for each in found) else None


def refuse(what: str, fix: str) -> NoReturn:
    """The file cannot be read."""
    raise UnreadableFile(what, fix)


def plain(value: object, most: int = MOST_TEXT) -> str:
    r"""A value as plain text of a few lines: composed, without control characters, and no longer than may be.

    >>> plain("  a\u0000 dry\twell ")
    'a dry well'
    """
    text = normalize("NFC", value) if isinstance(value, str) else "" if value is None else str(value)
    text = "".join(sign if sign == "\n" or category(sign)[0] != "C" else " " for sign in text[: 4 * most])
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()[:most].rstrip()


def one_line(value: object, most: int = MOST_NAME) -> str:
    """A value as a name: plain, on one line, cut at a word if it is too long.

    >>> one_line("The long  gallery of kings", 20)
    'The long gallery…'
    """
    text = " ".join(plain(value, 4 * most).split())
    return text if len(text) <= most else f"{text[: most - 1].rsplit(' ', 1)[0].rstrip(' ,.;')}…"


def from_html(value: object, most: int = MOST_TEXT, secret: str = "") -> str:
    """Marked-up text as plain text; scripts, styles and pictures are left out, and tables have bars.

    Lines of a section that Foundry VTT keeps secret begin with `secret`, if it is given.

    >>> from_html("<p>A <b>bone</b> key.</p><script>x()</script>")
    'A bone key.'
    """
    text = value if isinstance(value, str) else ""
    if "<" not in text and "&" not in text:
        return plain(text, most)
    reader = _Words(secret)
    reader.feed(text[: 16 * most])
    reader.close()
    told = html.unescape("".join(reader.words))
    if secret:
        told = re.sub(rf"^{re.escape(secret)}[ \t]*$\n?", "", told, flags=re.MULTILINE)
    return plain(told, most)


class _Words(HTMLParser):
    """The words of marked-up text."""

    def __init__(self, secret: str = "") -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._silent, self._cells, self._rows, self._in_cell = 0, 0, 0, False
        self._secret, self._sections = secret, list[bool]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A part that says nothing begins, a new line, or a cell of a table."""
        self._silent += tag in _SILENT
        if tag == "section":
            kept = next((value or "" for name, value in attrs if name == "class"), "").split()
            self._sections.append("secret" in kept and "revealed" not in kept)
        if tag == "table":
            self._rows = 0
        elif tag == "tr":
            self._cells, self._in_cell = 0, False
        if tag in ("td", "th"):
            self.words.append(" | " if self._cells else "| ")
            self._cells, self._in_cell = self._cells + 1, True
        elif tag in _ENDS or tag == "section":
            self._new_line()

    def handle_endtag(self, tag: str) -> None:
        """It ends."""
        self._silent = max(0, self._silent - (tag in _SILENT))
        self._in_cell = self._in_cell and tag not in ("td", "th")
        if tag == "tr" and self._cells:
            rule = f"\n{'|---' * self._cells}|" if not self._rows else ""
            self.words.append(f" |{rule}")
            self._rows, self._cells = self._rows + 1, 0
        elif tag == "section" and self._sections:
            self._sections.pop()
            self._new_line()
        elif tag in _ENDS and tag != "tr":
            self._new_line()

    def _new_line(self) -> None:
        """A line ends, but not within a cell."""
        hidden = self._secret if any(self._sections) else ""
        self.words.append(" " if self._in_cell else f"\n{hidden}")

    def handle_data(self, data: str) -> None:
        """Words, unless they are of a part that says nothing."""
        if not self._silent:
            self.words.append(data)


def whole(value: object, otherwise: int = 0) -> int:
    """A whole number, also where a file has it as text or with a fraction of nothing.

    >>> whole("12"), whole(3.0), whole("forty", 7)
    (12, 3, 7)
    """
    if isinstance(value, bool):
        return otherwise
    if isinstance(value, int | float):
        return round(value) if abs(value) < 1e9 else otherwise
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", value):
        return int(value)
    return otherwise


def fields(value: object) -> dict[str, Any]:
    """An object of a JSON file; empty where the file has something else in its place."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def size(value: object) -> int:
    """How long a list of a JSON file is; 0 where the file has something else in its place."""
    return len(members(value))


def entries(value: object) -> list[Any]:
    """A list of a JSON file, no longer than may be; empty where the file has something else in its place."""
    return members(value)[:MOST_PARTS]


def members(value: object) -> list[Any]:
    """A list of a JSON file, however long; empty where the file has something else in its place."""
    found: list[Any] = [*value] if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]
    return found
