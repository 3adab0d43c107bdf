"""Players' characters of Foundry VTT: people of ours where the system has the numbers, else texts to copy from."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.classes import CLASS_NAMES, CLASS_TABLE, ClassId
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER
from undercroft.books.sovereign.units import SCORES, WORLD_CLASS, Skill
from undercroft.exchange.foreign.foundry.actors import items_of, saves_of, system_of
from undercroft.exchange.foreign.foundry.documents import FoundryDocument
from undercroft.exchange.foreign.imported import ImportedText
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import fields, from_html, one_line, plain, whole
from undercroft.kernel.amounts import series
from undercroft.kernel.faults import BadInput
from undercroft.table.gear.money import purse
from undercroft.table.gear.prices import WARES, ware_named
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.names import check_name
from undercroft.table.state.new_ids import id_from, new_id
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn

MOST_LEVEL = len(CLASS_TABLE[ClassId.WARRIOR].attack)
_SCORES = ("str", "dex", "con", "int", "wis")
_WARRIORS = r"warrior|fighter|dwarf|dwarven|halfling|knight|ranger|paladin|barbarian|soldier"
_EXPERTS = r"expert|thief|rogue|assassin|bard|acrobat|cleric|druid|gnome|priest"
_MAGES = r"mage|magic|wizard|illusionist|elementalist|necromancer|sorcerer|elf|elven"
_PAIRS: Mapping[frozenset[str], ClassId] = {
    frozenset({_WARRIORS}): ClassId.WARRIOR,
    frozenset({_EXPERTS}): ClassId.EXPERT,
    frozenset({_MAGES}): ClassId.MAGE,
    frozenset({_WARRIORS, _EXPERTS}): ClassId.PARTIAL_WARRIOR_EXPERT,
    frozenset({_WARRIORS, _MAGES}): ClassId.PARTIAL_WARRIOR_MAGE,
    frozenset({_EXPERTS, _MAGES}): ClassId.PARTIAL_EXPERT_MAGE,
}
_KINDS: Mapping[str, ThingKind] = {"weapon": ThingKind.WEAPON, "armor": ThingKind.ARMOUR}
_COINS = re.compile(
    r"(?:(gold|gp)|(silver|sp)|(copper|cp))\b(?:\s*\((?:gp|sp|cp)\)|\s+pieces?|\s+coins?)?", re.IGNORECASE
)
_GEAR = ("weapon", "armor", "item", "container")


class FoundryCharacter(Struct, frozen=True):
    """A character, and what they carry."""

    person: Person
    things: tuple[Thing, ...]


def is_character(actor: FoundryDocument) -> bool:
    """Whether an actor is a player's character, not a monster."""
    return str(actor.value.get("type")).casefold() in ("character", "pc", "player")


def character_of(actor: FoundryDocument, taken: Collection[str], notes: Notes) -> FoundryCharacter | None:
    """The character that an actor of the OSE or WWN system is; None where the system has other numbers."""
    system, details = system_of(actor)
    scores, hp = fields(system.get("scores")), fields(system.get("hp"))
    name = " ".join(one_line(actor.name, 64).split())
    values = {key: whole(fields(scores.get(key)).get("value"), 0) for key in _SCORES}
    if not all(value in SCORES for value in values.values()) or whole(hp.get("max")) < 1 or not _readable(name):
        return None
    at = f"{actor.at}.system".lstrip(".")
    id = PersonId(new_id(name, [*taken, "character"]))
    level = max(1, min(MOST_LEVEL, whole(details.get("level"), 1)))
    sheet = Sheet(
        strength=values["str"],
        dexterity=values["dex"],
        constitution=values["con"],
        intelligence=values["int"],
        wisdom=values["wis"],
        character_class=_class_of(details, name, notes, at).value,
        level=level,
        xp=max(0, whole(fields(details.get("xp")).get("value", details.get("xp")))),
        skills=_skills(actor),
        occupation=one_line(details.get("background") or details.get("title"), 60),
    )
    most = min(1000, whole(hp.get("max"), 1))
    person = Person(
        id,
        name,
        REFEREE,
        sheet=sheet,
        hp=max(0, min(most, whole(hp.get("value"), most))),
        hp_max=most,
        strain=max(0, min(100, whole(fields(fields(system.get("details")).get("strain")).get("value")))),
        about=from_html(details.get("biography"))[:1000],
    )
    lost = [key.upper() for key in ("cha",) if fields(scores.get(key)).get("value")]
    lost += [f"saves ({said})"] if (said := saves_of(fields(system.get("saves")))) else []
    if lost:
        notes.drop(f"{series(lost)} of {name}: the sheet here has none, or works them out", at)
    notes.guess(f"the referee rolls for {name} until you choose a seat", actor.at, about="seat")
    notes.keep(f"{name}, a character of level {level} with hit points, scores and gear", actor.at)
    return FoundryCharacter(person, tuple(_things(actor, id, system)))


def sheet_of(actor: FoundryDocument, notes: Notes) -> ImportedText:
    """A character as a text to copy from, where the numbers of the system are not ours."""
    system, details = system_of(actor)
    name = one_line(actor.name) or "A character"
    notes.guess(
        f"{name} is a character without the scores of OSE or WWN: kept as a text, make the character at the table",
        actor.at,
    )
    hp = fields(system.get("hp"))
    scores = fields(system.get("scores"))
    words = [
        ("Class", one_line(details.get("class"))),
        ("Level", one_line(details.get("level"))),
        ("Alignment", one_line(details.get("alignment"))),
        ("Experience", one_line(fields(details.get("xp")).get("value"))),
        ("Hit points", "/".join(filter(None, (one_line(hp.get("value")), one_line(hp.get("max")))))),
        ("AC", one_line(fields(system.get("aac")).get("value") or fields(system.get("ac")).get("value"))),
        ("Saves", saves_of(fields(system.get("saves")))),
        *((key.upper()[:10], one_line(fields(value).get("value"))) for key, value in list(scores.items())[:12]),
        ("Carries", ", ".join(filter(None, (one_line(fields(item).get("name")) for item in items_of(actor))))),
    ]
    told = "\n".join(f"{label}: {said}" for label, said in words if said)
    return ImportedText(name, plain("\n\n".join(filter(None, (told, from_html(details.get("biography")))))))


def _readable(name: str) -> bool:
    try:
        check_name(name)
    except BadInput:
        return False
    return True


def _class_of(details: dict[str, Any], name: str, notes: Notes, at: str) -> ClassId:
    said = one_line(details.get("class"))
    found = frozenset(words for words in (_WARRIORS, _EXPERTS, _MAGES) if re.search(words, said, re.IGNORECASE))
    if re.search(r"\b(?:elf|elven)\b", said, re.IGNORECASE):
        found |= {_WARRIORS}
    ours = _PAIRS.get(found, ClassId(Sheet().character_class))
    if said.casefold() != ours.value:
        notes.guess(f"{name}: the class “{said or 'none'}” counts as {CLASS_NAMES[ours]}", f"{at}.details.class")
    return ours


def _skills(actor: FoundryDocument) -> dict[str, int]:
    """The skills of the WWN system that are among ours, with their levels."""
    known = {skill.value.casefold(): skill for skill in Skill}
    found = dict[str, int]()
    for item in items_of(actor):
        system = fields(item.get("system", item.get("data")))
        skill = known.get(one_line(item.get("name")).casefold())
        level = whole(system.get("ownedLevel"), -1)
        if item.get("type") == "skill" and skill is not None and 0 <= level <= WORLD_CLASS:
            found[skill.value] = level
    return found


def _things(actor: FoundryDocument, who: PersonId, system: dict[str, Any]) -> Iterator[Thing]:
    """What the character carries; coins together in one purse."""
    coppers, taken = _currency(fields(system.get("currency"))), set[str]()
    for item in items_of(actor):
        of = fields(item.get("system", item.get("data")))
        name = one_line(item.get("name"), 60)
        many = max(1, min(1000, whole(fields(of.get("quantity")).get("value", of.get("quantity")), 1)))
        coin = _COINS.fullmatch(name)
        if coin is not None:
            coppers += many * (COPPER_A_GOLD if coin[1] else COPPER_A_SILVER if coin[2] else 1)
        elif item.get("type") in _GEAR and name:
            yield _thing(name, many, who, taken, str(item.get("type")), readied=of.get("equipped") is True)
    if coppers:
        yield purse(who, min(coppers, 10**9))


def _currency(coins: dict[str, Any]) -> int:
    gold, silver, copper = (max(0, whole(coins.get(kind))) for kind in ("gp", "sp", "cp"))
    return gold * COPPER_A_GOLD + silver * COPPER_A_SILVER + copper


def _thing(name: str, many: int, who: PersonId, taken: set[str], kind: str, *, readied: bool) -> Thing:
    id = f"{who[:30]}-{id_from(name, 'thing')[:28]}".strip("-")
    id = next(each for each in (id, *(f"{id}-{number}" for number in range(2, 200))) if each not in taken)
    taken.add(id)
    known = ware_named(re.sub(r"\s*\([^()]*\)|\s*[+][0-9]$", "", name))
    place = Carried(who, Worn.READIED if readied else Worn.STOWED)
    if known is None:
        return Thing(ThingId(id), name, _KINDS.get(kind, ThingKind.GEAR), place, many, points=many)
    ware = WARES[known]
    return Thing(ThingId(id), name, ware.kind, place, many, points=ware.load(many), item=ware.item)
