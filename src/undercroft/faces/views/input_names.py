"""Rules, their inputs and the numbers of a sheet, by the names people use."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

from undercroft.books import RULES
from undercroft.interpret.words import told
from undercroft.kernel.amounts import mixed
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.units import RuleId
from undercroft.table.explain import Input

WHOLE: Mapping[str, str] = {
    "adventurer": "an adventurer",
    "awake_h": "hours awake",
    "bent": "rolls that Scars moved",
    "bl": "Basic Lift",
    "column": "the party",
    "could_win": "sure to win",
    "fleer_others": "other fleers",
    "fleers_group": "fleers as a group",
    "fort": "Fort",
    "front_cha": "CHA of the front delver",
    "gm_override": "set by the referee",
    "gm_pick": "chosen",
    "gm_spec": "the referee's check",
    "has_kit": "healer's kit",
    "int_": "INT",
    "jump_sn": "success number of the jump",
    "level_index": "encumbrance level",
    "mab": "melee attack bonus",
    "must_provision": "must eat or forage first",
    "n": "how many",
    "npc_chase_group": "NPCs chase as a group",
    "npc_group_bonus": "NPCs help each other",
    "npc_hd_total": "HD of the others",
    "path_len": "zones to go",
    "per": "Per",
    "pursuer_others": "other pursuers",
    "r": "roll",
    "rab": "ranged attack bonus",
    "re": "Reflexes",
    "repeat_no": "try",
    "round_no": "round",
    "sn": "success number",
    "sn_tie": "tie with the success number",
    "str_": "STR",
    "strs": "STR of each",
    "turn_no": "turn",
    "turn_number": "turn",
    "wage_sp_per_day": "silver a day",
    "will_listen": "willing to listen",
}
PARTS: Mapping[str, str] = {
    "attr": "attribute",
    "attrs": "attributes",
    "expr": "dice",
    "fp": "FP",
    "gm": "referee",
    "gms": "referees",
    "hd": "HD",
    "hp": "HP",
    "id": "",
    "max": "maximum",
    "mod": "modifier",
    "mods": "modifiers",
    "n": "number of",
    "no": "number",
    "npc": "NPC",
    "npcs": "others",
    "pc": "character",
    "pcs": "party",
    "sn": "success number",
    "tp": "travel points",
    "vit": "Vit",
    "will": "Will",
    "xp": "XP",
    **{name: name.upper() for name in ("ac", "dc", "str", "dex", "con", "int", "wis", "cha")},
}
"""Whole names, and their single words, where they are not English."""
UNITS: Mapping[str, str] = {
    "c": "copper",
    "deg": "degrees",
    "ft": "feet",
    "g": "gold",
    "h": "hours",
    "s": "seconds",
    "sp": "silver",
}
"""The units that end a name."""


def cite(rule: RuleId) -> str:
    """The place of a rule: book and heading."""
    found = RULES.get(rule)
    return found.cite.words if found is not None else ""


def input_name(name: str, book: str = "") -> str:
    """An input of a rule for people; with its book, as that book writes the attributes.

    >>> input_name("expr"), input_name("fleer_mod"), input_name("hp_max"), input_name("height_ft")
    ('dice', 'fleer modifier', 'HP maximum', 'height in feet')
    >>> input_name("str_", "sovereign"), input_name("str_", "neverwhere"), input_name("dex_mod", "neverwhere")
    ('STR', 'Str', 'Dex modifier')
    """
    if book in _SMALL_LETTERS:
        return _ATTRIBUTE.sub(lambda found: found[0].capitalize(), input_name(name))
    if name in WHOLE:
        return WHOLE[name]
    *parts, last = (part for part in name.split("_") if part)
    if parts and last in UNITS:
        return f"{input_name('_'.join(parts)).removesuffix(' in')} in {UNITS[last]}"
    return " ".join(filter(None, (PARTS.get(part, part) for part in (*parts, last)))) or name


_SMALL_LETTERS = frozenset({"neverwhere"})
"""The books that write Str, Dex and Int."""
_ATTRIBUTE = re.compile(r"\b(?:STR|DEX|INT)\b")


def tells(entry: Input) -> bool:
    """Whether an input of a ruling is worth telling: it is not what it usually is, and it is not empty."""
    return not entry.usual and entry.value not in (None, "", [], {})


def input_words(entry: Input) -> str:
    """An input of a ruling and its value, in the words of the rule; by its name where they are a question.

    >>> input_words(Input("health", "Health of the target", 9, usual=False, house=False))
    'Health of the target: 9'
    >>> input_words(Input("has_kit", "is a healer's kit at hand?", True, usual=False, house=False))
    "healer's kit: yes"
    >>> input_words(Input("skill", "skill level; -1 untrained", -1, usual=False, house=False))
    'skill level: −1'
    >>> input_words(Input("points", "travel points left today", "4/3", usual=False, house=False))
    'travel points left today: 1⅓'
    >>> input_words(Input("attack", "the foe's Attack, 11 and its Hit Dice", 13, usual=False, house=False))
    "the foe's Attack: 13"
    """
    asks = _ADVICE.split(entry.means)[0]
    name = input_name(entry.name) if not asks or asks.endswith("?") else asks
    return f"{name}: {_written(entry.value)}{' (house rule)' if entry.house else ''}"


def _written(value: object) -> str:
    """A value as the log keeps it, for people."""
    match value:
        case str() if _FRACTION.fullmatch(value):
            return mixed(Fraction(value))
        case str():
            return value_in_words(value)
        case list() | tuple():
            return ", ".join(map(_written, cast("Sequence[object]", value))) or "none"
        case _:
            return told(value)


_FRACTION = re.compile(r"-?[0-9]+/[1-9][0-9]*")
"""A fraction as the log keeps it."""
_ADVICE = re.compile(r"; |: |, such as|, as they like|, (?=\d)|(?<=\?) ")
"""What follows in the words of an input is advice on filling it in."""

_SHORT = ("str", "dex", "con", "int", "wis", "cha")
_NAMES: Mapping[str, str] = {
    **{f"delving_{score}": f"{score.upper()} modifier" for score in _SHORT},
    **{kind: f"{kind} save" for kind in ("physical", "evasion", "mental")},
    "dex": "Dex",
    "fp_max": "most fatigue points",
    "hd": "hit dice",
    "int_": "Int",
    "per": "Per",
    "readied": "readied, points at most",
    "run_limit": "rounds of running",
    "stowed": "stowed, points at most",
    "str_": "Str",
    "strain_max": "most Strain",
    "vit": "Vit",
    "will": "Will",
}


def number_name(name: str) -> str:
    """A number of a sheet for people.

    >>> number_name("delving_cha"), number_name("attack_bonus")
    ('CHA modifier', 'attack bonus')
    """
    return _NAMES.get(name) or input_name(name)
