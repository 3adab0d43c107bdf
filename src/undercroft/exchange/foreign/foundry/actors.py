"""Actors of Foundry VTT that are no characters of players: monsters for the bestiary, from any system."""

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from undercroft.books.sovereign.units import MOST_DICE
from undercroft.exchange.foreign.foundry.documents import FoundryDocument
from undercroft.exchange.foreign.foundry.inline import dice_of
from undercroft.exchange.foreign.foundry.other_systems import in_common_form
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import entries, fields, from_html, one_line, whole
from undercroft.table.lore.monsters import MOST_NAME, MOST_TEXT, faults
from undercroft.table.lore.tables import is_dice
from undercroft.table.state.creatures import USUAL_DAMAGE
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import (
    LEAST_MORALE,
    MOST_MORALE,
    NO_ARMOUR_DOWN,
    NO_ARMOUR_UP,
    NO_ATTACK_BONUS,
    ArmourScale,
    Monster,
    round_move,
)
from undercroft.table.state.new_ids import id_from

MOST_BLOWS = 8
_HIT_DICE = re.compile(
    r"(?P<count>[0-9]{1,3}(?:/[0-9]{1,2}|\.[0-9]{1,2})?)?(?:d(?P<sides>[0-9]{1,3}))?(?P<bonus>[+-][0-9]{1,3})?\*{0,5}"
)
_NATURAL = re.compile(
    r"beak|bite|butt|claw|fang|fist|gore|ho[ou]f|hooves|horn|jaw|kick|peck|pincer|slam|sting|tail|talon|tentacle|"
    r"trample|tusk|wing",
    re.IGNORECASE,
)
_SAVES: Mapping[str, str] = {"death": "D", "wand": "W", "paralysis": "P", "breath": "B", "spell": "S"}
_KNOWN = frozenset(
    {"hp", "ac", "aac", "thac0", "saves", "movement", "initiative", "retainer", "details", "isNew", "config", "tweaks"}
    | {"scores", "exploration", "encumbrance", "languages", "spells", "warrior"}
)
"""What an actor has that is read, or that a monster does not need."""


def monster_of(actor: FoundryDocument, taken: Collection[str], notes: Notes) -> Monster | None:
    """The monster that an actor is; what it has no place for is noted, or among the referee's notes."""
    name = one_line(actor.name, MOST_NAME) or "Monster"
    at = f"{actor.at}.system".lstrip(".")
    actor = in_common_form(actor, name, notes)
    system, details = system_of(actor)
    hd, bonus = _hit_dice(system, name, notes, at)
    ac, scale = _armour(system, name, notes, at)
    blows = _Blows(actor, name, notes)
    appearing = fields(details.get("appearing"))
    number = dice_of(appearing.get("d") if appearing else details.get("appearing"))
    morale = whole(details.get("morale"))
    xp = whole(details.get("xp"), -1)
    thac0, movement = fields(system.get("thac0")), fields(system.get("movement"))
    monster = Monster(
        _id(name, taken, actor.id),
        name,
        hd,
        hp_bonus=bonus,
        ac=ac,
        scale=scale,
        attacks=blows.attacks,
        damage=blows.damage,
        weapon=blows.weapon,
        attack_bonus=_attack_bonus(thac0),
        shock=blows.shock,
        shock_ac=blows.shock_ac,
        move_ft=_move(movement),
        save=saves_of(fields(system.get("saves"))),
        morale=morale if LEAST_MORALE <= morale <= MOST_MORALE else None,
        xp=xp if xp >= 0 else None,
        number=number if is_dice(number) and number != "0" else "1",
        abilities=max(0, min(20, whole(details.get("specialAbilities")))),
        skill_mod=max(-20, min(20, whole(details.get("skill")))),
        treasure=_treasure(fields(details.get("treasure"))),
        notes="\n".join((*_remarks(system, details), *blows.others, *_abilities(actor)))[:MOST_TEXT],
    )
    for unknown in sorted(set(system) - _KNOWN)[:20]:
        notes.drop(f"{name}: “{one_line(unknown, 30)}” has no counterpart here", f"{at}.{one_line(unknown, 30)}")
    wrong = next(iter(faults(monster)), None)
    if wrong is not None:
        notes.drop(f"{name}: {wrong.what}", at)
        return None
    return monster


def system_of(actor: FoundryDocument) -> tuple[dict[str, Any], dict[str, Any]]:
    """The numbers of an actor by the rules of its system, and its details."""
    system = fields(actor.value.get("system", actor.value.get("data")))
    return system, fields(system.get("details"))


def items_of(actor: FoundryDocument) -> list[dict[str, Any]]:
    """What an actor has: weapons, gear, abilities and spells."""
    return [fields(item) for item in entries(actor.value.get("items"))[:100]]


def _id(name: str, taken: Collection[str], own: str) -> MonsterId:
    id = id_from(name, "monster")
    more = [f"{id[:36]}-{id_from(own)}"[:60].strip("-")] if own else []
    numbered = (f"{id}-{number}" for number in range(2, len(taken) + 3))
    return MonsterId(next(each for each in (id, *more, *numbered) if each not in taken))


def _hit_dice(system: dict[str, Any], name: str, notes: Notes, at: str) -> tuple[Fraction, int]:
    written = re.sub(r"\s+", "", one_line(fields(system.get("hp")).get("hd"), 20)).lower()
    found = _HIT_DICE.fullmatch(written)
    if found is None or not (found["count"] or found["sides"]):
        notes.guess(f"{name} has no Hit Dice that can be read: taken as 1", f"{at}.hp.hd")
        return Fraction(1), 0
    count, bonus = found["count"] or "1", int(found["bonus"] or 0)
    hd = Fraction(count) if "/0" not in count else Fraction(1)
    if found["sides"] == "4" and hd == 1:
        notes.guess(f"{name}: hit points of 1d4 taken as half a Hit Die", f"{at}.hp.hd")
        hd = Fraction(1, 2)
    elif found["sides"] not in (None, "8"):
        notes.guess(f"{name}: Hit Dice of d{found['sides']} taken as Hit Dice like others", f"{at}.hp.hd")
    if not 0 < hd <= MOST_DICE:
        taken = Fraction(1, 2) if hd <= 0 else Fraction(MOST_DICE)
        notes.guess(f"{name}: {hd} Hit Dice taken as {taken}", f"{at}.hp.hd")
        hd = taken
    return hd, bonus


def _armour(system: dict[str, Any], name: str, notes: Notes, at: str) -> tuple[int, ArmourScale]:
    """The AC and its scale. Where both are given and do not agree, the one that the system itself counts by."""
    down, up = whole(fields(system.get("ac")).get("value"), 99), whole(fields(system.get("aac")).get("value"))
    down = down if -20 <= down <= NO_ARMOUR_DOWN else 99
    up = up if NO_ARMOUR_UP <= up <= 60 else 0
    if up and (down in (0, 99) or "baseSave" in fields(system.get("saves"))):
        return up, ArmourScale.ASCENDING
    if down == 99:
        notes.guess(f"{name} has no AC: counts as unarmoured", f"{at}.ac")
        return NO_ARMOUR_DOWN, ArmourScale.DESCENDING
    if up and down + up != NO_ARMOUR_DOWN + NO_ARMOUR_UP:
        notes.guess(f"{name}: AC {down} and {up} do not agree, and {down} was taken", f"{at}.ac")
    return down, ArmourScale.DESCENDING


def _attack_bonus(thac0: dict[str, Any]) -> int | None:
    by_thac0 = NO_ATTACK_BONUS - whole(thac0.get("value"), -99)
    bonus = whole(thac0.get("bba"), by_thac0)
    return bonus if abs(bonus) <= 20 else None


def _feet(value: object) -> int | None:
    found = re.match(r"\s*([0-9]{1,4})", value) if isinstance(value, str) else None
    feet = int(found[1]) if found else whole(value)
    return feet if 0 < feet <= 2000 else None


def _move(movement: dict[str, Any]) -> int | None:
    """The feet moved in a round: Old-School Essentials has those of a turn, Without Number those of a round."""
    base, exploring = _feet(movement.get("base")), _feet(movement.get("exploration"))
    if base is not None and not movement.keys().isdisjoint(("exploration", "overland")):
        return base
    turn = base or exploring
    return round_move(turn) if turn is not None else None


def saves_of(saves: dict[str, Any]) -> str:
    """The saves of an actor in one line, by either system."""
    old = [f"{letter}{number}" for key, letter in _SAVES.items() if (number := _value(saves.get(key)))]
    if old:
        return " ".join(old)
    base = _value(saves.get("baseSave"))
    new = [
        f"{key} {number}+" for key in ("physical", "evasion", "mental", "luck") if (number := _value(saves.get(key)))
    ]
    return ", ".join(new) or (f"{base}+" if base else "")


def _value(save: object) -> int:
    number = whole(fields(save).get("value", save))
    return number if 0 < number <= 30 else 0


def _treasure(treasure: dict[str, Any]) -> str:
    kind, table = one_line(treasure.get("type")), one_line(from_html(treasure.get("table")))
    return ", ".join(filter(None, (f"treasure type {kind}" if kind else "", table)))


def _remarks(system: dict[str, Any], details: dict[str, Any]) -> Iterator[str]:
    wild = dice_of(fields(details.get("appearing")).get("w"))
    exploration = _feet(fields(system.get("movement")).get("exploration"))
    for label, said in (
        ("Alignment", one_line(details.get("alignment"))),
        ("Instinct", one_line(details.get("instinct"))),
        ("In the wild", wild if is_dice(wild) and wild != "0" else ""),
        ("Exploring", f"{exploration} ft" if exploration else ""),
    ):
        if said:
            yield f"{label}: {said}."
    for text in (details.get("biography"), details.get("description")):
        if told := from_html(text):
            yield told


def _abilities(actor: FoundryDocument) -> Iterator[str]:
    """Abilities, spells, armour and gear, each with its description."""
    for item in items_of(actor):
        system = fields(item.get("system", item.get("data")))
        name, told = one_line(item.get("name")), " ".join(from_html(system.get("description")).split())
        if item.get("type") != "weapon" and name:
            yield f"{name}: {told}" if told else f"{name}."


class _Blows:
    """The attacks of a monster: all natural ones together, or the first weapon; the others are told."""

    def __init__(self, actor: FoundryDocument, name: str, notes: Notes) -> None:
        weapons = [item for item in items_of(actor) if item.get("type") == "weapon"]
        natural = [item for item in weapons if _NATURAL.search(one_line(item.get("name")))]
        used = natural or weapons[:1]
        at = f"{actor.at}.items".lstrip(".")
        if len(used) > 1:
            notes.guess(f"{name} attacks with all of these each round: {_listed(used)}", at)
        rest = [item for item in weapons if item not in used]
        if rest:
            notes.guess(f"{name} attacks with {_listed(used)}; in its notes: {_listed(rest)}", at)
        if not weapons:
            notes.guess(f"{name} has no attack: damage {USUAL_DAMAGE}", at)
        blows = [blow for item in used for blow in [self._damage(item, name, notes, at)] * self._times(item)]
        self.others = tuple(f"{one_line(item.get('name'))}: {self._damage(item, name, notes, at)}." for item in rest)
        self.weapon = _listed(used)
        self.attacks = len(blows[:MOST_BLOWS]) or None
        once = set(blows)
        self.damage = "/".join(blows[:MOST_BLOWS]) if len(once) > 1 else next(iter(once), USUAL_DAMAGE)
        shock = fields(fields(used[0].get("system", used[0].get("data"))).get("shock")) if used else {}
        harm, most = whole(shock.get("damage"), -1), whole(shock.get("ac"))
        self.shock = harm if 0 < harm <= 20 else None
        self.shock_ac = most if self.shock is not None and 0 < most <= 60 else None

    def _damage(self, item: dict[str, Any], name: str, notes: Notes, at: str) -> str:
        written = fields(item.get("system", item.get("data"))).get("damage")
        dice = dice_of(written)
        if is_dice(dice) and "/" not in dice:
            return dice
        notes.guess(
            f"{name}: damage “{one_line(written, 30)}” of {one_line(item.get('name'))} taken as {USUAL_DAMAGE}", at
        )
        return USUAL_DAMAGE

    def _times(self, item: dict[str, Any]) -> int:
        counter = fields(fields(item.get("system", item.get("data"))).get("counter"))
        return max(1, min(MOST_BLOWS, whole(counter.get("max"), 1)))


def _listed(items: list[dict[str, Any]]) -> str:
    return one_line(", ".join(filter(None, (one_line(item.get("name")) for item in items))))
