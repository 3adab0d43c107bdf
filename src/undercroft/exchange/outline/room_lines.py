"""The line of a room: `8 Chandlery, lit`, and the ways in which printed modules write it."""

import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.entries import OutlineEntry, Room, Sort
from undercroft.exchange.outline.lines import OutlineLine
from undercroft.exchange.outline.phrases import LABEL, LinePart, is_plain, parts, quote_end, quoted, unquoted
from undercroft.table.state.sites import Zone

_HEAD = re.compile(
    r"(?P<bold>\*\*|__)?(?P<word>(?i:room|area|location|chamber|zone)\s*#?\s*)?"
    rf"(?P<label>{LABEL})(?P<mark>\s*[.):]+(?=\s|\*|$)|\s*[\u2014\u2013-](?=\s)|(?=\s|,|$|\*\*))\s*(?P<rest>.*)"
)
_MEASURED = re.compile(r"(?:ft|feet|'|\"|x\s?[0-9]|\u00d7|gp|sp|cp|hp|%|kg|m\b|gold|silver|copper)", re.IGNORECASE)
_STATISTICS = re.compile(r"\b(?:HD|hit dice)[\s:]*[0-9½¼¾⅓⅔⅛]|[0-9]\s?(?:HD|hit dice)\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_IN_BRACKETS = re.compile(
    r"\([^()]*\b(?:HD|hit dice)[\s:]*[0-9½¼¾⅓⅔⅛][^()]*\)|\([^()]*[0-9]\s?HD\b[^()]*\)", re.IGNORECASE
)
"""Hit Dice between brackets, as a sentence has them."""
_SENTENCE = re.compile(r"(?<=[a-z0-9)\u2019'][.!?])\s+(?=[A-Z*_0-9])")
_PROSE = re.compile(
    r"(?!(?:AC|ML|MV|AL|XP|TT|SV|NA|THAC0|Att\w*|Move|Morale|Save|Special|Treasure)\b)\S+\s+\S+\s+\S+", re.IGNORECASE
)
"""At least three words that do not begin with a statistic."""
_BREAK = re.compile(r":\s+|\s+[\u2014\u2013-]\s+|\.\s+")
_SHORT_WORD = re.compile(r"(?:^|\s)[A-Z][a-z]?[a-z]?$")
_SIZE = re.compile(r"([0-9]{1,6})\s?(?:ft|feet|')?\s?[x\u00d7]\s?([0-9]{1,6})\s?(?:ft|feet|')?\.?", re.IGNORECASE)
_HIGH = re.compile(r"([0-9]{1,6})\s?(?:ft|feet|')?\s?high|height\s([0-9]{1,6})(?:\s?ft)?", re.IGNORECASE)
_LEVEL = re.compile(r"(?:level|depth|floor)\s(-?[0-9]{1,2})", re.IGNORECASE)
_FLAGS: dict[str, dict[str, Any]] = {
    "lit": {"lit": True},
    "dark": {"lit": False},
    "unlit": {"lit": False},
    "safe": {"safe": True},
    "not safe": {"safe": False},
    "passage": {"corridor": True},
    "corridor": {"corridor": True},
}
ROOM_STATES = tuple(_FLAGS)
"""The words for the state of a room."""
MOST_FEET = 100_000


class RoomHead(Struct, frozen=True):
    """The start of a room: its number, its name with states, and the text that follows on the same line."""

    label: str
    at: int
    """Where the number stands in the line."""
    plain: bool
    """It is only a number and a name, with no other sign of a room."""
    called: LinePart
    text: LinePart


def carries_statistics(text: str) -> bool:
    """Whether a line carries Hit Dice, as only creatures do."""
    return _STATISTICS.search(text) is not None


def sentences_with_creatures(text: str) -> list[int]:
    """Where the sentences of a text begin of which one names creatures with their numbers in brackets; else one place.

    >>> sentences_with_creatures("A rotten gate. Two imps (AC 6, HD 1) doze here. All exits are barred.")
    [0, 15, 48]
    >>> sentences_with_creatures("Imps (AC 6, HD 1). ML 7, AL C.")
    [0]
    """
    if _IN_BRACKETS.search(text) is None:
        return [0]
    inside = [(found.start(), found.end()) for found in _BRACKETS.finditer(text)]
    starts = [
        0,
        *(
            found.end()
            for found in _SENTENCE.finditer(text)
            if not any(start < found.start() < end for start, end in inside)
        ),
    ]
    told = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return starts if all(carries_statistics(each) or _PROSE.match(each) for each in told) else [0]


def room_head(line: OutlineLine) -> RoomHead | None:
    """The room that a line begins, if it begins one."""
    found = _HEAD.fullmatch(line.text)
    if found is None:
        return None
    plain = not (found["mark"] or found["word"] or found["bold"] or line.heading)
    rest = found["rest"]
    if plain and (line.indent or line.bullet or _no_name(rest)):
        return None
    if carries_statistics(rest) and not found["word"] and not line.heading and not found["mark"]:
        return None
    if line.indent and not found["word"] and not line.heading and not found["bold"]:
        return None
    return replace(_head(found, line), plain=plain)


def _no_name(rest: str) -> bool:
    """Whether a number at the margin is followed by a measure or a sentence, not by a name."""
    sentence = len(rest) > 30 and rest[-1:] in ".!?" and not rest[:1].isupper() and not quote_end(rest)
    return sentence or (_MEASURED.match(rest) is not None and not quote_end(rest))


def _head(found: re.Match[str], line: OutlineLine) -> RoomHead:
    rest, start = found["rest"], found.start("rest")
    if rest.startswith(","):
        rest, start = rest[1:].lstrip(), len(line.text) - len(rest[1:].lstrip())
    bold = found["bold"] or next((mark for mark in ("**", "__") if rest.startswith(mark)), None)
    if bold is not None:
        inside = rest.removeprefix(bold)
        start += len(rest) - len(inside)
        called, _, text = inside.partition(bold)
        return _parted(found, called.rstrip(" .:"), start, text, start + len(called) + len(bold))
    if line.heading or quote_end(rest):
        return _parted(found, rest.rstrip(" :"), start, "", len(line.text))
    for place in _BREAK.finditer(rest):
        name = rest[: place.start()]
        if len(name) > (NAME.most or 0):
            break
        if len(name) > 1 and not (place[0].startswith(".") and _SHORT_WORD.search(name)):
            return _parted(found, name, start, rest[place.end() :], start + place.end())
    called = rest[:-1] if rest.endswith(".") and not rest.endswith("..") else rest
    if len(called) > (NAME.most or 0) and "," not in called:
        return _parted(found, "", start, rest, start)
    return _parted(found, called, start, "", len(line.text))


def _parted(found: re.Match[str], called: str, start: int, text: str, after: int) -> RoomHead:
    shift = len(text) - len(text.lstrip(" .:\u2014\u2013-"))
    return RoomHead(
        found["label"],
        found.start("label"),
        False,
        LinePart(called, start),
        LinePart(text[shift:].strip(), after + shift),
    )


def read_room(head: RoomHead, line: OutlineLine) -> Room:
    """A room with what its line says."""
    found = parts(head.called.text, head.called.start)
    named = [part for number, part in enumerate(found) if number == 0 or _state(part.text) is None]
    fields: dict[str, Any] = {}
    for part in found[1:]:
        fields |= _state(part.text) or {}
    name = unquoted(named[0].text) if len(named) == 1 else ", ".join(part.text for part in named)
    fields["name"] = name if 0 < len(name) <= (NAME.most or 0) else f"Room {head.label}"
    entry = OutlineEntry(Sort.ZONE, line.number, line.column, line.column + len(line.text), fields)
    if name and fields["name"] != name:
        entry.hints["text"] = head.called.text
    entry.spans["label"] = (line.column + head.at, line.column + head.at + len(head.label))
    room = Room(head.label, entry)
    entry.room = room
    return room


def _state(text: str) -> dict[str, Any] | None:
    """What a part after a comma says of a room."""
    if (flags := _FLAGS.get(text.lower())) is not None:
        return flags
    if found := _LEVEL.fullmatch(text):
        return {"level": int(found[1])}
    if found := _SIZE.fullmatch(text):
        return {"length_ft": _feet(found[1]), "width_ft": _feet(found[2])}
    if found := _HIGH.fullmatch(text):
        return {"height_ft": _feet(found[1] or found[2])}
    return None


def _feet(written: str) -> int:
    return max(1, min(MOST_FEET, int(written)))


def write_room(zone: Zone, label: str) -> str:
    """The line of a room."""
    states = [word for word, so in (("passage", zone.corridor), ("lit", zone.lit), ("safe", zone.safe)) if so]
    states += [f"level {zone.level}"] if zone.level != 1 else []
    for name in (zone.name, quoted(zone.name)):
        line = f"{label} {', '.join((name, *states))}"
        head = room_head(OutlineLine(1, line, 1, 0))
        if (
            is_plain(name)
            and head
            and not head.text.text
            and read_room(head, OutlineLine(1, line, 1, 0)).entry.name == zone.name
        ):
            return line
    return f"{label} {', '.join((f'Room {label}', *states))}"
