"""Monsters in the shorthand of stat blocks, as people paste them: one a line, or a name with its numbers below."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.outline.room_lines import carries_statistics
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.foe_line import MOST_LETTERS, as_monster, read_foes
from undercroft.table.fight.stat_block import dice_of
from undercroft.table.lore.monsters import MOST_TEXT, faults
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import NO_ARMOUR_UP, NO_ATTACK_BONUS, ArmourScale, Monster
from undercroft.table.state.new_ids import id_from

MOST_MONSTERS = 500
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2)
}
_NUMBER = re.compile(rf"(?:{'|'.join(_NUMBERS)})(?=\s)", re.IGNORECASE)
_SENTENCES = re.compile(
    r"^.*[.!?:]\s+(?=[^.!?:()]{1,60}\((?:AC|HD|Hit Dice|Armou?r Class|[0-9]+\s?HD)\b)", re.IGNORECASE
)
"""Words before the sentence that names a creature with its numbers in brackets."""
_DESCENDING = re.compile(
    r"\bTHAC0\b|\bML\b|#\s?AT\b|\bSave:?\s?[CDEFHMNT]\s?[0-9]|\bSV\s?[DF]?[0-9]|\bMV\s?[0-9]+", re.IGNORECASE
)
"""Statistics of games whose AC counts down."""
_THAC0 = re.compile(r"\bTHAC0:?\s?(?P<down>-?[0-9]{1,2})(?:\s?\[(?P<up>[+-]?[0-9]{1,2})\])?", re.IGNORECASE)
_SPAN = re.compile(
    r"^(?P<name>[^():,;]{1,40}?)\s*\((?P<many>[0-9]{1,2}-[0-9]{1,3})\)|^(?P<dashed>[^():,;]{1,40}?)\s+[-\u2013\u2014](?=\s+(?:AC|HD)\b)"
)
"""A name with the numbers that appear, from the least to the most; or a name before a dash."""
_MARKS = re.compile(r"^\s*(?:[-*\u2022>]\s+|#{1,6}\s+)?|\*\*|__")
_COUNTS: Mapping[ArmourScale, str] = {
    ArmourScale.ASCENDING: "up from 10",
    ArmourScale.DESCENDING: "down from 9, as in games with such statistics",
    ArmourScale.FROM_ZERO: "up from 0, as stat lines here do",
}


def stat_blocks(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines that are stat blocks, with their numbers; a name alone on a line goes with the numbers below it."""
    before = ""
    for number, line in enumerate(lines, 1):
        words = _SPAN.sub(_as_dice, _SENTENCES.sub("", _MARKS.sub("", line).strip()), count=1)
        if many := _NUMBER.match(words):
            words = f"{_NUMBERS[many[0].casefold()]}{words[many.end() :]}"
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
        scale = _scale(muster.ac, block)
        monster = as_monster(muster, scale)
        if muster.ac_asks:
            counts = _COUNTS[scale]
            notes.guess(f"AC {muster.ac} of {monster.name} is taken to count {counts}", at)
        told = "; ".join(filter(None, (monster.notes, " ".join(unread))))[:MOST_TEXT]
        bonus = _attack_bonus(block, monster)
        monster = replace(monster, id=MonsterId(id_from(monster.name, "monster")), notes=told, attack_bonus=bonus)
        wrong = next(iter(faults(monster)), None)
        if wrong is not None or monster.id in found:
            why = wrong.what if wrong is not None else "there is another of that name"
            notes.drop(f"{monster.name}: {why}", at)
            continue
        found[monster.id] = monster
    if found:
        notes.keep(f"{counted(len(found), 'monster')}, in the bestiary")
    return tuple(found.values())


def _as_dice(found: re.Match[str]) -> str:
    """A name with its numbers as dice: Skeletons (2-8) are Skeletons (2d4)."""
    if found["dashed"]:
        return found["dashed"]
    try:
        return f"{found['name'].title() if found['name'].isupper() else found['name']} ({dice_of(found['many'])})"
    except ValueError:
        return found[0]


def _scale(ac: int, block: str) -> ArmourScale:
    """How an AC counts that has no second number beside it."""
    if ac >= NO_ARMOUR_UP:
        return ArmourScale.ASCENDING
    return ArmourScale.DESCENDING if _DESCENDING.search(block) else ArmourScale.FROM_ZERO


def _attack_bonus(block: str, monster: Monster) -> int | None:
    found = _THAC0.search(block)
    if found is None or monster.attack_bonus is not None:
        return monster.attack_bonus
    return int(found["up"]) if found["up"] else NO_ATTACK_BONUS - int(found["down"])
