"""The statistics of a stat block, as the hobby writes them: how each is written, and what it says in a fight."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from undercroft.books.sovereign.arms import WeaponId
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.table.state.lore import EVERY_AC, NO_ARMOUR_DOWN, NO_ARMOUR_UP, round_move

Found: TypeAlias = Mapping[str, object]
"""What a statistic says, by the fields of a `Muster` that it fills."""

_SIGNS = str.maketrans("\u00d7\u2019\u2032\u2033\u201d\u2013\u2212\u2044", "x''\"\"--/")
"""The typographic times, feet, inches, minus and fraction signs, and the plain ones."""
_PARTS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}

_NUMBER = r"[0-9]{1,4}(?![0-9/d])"
_DICE = r"[0-9]*d[0-9]+[a-z0-9]*(?:\s?[+-]\s?[0-9]+(?![0-9d]))?"
_HARM = rf"(?:{_DICE}|[0-9]{{1,3}}(?:-[0-9]{{1,3}})?(?![0-9d]))"
_HARMS = rf"{_HARM}(?:\s?/\s?{_HARM})*"
_AND_MORE = r"(?:\s?\+\s?[a-z]+)?"
"""What a blow does besides its damage: `+ poison`."""
_BLOW = r"(?:[0-9]{1,2})\s?x\s?[a-z][a-z' -]*(?:\([^()]*\))?"
_NATURAL = (
    "antler", "beak", "bite", "blow", "breath", "butt", "claw", "constriction", "fang", "fist", "gaze", "gore", "hoof",
    "hooves", "horn", "jaw", "kick", "peck", "pincer", "pseudopod", "punch", "slam", "spit", "stab", "sting", "strike",
    "tail", "talon", "tentacle", "touch", "trample", "tusk", "weapon", "wing",
)  # fmt: skip
_ARMS = "|".join(
    sorted((*_NATURAL, "sword", "bow", *(id.replace("_", " ") for id in WeaponId)), key=lambda name: -len(name))
)
"""What creatures attack with: parts of their bodies, and the weapons of the price list."""
_STRIKE = rf"(?:(?!and\b)[a-z'-]+\s)?(?:{_ARMS})(?:e?s)?\b"
_STRIKES = rf"{_STRIKE}(?:\s?/\s?{_STRIKE})*"
_SURE_HARMS = rf"{_DICE}(?:\s?/\s?{_HARM})*"
_ANY_BLOW = (
    rf"(?:[0-9]{{1,2}}\s?x?\s?)?{_STRIKES}[\s:]*\(?\s?{_SURE_HARMS}{_AND_MORE}(?: each)?\s?\)?(?: each)?"
    rf"|(?:[0-9]{{1,2}}\s?x\s?)?{_SURE_HARMS}\s?\(?{_STRIKES}\)?{_AND_MORE}(?: each)?"
)
"""An attack in the orders in which the hobby writes it: `bite 1d4`, `1d4 bite`, `1d4 (bite)`, `2 claws (1d4)`."""
_EACH = rf"(?P<each>(?:{_ANY_BLOW})(?:(?:\s?(?:,|;|/|\+)|\sand)\s*(?:{_ANY_BLOW}))*)"
_UNIT = r"""(?:'|"|ft\b|feet\b)"""
_REMARK = r"(?:\s?\([^()]*\))?"
_WAYS = r"(?:fly|swim|climb|burrow|web)[a-z]*"
_OTHER_WAY = rf"[\s,/]*(?:{_WAYS}\s?[0-9]{{1,4}}\s?{_UNIT}?|[0-9]{{1,4}}\s?{_UNIT}){_REMARK}(?:\s{_WAYS})?"


def plain(line: str) -> str:
    """A line with plain signs in place of typographic ones.

    >>> plain("1½ HD,  2 claws")
    '1 1/2 HD, 2 claws'
    """
    for sign, part in _PARTS.items():
        line = re.sub(rf"(?<=[0-9]){sign}", f" {part}", line).replace(sign, part)
    return " ".join(line.translate(_SIGNS).split())


def dice_of(harms: str) -> str:
    """The dice of one blow or several, each a die roll, a number, or a span such as `2-8`.

    >>> dice_of("1d6 / 1D6+1"), dice_of("1-6"), dice_of("2-8/2-5"), dice_of("3")
    ('1d6/1d6+1', '1d6', '2d4/1d4+1', '3')
    """
    return "/".join(_one(harm) for harm in re.sub(r"\s", "", harms).lower().split("/"))


def _one(harm: str) -> str:
    least, _, most = harm.partition("-")
    if least.isdecimal() and most.isdecimal():
        low, high = int(least), int(most)
        if not 0 < low < high:
            raise ValueError(f"“{harm}” is not damage")
        harm = f"{low}d{high // low}" if high % low == 0 else f"1d{high - low + 1}+{low - 1}"
    try:
        parse_few(harm)
    except (BadNotation, ValueError) as fault:
        raise ValueError(f"“{harm[:20]}” is not dice: {fault}") from None
    return harm


def _hit_dice(found: re.Match[str]) -> Found:
    hd = sum(map(Fraction, found["hd"].split()), Fraction(0))
    bonus = {"hp_bonus": int(found["bonus"].replace(" ", ""))} if found["bonus"] else {}
    stars = {"abilities": len(found["stars"])} if found["stars"] else {}
    return {"hd": hd, **bonus, **stars}


def _armour(found: re.Match[str]) -> Found:
    """An AC as written; one whose scale is plain to see is counted from no armour instead."""
    if found["up"]:
        return {"ac": int(found["up"]) - NO_ARMOUR_UP, "ac_written": found["ac"]}
    if found["ac"].startswith("-"):
        return {"ac": NO_ARMOUR_DOWN - int(found["ac"]), "ac_written": found["ac"]}
    return {"ac": int(found["ac"]), "ac_asks": True}


def _hit_points(found: re.Match[str]) -> Found:
    return {"hp": tuple(map(int, re.findall(r"[0-9]+", found["hp"])))}


def _named_blows(found: re.Match[str]) -> Found:
    """Attacks by name, such as `2 x claw (1d4), 1 x bite (1d8)`: their number, and the damage of each."""
    times, names, harms = 0, list[str](), list[str]()
    for blow in re.finditer(rf"([0-9]{{1,2}})\s?x([^()]*)(?:\(\s*({_HARMS})?)?", found["blows"], re.IGNORECASE):
        times += int(blow[1])
        names.append(blow[2].strip())
        harms += [dice_of(blow[3])] * int(blow[1]) if blow[3] else []
    damage = {"damage": "/".join(harms)} if harms else {}
    return {"attacks": times, "weapon": ", ".join(names), **damage}


def _blows(found: re.Match[str]) -> Found:
    """Attacks in any order: the damage of each; their number where the line gives it or there are several."""
    times, names, harms, counted = 0, list[str](), list[str](), False
    for blow in re.finditer(_ANY_BLOW, found["each"], re.IGNORECASE):
        count = re.match(rf"([0-9]{{1,2}})(?=\s?x|\s?(?:{_STRIKE}))", blow[0], re.IGNORECASE)
        rest = blow[0][count.end() :].lstrip(" x") if count else blow[0]
        dice = re.search(_SURE_HARMS, rest, re.IGNORECASE)
        each = dice_of(dice[0]).split("/") if dice else []
        number = int(count[1]) if count else len(each)
        harms += each * number if len(each) == 1 else each
        times, counted = times + max(number, len(each)), counted or count is not None
        named = re.search(_STRIKES, rest, re.IGNORECASE)
        names += [named[0].strip()] if named else []
    told = {"attacks": times} if counted or times > 1 else {}
    return {**told, "weapon": ", ".join(names), "damage": "/".join(harms)}


def _damage(found: re.Match[str]) -> Found:
    return {"damage": dice_of(found["damage"])}


def _weapon(found: re.Match[str]) -> Found:
    """Damage with the name of its attack before it, such as `bite 1d6`."""
    return {"weapon": found["weapon"].strip(), **_damage(found)}


def _number(field: str) -> Callable[[re.Match[str]], Found]:
    return lambda found: {field: int(found["number"])}


def _in_feet(found: re.Match[str]) -> bool:
    """Whether a speed is in feet: it says so, or a third of it stands beside it, as in `120 (40)`."""
    return bool(found["feet"]) or (found["round"] is not None and int(found["round"]) == round_move(int(found["pace"])))


def _pace(found: re.Match[str]) -> Found:
    """The feet moved in a round; in other measures a speed says nothing here."""
    return {"move_ft": int(found["round"] or found["pace"])} if _in_feet(found) else {}


def _turn_pace(found: re.Match[str]) -> Found:
    """The feet moved in a round by `MV`, which counts a turn's: those in brackets, or a third."""
    return (
        {"move_ft": int(found["round"]) if found["round"] else round_move(int(found["pace"]))}
        if _in_feet(found)
        else {}
    )


def _shock(found: re.Match[str]) -> Found:
    """Shock and the highest AC it works on; without one it works on every AC."""
    return {"shock": int(found["shock"]), "shock_ac": int(found["most"]) if found["most"] else EVERY_AC}


def _mark(field: str) -> Callable[[re.Match[str]], Found]:
    return lambda _: {field: True}


def _unused(_: re.Match[str]) -> Found:
    return {}


def _morale(found: re.Match[str]) -> Found:
    return {"morale": int(found["number"])}


def _save(found: re.Match[str]) -> Found:
    return {"save": found["save"].strip(" ,/")}


def _experience(found: re.Match[str]) -> Found:
    return {"xp": int(found["xp"].replace(",", ""))}


class Statistic(Struct, frozen=True):
    """One statistic: its words, the value after them, and what it says."""

    words: str
    value: str
    read: Callable[[re.Match[str]], Found]
    turned: bool = False
    """The value may come before the words."""
    certain: bool = False
    """The words alone are no part of a name: a value must follow them."""

    @property
    def unused(self) -> bool:
        """Whether a fight does not use it."""
        return self.read in (_unused, _morale, _save, _experience)

    def match(self, text: str, start: int) -> re.Match[str] | None:
        """Find it at this place of a line."""
        for pattern in _patterns(self):
            found = pattern.match(text, start)
            if found is not None and found.end() > start:
                return found
        return None


_HD = (
    r"(?P<hd>(?:[0-9]{1,3}\s)?[0-9]{1,2}/[1-9][0-9]?|[0-9]{1,4}(?![0-9/]))(?:d[0-9]+)?"
    r"(?P<bonus>\s?[+-]\s?[0-9]{1,3})?\s?(?P<stars>\*+)?"
)
_HP = rf"(?P<hp>{_NUMBER}(?:[\s,]+{_NUMBER}(?!\s?(?:hd|hit|x|xp|att|abilit|{_STRIKE})))*)"
_AC = r"(?P<ac>(?:-?[0-9]{1,4}\s?)?\[(?P<up>[0-9]{1,2})\]|-?[0-9]{1,4}(?![0-9/d]))"
_SAVE = r"(?:as\s)?(?:(?:[dwpbs]\s?[0-9]{1,2}[\s,/]*){2,5}|[a-z]{1,3}\s?[0-9]{0,2}\b|[0-9]{1,2}\+?)"
_FEET = r"(?:'|ft\b|feet\b)"
_PACE = (
    rf"(?P<pace>[0-9]{{1,5}})\s?(?:(?P<feet>{_FEET})|\")?"
    rf"(?:\s?\(\s?(?P<round>[0-9]{{1,5}})\s?{_FEET}?\s?\))?{_REMARK}(?:{_OTHER_WAY})*"
)
_ATTACK = r"#\s?a(?:tt?|tk)?s?|no\.? of attacks|attacks?|atts?|atks?"

STATISTICS = (
    Statistic(r"hd|hit dice|hit die", _HD, _hit_dice, turned=True, certain=True),
    Statistic(r"ac|armou?r class", _AC, _armour, certain=True),
    Statistic(r"armou?r", _AC, _armour),
    Statistic(r"hp|hit points", _HP, _hit_points, turned=True, certain=True),
    Statistic(_ATTACK, rf"(?P<blows>{_BLOW}(?:(?:,|/|\+|and)?\s*{_BLOW})*)", _named_blows),
    Statistic(_ATTACK, rf"(?P<number>{_NUMBER})(?!\s?x)", _number("attacks"), turned=True),
    Statistic(
        _ATTACK, rf"(?:[+-][0-9]+\s)?(?P<weapon>[a-z][a-z' -]*?)\s?\(?(?P<damage>{_HARMS}){_AND_MORE}\)?", _weapon
    ),
    Statistic(_ATTACK, r"(?P<number>[+-][0-9]{1,2})(?=\s*(?:[,;.]|$))", _number("attack_bonus")),
    Statistic(r"dmg|dam|damage", _EACH, _blows),
    Statistic(r"dmg|dam|damage|d", rf"(?P<damage>{_HARMS}){_AND_MORE}", _damage),
    Statistic(r"abilities|ability", rf"(?P<number>{_NUMBER})", _number("abilities"), turned=True, certain=True),
    Statistic(r"mv", _PACE, _turn_pace),
    Statistic(r"move|movement|speed", _PACE, _pace),
    Statistic(r"", r"leader\b", _mark("led")),
    Statistic(r"", r"fearless\b", _mark("fearless")),
    Statistic(r"", r"(?:hide|natural armou?r)\b", _mark("natural")),
    Statistic(r"ml|morale", r"(?:12|-|n/a)(?![0-9])", _mark("fearless")),
    Statistic(r"ml|morale", r"(?P<number>[0-9]{1,2})", _morale),
    Statistic(r"saves?|sv", rf"(?P<save>{_SAVE})", _save),
    Statistic(r"xp", r"(?P<xp>[0-9][0-9,]{0,11})", _experience, turned=True),
    Statistic(r"al|align|alignment", r"[a-z]+\b(?:\s(?:good|evil|neutral)\b)?", _unused),
    Statistic(r"thac0", r"-?[0-9]{1,2}(?:\s?\[[+-]?[0-9]{1,2}\])?", _unused),
    Statistic(r"ab|bab|attack bonus", r"(?P<number>[+-]?[0-9]{1,2})(?![0-9d])", _number("attack_bonus")),
    Statistic(r"shock", r"(?P<shock>[0-9]{1,2})\s?(?:/|to ac|ac)?\s?(?P<most>[0-9]{1,2})?", _shock),
    Statistic(r"na|no\.? app(?:earing)?|#\s?app(?:earing)?", _HARM, _unused),
    Statistic(r"tt|treasure type|treasure", r"[a-z]{1,2}\b", _unused),
    Statistic(r"sz|size", r"(?:small|medium|large|[smlt])\b", _unused),
    Statistic(r"", _EACH, _blows),
    Statistic(r"", rf"(?P<damage>{_DICE}(?:\s?/\s?{_HARM})*){_AND_MORE}", _damage),
    Statistic(
        r"",
        rf"(?P<weapon>[a-z][a-z'-]+\s(?:[a-z'-]+\s)?)\(?(?P<damage>{_DICE}(?:\s?/\s?{_HARM})*){_AND_MORE}\)?",
        _weapon,
    ),
    Statistic(r"", r"(?:by\s)?weapons?\b", _unused),
)
"""Every statistic, in the order in which they are looked for."""


def _patterns(statistic: Statistic) -> tuple[re.Pattern[str], ...]:
    return _PATTERNS[statistic.words, statistic.value]


def _compiled(statistic: Statistic) -> tuple[re.Pattern[str], ...]:
    """The ways to write it: the word and then the value, or the value first."""
    words, value = statistic.words, statistic.value
    forward = rf"(?:{words})(?:\.?[\s:]+|(?=[^a-z\s]))[\s:]*{value}" if words else value
    forward += _REMARK if statistic.unused else ""
    ways = [forward, rf"{value}\s?(?:{words})\b(?![\s:]*[0-9]+(?![0-9d]))"] if statistic.turned else [forward]
    return tuple(re.compile(way, re.IGNORECASE) for way in ways)


_PATTERNS = {(each.words, each.value): _compiled(each) for each in STATISTICS}


def needs_value(text: str, start: int) -> str:
    """The word here of a statistic that cannot do without its value; empty if there is none."""
    found = _CERTAIN.match(text, start)
    return found[0] if found is not None else ""


_CERTAIN = re.compile(rf"(?:{'|'.join(each.words for each in STATISTICS if each.certain)})\b", re.IGNORECASE)
