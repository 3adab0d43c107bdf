"""Armour and weapons, from the game's equipment page."""

from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from undercroft.books.sovereign.units import Attribute, Load, Modifier, Skill
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Feet

EQUIPMENT = Cite("Sovereign", "", beyond="Equipment")


# Armour


class Armor(StrEnum):
    """The armour that a character wears."""

    NONE = "none"
    LEATHER = "leather"
    CHAIN = "chain"
    PLATE = "plate"


class Protected(Outcome, frozen=True, tag="protected"):
    """The armour class, its penalties, and the price in gold."""

    ac: int
    sneak_penalty: int
    exert_penalty: int
    price_g: int
    points: Load


ARMOUR = {
    Armor.NONE:    Protected(10,  0,  0,  0, Load(0)),
    Armor.LEATHER: Protected(12,  0,  0, 20, Load(1)),
    Armor.CHAIN:   Protected(14, -2,  0, 40, Load(2)),
    Armor.PLATE:   Protected(16, -3, -3, 60, Load(3)),
}  # fmt: skip

NO_SHIELD = Protected(0, 0, 0, 0, Load(0))
SHIELD = Protected(1, 0, 0, 10, Load(1))


class Wearing(Given, frozen=True):
    """A character's armour and shield."""

    armor: Annotated[Armor, says("what is worn; it counts as Readied")]
    shield: Annotated[bool, says("with a shield?")] = False
    dex_mod: Annotated[Modifier, says("DEX")] = 0


@rule("sovereign.combat.armor-class", EQUIPMENT)
def combat_armor_class(dice: Dice, given: Wearing) -> Protected:
    """Armour, a shield and DEX make the armour class; heavier armour makes it harder to sneak or to exert."""
    suit, shield = ARMOUR[given.armor], SHIELD if given.shield else NO_SHIELD
    return replace(
        suit,
        ac=suit.ac + shield.ac + given.dex_mod,
        price_g=suit.price_g + shield.price_g,
        points=Load(suit.points + shield.points),
    )


# Weapons


class WeaponId(StrEnum):
    """A weapon."""

    HAND_AXE = "hand_axe"
    WAR_AXE = "war_axe"
    BLACKJACK = "blackjack"
    LARGE_BOW = "large_bow"
    SMALL_BOW = "small_bow"
    CLUB = "club"
    GREAT_CLUB = "great_club"
    CROSSBOW = "crossbow"
    DAGGER = "dagger"
    POLEARM = "polearm"
    GREAT_HAMMER = "great_hammer"
    MACE = "mace"
    HEAVY_SPEAR = "heavy_spear"
    LIGHT_SPEAR = "light_spear"
    THROWING_BLADE = "throwing_blade"
    STAFF = "staff"
    STILETTO = "stiletto"
    GREAT_SWORD = "great_sword"
    LONG_SWORD = "long_sword"
    SHORT_SWORD = "short_sword"
    SHIELD_BASH = "shield_bash"
    UNARMED = "unarmed"


class Trait(StrEnum):
    """A special trait of a weapon."""

    TWO_HANDED = "two_handed"
    THROWN = "thrown"
    RELOAD = "reload"
    SLOW_RELOAD = "slow_reload"
    MURDEROUS = "murderous"
    SUBTLE = "subtle"
    LESS_LETHAL = "less_lethal"
    LONG = "long"
    NUMEROUS = "numerous"


class WeaponRow(Outcome, frozen=True, tag="weapon"):
    """What an attack with it needs, its traits, its price and its encumbrance."""

    weapon_die: int
    shock: int | None
    shock_ac: int | None
    attributes: tuple[Attribute, ...]
    adds: Skill | None
    range_ft: Feet | None
    most_ft: Feet | None
    traits: tuple[Trait, ...]
    price_g: int
    points: Load


_S, _D, _E = (Attribute.STR,), (Attribute.DEX,), (Attribute.STR, Attribute.DEX)
_2H, _T, _R, _SR, _PM, _SUB, _LL, _L, _N = Trait
_B = Skill.BRAWL

WEAPONS = {
    #                                  die Shock to AC by  adds  range      at most    traits           gold and points
    WeaponId.HAND_AXE:       WeaponRow(6,  1,    15,   _E, None, Feet(10),  Feet(30),  (_T,),           4,  Load(1)),
    WeaponId.WAR_AXE:        WeaponRow(10, 3,    15,   _S, None, None,      None,      (_2H,),          10, Load(2)),
    WeaponId.BLACKJACK:      WeaponRow(4,  None, None, _E, None, None,      None,      (_SUB, _LL),     1,  Load(1)),
    WeaponId.LARGE_BOW:      WeaponRow(8,  None, None, _D, None, Feet(100), Feet(600), (_2H, _R, _PM),  7,  Load(2)),
    WeaponId.SMALL_BOW:      WeaponRow(6,  None, None, _D, None, Feet(50),  Feet(300), (_2H, _R, _PM),  3,  Load(1)),
    WeaponId.CLUB:           WeaponRow(4,  None, None, _E, None, Feet(10),  Feet(30),  (_T, _LL),       0,  Load(1)),
    WeaponId.GREAT_CLUB:     WeaponRow(10, 2,    15,   _S, None, None,      None,      (_2H,),          1,  Load(2)),
    WeaponId.CROSSBOW:       WeaponRow(10, None, None, _D, None, Feet(100), Feet(300), (_2H, _SR, _PM), 30, Load(1)),
    WeaponId.DAGGER:         WeaponRow(4,  1,    15,   _E, None, Feet(30),  Feet(60),  (_SUB, _T, _PM), 3,  Load(1)),
    WeaponId.POLEARM:        WeaponRow(10, 2,    15,   _S, None, None,      None,      (_2H, _L),       7,  Load(2)),
    WeaponId.GREAT_HAMMER:   WeaponRow(10, 2,    18,   _S, None, None,      None,      (_2H,),          10, Load(2)),
    WeaponId.MACE:           WeaponRow(6,  1,    18,   _S, None, None,      None,      (_LL,),          5,  Load(1)),
    WeaponId.HEAVY_SPEAR:    WeaponRow(10, 2,    15,   _S, None, None,      None,      (_2H,),          3,  Load(2)),
    WeaponId.LIGHT_SPEAR:    WeaponRow(6,  2,    13,   _E, None, Feet(30),  Feet(60),  (_T,),           3,  Load(1)),
    WeaponId.THROWING_BLADE: WeaponRow(4,  None, None, _D, None, Feet(30),  Feet(60),  (_SUB, _T, _N),  1,  Load(1)),
    WeaponId.STAFF:          WeaponRow(6,  1,    13,   _E, None, None,      None,      (_2H, _LL),      1,  Load(1)),
    WeaponId.STILETTO:       WeaponRow(4,  1,    18,   _D, None, None,      None,      (_SUB, _PM),     3,  Load(1)),
    WeaponId.GREAT_SWORD:    WeaponRow(12, 2,    15,   _S, None, None,      None,      (_2H,),          15, Load(2)),
    WeaponId.LONG_SWORD:     WeaponRow(8,  2,    13,   _E, None, None,      None,      (),              10, Load(1)),
    WeaponId.SHORT_SWORD:    WeaponRow(6,  2,    15,   _E, None, None,      None,      (),              7,  Load(1)),
    WeaponId.SHIELD_BASH:    WeaponRow(4,  None, None, _E, None, None,      None,      (_LL,), SHIELD.price_g, Load(0)),
    WeaponId.UNARMED:        WeaponRow(2,  None, None, _E, _B,   None,      None,      (_LL,),          0,  Load(0)),
}  # fmt: skip


class Armed(Given, frozen=True):
    """A character picks a weapon."""

    weapon: Annotated[WeaponId, says("the weapon")]


WHAT_TRAITS_DO = Reading(
    id="sovereign.gear.weapons/traits",
    question="What do the traits of weapons mean?",
    choice="Thrown ones have no Shock in flight. Reloading a bow is a Move, or Free with Shoot-1; a crossbow takes a "
    "Main Action. Murderous ones make an execution's save harder by 1 and double its damage. Subtle ones are easily "
    "hidden; a less lethal one may leave a foe alive at 0 hit points; a long one reaches 10 feet; of numerous ones, "
    "five are carried as one Readied item.",
    because="The game's equipment page marks them so.",
)
SHIELD_IN_HAND = Reading(
    id="sovereign.gear.weapons/shield",
    question="Is a shield bought twice to bash with it?",
    choice="No: its price is that of the shield, and its encumbrance is counted with the armour.",
    because="It is the same shield.",
)


@rule("sovereign.gear.weapons", EQUIPMENT, readings=(WHAT_TRAITS_DO, SHIELD_IN_HAND))
def gear_weapons(dice: Dice, given: Armed) -> WeaponRow:
    """Each weapon has its damage, its Shock, the attribute it uses, and its price."""
    return WEAPONS[given.weapon]
