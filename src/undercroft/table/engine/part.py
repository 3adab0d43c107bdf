"""A part of the table: a feature of play with its commands, events, offers, timers and follow-up command.

A command yields the reasons against it and carries itself out; an event folds itself into the state and words its line
of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import AsTimePasses, OnDue, Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE


class Reason(Struct, frozen=True):
    """A reason against a command: a code for programs, words for people, and the rule behind it."""

    code: str
    what: str
    rule: RuleId | None = None


class _Tag:
    """The tag of a command, read from its class or from a command."""

    def __get__(self, _: Command | None, kind: type[Command]) -> str:
        return str(kind.__struct_config__.tag)


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something a seat asks for."""

    ABOUT: ClassVar[About] = About()
    tag: ClassVar[_Tag] = _Tag()

    @classmethod
    def in_words(cls) -> str:
        """What people call it within a sentence, as the cause of something: `search the room`."""
        title = cls.ABOUT.title
        return cls.ABOUT.deed or f"{title[:1].lower()}{title[1:]}" or cls.tag.replace("_", " ")

    def why_not(self, _known: Campaign, seat: SeatId, /) -> Iterable[Reason]:
        """Yield every reason against it, from what the seat knows. By default only the referee may give it."""
        return referee_only(seat)

    def spelled_out(self, _known: Campaign, /) -> Self:
        """The same command with ids in place of the words that people may use for things, by what the seat knows."""
        return self

    def do(self, _play: Play, /) -> None:
        """Carry it out on the true state. The table itself carries out commands that answer or undo others."""
        raise TypeError(f"{type(self).__name__} is carried out by the table, not by a part of it")


class Automatic(Command, frozen=True):
    """A command that follows from the state of play; no seat gives it."""

    def why_not(self, _known: Campaign, seat: SeatId, /) -> Iterable[Reason]:
        """No seat may give it."""
        yield from referee_only(seat)
        if seat == REFEREE:
            yield Reason("of_itself", "That happens by itself.")


def referee_only(seat: SeatId) -> Iterable[Reason]:
    """The reason against a player; none against the referee."""
    if seat != REFEREE:
        yield Reason("referee_only", "Only the referee can do that.")


def groups_for(known: Campaign, seat: SeatId) -> Iterable[Group]:
    """The groups that a seat leads: the referee all of them, a player none."""
    return known.groups.values() if seat == REFEREE else ()


class Offer(Struct, frozen=True):
    """Something a seat may do now, or why it may not.

    Where `rule` will be settled on `given`, its exact odds can be shown; an unknown input means no `given`.
    `Part.shown` applies the house's readings to `given` and adds the reasons against the command.
    """

    command: Command
    verb: str
    object: str = ""
    subject: str = ""
    """The name of the person or the group who does it; empty where the referee does it."""
    who: PersonId | None = None
    note: str = ""
    """What the label adds in brackets: the group that the referee does it for, a hex, or what hampers them."""
    detail: str = ""
    """What a button says behind verb and object: `, all together`."""
    ends: str = ""
    """What ends with it: `turn`."""
    cost: str = ""
    """What it costs besides time: `2 points`."""
    seconds: Seconds | None = None
    """What it costs in time, where that is known; None for no time of its own."""
    at_most: bool = False
    """Whether that is the most time it can take: it stops as soon as its aim is reached."""
    rule: AnyRule | None = None
    given: Given | None = None
    chance: str = ""
    """Its chance in words, where the house shows a player no more."""
    aims: tuple[str, ...] = ()
    """The outcomes of the rule that are hoped for: their chance together is shown."""
    sought: Callable[[Any], bool] | None = None
    """What is hoped for where the outcome's name does not tell; its `given` only supposes there is something."""
    open_only: bool = False
    """Whether it is left out where it is refused."""
    warns: str = ""
    """What a person must confirm first: what it costs that the button does not say."""
    refused: tuple[Reason, ...] = ()

    @property
    def deed(self) -> str:
        """What is done: `pick the lock of the oak door`."""
        return f"{self.verb} {self.object}{self.detail}" if self.object else f"{self.verb}{self.detail}"

    @property
    def label(self) -> str:
        """The whole offer in words: `Maud: pick the lock of the oak door`."""
        by = f"{self.subject}: " if self.subject else ""
        ends = f" (ends {self.ends})" if self.ends else ""
        return f"{by}{self.deed}{ends}{f' ({self.note})' if self.note else ''}{f', {self.cost}' if self.cost else ''}"


NOT_THEIRS = frozenset({"referee_only", "not_here", "not_yours", "not_exploring", "not_with_them", "self", "away"})
"""Reasons that make a command another seat's, or another scene's: such an offer is left out, not shown refused."""


Offers: TypeAlias = Callable[[Campaign, SeatId], Iterable[Offer]]
FollowUp: TypeAlias = Callable[[Campaign], Command | None]


class Part(Struct, frozen=True, kw_only=True):
    """What a module of play brings to the table."""

    commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...] = ()
    offers: Offers = lambda _known, _seat: ()
    """Everything that a seat might do here and now by what it knows; `shown` says what is possible."""
    on_due: Mapping[str, OnDue] = {}
    """What happens when a timer of this part runs out, by the timer's lapse."""
    as_time_passes: AsTimePasses | None = None
    """What changes when time begins to pass for a group."""
    follow_up: FollowUp = lambda _campaign: None
    """The command that follows from the state of play."""

    def shown(self, known: Campaign, seat: SeatId) -> Iterable[Offer]:
        """The offers of this part with the house's readings, and with the reasons against those that are refused."""
        for offer in self.offers(known, seat):
            refused = _why_not(known, seat, offer)
            if refused is None:
                continue
            rule, given = offer.rule, offer.given
            read = known.house.applied(rule, given) if rule is not None and given is not None else None
            yield offer if read is given and refused == offer.refused else replace(offer, given=read, refused=refused)


def _why_not(known: Campaign, seat: SeatId, offer: Offer) -> tuple[Reason, ...] | None:
    """The reasons against an offer; None if it is left out, whatever other reasons there are."""
    refused: list[Reason] = []
    for reason in offer.command.why_not(known, seat):
        if offer.open_only or reason.code in NOT_THEIRS:
            return None
        refused.append(reason)
    return tuple(refused)
