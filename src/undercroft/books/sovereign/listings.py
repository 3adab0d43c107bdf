"""The tables that Sovereign's rules read without dice, with their headings."""

from undercroft.books.sovereign import (
    advancement,
    advancement_points,
    arms,
    benefits,
    classes,
    encumbrance,
    equipment,
)
from undercroft.kernel.tables import Listing

LISTINGS = (
    Listing(
        "sovereign.classes",
        "Classes",
        classes.CLASS_TABLE,
        ("class", "added to each hit die", "attack at levels 1 to 10", "first feats"),
    ),
    Listing("sovereign.levels", "Levels", advancement.THRESHOLDS, ("level", "experience")),
    Listing(
        "sovereign.skill-prices",
        "Raising a skill",
        advancement_points.SKILL_PRICES,
        ("to skill level", "points", "from level"),
    ),
    Listing(
        "sovereign.attribute-prices",
        "Raising attributes",
        advancement_points.ATTRIBUTE_PRICES,
        ("raise", "points", "from level"),
    ),
    Listing(
        "sovereign.spells",
        "Spells at levels 1 to 10",
        benefits.SPELLS,
        ("Mage", "highest level of spells", "cast a day", "prepared"),
    ),
    Listing("sovereign.gear", "Gear", equipment.GEAR, ("item", "price in copper", "encumbrance")),
    Listing(
        "sovereign.weapons",
        "Weapons",
        arms.WEAPONS,
        (
            "weapon",
            "sides of its die",
            "Shock",
            "Shock up to AC",
            "attribute",
            "adds",
            "range in feet",
            "at most",
            "traits",
            "gold",
            "points",
        ),
    ),
    Listing(
        "sovereign.armour",
        "Armour",
        arms.ARMOUR,
        ("armour", "AC", "Sneak", "Exert", "price in gold", "encumbrance"),
    ),
    Listing("sovereign.wages", "Wages of henchmen", equipment.WAGES, ("level", "gold a month")),
    Listing("sovereign.sizes", "What things weigh", encumbrance.POINTS, ("thing", "encumbrance")),
)
