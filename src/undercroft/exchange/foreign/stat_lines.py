"""Monsters in the shorthand of stat blocks, as people paste them: one a line, or a name with its numbers below."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import capwords

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import one_line
from undercroft.exchange.outline.phrases import counted_in_digits
from undercroft.exchange.outline.room_lines import carries_statistics, sentences_with_creatures
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.foe_line import MOST_LETTERS, as_monster, read_foes
from undercroft.table.fight.stat_block import dice_of
from undercroft.table.lore.monsters import MOST_NAME, MOST_TEXT, faults
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import NO_ARMOUR_UP, NO_ATTACK_BONUS, ArmourScale, Monster
from undercroft.table.state.new_ids import id_from

MOST_MONSTERS = 500
SHORTEST_SHOUT = 4
"""A longer name in capitals alone is written in small letters; a shorter one may be an abbreviation."""
_KIND = re.compile(r"^(?:tiny|small|medium|large|huge|gargantuan)\b.*,", re.IGNORECASE)
"""The line below a name that says what size and kind the creature is of."""
_SENTENCES = re.compile(
    r"^.*[.!?:]\s+(?=[^.!?:()]{1,60}\((?:AC|HD|Hit Dice|Armou?r Class|[0-9]+\s?HD)\b)", re.IGNORECASE
)
"""Words before the sentence that names a creature with its numbers in brackets."""
_DESCENDING = re.compile(
    r"\bTHAC0\b|\bML\b|\bmorale:?\s?[0-9]|#\s?AT\b|\bSave:?\s?[CDEFHMNT]\s?[0-9]|\bSV\s?[DF]?[0-9]|\bMV\s?[0-9]+|"
    r"\bHD:?\s?[0-9]+-[0-9]|\bNA:?\s?[0-9]|\bNo\.? App|\bTT\b",
    re.IGNORECASE,
)
"""Statistics of games whose AC counts down."""
_THAC0 = re.compile(r"\bTHAC0:?\s?(?P<down>-?[0-9]{1,2})(?:\s?\[(?P<up>[+-]?[0-9]{1,2})\])?", re.IGNORECASE)
_APPEARING = re.compile(
    r"\b(?:NA|No\.?\s?App(?:earing)?\.?|#\s?App(?:earing)?\.?):?\s*(?P<many>[0-9]{0,2}d[0-9]{1,3}(?:[+-][0-9]{1,2})?|[0-9]{1,3}-[0-9]{1,3})",
    re.IGNORECASE,
)
"""How many appear, as a stat block has it."""
_HIT_POINTS = re.compile(
    r"\b(?:HP|Hit Points)\b[\s:]*[0-9]{1,4}\s*\((?P<dice>[0-9]{1,3})d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,3})?\)?",
    re.IGNORECASE,
)
"""Hit points with their dice, in games that give no Hit Dice."""
_PAGE_OF_BOOK = re.compile(r"\s\([A-Za-z][A-Za-z' .]{2,40}\s[0-9]{1,4}\)(?=\s*:)")
"""The book and page of a monster, behind its name."""
_CLASS = re.compile(r"(?:Armou?r Class|AC)\b[\s:]*(?P<ac>[0-9]{1,2})\b", re.IGNORECASE)
_SPEED = re.compile(r"(?:Speed)\b[\s:]*(?P<feet>[0-9]{1,4})\s?(?:ft|feet)", re.IGNORECASE)
_TO_HIT = re.compile(r"(?P<bonus>[+-][0-9]{1,2}) to hit")
_HIT = re.compile(
    r"\bHit:[\s*_]*(?:[0-9]{1,4}\s*\()?(?P<dice>[0-9]{0,2}d[0-9]{1,3}(?:\s?[+-]\s?[0-9]{1,2})?)", re.IGNORECASE
)
_LEVEL = re.compile(r"\bLV (?P<level>[0-9]{1,2})\b")
_ATTACK = re.compile(
    r"\bATK (?P<many>[0-9]{1,2}) (?P<name>[a-z][a-z' -]{0,30}?)(?: \([a-z]+\))? (?P<bonus>[+-][0-9]{1,2}) "
    r"\((?P<dice>[0-9]{0,2}d[0-9]{1,3}(?:[+-][0-9]{1,2})?)[^()]*\)"
)
_ASIDE = re.compile(r"\*[^*].*[^*]\*|_[^_].*[^_]_")
"""A line in italics, which tells of a monster and does not name it."""
_HEADING = re.compile(rf"#{{1,6}}[ \t]+(\S.{{0,{MOST_NAME - 1}}})$")
"""A heading that may be the name of a monster whose numbers come after some words about it."""
_OTHER_NUMBERS = re.compile(
    r"\bAC\b|armou?r class|\bhp\b|hit points|\bML\b|\bmorale\b|#\s?AT|\batt?k?\b|attack|THAC0|\bMV\b|\bmove|\bspeed\b|"
    r"\bdmg\b|damage|[0-9]d[0-9]|\bSave\b|\bSV\b",
    re.IGNORECASE,
)
"""The rest of a stat block, next to the Hit Dice."""
MOST_WORDS = 8
"""A line with more words before its Hit Dice, and no other numbers, is a sentence about Hit Dice."""
MOST_BELOW = 40
"""The most lines of a stat block below its name."""
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


class StatBlock(Struct, frozen=True):
    """A stat block: the number of its line, its numbers as one line, and what else is told of the monster."""

    line: int
    text: str
    notes: str = ""


def stat_blocks(lines: Sequence[str]) -> Iterator[StatBlock]:
    """The lines that are stat blocks; a name alone on a line goes with the numbers below it."""
    before = heading = ""
    for number, line in enumerate(lines, 1):
        heading = found[1].strip(" *_#") if (found := _HEADING.match(line)) else heading
        if _CLASS.match(bare := _bare(line)) and not carries_statistics(_by_level(bare)):
            if block := _by_hit_points(lines, number):
                yield StatBlock(number, block)
            continue
        words = _SPAN.sub(_as_dice, _SENTENCES.sub("", _PAGE_OF_BOOK.sub("", _MARKS.sub("", line)).strip()), count=1)
        starts = sentences_with_creatures(words)
        told = (words[start:end].strip() for start, end in zip(starts, [*starts[1:], len(words)], strict=True))
        words = next((each for each in told if len(starts) > 1 and carries_statistics(each)), words)
        words = _by_level(counted_in_digits(words))
        if not carries_statistics(words) and _CLASS.search(words) and (dice := _HIT_POINTS.search(words)):
            words = f"{words[: dice.start()]}HD {dice['dice']}{words[dice.end() :]}"
        if len(words) <= MOST_LETTERS and "|" not in words and carries_statistics(words) and not _tells(words):
            alone = re.match(r"(?:AC|HD|Hit Dice|Armou?r Class)\b", words, re.IGNORECASE)
            name = (before or heading).rstrip(" :.")
            yield StatBlock(number, f"{name} {words}" if alone and name else words)
            heading = ""
        if _ASIDE.fullmatch(line.strip()) is None:
            before = words if len(words) <= 60 else ""


def _by_level(words: str) -> str:
    """A stat line of a game whose monsters have levels, with Hit Dice in their place.

    >>> _by_level("AC 13, HP 14, ATK 2 claw +2 (1d6), MV near, S +1, AL N, LV 3")
    'AC 13, HP 14, #AT 2, AB +2, dmg 1d6 (claw), MV near, S +1, AL N, HD 3'
    """
    if _LEVEL.search(words) is None or not re.match(r"[^,]{0,60}\bAC [0-9]{1,2}\b.{0,12}, HP [0-9]", words):
        return words
    words = _LEVEL.sub(lambda found: f"HD {max(1, int(found['level']))}", words, count=1)
    return _ATTACK.sub(r"#AT \g<many>, AB \g<bonus>, dmg \g<dice> (\g<name>)", words, count=1)


def _tells(words: str) -> bool:
    """Whether a line is a sentence in which Hit Dice occur, and no stat block."""
    before = re.split(r"\b(?:HD|hit dice)\b", words, maxsplit=1, flags=re.IGNORECASE)[0]
    return len(before.split()) > MOST_WORDS and _OTHER_NUMBERS.search(words) is None


def _bare(line: str) -> str:
    """A line without marks of stress, quotes and bullets."""
    return _MARKS.sub("", line).replace("::", " ").strip(" *_>")


def _by_hit_points(lines: Sequence[str], number: int) -> str:
    """The stat line of a block that begins with its armour class and gives its hit points with their dice below it."""
    above = (_bare(line) for line in reversed(lines[max(0, number - 6) : number - 1]))
    name = next((each for each in above if re.search(r"\w", each) and not _KIND.search(each) and "{{" not in each), "")
    below = [_bare(line) for line in lines[number - 1 : number - 1 + MOST_BELOW]]
    end = next((at for at, line in enumerate(below) if at and _CLASS.match(line)), len(below))
    text = "\n".join(below[:end])
    points = next((found for line in below[:4] if (found := _HIT_POINTS.search(line))), None)
    if not name or len(name) > MOST_NAME or points is None:
        return ""
    armour = _CLASS.search(text)
    told = (f"{name}: HD {points['dice']}, AC {armour['ac'] if armour else 10}", feats_in(text))
    return ", ".join(filter(None, told))


def feats_in(text: str) -> str:
    """The speed, the bonus to hit and the damage in the sentences of a stat block, as words of a stat line.

    >>> feats_in("Speed 30 ft. Bite: +4 to hit. Hit: 5 (1d6 + 2) damage")
    "speed 30', AB +4, dmg 1d6+2"
    """
    speed, bonus, hit = (each.search(text) for each in (_SPEED, _TO_HIT, _HIT))
    told = (
        f"speed {speed['feet']}'" if speed else "",
        f"AB {bonus['bonus']}" if bonus else "",
        f"dmg {hit['dice'].replace(' ', '')}" if hit else "",
    )
    return ", ".join(filter(None, told))


def monsters_in(blocks: Iterable[StatBlock], notes: Notes) -> tuple[Monster, ...]:
    """The monsters of stat blocks. Words that are not numbers of theirs are the referee's notes."""
    found = dict[str, Monster]()
    for each in blocks:
        block, at, unread = each.text, f"line {each.line}", list[str]()
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
        monster = replace(monster, number=_appearing(block) if muster.count == "1" else monster.number)
        told = "; ".join(filter(None, (monster.notes, " ".join(unread))))
        told = "\n".join(filter(None, (told, each.notes)))[:MOST_TEXT]
        bonus = _attack_bonus(block, monster)
        name = capwords(monster.name) if monster.name.isupper() and len(monster.name) > SHORTEST_SHOUT else monster.name
        id = MonsterId(id_from(name, "monster"))
        monster = replace(monster, id=id, name=name, notes=told, attack_bonus=bonus)
        wrong = next(iter(faults(monster)), None)
        if wrong is not None or monster.id in found:
            why = wrong.what if wrong is not None else "there is another of that name"
            notes.drop(f"{monster.name}: {why}", at)
            continue
        found[monster.id] = monster
        if muster.ac_asks:
            what = f"AC {muster.ac} of {monster.name} is taken to count {_COUNTS[scale]}"
            notes.guess(what, at, about=f"armour/{monster.id}")
    if found:
        notes.keep(f"{counted(len(found), 'monster')}, in the bestiary")
    return tuple(found.values())


def _appearing(block: str) -> str:
    """How many appear: the dice of the block, or 1."""
    found = _APPEARING.search(block)
    try:
        return dice_of(found["many"]) if found else "1"
    except ValueError:
        return "1"


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
