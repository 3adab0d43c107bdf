"""The line of creatures: `4 votaries HD 1 AC 1 1d6`, or a whole stat block."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.notes import LineMend, OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.phrases import counted_in_digits, is_plain
from undercroft.exchange.outline.room_lines import carries_statistics
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import parse_few
from undercroft.kernel.ways import bounds
from undercroft.table.fight.foe_line import MOST_FOES, read_foes
from undercroft.table.fight.muster import Muster, attacks_of, written
from undercroft.table.lore.lookup import called, shared
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import Monster

_COUNTED = re.compile(r"(?:[0-9]{1,4}|[0-9]{0,2}d[0-9]{1,2}(?:[+-][0-9]{1,2})?)\s?x?\s+[A-Za-z(]")
_CALLED_THE = re.compile(r"(?:[0-9]+\s+)?The\s+(?=[A-Z])")
_STRESS = re.compile(r"\*\*|__")
_USUAL_HD = "HD 1"
_GUESSED = f" {_USUAL_HD} AC 0 1d6"
"""The end of the line of creatures that had no numbers when they were typed."""


def looks_like_creatures(text: str) -> bool:
    """Whether a line under a room begins with a count, as only creatures do."""
    return _COUNTED.match(text) is not None and len(text) <= 120 and not text.endswith((".", "!", "?"))


def read_creatures(
    text: str, line: int, column: int, notes: OutlineNotes, monsters: Mapping[MonsterId, Monster] = STARTER
) -> OutlineEntry | None:
    """Creatures of a line. Words that are no statistic become notes for the referee; None if nothing can be read.

    Creatures without Hit Dice have those of the bestiary, or 1.
    """
    unread: list[str] = []
    if (bare := counted_in_digits(_STRESS.sub("", text))) != text and carries_statistics(text):
        text = bare
    usual = not carries_statistics(text) and not _known(text, monsters)
    body = f"{text.rstrip(' .,;')} {_USUAL_HD}" if usual else text
    try:
        muster = read_foes(body, monsters.values(), unread)
    except BadInput as fault:
        what = f"these creatures cannot be read: {fault.what}"
        notes.add(OutlineNote("bad_creatures", what, fault.fix, line, column, column + len(text)))
        return None
    if usual:
        end = column + len(text.rstrip(" .,;"))
        mend = LineMend(f"Write {_USUAL_HD}", line, end, end, f" {_USUAL_HD}")
        what = f"“{cut(muster.name)}”: no Hit Dice, taken as HD 1"
        notes.add(OutlineNote("no_hit_dice", what, "write their HD", line, column, column + len(text), mend=mend))
    elif text.endswith(_GUESSED) and called(monsters.values(), muster.name) is not None:
        start, end = column, column + len(text)
        mend = LineMend("Use bestiary", line, start, end, f"{muster.count} {muster.name}")
        what = f"“{cut(muster.name)}”: the numbers are guessed, though the bestiary has them"
        notes.add(OutlineNote("guessed", what, "leave out the numbers", line, start, end, mend=mend))
    for warning in muster.warnings:
        notes.add(OutlineNote("ac_scale", warning, "write the AC that it means here", line, column, column + len(text)))
    if _CALLED_THE.match(text):
        muster = replace(muster, name=f"The {muster.name}")
    known = monsters.get(muster.monster) if muster.monster is not None else None
    fields = {**(shared(known) if known is not None else {}), **_fields(muster, unread)}
    if known is not None:
        fields |= {"monster": known.id, "notes": "; ".join(filter(None, (known.notes, " ".join(unread))))}
    return OutlineEntry(Sort.CREATURES, line, column, column + len(text), fields)


def _known(text: str, monsters: Mapping[MonsterId, Monster]) -> bool:
    """Whether a line without Hit Dice names a monster of the bestiary."""
    try:
        return read_foes(text, monsters.values(), []).monster is not None
    except BadInput:
        return False


def _fields(muster: Muster, unread: list[str]) -> dict[str, Any]:
    count, told = _count(muster.count)
    said = [told, muster.weapon, *muster.unused, " ".join(unread)]
    fields: dict[str, Any] = {"count": count, "name": muster.name, "hd": muster.hd}
    most = NAME.most or 0
    if len(muster.name) > most:
        fields["name"] = muster.name[:most].rstrip()
        said.insert(0, muster.name)
    fields |= {
        "hp_bonus": muster.hp_bonus,
        "ac": muster.ac,
        "damage": muster.damage,
        "attacks": attacks_of(muster),
        "hp": muster.hp * count if len(muster.hp) == 1 and count > 1 else muster.hp,
        "abilities": muster.abilities,
        "move_ft": muster.move_ft,
        "led": muster.led,
        "fearless": muster.fearless,
        "natural": muster.natural,
        "attack_bonus": muster.attack_bonus,
        "shock": muster.shock,
        "shock_ac": muster.shock_ac,
        "notes": "; ".join(filter(None, said)),
    }
    return fields


def _count(written_count: str) -> tuple[int, str]:
    """The number, and the dice for it where the line has dice: their average is taken."""
    if written_count.isdecimal():
        return max(1, int(written_count)), ""
    least, most = bounds(parse_few(written_count))
    return max(1, (least + most) // 2), f"{written_count} of them"


def write_creatures(creatures: Creatures) -> str:
    """The line of creatures: number, name, Hit Dice, AC and damage."""
    muster = Muster(
        count=str(creatures.count),
        name=creatures.name,
        hd=creatures.hd,
        hp_bonus=creatures.hp_bonus,
        ac=creatures.ac,
        damage=creatures.damage,
        attack_bonus=creatures.attack_bonus,
        shock=creatures.shock,
        shock_ac=creatures.shock_ac,
    )
    whole = written(muster)
    for line in (whole.removeprefix("1 ") if creatures.count == 1 else whole, whole):
        if is_plain(creatures.name) and _says(line, creatures):
            return line
    usual = Muster(count=str(min(MOST_FOES, creatures.count)), name="creatures", hd=Fraction(1))
    return written(usual)


def _says(line: str, creatures: Creatures) -> bool:
    entry = read_creatures(line, 1, 1, OutlineNotes())
    if entry is None or not carries_statistics(line) or line[:1] in ">?*!$=#-+":
        return False
    return (entry.name, entry.fields["count"], entry.fields["hd"]) == (creatures.name, creatures.count, creatures.hd)
