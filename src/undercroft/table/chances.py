"""The exact odds of a whole action, follow-ups and all: decided over every outcome of each rule on the way.

For whoever knows the truth. A seat that lacks an input has no odds of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule, G, Given, O, Outcome
from undercroft.table.answers import NO_ANSWERS, Ruling
from undercroft.table.campaign import Campaign
from undercroft.table.decide import follow_up, moment
from undercroft.table.names import ActId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer
from undercroft.table.settled import Settled
from undercroft.table.table import ARMS, LAPSES, STEPS
from undercroft.table.telling import SECRET, Audience, Told

MOST_PATHS = 2_000
"""Paths that are followed for one answer."""

_ACT = ActId("foreseen")


class Foreseen(Struct, frozen=True):
    """One way an action may go: what would be told, how things would stand, and how likely that is."""

    told: tuple[Told, ...]
    then: Campaign
    chance: Fraction


class _Fork(Exception):
    """A rule whose outcome is not yet chosen."""

    def __init__(self, rule: AnyRule, given: Given) -> None:
        super().__init__()
        self.rule = rule
        self.given = given


class _Foreseeing(Play):
    """Play in which rules end as they are told to."""

    def __init__(self, campaign: Campaign, command: Command, ends: Sequence[Outcome]) -> None:
        at = moment(campaign, command)
        super().__init__(campaign, arms=ARMS, lapses=LAPSES, act=_ACT, at=at, answers=NO_ANSWERS)
        self._ends = ends

    def outcome_of(self, number: int, ruling: Ruling[G, O]) -> tuple[O, Settled]:
        """The outcome chosen for this ruling, or the fork where one must be chosen."""
        given = self.now.house.applied(ruling.rule, ruling.given)
        if number == len(self._ends):
            raise _Fork(ruling.rule, given)
        outcome: Any = self._ends[number]
        return outcome, self.settled(ruling, given, (), outcome, "")


def foresee(campaign: Campaign, command: Command, *, most: int = MOST_PATHS) -> tuple[Foreseen, ...]:
    """Every way an action may go, with its exact chance; `OddsTooWide` where there are too many."""
    ways: list[Foreseen] = []
    for way in _ways(campaign, command):
        ways.append(way)
        if len(ways) > most:
            raise OddsTooWide(f"this can go in more than {most:,} ways", "ask about a part of it")
    return tuple(ways)


def chance(campaign: Campaign, command: Command, happens: Callable[[Foreseen], bool]) -> Fraction:
    """The exact chance that an action ends so."""
    return sum((way.chance for way in foresee(campaign, command) if happens(way)), Fraction(0))


def _ways(campaign: Campaign, command: Command) -> Iterator[Foreseen]:
    """Ways through one command, each followed by what follows of itself."""
    paths: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        ends, likely = paths.pop()
        play = _Foreseeing(campaign, command, ends)
        try:
            STEPS[type(command)](play, command)
        except _Fork as fork:
            spread = odds.of_rule(fork.rule, fork.given, NEVER)
            paths += [((*ends, outcome), likely * part) for outcome, part in spread.items()]
            continue
        told = tuple(play.told)
        follows = follow_up(play.now)
        if follows is None:
            yield Foreseen(told, play.now, likely)
            continue
        for way in _ways(play.now, follows):
            yield Foreseen((*told, *way.told), way.then, likely * way.chance)


class _Reached(Exception):
    """The event that was waited for."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class _Awaiting(_Foreseeing):
    """Play that is followed no further than to one kind of event."""

    def __init__(self, campaign: Campaign, command: Command, ends: Sequence[Outcome], kind: type[Event]) -> None:
        super().__init__(campaign, command, ends)
        self._kind = kind

    def tell(self, event: Event, to: Audience = SECRET, *, for_good: bool = False) -> None:
        """Stop at what is waited for."""
        if isinstance(event, self._kind):
            raise _Reached(event)
        super().tell(event, to=to, for_good=for_good)


def until(campaign: Campaign, command: Command, kind: type[Event], *, most: int = MOST_PATHS) -> dict[Event, Fraction]:
    """The first event of a kind that an action may lead to, with exact chances; what follows it is not looked at."""
    found: dict[Event, Fraction] = {}
    paths: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(most):
        if not paths:
            return found
        ends, likely = paths.pop()
        try:
            STEPS[type(command)](_Awaiting(campaign, command, ends, kind), command)
        except _Fork as fork:
            spread = odds.of_rule(fork.rule, fork.given, NEVER)
            paths += [((*ends, outcome), likely * part) for outcome, part in spread.items()]
        except _Reached as reached:
            found[reached.event] = found.get(reached.event, Fraction(0)) + likely
    raise OddsTooWide(f"this can go in more than {most:,} ways", "ask about a part of it")


def chance_of(offer: Offer) -> Fraction | None:
    """The chance that an offer ends as hoped, by the one rule it settles; None where that is not known.

    Whoever may choose after the dice are seen, to bend them by Scars say, leaves them as they fell.
    """
    if offer.rule is None or offer.given is None or not (offer.aims or offer.sought):
        return None
    if offer.sought is not None:
        return odds.of_rule(offer.rule, offer.given, NEVER).chance(offer.sought)
    return odds.of_rule(offer.rule, offer.given, NEVER).chance(lambda outcome: outcome.kind in offer.aims)
