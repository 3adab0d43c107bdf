"""Who acts, and with what: the group, the person and the weapon of a command or an event, by its attributes."""

from typing import Protocol, cast

from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.state.campaign import Group
from undercroft.table.state.ids import GroupId, PersonId, ThingId


class OfGroup(Protocol):
    """A command or an event with a group: by its id, or one that is new."""

    @property
    def group(self) -> GroupId | Group | None: ...


class OfPeople(Protocol):
    """A command or an event with a person, or with several."""

    @property
    def who(self) -> PersonId | tuple[PersonId, ...] | None: ...


class WithWeapon(Protocol):
    """An attack with a weapon that may be named."""

    @property
    def weapon(self) -> ThingId | None: ...


def its_group(of: Command | Event) -> GroupId | None:
    """The group that a command or an event is about; None if it is about no group that there is."""
    group = cast("OfGroup", of).group if hasattr(type(of), "group") else None
    return group if isinstance(group, str) else None


def its_person(of: Command | Event) -> PersonId | None:
    """The person that a command or an event is about; None if it is about nobody, or about several."""
    who = cast("OfPeople", of).who if hasattr(type(of), "who") else None
    return who if isinstance(who, str) else None


def its_weapon(of: Command) -> ThingId | None:
    """The weapon that a command names; None if it names none."""
    return cast("WithWeapon", of).weapon if hasattr(type(of), "weapon") else None
