"""The chance beside an offer, and the exact odds of a whole action with its follow-ups.

Odds of whole actions need the truth: a seat that lacks an input has none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from msgspec import Struct

from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel import wire
from undercroft.kernel.faults import OddsTooWide, UndercroftError
from undercroft.kernel.rules import AnyRule, G, Given, O, Outcome
from undercroft.table.decide import follow_up, moment
from undercroft.table.engine.answers import NO_ANSWERS, RuleToSettle
from undercroft.table.engine.audience import SECRET, Audience, Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import Settled
from undercroft.table.registry import ON_DUE
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId

MOST_PATHS = 2_000
"""The most paths to follow for one answer."""

_ACT = ActId("foreseen")


_SPREADS: dict[tuple[AnyRule, bytes], odds.Odds[Any]] = {}
_MOST_SPREADS = 4096
"""Odds that are remembered: every screen shows the same chances again and again. They are dropped in one step."""


def spread_of(rule: AnyRule, given: Given) -> odds.Odds[Any]:
    """The outcomes of a rule where nobody changes dice after the roll; each of the same given is found once."""
    key = (rule, wire.encode(given))
    found = _SPREADS.get(key)
    if found is None:
        if len(_SPREADS) >= _MOST_SPREADS:
            _SPREADS.clear()
        found = _SPREADS[key] = odds.of_rule(rule, given, NEVER)
    return found


class Foreseen(Struct, frozen=True):
    """One way an action may go: its events, the campaign after it, and its chance."""

    told: tuple[Told, ...]
    then: Campaign
    chance: Fraction


class _Fork(Exception):
    """A rule whose outcome is not chosen yet."""

    def __init__(self, rule: AnyRule, given: Given) -> None:
        super().__init__()
        self.rule = rule
        self.given = given


class _Foreseeing(Play):
    """Play in which the outcomes of rules are chosen beforehand."""

    def __init__(self, campaign: Campaign, command: Command, ends: Sequence[Outcome]) -> None:
        at = moment(campaign, command)
        super().__init__(campaign, on_due=ON_DUE, act=_ACT, at=at, answers=NO_ANSWERS)
        self._ends = ends

    def outcome_of(self, number: int, ruling: RuleToSettle[G, O]) -> tuple[O, Settled]:
        """The outcome chosen for this ruling; raises `_Fork` if none is chosen yet."""
        given = self.now.house.applied(ruling.rule, ruling.given)
        if number == len(self._ends):
            raise _Fork(ruling.rule, given)
        outcome: Any = self._ends[number]
        return outcome, self.settled(ruling, given, (), outcome, "")


def foresee(campaign: Campaign, command: Command, *, most: int = MOST_PATHS) -> tuple[Foreseen, ...]:
    """Every way an action may go, with its exact chance; raises `OddsTooWide` if there are too many."""
    ways = tuple(islice(_ways(campaign, command), most + 1))
    if len(ways) > most:
        raise OddsTooWide(f"this can go in more than {most:,} ways", "ask about a part of it")
    return ways


def _ways(campaign: Campaign, command: Command) -> Iterator[Foreseen]:
    """The ways through a command, each with its follow-ups."""
    paths: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        ends, likely = paths.pop()
        play = _Foreseeing(campaign, command, ends)
        try:
            command.do(play)
        except _Fork as fork:
            spread = spread_of(fork.rule, fork.given)
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
    """Play has reached the awaited event."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class _Awaiting(_Foreseeing):
    """Play that stops at the first event of a kind."""

    def __init__(self, campaign: Campaign, command: Command, ends: Sequence[Outcome], kind: type[Event]) -> None:
        super().__init__(campaign, command, ends)
        self._kind = kind

    def tell(self, event: Event, to: Audience = SECRET) -> None:
        """Stop at the awaited event."""
        if isinstance(event, self._kind):
            raise _Reached(event)
        super().tell(event, to=to)


def until(campaign: Campaign, command: Command, kind: type[Event], *, most: int = MOST_PATHS) -> dict[Event, Fraction]:
    """The first events of a kind that an action may lead to, with their exact chances."""
    found: dict[Event, Fraction] = {}
    paths: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(most):
        if not paths:
            return found
        ends, likely = paths.pop()
        try:
            command.do(_Awaiting(campaign, command, ends, kind))
        except _Fork as fork:
            spread = spread_of(fork.rule, fork.given)
            paths += [((*ends, outcome), likely * part) for outcome, part in spread.items()]
        except _Reached as reached:
            found[reached.event] = found.get(reached.event, Fraction(0)) + likely
    raise OddsTooWide(f"this can go in more than {most:,} ways", "ask about a part of it")


LIKELY: tuple[tuple[Fraction, str], ...] = (
    (Fraction(1), "certain"),
    (Fraction(9, 10), "almost certain"),
    (Fraction(2, 3), "likely"),
    (Fraction(11, 20), "better than even"),
    (Fraction(9, 20), "about even"),
    (Fraction(1, 3), "worse than even"),
    (Fraction(1, 10), "unlikely"),
    (Fraction(0), "a long shot"),
)
"""A chance in words, from this chance on."""


def in_words(offer: Offer) -> str:
    """The chance of an offer in words; nothing if it has none, or the odds cannot be computed."""
    try:
        chance = chance_of(offer)
    except UndercroftError:
        return ""
    if chance is None:
        return ""
    return "impossible" if not chance else next(words for least, words in LIKELY if chance >= least)


def chance_of(offer: Offer) -> Fraction | None:
    """The chance that an offer succeeds, by the rule it settles; None if that is not known.

    Dice that may be changed after the roll, by Scars for instance, count as they fell.
    """
    if offer.rule is None or offer.given is None or not (offer.aims or offer.sought):
        return None
    if offer.sought is not None:
        return spread_of(offer.rule, offer.given).chance(offer.sought)
    return spread_of(offer.rule, offer.given).chance(lambda outcome: outcome.kind in offer.aims)
