"""What the choices of a new character mean: classes, feats, skills and attributes, each in a line."""

from collections.abc import Mapping

from undercroft.books.sovereign.classes import CLASS_TABLE, HIT_DIE, ClassId, attack_bonus
from undercroft.books.sovereign.feats import FEATS
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.table.characters.creation import LATER, NO_SKILL

SKILLS: Mapping[str, str] = {
    Skill.EXERT: "run, swim, climb, jump and throw",
    Skill.HEAL: "wounds, disease and poison",
    Skill.KNOW: "history, geography and learning",
    Skill.MAGIC: "cast and study magic",
    Skill.NOTICE: "ambushes, details and hidden things",
    Skill.BRAWL: "fight unarmed and grapple",
    Skill.SHOOT: "bows, crossbows and hurled weapons",
    Skill.SNEAK: "hide, steal, open locks and disarm traps",
    Skill.STAB: "fight with weapons in hand",
}
ATTRIBUTES: Mapping[str, str] = {
    Attribute.STR: "hit hard, carry more, Physical save",
    Attribute.DEX: "shoot, sneak, armour class, Evasion save",
    Attribute.CON: "hit points, Strain, Physical save",
    Attribute.INT: "learning, magic, Evasion save",
    Attribute.WIS: "notice, Mental save",
}
_ABOUT: Mapping[str, str] = {
    ClassId.EXPERT: "Skilled: rerolls a check once a turn and learns faster.",
    ClassId.MAGE: "Casts spells; few hit points.",
    ClassId.WARRIOR: "Fights: more damage, and once a turn a miss becomes a hit or a hit on them a miss.",
}


def option_meanings(options: tuple[str, ...]) -> tuple[str, ...]:
    """What each option of a new character's choice means; nothing if one of them is no such option."""
    found = tuple(_meaning(option) for option in options)
    return found if all(found) else ()


def _meaning(option: str) -> str:
    if option in CLASS_TABLE:
        return class_words(ClassId(option))
    others = {LATER: "choose this feat later", NO_SKILL: "this feat brings no skill"}
    return next((known[option] for known in (SKILLS, ATTRIBUTES, FEATS, others) if option in known), "")


def class_words(class_id: ClassId) -> str:
    """The hit points, the attack bonus and the feats of a class at first level."""
    row = CLASS_TABLE[class_id]
    die = f"1d{HIT_DIE}{row.die_bonus:+d}" if row.die_bonus else f"1d{HIT_DIE}"
    told = f"Hit points {die}, attack {attack_bonus(class_id, 1):+d}, feats: {row.starting_feats.replace(' + ', ', ')}."
    return f"{told} {_ABOUT.get(class_id, 'Half of each class.')}"
