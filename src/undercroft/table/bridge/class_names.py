"""A character's class and level in words."""

from undercroft.books.sovereign.classes import CLASS_NAMES
from undercroft.kernel.amounts import counted
from undercroft.table.state.people import Person, Role, Sheet


def class_name(sheet: Sheet) -> str:
    """The class as its book names it; a class of another book as it was written."""
    written = sheet.character_class
    named = {class_id.value: name for class_id, name in CLASS_NAMES.items()}
    return named.get(written) or f"{written[:1].upper()}{written[1:]}".replace("_", " ")


def class_and_level(sheet: Sheet) -> str:
    """The class with the level: `Warrior/Expert 2`."""
    return f"{class_name(sheet)} {sheet.level}"


def class_of(person: Person) -> str:
    """The class of a person; a hireling has none."""
    return "Hireling" if person.role is Role.HIRELING else class_name(person.sheet)


def standing(person: Person) -> str:
    """The class with the level: `Warrior 2`; the Hit Dice of a hireling: `Hireling, 2 Hit Dice`."""
    if person.role is Role.HIRELING:
        return f"{class_of(person)}, {counted(person.sheet.level, 'Hit Die', 'Hit Dice')}"
    return class_and_level(person.sheet)
