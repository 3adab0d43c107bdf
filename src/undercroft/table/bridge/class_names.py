"""A character's class and level in words."""

from undercroft.books.sovereign.classes import CLASS_NAMES
from undercroft.table.state.people import Sheet


def class_name(sheet: Sheet) -> str:
    """The class as its book names it; a class of another book as it was written."""
    written = sheet.character_class
    named = {class_id.value: name for class_id, name in CLASS_NAMES.items()}
    return named.get(written) or f"{written[:1].upper()}{written[1:]}".replace("_", " ")


def class_and_level(sheet: Sheet) -> str:
    """The class with the level: `Warrior/Expert 2`."""
    return f"{class_name(sheet)} {sheet.level}"
