"""What people call commands."""

from undercroft.server.commands import BY_TAG
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.part import Command


def about(tag: str) -> About:
    """Return what people see of a command."""
    return BY_TAG[tag].ABOUT


def commands_in(section: Section) -> tuple[type[Command], ...]:
    """Return the commands of a section by rank."""
    found = (kind for kind in BY_TAG.values() if kind.ABOUT.shown_in(section))
    return tuple(sorted(found, key=lambda kind: kind.ABOUT.rank))


def title_of(tag: str) -> str:
    """Return the name of a command on forms and in lists."""
    return about(tag).title or _spoken(tag).capitalize()


def deed(tag: str) -> str:
    """Return the name of a command as the cause of something."""
    kind = BY_TAG.get(tag)
    return _spoken(tag) if kind is None else kind.in_words()


def _spoken(tag: str) -> str:
    return tag.replace("_", " ")
