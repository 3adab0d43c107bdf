"""The parts of a page: which numbered lines are rooms, which are rows of an encounter table, and what keywords mean."""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.lines import OutlineLine
from undercroft.exchange.outline.phrases import unquoted
from undercroft.exchange.outline.room_lines import RoomHead, room_head
from undercroft.table.state.lore import Monster

TEXTS: Mapping[str, str] = {
    **dict.fromkeys(("read", "read_aloud", "boxed_text", "description", "players", "glance"), "glance"),
    **dict.fromkeys(("gm", "dm", "referee", "judge", "secret", "for_the_referee", "gm_notes"), "secret"),
    **dict.fromkeys(("senses", "smell", "smells", "sound", "sounds"), "senses"),
}
"""The keys of a room's three texts."""
KEYWORDS: Mapping[str, str] = {
    **dict.fromkeys(("exits", "exit", "doors", "ways"), ">"),
    **dict.fromkeys(("treasure", "treasures", "loot", "valuables", "items"), "$"),
    **dict.fromkeys(("trap", "traps"), "!"),
    **dict.fromkeys(("monsters", "monster", "creatures", "creature", "inhabitants", "denizens", "foes"), "creatures"),
    **dict.fromkeys(("hidden", "concealed"), "?"),
    **dict.fromkeys(("obstacle", "obstacles"), "="),
    "wandering": "wandering",
    "encounter": "row",
}
"""Words before a colon, and the mark that they stand for."""
INSIDE = (
    *("monsters?", "creatures?", "treasures?", "loot", "traps?", "exits?", "gm", "dm", "referee", "secret", "senses"),
    *("hidden", "obstacles?"),
)
"""Keywords that may begin in the middle of a line."""
_TABLE = re.compile(
    r"(?:(?:wandering|random)\s+(?:monsters?|encounters?)(?:\s+table)?|encounters|encounter table)"
    r"(?:\s*[(,\u2013\u2014-].{0,40}|\s+[0-9]*d[0-9]+)?:?",
    re.IGNORECASE,
)
_ROOMS = re.compile(
    r"(?:the\s+)?(?:rooms?|key|areas?|locations?|map key|dungeon|room key|keyed (?:areas|locations)|the dungeon)\s*:?",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"(?:(?:dungeon\s+)?level|depth|floor)\s+(-?[0-9]{1,2})\b.{0,40}|(first|second|third|fourth|fifth)\s+(?:level|depth|floor)\b.{0,40}",
    re.IGNORECASE,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_ROW = re.compile(r"(?:\|?\s*)(?P<number>[0-9]{1,2}(?:\s?[-\u2013]\s?[0-9]{1,2})?)\s*[.):|\t]?\s+(?P<text>\S.*)")
_DICE = re.compile(r"(?P<count>[0-9]{0,2}d[0-9]{1,2}(?:[+-][0-9]{1,2})?)\s+(?P<name>.+)", re.IGNORECASE)

COUNTED = re.compile(r"(?P<count>[0-9]{1,3})\s+(?P<name>.+)")
"""A row with a plain number before the name."""


def starts_table(text: str) -> bool:
    """Whether a line is the heading of an encounter table."""
    return _TABLE.fullmatch(text.strip("*_ ")) is not None


def starts_rooms(text: str) -> bool:
    """Whether a line is the heading of the rooms."""
    return _ROOMS.fullmatch(text.strip("*_ ")) is not None


def level_of(text: str) -> int | None:
    """The level that a heading names."""
    found = _LEVEL.fullmatch(text.strip("*_ :"))
    if found is None:
        return None
    return int(found[1]) if found[1] else _ORDINALS[found[2].lower()]


class Numbered(Struct, frozen=True):
    """The numbered lines of a text: rooms by their line numbers, and rows of encounter tables."""

    rooms: Mapping[int, RoomHead]
    rows: Mapping[int, tuple[str, int]]
    """The words of each row, and how many numbers of the die give it."""


def numbered(lines: list[OutlineLine], monsters: Iterable[Monster]) -> Numbered:
    """Tell rooms from rows of an encounter table, and from monsters such as `3 orcs`, by what is above them.

    Monsters at the margin follow a line of their room; a room may also follow a blank line.
    """
    rooms: dict[int, RoomHead] = {}
    rows: dict[int, tuple[str, int]] = {}
    known = {name.casefold() for monster in monsters for name in (monster.name, monster.many)}
    in_table, last, gap, times = False, 0, False, 1
    for line in lines:
        if not line.text:
            gap = True
            continue
        head, row = room_head(line), _ROW.fullmatch(line.text) if not line.indent else None
        if starts_table(line.text) and head is None:
            in_table, last = True, 0
        elif in_table and (line.heading or starts_rooms(line.text) or level_of(line.text) is not None):
            in_table = False
        if in_table and row is not None:
            number = int(re.split(r"\D", row["number"])[0])
            in_table = number > last or not gap
            end = int(re.split(r"\D+", row["number"])[-1])
            times, last = max(1, end - number + 1), max(number, end)
        if in_table and row is not None:
            rows[line.number] = (row["text"], times)
        elif head is not None and not in_table:
            monsters_here = head.plain and head.label.isdecimal() and head.called.text in known and rooms and not gap
            rooms |= {} if monsters_here else {line.number: head}
        gap = False
    return Numbered(rooms, rows)


def read_row(text: str, line: OutlineLine) -> OutlineEntry:
    """A row of the encounter table: a name, and the dice for the number if it begins with dice."""
    most = NAME.most or 0
    entry = OutlineEntry(Sort.ROW, line.number, line.column, line.column + len(line.text))
    dice = _DICE.fullmatch(text)
    if dice is not None:
        entry.fields["count"] = dice["count"].lower()
    name = unquoted(dice["name"] if dice is not None else text)
    entry.fields["name"] = name[:most].rstrip()
    if len(name) > most:
        entry.fields["omen"] = name
    return entry
