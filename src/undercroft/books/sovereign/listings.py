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
from undercroft.kernel.tables import BookListing

LISTINGS = (
    BookListing(
        "sovereign.classes",
        "Classes",
        classes.CLASS_TABLE,
        ("class", "added to each hit die", "attack at levels 1 to 10", "first feats"),
    ),
    BookListing("sovereign.levels", "Levels", advancement.THRESHOLDS, ("level", "experience")),
    BookListing(
        "sovereign.skill-prices",
        "Raising a skill",
        advancement_points.SKILL_PRICES,
        ("to skill level", "points", "from level"),
    ),
    BookListing(
        "sovereign.attribute-prices",
        "Raising attributes",
        advancement_points.ATTRIBUTE_PRICES,
        ("raise", "points", "from level"),
    ),
    BookListing(
        "sovereign.spells",
        "Spells at levels 1 to 10",
        benefits.SPELLS,
        ("Mage", "highest level of spells", "cast a day", "prepared"),
    ),
    BookListing("sovereign.gear", "Gear", equipment.GEAR, ("item", "price in copper", "encumbrance")),
    BookListing(
        "sovereign.weapons",
        "Weapons",
        arms.WEAPONS,
        (
            "weapon",
            "sides of the damage die",
            "Shock",
            "Shock up to AC",
            "attribute",
            "adds the skill",
            "range in feet",
            "at most, in feet",
            "traits",
            "price in gold",
            "encumbrance",
        ),
    ),
    BookListing(
        "sovereign.armour",
        "Armour",
        arms.ARMOUR,
        ("armour", "AC", "added to Sneak", "added to Exert", "price in gold", "encumbrance"),
    ),
    BookListing("sovereign.wages", "Wages of henchmen", equipment.WAGES, ("level", "gold a month")),
    BookListing("sovereign.sizes", "What things weigh", encumbrance.POINTS, ("thing", "encumbrance")),
)
