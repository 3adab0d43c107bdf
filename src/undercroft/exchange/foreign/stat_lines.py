"""Monsters in the shorthand of stat blocks, as people paste them: one a line, or a name with its numbers below."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.outline.room_lines import carries_statistics
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.foe_line import MOST_LETTERS, as_monster, read_foes
from undercroft.table.lore.monsters import MOST_TEXT, faults
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import NO_ARMOUR_UP, ArmourScale, Monster
from undercroft.table.state.new_ids import id_from

MOST_MONSTERS = 500
_MARKS = re.compile(r"^\s*(?:[-*\u2022>]\s+|#{1,6}\s+)?|\*\*|__")


def stat_blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are stat blocks, with their numbers; a name alone on a line goes with the numbers below it."""
    before = ""
    for number, line in enumerate(lines, 1):
        words = _MARKS.sub("", line).strip()
        if len(words) <= MOST_LETTERS and "|" not in words and carries_statistics(words):
            alone = re.match(r"(?:AC|HD|Hit Dice|Armou?r Class)\b", words, re.IGNORECASE)
            yield number, f"{before.rstrip(' :.')} {words}" if alone and before else words
        before = words if len(words) <= 60 else ""


def monsters_in(lines: Sequence[str], notes: Notes) -> tuple[Monster, ...]:
    """The monsters of a text. Words that are not numbers of theirs are the referee's notes."""
    found = dict[str, Monster]()
    for number, block in stat_blocks(lines):
        at, unread = f"line {number}", list[str]()
        if len(found) >= MOST_MONSTERS:
            notes.drop(f"more than {MOST_MONSTERS} monsters", at)
            break
        try:
            muster = read_foes(block, (), unread)
        except BadInput as fault:
            notes.drop(f"a stat line that cannot be read, since {fault.what}: {one_line(block)}", at)
            continue
        scale = ArmourScale.ASCENDING if muster.ac >= NO_ARMOUR_UP else ArmourScale.FROM_ZERO
        monster = as_monster(muster, scale)
        if muster.ac_asks:
            counts = "up from 10" if scale is ArmourScale.ASCENDING else "up from 0, as stat lines here do"
            notes.guess(f"AC {muster.ac} of {monster.name} is taken to count {counts}", at)
        told = "; ".join(filter(None, (monster.notes, " ".join(unread))))[:MOST_TEXT]
        monster = replace(monster, id=MonsterId(id_from(monster.name, "monster")), notes=told)
        wrong = next(iter(faults(monster)), None)
        if wrong is not None or monster.id in found:
            why = wrong.what if wrong is not None else "there is another of that name"
            notes.drop(f"{monster.name}: {why}", at)
            continue
        found[monster.id] = monster
    if found:
        notes.keep(f"{counted(len(found), 'monster')}, in the bestiary")
    return tuple(found.values())
