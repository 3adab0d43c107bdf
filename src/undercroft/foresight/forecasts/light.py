"""Light: how long it lasts, and whether it lasts to the way out."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.dungeon_crawling import DungeonTurn, dungeon_crawl
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.hexcrawl.template import Dark, Source, Waning, template_waning_resources
from undercroft.books.sovereign.dungeon_time import light_burn
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    Row,
    by_then,
    groups_of,
    half_by,
    often,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after, until
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import MINUTE, SeatId, Seconds
from undercroft.table.exploration.clocks import BY_NAME, clock_of, exploring
from undercroft.table.fight.end import time_to_come
from undercroft.table.site.leaving import way_out
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.sites import Clock
from undercroft.table.world.light import CANDLE, LANTERN, OIL, lasts

TORCH = "torch"
MOST_TURNS = 1_000
_Minutes = Annotated[int, Meta(ge=0, le=1_000_000)]
_Stock = Annotated[int, Meta(ge=0, le=1_000)]


class Lamps(Given, frozen=True, kw_only=True):
    """The lights of a party."""

    clock: Annotated[Clock, says("the book whose turns count; by hexcrawl only the die puts lights out")] = (
        Clock.SOVEREIGN
    )
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS), says("turns or rounds to look ahead")] = 24
    torch_minutes: Annotated[_Minutes, says("minutes that the burning torch still lasts; 0 if none burns")] = 0
    lantern_minutes: Annotated[_Minutes, says("minutes that the burning lantern still lasts; 0 if none burns")] = 0
    torches: Annotated[_Stock, says("fresh torches")] = 0
    has_lantern: Annotated[bool, says("is there a lantern to fill?")] = False
    oil: Annotated[_Stock, says("pints of oil")] = 0
    way_out: Annotated[int, Meta(ge=0, le=MOST_TURNS), says("turns or rounds to the way out")] = 0


class _Lit(Struct, frozen=True):
    """What burns for how many seconds, and what there is to light; a light that only dice put out has no end."""

    torch: int
    lantern: int
    torches: int
    oil: int
    steps: int = 0
    """Turns still to the way out, where that is asked."""

    @property
    def dark(self) -> bool:
        return not self.torch and not self.lantern


def light(given: Lamps, house: HouseRules) -> ForecastAnswer:
    """The chance of light in each turn, with a new light whenever the last one burns out."""
    start = _Lit(given.torch_minutes * MINUTE, given.lantern_minutes * MINUTE, given.torches, given.oil)
    start = _renewed(given, start)
    step = _by_die if given.clock is Clock.HEXCRAWL else _by_time
    course = after(lambda lit: step(given, house, lit), start, given.turns)
    lit = course.chances(lambda lit: not lit.dark)
    rows = by_then(lit[1:] if given.clock is Clock.HEXCRAWL else lit[:-1])
    called = BY_NAME[given.clock].called.lower()
    return _told(given, rows, called, _home(given, house, start) if given.way_out else None)


_AT_ONCE = "The party lights a new light as soon as none burns, now and later."


def _home(given: Lamps, house: HouseRules, start: _Lit) -> Fraction:
    """The chance that it is light in every turn of the way out."""
    if given.clock is not Clock.HEXCRAWL:
        there = after(lambda lit: _by_time(given, house, lit), start, given.way_out - 1).last
        return there.chance(lambda lit: not lit.dark)
    walking = replace(start, steps=given.way_out)
    ends = until(lambda lit: _by_die(given, house, lit), walking, lambda lit: lit.dark or not lit.steps)
    return ends.ends.chance(lambda lit: not lit.dark)


def _told(given: Lamps, lines: tuple[Row, ...], called: str, home: Fraction | None) -> ForecastAnswer:
    shows = "still light"
    lasting = sum(row.chance == 1 for row in lines)
    if any(0 < row.chance < 1 for row in lines):
        dark = half_by([Row(row.label, 1 - row.chance) for row in lines])
        middle = f" Half of the time it is dark after {called} {dark}." if dark is not None else ""
        last = lines[-1]
        chance = last.chance if home is None else home
        when = f"{called} {last.label}" if home is None else f"the way out, {counted(given.way_out, called)} away,"
        return ForecastAnswer(
            f"The light lasts to {when} {often(chance)}.{middle}", chance, called, lines, shows, assumes=(_AT_ONCE,)
        )
    span = f"at least {counted(lasting, called)}" if lasting == len(lines) else counted(lasting, called)
    sentence = f"There is light for {span}." if lasting else "There is no light."
    if home is None:
        return ForecastAnswer(
            sentence, None, called, lines, shows, value=span if lasting else "dark", assumes=(_AT_ONCE,)
        )
    way = "and it lasts" if home else "and it does not last"
    sentence = f"{sentence[:-1]}, {way} to the way out, {counted(given.way_out, called)} away."
    return ForecastAnswer(sentence, home, called, lines, shows, assumes=(_AT_ONCE,))


def _renewed(given: Lamps, lit: _Lit) -> _Lit:
    """Light a torch if nothing burns, or fill the lantern if there is no torch."""
    if not lit.dark:
        return lit
    if lit.torches:
        return replace(lit, torch=lasts(TORCH), torches=lit.torches - 1)
    if given.has_lantern and lit.oil:
        return replace(lit, lantern=lasts(LANTERN), oil=lit.oil - 1)
    return lit


def _by_time(given: Lamps, _: HouseRules, lit: _Lit) -> _Lit:
    """A turn burns every light down by its length."""
    step = BY_NAME[given.clock].step
    burnt = replace(lit, torch=max(0, lit.torch - step), lantern=max(0, lit.lantern - step))
    return burnt if lit.dark else _renewed(given, burnt)


def _by_die(given: Lamps, house: HouseRules, lit: _Lit) -> Odds[_Lit] | _Lit:
    """A turn under the overloaded die: only the die puts lights out, and a forced rest makes the way longer."""
    if lit.dark:
        return lit
    opens = odds.of_rule(dungeon_crawl, house.applied(dungeon_crawl, DungeonTurn(turn_no=1)))
    return opens.by(lambda end: _turned(given, house, lit, end.name))


def _turned(given: Lamps, house: HouseRules, lit: _Lit, event: Event) -> _Lit:
    on = lit if event is Event.FORCED_REST else replace(lit, steps=max(0, lit.steps - 1))
    return _waned(given, house, on) if event is Event.WANING_RESOURCES else on


def _waned(given: Lamps, house: HouseRules, lit: _Lit) -> _Lit:
    burning = ((Source.TORCH,) if lit.torch else ()) + ((Source.LANTERN,) if lit.lantern else ())
    waning = house.applied(template_waning_resources, Waning(burning, lit.torches, lit.oil, ()))
    left = template_waning_resources(Script(), waning)
    kept = replace(lit, torches=left.torches, oil=left.oil)
    if not isinstance(left, Dark):
        relit = left.torches < lit.torches, left.oil < lit.oil
        return replace(kept, torch=lit.torch * relit[0], lantern=lit.lantern * relit[1])
    return _renewed(given, replace(kept, torch=0, lantern=0))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The lights of the groups that explore a site."""
    for group in groups_of(known, seat):
        inside = exploring(group)
        clock, zone = clock_of(inside), known.zone_of(group)
        if clock is not None and not (zone is not None and zone.lit):
            yield ForecastCase(group.name, _lamps(known, inside, clock.name, Seconds(group.time + time_to_come(group))))


def _lamps(known: Campaign, group: Group, clock: Clock, now: Seconds) -> Lamps:
    """The lights as they are when the group can go on: a fight takes its turn first."""
    burning = known.lights_of(group.id)
    carried = [thing for member in group.members for thing in known.carried_by(member)]
    spare = [thing for thing in carried if thing.id not in known.lights and not thing.broken]

    def minutes(item: str) -> int:
        left = (1 if lit.until is None else max(0, lit.until - now) // MINUTE for lit in burning if lit.item == item)
        return max(left, default=0)

    return Lamps(
        clock=clock,
        torch_minutes=max(minutes(TORCH), minutes(CANDLE)),
        lantern_minutes=minutes(LANTERN),
        torches=sum(thing.count for thing in spare if thing.item == TORCH),
        has_lantern=any(thing.item == LANTERN for thing in carried),
        oil=sum(thing.count for thing in spare if thing.item == OIL),
        way_out=len(way_out(known, group) or ()),
    )


QUESTION = Question(
    id="light",
    title="Light on the way back",
    asks="Does the light last to the way out?",
    given=Lamps,
    answer=light,
    rules=(light_burn, dungeon_crawl, template_waning_resources),
    at_table=_cases,
    steps="turns",
)
