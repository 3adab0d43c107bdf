"""Stat blocks of Obsidian's Fantasy Statblocks, in any layout: names with values, read line by line as stat lines.

The values are YAML, but people write much that YAML would refuse, so each line is read for itself.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.foreign.stat_lines import StatBlock, feats_in
from undercroft.kernel.amounts import series
from undercroft.table.state.creatures import USUAL_DAMAGE

_ENTRY = re.compile(r"""["']?(?P<name>[A-Za-z][\w -]{0,39}?)["']?[ \t]*:(?:[ \t]+(?P<value>.*))?""")
_INNER = re.compile(r"""^[\s-]*(?:["']?(?:name|desc|description|entries|text)["']?[ \t]*:(?:\s+|$))?""")
_TRAIT = re.compile(r"""[\s-]*["']?name["']?[ \t]*:""")
_STRESS = re.compile(r"\*\*|__")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]|\[([^\[\]]+)\]\([^()]*\)")
_DRAWING = frozenset({"columns", "columnwidth", "forcecolumns", "image", "layout", "statblock", "token"})
"""Names that only say how a stat block is drawn."""
_MOST_OTHERS = 40
LONGEST_SHORT = 3
"""A name of so many letters is an abbreviation, such as AC."""
POINTS_OF_A_DIE = 4.5
"""The hit points that a Hit Die gives on average."""
_NAMED: Mapping[str, tuple[str, ...]] = {
    "ac": ("ac", "armor class", "armour class", "armorclass", "armor", "armour"),
    "hd": ("hd", "hit dice", "hitdice", "hit die"),
    "hp": ("hp", "hit points"),
    "level": ("level", "lvl", "cr"),
    "attacks": ("att", "attacks", "attack", "atk"),
    "damage": ("damage", "dmg"),
    "thac0": ("thac0",),
    "bonus": ("ab", "attack bonus", "bab"),
    "turn": ("mv", "movement", "move"),
    "round": ("speed",),
    "save": ("save", "saves", "sv", "saving throws"),
    "morale": ("ml", "morale"),
    "alignment": ("al", "alignment"),
    "xp": ("xp",),
    "number": ("na", "number appearing", "no appearing", "appearing", "noappearing"),
    "treasure": ("tt", "treasure type", "treasure"),
}
"""The names under which layouts have the numbers of a stat line."""
_PARTS = (
    ("AC", "ac", r"-?[0-9]{1,2}(?:\s?\[[0-9]{1,2}\])?"),
    ("Att", "attacks", r"(?=.*[0-9]).{1,160}"),
    ("dmg", "damage", r"(?=.*[0-9]).{1,80}"),
    ("THAC0", "thac0", r"-?[0-9]{1,2}(?:\s?\[[+-]?[0-9]{1,2}\])?"),
    ("AB", "bonus", r"[+-]?[0-9]{1,2}(?![0-9d])"),
    ("MV", "turn", r"[0-9].{0,60}"),
    ("speed", "round", r"[0-9].{0,60}"),
    ("SV", "save", r"(?:as\s)?[A-Za-z]{1,3}\s?[0-9].{0,40}"),
    ("ML", "morale", r"[0-9]{1,2}"),
    ("AL", "alignment", r"[A-Za-z]+"),
    ("XP", "xp", r"[0-9][0-9,]*"),
    ("NA", "number", r"[0-9]{1,2}d[0-9]{1,3}|[0-9]{1,2}-[0-9]{1,3}"),
    ("TT", "treasure", r"[A-Z]{1,2}(?![A-Za-z])"),
)
"""The words of a stat line, the values that stand behind them, and how those begin."""


class _Card(Struct):
    """The values of a stat block by their names in small letters, and the lines below each."""

    values: dict[str, str]
    below: dict[str, list[str]]

    def first(self, kind: str) -> str:
        """The value under the first of the names for it that the card has; empty if it has none."""
        return next((found for name in _NAMED[kind] if (found := self.values.get(name, ""))), "")

    def taken(self, kind: str, pattern: str) -> str:
        """How such a value begins, if it is of the pattern. One that says no more is not told again."""
        for name in _NAMED[kind]:
            value = self.values.get(name, "")
            if value and (found := re.match(pattern, value)) is not None:
                if found[0] == value:
                    del self.values[name]
                return found[0]
        return ""

    @property
    def others(self) -> list[str]:
        """What no number was taken from, a line each."""
        told = list[str]()
        for name, value in self.values.items():
            below = " ".join(filter(None, map(_inner, self.below.get(name, ()))))
            if name not in _DRAWING and (text := " ".join(filter(None, (value, below)))):
                label = name.upper() if len(name) <= LONGEST_SHORT else f"{name[:1].upper()}{name[1:]}"
                told.append(f"{label}: {text}")
        return told[:_MOST_OTHERS]


def stat_block_of(body: Sequence[str], line: int, notes: Notes) -> StatBlock | None:
    """The stat block on a card whose first line has a number; None for a card without numbers of its own."""
    card, at = _card(body), f"line {line}"
    base = card.values.pop("monster", "") or card.values.pop("creature", "")
    name = one_line(card.values.pop("name", "") or base)
    dice, why = _dice(card)
    if not name or not dice:
        what = f"it only names “{base}”, of a bestiary outside of the file" if base else "no Hit Dice and no hit points"
        notes.drop(f"the stat block{f' of {name}' if name else ''}: {what}", at)
        return None
    if why:
        notes.guess(f"{name}: {dice} Hit Dice, from its {why}", at)
    drawing = sorted(_DRAWING & card.values.keys())
    if drawing:
        notes.drop(f"{series(drawing)} of {name}: only for the drawing", at)
    numbers = _numbers(card)
    feats = "" if {"Att", "dmg", "AB"} & {each.partition(" ")[0] for each in numbers} else feats_in("\n".join(body))
    if not feats and not {"Att", "dmg"} & {each.partition(" ")[0] for each in numbers}:
        notes.guess(f"{name} has no attack that can be read: damage {USUAL_DAMAGE}", at)
    text = ", ".join(filter(None, (f"{name.replace(',', '')}: HD {dice}", *numbers, feats)))
    return StatBlock(line, text, "\n".join(card.others))


def _numbers(card: _Card) -> list[str]:
    """The numbers of a card as parts of a stat line."""
    return [f"{word} {value}" for word, kind, pattern in _PARTS if (value := card.taken(kind, pattern))]


def _dice(card: _Card) -> tuple[str, str]:
    """Hit Dice as they are written, by the dice of the hit points, by the level, or by the points of a die; and why."""
    written = card.first("hd")
    found = re.match(r"(?:([0-9]{1,3})d[0-9]{1,3}|([0-9]{1,3}(?:\s?/\s?[0-9])?))(?:\s?([+-])\s?([0-9]{1,3}))?", written)
    if found is not None:
        card.taken("hd", r".*")
        many, more = found[1] or found[2], int(found[4] or 0)
        return (f"{many}{found[3]}{more}" if more and (found[2] or more <= int(many)) else many), ""
    points, level = card.first("hp"), card.first("level")
    if dice := re.search(r"([0-9]{1,3})d[0-9]", points):
        return dice[1], "hit points"
    if whole := re.fullmatch(r"[0-9]{1,2}(?:/[0-9])?", level):
        return whole[0], "level"
    if hp := re.match(r"[0-9]{1,4}", points):
        return str(max(1, round(int(hp[0]) / POINTS_OF_A_DIE))), "hit points"
    return "", ""


def _card(body: Sequence[str]) -> _Card:
    """The names and values of a card; what is indented, or an item of a list, belongs to the name above it."""
    values, below, name = dict[str, str](), dict[str, list[str]](), ""
    for line in body:
        entry = _ENTRY.fullmatch(line.rstrip())
        if entry is not None:
            name = entry["name"].strip().casefold().replace("_", " ")
            values[name] = plain_value(entry["value"] or "")
        elif name and line.strip() and not line.lstrip().startswith("#"):
            below.setdefault(name, []).append(line)
    return _Card(values, below)


def plain_value(value: str) -> str:
    """A value without quotes, remarks, links and the marks of blocks."""
    value = re.sub(r"\s#\s.*$", "", value).strip()
    value = "" if re.fullmatch(r"[|>][+-]?", value) else value
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    value = _STRESS.sub("", _LINK.sub(lambda found: found[1] or found[2], value)).strip()
    return one_line(value.strip("[] ") if value.startswith("[") else value, 300)


def _inner(line: str) -> str:
    """A line below a name as words; the name of a trait ends with a colon."""
    words = plain_value(_INNER.sub("", line, count=1).strip().removesuffix("\\").removeprefix("\\ "))
    return f"{words.rstrip('.')}:" if words and _TRAIT.match(line) else words
