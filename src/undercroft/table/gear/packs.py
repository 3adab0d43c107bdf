"""Gear packs, each with the class, attributes and skills of a quick new Delver."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.table.gear.prices import Lot


class PackName(StrEnum):
    """A role in the party."""

    DELVER = "delver"
    SCOUT = "scout"
    HEALER = "healer"
    SCHOLAR = "scholar"
    WARRIOR = "warrior"
    TORCH_BEARER = "torch_bearer"


class GearPack(Struct, frozen=True):
    """Gear in the order it is bought, the most needed first; and for a quick start a class and four skills.

    `bodies` are the attributes in order of preference for the one that is raised.
    """

    lots: tuple[Lot, ...]
    class_id: ClassId
    bodies: tuple[Attribute, ...]
    skills: tuple[Skill, ...]


_STR, _DEX, _CON, _INT, _WIS = Attribute
_LIGHT = (Lot("torches_2", 2), Lot("tinderbox"))
_FOOD = (Lot("ration_day", 2), Lot("waterskin"))

PACKS: Mapping[PackName, GearPack] = {
    PackName.DELVER: GearPack(
        (Lot("short_sword", readied=True), *_LIGHT, *_FOOD, Lot("rope_50ft"), Lot("iron_spikes_6"),
         Lot("leather", readied=True)),
        ClassId.EXPERT,
        (_CON, _STR, _DEX, _WIS, _INT),
        (Skill.NOTICE, Skill.NOTICE, Skill.EXERT, Skill.STAB),
    ),
    PackName.SCOUT: GearPack(
        (Lot("dagger", readied=True), *_LIGHT, *_FOOD, Lot("thieves_tools"), Lot("leather", readied=True),
         Lot("small_bow", readied=True), Lot("quiver_arrows")),
        ClassId.EXPERT,
        (_DEX, _WIS, _CON, _STR, _INT),
        (Skill.SNEAK, Skill.SNEAK, Skill.NOTICE, Skill.NOTICE),
    ),
    PackName.HEALER: GearPack(
        (Lot("healers_kit"), Lot("staff", readied=True), *_LIGHT, *_FOOD, Lot("blanket"), Lot("leather", readied=True)),
        ClassId.EXPERT,
        (_INT, _DEX, _CON, _WIS, _STR),
        (Skill.HEAL, Skill.HEAL, Skill.NOTICE, Skill.KNOW),
    ),
    PackName.SCHOLAR: GearPack(
        (Lot("dagger", readied=True), Lot("tinderbox"), Lot("lantern"), Lot("oil_common_pint", 2), *_FOOD,
         Lot("mirror_hand")),
        ClassId.MAGE,
        (_INT, _CON, _WIS, _DEX, _STR),
        (Skill.MAGIC, Skill.MAGIC, Skill.KNOW, Skill.KNOW),
    ),
    PackName.WARRIOR: GearPack(
        (Lot("long_sword", readied=True), *_LIGHT, *_FOOD, Lot("leather", readied=True), Lot("shield", readied=True)),
        ClassId.WARRIOR,
        (_STR, _CON, _DEX, _WIS, _INT),
        (Skill.STAB, Skill.STAB, Skill.EXERT, Skill.NOTICE),
    ),
    PackName.TORCH_BEARER: GearPack(
        (Lot("club", readied=True), Lot("torches_2", 3, readied=True), Lot("tinderbox"), *_FOOD, Lot("blanket"),
         Lot("pole_10ft"), Lot("oil_common_pint", 2), Lot("lantern")),
        ClassId.EXPERT,
        (_CON, _STR, _DEX, _WIS, _INT),
        (Skill.EXERT, Skill.EXERT, Skill.NOTICE, Skill.STAB),
    ),
}  # fmt: skip
