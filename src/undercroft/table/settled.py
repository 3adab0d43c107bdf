"""What the log keeps of a ruling: the whole for the referee, the throws for those who saw the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from undercroft.interpret.play import Answered
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.rooms import Arm, Event, unchanged


class Settled(Event, frozen=True, tag="table.settled"):
    """A rule was settled: on what, with which answers, to what end; and, if the referee said otherwise, why."""

    rule: RuleId
    edition: int
    given: Mapping[str, Any]
    throws: tuple[Answered, ...]
    outcome: Mapping[str, Any]
    by: SeatId
    overruled: str = ""
    about: str = ""
    """Whose it is, by name."""


class Thrown(Event, frozen=True, tag="table.thrown"):
    """Dice fell in sight."""

    rule: RuleId
    throws: tuple[Answered, ...]
    by: SeatId
    about: str = ""


class Chosen(Event, frozen=True, tag="table.chosen"):
    """Somebody decided where a procedure lets them."""

    secret: ClassVar[bool] = True

    choice: Answered
    by: SeatId


class Ordered(Event, frozen=True, tag="table.ordered"):
    """What was asked for, by whom; `follows` where it followed of itself from what was."""

    secret: ClassVar[bool] = True

    command: Mapping[str, Any]
    seat: SeatId
    follows: bool = False


class AskedAnew(Event, frozen=True, tag="table.asked-anew"):
    """Answers that no longer fit their questions, and were asked for again."""

    secret: ClassVar[bool] = True

    rule: RuleId
    dropped: tuple[Answered, ...]


class TrayUsed(Event, frozen=True, tag="table.tray-used"):
    """Dice were taken from those the referee typed in advance; these are left."""

    secret: ClassVar[bool] = True

    left: tuple[int, ...]


ARMS: Mapping[type[Event], Arm] = {
    Settled: unchanged,
    Thrown: unchanged,
    Chosen: unchanged,
    Ordered: unchanged,
    AskedAnew: unchanged,
    TrayUsed: lambda campaign, event: replace(campaign, tray=event.left),
}
