"""Armour and weapons, from the game's equipment page."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

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


class Suit(Struct, frozen=True):
    """How much armour protects, hinders, costs in gold and encumbers."""

    ac: int
    sneak_penalty: int
    exert_penalty: int
    price_g: int
    points: Load


ARMOUR = {
    Armor.NONE:    Suit(10,  0,  0,  0, Load(0)),
    Armor.LEATHER: Suit(12,  0,  0, 20, Load(1)),
    Armor.CHAIN:   Suit(14, -2,  0, 40, Load(2)),
    Armor.PLATE:   Suit(16, -3, -3, 60, Load(3)),
}  # fmt: skip

NO_SHIELD = Suit(0, 0, 0, 0, Load(0))
SHIELD = Suit(1, 0, 0, 10, Load(1))


class Wearing(Given, frozen=True):
    """A character's armour and shield."""

    armor: Annotated[Armor, says("what is worn; it counts as Readied")]
    shield: Annotated[bool, says("with a shield?")] = False
    dex_mod: Annotated[Modifier, says("DEX")] = 0


class Protected(Outcome, frozen=True, tag="protected"):
    """The armour class, its penalties, and the price in gold."""

    ac: int
    sneak_penalty: int
    exert_penalty: int
    price_g: int
    points: Load


@rule("sovereign.combat.armor-class", EQUIPMENT)
def combat_armor_class(dice: Dice, given: Wearing) -> Protected:
    """Armour, a shield and DEX make the armour class; heavier armour makes it harder to sneak or exert oneself."""
    suit, shield = ARMOUR[given.armor], SHIELD if given.shield else NO_SHIELD
    return Protected(
        ac=suit.ac + shield.ac + given.dex_mod,
        sneak_penalty=suit.sneak_penalty,
        exert_penalty=suit.exert_penalty,
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


class Shock(Struct, frozen=True):
    """The damage that even a miss does, and the highest armour class that it affects."""

    damage: int
    ac: int


class Reach(Struct, frozen=True):
    """Normal and maximum range."""

    normal: Feet
    most: Feet


class Weapon(Struct, frozen=True):
    """Sides of the damage die, Shock, attributes to pick from, range, traits, price in gold and encumbrance."""

    die: int
    shock: Shock | None
    attributes: tuple[Attribute, ...]
    reach: Reach | None
    traits: tuple[Trait, ...]
    price_g: int
    points: Load
    adds: Skill | None = None


_S, _D, _E = (Attribute.STR,), (Attribute.DEX,), (Attribute.STR, Attribute.DEX)
_2H, _T, _R, _SR, _PM, _SUB, _LL, _L, _N = Trait


def _feet(normal: int, most: int) -> Reach:
    return Reach(Feet(normal), Feet(most))


WEAPONS = {
    WeaponId.HAND_AXE:       Weapon(6,  Shock(1, 15), _E, _feet(10, 30),   (_T,),            4,  Load(1)),
    WeaponId.WAR_AXE:        Weapon(10, Shock(3, 15), _S, None,            (_2H,),           10, Load(2)),
    WeaponId.BLACKJACK:      Weapon(4,  None,         _E, None,            (_SUB, _LL),      1,  Load(1)),
    WeaponId.LARGE_BOW:      Weapon(8,  None,         _D, _feet(100, 600), (_2H, _R, _PM),   7,  Load(2)),
    WeaponId.SMALL_BOW:      Weapon(6,  None,         _D, _feet(50, 300),  (_2H, _R, _PM),   3,  Load(1)),
    WeaponId.CLUB:           Weapon(4,  None,         _E, _feet(10, 30),   (_T, _LL),        0,  Load(1)),
    WeaponId.GREAT_CLUB:     Weapon(10, Shock(2, 15), _S, None,            (_2H,),           1,  Load(2)),
    WeaponId.CROSSBOW:       Weapon(10, None,         _D, _feet(100, 300), (_2H, _SR, _PM),  30, Load(1)),
    WeaponId.DAGGER:         Weapon(4,  Shock(1, 15), _E, _feet(30, 60),   (_SUB, _T, _PM),  3,  Load(1)),
    WeaponId.POLEARM:        Weapon(10, Shock(2, 15), _S, None,            (_2H, _L),        7,  Load(2)),
    WeaponId.GREAT_HAMMER:   Weapon(10, Shock(2, 18), _S, None,            (_2H,),           10, Load(2)),
    WeaponId.MACE:           Weapon(6,  Shock(1, 18), _S, None,            (_LL,),           5,  Load(1)),
    WeaponId.HEAVY_SPEAR:    Weapon(10, Shock(2, 15), _S, None,            (_2H,),           3,  Load(2)),
    WeaponId.LIGHT_SPEAR:    Weapon(6,  Shock(2, 13), _E, _feet(30, 60),   (_T,),            3,  Load(1)),
    WeaponId.THROWING_BLADE: Weapon(4,  None,         _D, _feet(30, 60),   (_SUB, _T, _N),   1,  Load(1)),
    WeaponId.STAFF:          Weapon(6,  Shock(1, 13), _E, None,            (_2H, _LL),       1,  Load(1)),
    WeaponId.STILETTO:       Weapon(4,  Shock(1, 18), _D, None,            (_SUB, _PM),      3,  Load(1)),
    WeaponId.GREAT_SWORD:    Weapon(12, Shock(2, 15), _S, None,            (_2H,),           15, Load(2)),
    WeaponId.LONG_SWORD:     Weapon(8,  Shock(2, 13), _E, None,            (),               10, Load(1)),
    WeaponId.SHORT_SWORD:    Weapon(6,  Shock(2, 15), _E, None,            (),               7,  Load(1)),
    WeaponId.SHIELD_BASH:    Weapon(4,  None,         _E, None,            (_LL,),           SHIELD.price_g, Load(0)),
    WeaponId.UNARMED:        Weapon(2,  None,         _E, None,            (_LL,),           0,  Load(0), Skill.BRAWL),
}  # fmt: skip


class Armed(Given, frozen=True):
    """A character picks a weapon."""

    weapon: Annotated[WeaponId, says("the weapon")]


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


WHAT_TRAITS_DO = Reading(
    id="sovereign.gear.weapons/traits",
    question="What do the traits of weapons mean?",
    choice="Thrown ones have no Shock in flight. Reloading a bow is a Move, or Free with Shoot-1; a crossbow takes a "
    "Main Action. Murderous ones make an execution's save harder by 1 and double its damage. Subtle ones are easily "
    "hidden; a less lethal one may leave a foe at nothing alive; a long one reaches 10 feet; of numerous ones, five "
    "are carried as one Readied item.",
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
    weapon = WEAPONS[given.weapon]
    return WeaponRow(
        weapon_die=weapon.die,
        shock=weapon.shock.damage if weapon.shock else None,
        shock_ac=weapon.shock.ac if weapon.shock else None,
        attributes=weapon.attributes,
        adds=weapon.adds,
        range_ft=weapon.reach.normal if weapon.reach else None,
        most_ft=weapon.reach.most if weapon.reach else None,
        traits=weapon.traits,
        price_g=weapon.price_g,
        points=weapon.points,
    )
