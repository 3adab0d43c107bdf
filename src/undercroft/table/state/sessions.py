"""Sessions of play, and what is noted and declared in them."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.state.ids import PLAIN_COMMAND, ActId, PersonId, SubjectId


class Declaration(Struct, frozen=True):
    """What a player says their character does: in words, or as a command for the referee to carry out."""

    who: PersonId
    text: str
    command: Annotated[Mapping[str, Any], PLAIN_COMMAND] | None = None


class Note(Struct, frozen=True):
    """A note, and the zone or person it is about, if any."""

    text: str
    by: SeatId
    about: SubjectId = SubjectId("")


class UndoWish(Struct, frozen=True):
    """What a player asks the referee to undo: their act, and its name."""

    seat: SeatId
    act: ActId
    what: str


class PlannedSession(Struct, frozen=True):
    """When and where the next session is, in the local time of the people who play."""

    number: int
    when: str
    """The date and time, such as 2026-11-24 19:30."""
    minutes: int
    place: str = ""


class GameSession(Struct, frozen=True):
    """One session of play."""

    number: int
    title: str
    present: tuple[PersonId, ...]
    open: bool = True

    @property
    def numbered(self) -> str:
        """The session by its number, and by its title if that says more: `Session 3: The ford`."""
        by_number = f"Session {self.number}"
        return by_number if self.title in ("", by_number) else f"{by_number}: {self.title}"
