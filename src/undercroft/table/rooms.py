"""A room of the table: one thing of play with its commands, events, refusals, offers and words, all in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened: a fact with its resulting values."""

    secret: ClassVar[bool] = False
    """It is for the referee alone, and may not be told to anybody else."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that somebody asks for."""


class Reason(Struct, frozen=True):
    """Why not: a code for programs, words for people, and the rule that says so."""

    code: str
    what: str
    rule: RuleId | None = None


class Offer(Struct, frozen=True):
    """Something a seat may do now, or why it may not.

    Where `rule` will be settled on `given`, its exact odds can be shown; an unknown input means no `given`.
    """

    command: Command
    label: str
    who: PersonId | None = None
    seconds: Seconds | None = None
    """What it costs in time, where that is known; None for no time of its own."""
    rule: AnyRule | None = None
    given: Given | None = None
    refused: tuple[Reason, ...] = ()
    aims: tuple[str, ...] = ()
    """The outcomes of the rule that are hoped for: their chance together is shown."""
    sought: Callable[[Any], bool] | None = None
    """What is hoped for where the outcome's name does not tell; its `given` only supposes there is something."""


Arm: TypeAlias = Callable[[Campaign, Any], Campaign]
Step: TypeAlias = Callable[[Any, Any], None]
Refusal: TypeAlias = Callable[[Campaign, SeatId, Any], Iterable[Reason]]
Offers: TypeAlias = Callable[[Campaign, SeatId], Iterable[Offer]]
Lapsing: TypeAlias = Callable[[Any, Any], None]
Next: TypeAlias = Callable[[Campaign], Command | None]
Words: TypeAlias = Callable[[Campaign, Any], str]


def unchanged(campaign: Campaign, _: Event) -> Campaign:
    """The arm of a fact that is only told: it changes nothing of what is known."""
    return campaign


def _no_offers(_: Campaign, __: SeatId) -> Iterable[Offer]:
    return ()


def _nothing_next(_: Campaign) -> Command | None:
    return None


class Room(Struct, frozen=True, kw_only=True):
    """What a module of play brings to the table."""

    arms: Mapping[type[Event], Arm] = {}
    """How each of its events changes what is known."""
    steps: Mapping[type[Command], Step] = {}
    """What each of its commands does."""
    refusals: Mapping[type[Command], Refusal] = {}
    """Why not, by what a seat knows; a command without an entry is only ever the referee's."""
    offers: Offers = _no_offers
    lapses: Mapping[str, Lapsing] = {}
    """What happens when one of its timers runs out."""
    next: Next = _nothing_next
    """What follows of itself."""
    words: Mapping[type[Event], Words] = {}
    """A sentence for the log; an event without one is not a line of its own."""
