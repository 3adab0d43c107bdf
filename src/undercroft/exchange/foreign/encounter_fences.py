"""Encounters of Obsidian's Initiative Tracker: who they are, as the rows of a table, and the numbers that some have."""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from undercroft.exchange.foreign.creature_cards import POINTS_OF_A_DIE, plain_value
from undercroft.exchange.foreign.note_fences import NoteFence
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import id_of_table, made_table, name_of
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.foreign.stat_lines import StatBlock
from undercroft.kernel.amounts import counted, series
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.lore import RandomTable, TableLine

_ITEM = re.compile(r"(?P<indent>\s*)-\s+(?P<rest>.*)")
_COUNTED = re.compile(
    r"(?P<many>[0-9]{1,3}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,3})?|[0-9]{1,3})[ \t]*:(?:[ \t]+(?P<who>.*))?"
)
_ENTRY = re.compile(r"\s*(?P<name>[A-Za-z]+)[ \t]*:(?:[ \t]+(?P<value>.*))?")
_SPLIT = re.compile(r"\s*-{3,}\s*")
_OF_TRACKER = frozenset({"party", "players", "hide", "rollhp"})
_PART = re.compile(r"(?:[^,\[\]]|\[[^\[\]]*\])+")
_REMARKS = frozenset({"friend", "friendly", "ally", "hidden"})


class _Kind(Struct):
    """One kind of creature in an encounter: how many, its name, and its numbers as far as they are given."""

    many: str
    name: str
    hp: str = ""
    ac: str = ""
    xp: str = ""
    remarks: str = ""

    @property
    def told(self) -> str:
        """The creatures as words of a row, dice in double brackets."""
        many = f"[[{re.sub(' ', '', self.many)}]]" if "d" in self.many else self.many
        return f"{many} {self.name}" + (f" ({self.remarks})" if self.remarks else "")


class _Encounter(Struct):
    line: int
    name: str
    kinds: list[_Kind]


def encounters_of(
    fences: Sequence[NoteFence], title: str, known: Collection[str], taken: Collection[str], notes: Notes
) -> tuple[tuple[RandomTable, ...], list[StatBlock]]:
    """The encounters of a page as one table, and the stat blocks of creatures whose numbers stand in them.

    `known` has the names, in small letters, of creatures that have a stat block on the page.
    """
    found, blocks = list[_Encounter](), dict[str, StatBlock]()
    for each in (encounter for fence in fences for encounter in _in_fence(fence, notes)):
        names = {kind.name.casefold() for kind in each.kinds}
        if len(each.kinds) == 1 and each.kinds[0].many == "1" and names <= set(known):
            notes.drop(f"the encounter “{each.name}” is its monster alone", f"line {each.line}")
            continue
        found.append(each)
        for kind in each.kinds:
            if kind.hp and kind.name.casefold() not in {*known, *blocks}:
                dice = max(1, round(int(kind.hp) / POINTS_OF_A_DIE))
                numbers = (f"HD {dice}", f"AC {kind.ac}" if kind.ac else "", f"XP {kind.xp}" if kind.xp else "")
                text = f"{kind.name}: {', '.join(filter(None, numbers))}"
                notes.guess(f"{kind.name}: {dice} Hit Dice, from its {kind.hp} hit points", f"line {each.line}")
                blocks[kind.name.casefold()] = StatBlock(each.line, text)
    if not found:
        return (), [*blocks.values()]
    rows = [
        TableLine(number, number, f"{each.name}: {series([kind.told for kind in each.kinds])}")
        for number, each in enumerate(found, 1)
    ]
    name, at = name_of(f"{title}: encounters"), f"line {found[0].line}"
    table = made_table(id_of_table(name, taken), name, f"1d{len(rows)}", rows, notes, at)
    if table is not None and len(rows) > 1:
        notes.guess(f"{counted(len(rows), 'encounter')} are a table, each as likely as the others", at)
    return ((table,) if table is not None else ()), [*blocks.values()]


def _in_fence(fence: NoteFence, notes: Notes) -> Iterator[_Encounter]:
    """The encounters of a fence; lines of dashes part waves."""
    name, start = "", 0
    ends = [at for at, line in enumerate(fence.body) if _SPLIT.fullmatch(line)]
    for wave, end in enumerate((*ends, len(fence.body)), 1):
        body = fence.body[start:end]
        line = fence.line + 1 + start
        start = end + 1
        own, kinds = _read(body, line, notes)
        name = own or name
        if kinds:
            called = one_line(name) or "Encounter"
            yield _Encounter(line, f"{called} ({wave})" if ends and not own else called, kinds)
        elif any(each.strip() for each in body):
            notes.drop(f"the encounter {f'“{name}”' if name else 'here'} names no creatures", f"line {line}")


def _read(body: Sequence[str], line: int, notes: Notes) -> tuple[str, list[_Kind]]:
    name, kinds, deep = "", list[_Kind](), 0
    for number, text in enumerate(body, line):
        item = _ITEM.fullmatch(text)
        entry = _ENTRY.fullmatch(text)
        if item is not None:
            kind = _kind(item["rest"])
            kinds += [kind] if kind is not None else []
            deep = len(item["indent"])
        elif entry is None:
            continue
        elif kinds and len(text) - len(text.lstrip()) > deep:
            _more(kinds[-1], entry["name"].casefold(), plain_value(entry["value"] or ""))
        elif entry["name"].casefold() == "name":
            name = "" if "<%" in text else plain_value(entry["value"] or "")
        elif entry["name"].casefold() in _OF_TRACKER:
            notes.drop(f"“{entry['name']}” of an encounter: only for the tracker", f"line {number}")
    return name, [kind for kind in kinds if kind.name]


def _kind(rest: str) -> _Kind | None:
    """The creatures of an item, such as `1d6: Goblin, 7, 15, 2, 25`: hit points, AC, initiative and experience."""
    if not rest.strip():
        return None
    found = _COUNTED.fullmatch(rest.strip())
    many = " ".join(found["many"].split()) if found is not None else "1"
    who = (found["who"] or "") if found is not None else rest
    name, *numbers = (plain_value(part) for part in _PART.findall(who)) if who.strip() else ("",)
    bare = [part for part in numbers if part.casefold() not in _REMARKS]
    remarks = ", ".join(part for part in numbers if part.casefold() in _REMARKS)
    hp, ac, _, xp = (*(part if re.fullmatch(r"[0-9]{1,4}", part) else "" for part in bare), *[""] * 4)[:4]
    dice = re.sub(r"\s", "", many)
    return _Kind(many if dice.isdigit() or is_dice(dice) else "1", one_line(name), hp, ac, xp, remarks)


def _more(kind: _Kind, name: str, value: str) -> None:
    """What stands below an item: the creature, another name for it, and its numbers."""
    if name == "creature" or (name == "name" and not kind.name):
        kind.name = kind.name or one_line(value)
    elif name == "name":
        kind.remarks = ", ".join(filter(None, (kind.remarks, one_line(value))))
    elif name in ("hp", "ac", "xp") and re.fullmatch(r"[0-9]{1,4}", value):
        setattr(kind, name, value)
    elif name in _REMARKS and value.casefold() == "true":
        kind.remarks = ", ".join(filter(None, (kind.remarks, name)))
