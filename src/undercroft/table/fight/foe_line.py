"""Foes from a line that the referee types or copies, in the shorthand of stat blocks.

4 votaries HD 2 AC 5 1d8
2d4 rats HD 1/2 1d3 hide
the Chandler HD 4 AC 7 1d8 hp 22 leader
Goblin (6): AC 6 [13], HD 1-1, Att 1 x weapon (1d6), MV 60' (20'), Save F1, ML 7, XP 5
5 skeletons

The last line takes its numbers from the bestiary.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Never

from msgspec.structs import replace

from undercroft.books.sovereign.units import MOST_DICE
from undercroft.kernel import phrases
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.fight.muster import Muster
from undercroft.table.fight.stat_block import STATISTICS, Found, Statistic, needs_value, plain
from undercroft.table.lore.lookup import called
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.creatures import blows
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import EVERY_AC, MOST_MORALE, NO_ARMOUR_UP, ArmourScale, Monster, turn_move

MOST_FOES = 60
"""The most foes in a line."""

MOST_LETTERS = 600
MOST_AC = 100
MOST_BONUS = 20
"""The highest attack bonus and Shock."""
MOST_ATTACKS = 20
_EXAMPLE = "write the line like “4 votaries HD 2 AC 5 1d8”"
_MANY = r"[0-9]*d[0-9]+(?:[+-][0-9]+)?|[0-9]+"
_COUNT = re.compile(rf"({_MANY})\s?x?\s+", re.IGNORECASE)
_COUNT_AFTER = re.compile(rf"\s*(?:\(({_MANY})\)|\sx\s?([0-9]+))$", re.IGNORECASE)
_ONE = re.compile(r"(?:a|an|the)\s+", re.IGNORECASE)
_GAP = re.compile(r"(?:[\s,;:.|/)]|\band\b)*", re.IGNORECASE)
_REMARK = re.compile(r"or\s(?:by\s)?(?:[0-9]+\s?x\s?)?[a-z]+(?:\s?\([^()]*\))?|\([^()]*\)", re.IGNORECASE)
"""An alternative or a remark in brackets, which nothing here depends on."""
_WORD = re.compile(r"[^\s,;()]+|.")
_KNOWN_WORDS = ("leader", "fearless", "hide", "abilities", "damage", "morale", "save", "move", "attacks")
_FIELDS = {"hd": "number of Hit Dice", "ac": "AC", "ac_written": "AC", "hp": "number of hit points"}
_MAY_DIFFER = ("weapon", "morale", "save", "xp")
"""Fields that a line may give twice: the first counts, and no fight depends on it."""


def read_foes(line: str, monsters: Iterable[Monster] = STARTER.values(), unread: list[str] | None = None) -> Muster:
    """Read a line; raises `BadInput` with what is wrong. Words that are no statistic go to `unread`, if it is given.

    A line without Hit Dice names one of these monsters, whose numbers count where the line has no others.

    >>> read_foes("4 votaries HD 1+1 AC 5 1d8").hp_bonus
    1
    >>> read_foes("5 skeletons AC 3").ac, read_foes("5 skeletons").damage
    (3, '1d6')
    """
    text = plain(line)
    if not text:
        _bad("nothing is written here")
    if len(text) > MOST_LETTERS:
        _bad(f"a line has at most {MOST_LETTERS} characters")
    counted = _COUNT.match(text)
    start = counted.end() if counted else 0
    if one := _ONE.match(text, start):
        start = one.end()
    stats = next((place for place in _places(text, start) if _begins(text, place)), len(text))
    name = text[start:stats].rstrip(" ,:;.(")
    count = counted[1] if counted else "1"
    after = _COUNT_AFTER.search(name)
    if after is not None and counted is None:
        name, count = name[: after.start()], after[1] or after[2]
    found = _statistics(text, stats, unread)
    if not name:
        _bad("their name is missing")
    if "hd" not in found:
        found = {**_numbers_of(name, monsters), **found}
    return _checked(Muster(count=_how_many(count), name=name, **found))


def _numbers_of(name: str, monsters: Iterable[Monster]) -> dict[str, Any]:
    """The numbers of a monster in the bestiary."""
    monster = called(monsters, name)
    if monster is None:
        _bad(f"their Hit Dice are missing, and the bestiary has no “{name[:40]}”")
    return {
        "hd": monster.hd,
        "hp_bonus": monster.hp_bonus,
        "ac": monster.armour,
        "attacks": monster.attacks,
        "damage": monster.damage,
        "weapon": monster.weapon,
        "attack_bonus": monster.attack_bonus,
        "shock": monster.shock,
        "shock_ac": monster.shock_ac,
        "abilities": monster.abilities,
        "move_ft": monster.move_ft,
        "fearless": monster.fearless,
        "monster": monster.id,
    }


def _places(text: str, start: int) -> list[int]:
    """Where a word begins."""
    return [start, *(found.end() for found in re.finditer(r"[\s(,:;]+", text) if found.end() > start)]


def _begins(text: str, place: int) -> bool:
    """Whether the statistics begin here, and the name is over."""
    return bool(needs_value(text, place)) or any(each.words and each.match(text, place) for each in STATISTICS)


def _statistics(text: str, place: int, unread: list[str] | None) -> dict[str, Any]:
    """Read every statistic from this place on; what a fight does not use is set aside."""
    found: dict[str, Any] = {}
    unused: list[str] = []
    unknown: list[str] = []
    while (place := _past(_GAP, text, place)) < len(text):
        remark = _REMARK.match(text, place)
        statistic, match = _at(text, place) if remark is None else _whole(remark[0].strip("() "))
        if statistic is not None and match is not None:
            _fill(found, _read(statistic, match))
            unused += [match[0].strip(" ,")] if statistic.unused else []
        elif remark is not None:
            unused.append(remark[0].strip("() "))
        elif word := needs_value(text, place):
            _value_missing(word, text[place + len(word) :])
        else:
            unknown.append(text[place : _past(_WORD, text, place)])
        place = _past(_REMARK if remark else _WORD, text, place) if remark or match is None else match.end()
    if unknown and unread is None:
        _unknown(unknown)
    if unread is not None:
        unread += unknown
    return {**found, "unused": tuple(filter(None, unused))}


def _at(text: str, place: int) -> tuple[Statistic, re.Match[str]] | tuple[None, None]:
    """The statistic at this place."""
    for statistic in STATISTICS:
        match = statistic.match(text, place)
        if match is not None:
            return statistic, match
    return None, None


def _whole(remark: str) -> tuple[Statistic, re.Match[str]] | tuple[None, None]:
    """The statistic that a remark in brackets is, such as `(3hp)` or `(1d6)`."""
    statistic, match = _at(remark, 0)
    return (statistic, match) if statistic is not None and match is not None and match[0] == remark else (None, None)


def _read(statistic: Statistic, match: re.Match[str]) -> Found:
    try:
        return statistic.read(match)
    except ValueError as fault:
        _bad(str(fault))


def _fill(found: dict[str, Any], more: Found) -> None:
    for field, value in more.items():
        if found.setdefault(field, value) != value and field not in _MAY_DIFFER:
            _bad(f"the {_FIELDS.get(field, field)} is given twice")


def _past(pattern: re.Pattern[str], text: str, place: int) -> int:
    """The place after what the pattern matches here."""
    found = pattern.match(text, place)
    return found.end() if found is not None else place


def _value_missing(word: str, rest: str) -> Never:
    value = re.match(r"[\s:]*([^\s,;]*)", rest)
    said = value[1] if value is not None else ""
    if word.lower() != "hd" and re.fullmatch(r"[0-9]+/[0-9]+", said):
        _bad(f"{word.upper()} is a whole number")
    _bad(f"after {word.upper()} there must be a number, not “{said[:20]}”")


def _unknown(words: list[str]) -> Never:
    """Name every word that was not understood; for one that looks like a slip, also the word that is meant."""
    named = ", ".join(f"“{word[:20]}”" for word in words)
    meant = get_close_matches(words[0].lower(), _KNOWN_WORDS, 1, 0.75)
    mend = f"did you mean {meant[0]}?" if meant else "leave it out, or put it in brackets"
    verb = "is" if len(words) == 1 else "are"
    raise BadInput("bad_foes", f"{named} {verb} not understood", mend, field="line")


def _checked(muster: Muster) -> Muster:
    if not 0 <= muster.hd <= MOST_DICE:
        _bad(f"Hit Dice go from 0 to {MOST_DICE}")
    if muster.ac > MOST_AC:
        _bad(f"an AC goes from 0 to {MOST_AC}")
    if muster.ac < 0:
        _bad("an AC is never worse than no armour")
    if muster.attacks is not None and not 1 <= muster.attacks <= MOST_ATTACKS:
        _bad(f"attacks in a round go from 1 to {MOST_ATTACKS}")
    if muster.attack_bonus is not None and abs(muster.attack_bonus) > MOST_BONUS:
        _bad(f"an attack bonus goes from -{MOST_BONUS} to +{MOST_BONUS}")
    if muster.shock is not None and (muster.shock > MOST_BONUS or (muster.shock_ac or 0) > EVERY_AC):
        _bad(f"Shock goes up to {MOST_BONUS}, and its AC up to {EVERY_AC}")
    if any(hp < 1 for hp in muster.hp):
        _bad("a foe has at least 1 hit point")
    if muster.hp and muster.count.isdecimal() and len(muster.hp) not in (1, int(muster.count)):
        _bad("give the hit points of each, or one number for all")
    each = blows(muster.damage)
    if len(each) > 1 and len(set(each)) == 1:
        return replace(muster, damage=each[0], attacks=len(each) if muster.attacks is None else muster.attacks)
    return muster


def _how_many(count: str) -> str:
    if len(count) > 12:
        _bad(f"a line brings from 1 to {MOST_FOES} foes")
    least, most = bounds(parse_few(count)) if not count.isdecimal() else (int(count), int(count))
    if least < 1 or most > MOST_FOES:
        _bad(f"a line brings from 1 to {MOST_FOES} foes")
    return count


def _bad(what: str) -> Never:
    raise BadInput("bad_foes", what, _EXAMPLE, field="line")


def one_of(name: str) -> str:
    """The singular of a name, without what the creatures are doing.

    >>> one_of("votaries"), one_of("wolves"), one_of("rats"), one_of("Boss"), one_of("guardsmen")
    ('Votary', 'Wolf', 'Rat', 'Boss', 'Guardsman')
    >>> one_of("votaries on their round"), one_of("skeletons of the crypt")
    ('Votary', 'Skeleton of the crypt')
    """
    return phrases.begun(phrases.one_of(phrases.kind_alone(name)))


def as_monster(muster: Muster, scale: ArmourScale) -> Monster:
    """The kind of monster that a line describes, with an AC by the scale it was written in.

    >>> as_monster(read_foes("4 votaries HD 2 AC 5 ML 7"), ArmourScale.DESCENDING).armour
    4
    """
    known = tuple(part for part in muster.unused if not _ON_MONSTER.match(part))
    return Monster(
        MonsterId(""),
        one_of(muster.name),
        muster.hd,
        plural=muster.name[:1].upper() + muster.name[1:] if muster.count != "1" else "",
        hp_bonus=muster.hp_bonus,
        ac=muster.ac,
        scale=scale if muster.ac_asks else ArmourScale.FROM_ZERO,
        attacks=muster.attacks,
        damage=muster.damage,
        weapon=muster.weapon,
        attack_bonus=muster.attack_bonus,
        shock=muster.shock,
        shock_ac=muster.shock_ac,
        move_ft=muster.move_ft,
        save=muster.save,
        morale=MOST_MORALE if muster.fearless else muster.morale,
        xp=muster.xp,
        abilities=muster.abilities,
        number=muster.count,
        notes="; ".join(known),
    )


def as_line(monster: Monster) -> str:
    """The numbers of a monster as a stat line without its name, which reads back as they are.

    >>> as_line(as_monster(read_foes("4 votaries HD 2 AC 5 2 claws 1d4 ML 7"), ArmourScale.DESCENDING))
    'HD 2, AC 5 [14], #AT 2, dmg 1d4 (claws), ML 7, NA 4'
    """
    up = f"[{NO_ARMOUR_UP + monster.armour}]"
    parts = (
        f"HD {monster.hd}{f'{monster.hp_bonus:+d}' if monster.hp_bonus else ''}",
        f"AC {up}" if monster.scale is ArmourScale.ASCENDING else f"AC {monster.ac} {up}",
        f"#AT {monster.attacks}" if monster.attacks is not None else "",
        f"dmg {monster.damage}" + (f" ({monster.weapon})" if monster.weapon else ""),
        f"AB {monster.attack_bonus:+d}" if monster.attack_bonus is not None else "",
        f"shock {monster.shock}/{monster.shock_ac}" if monster.shock is not None else "",
        f"MV {turn_move(monster.move_ft)}' ({monster.move_ft}')" if monster.move_ft is not None else "",
        f"SV {monster.save}" if monster.save else "",
        f"ML {monster.morale}" if monster.morale is not None else "",
        f"abilities {monster.abilities}" if monster.abilities else "",
        f"XP {monster.xp}" if monster.xp is not None else "",
        f"NA {monster.number}" if monster.number != "1" else "",
    )
    return ", ".join(filter(None, parts))


_ON_MONSTER = re.compile(r"(?:ml|morale|saves?|sv|xp)\b|[0-9,]+ xp\b", re.IGNORECASE)
"""What a fight does not use, but a monster has a place for."""


def letter(number: int) -> str:
    """The letter for one foe among many: A to Z, then AA.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    rest, last = divmod(number, 26)
    return (letter(rest - 1) if rest else "") + chr(ord("A") + last)


def slug(name: str) -> str:
    """A name as part of an id.

    >>> slug("The Old Votaries")
    'the-old-votaries'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "foe"
