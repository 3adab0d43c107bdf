"""Met by turn n: wandering monsters under each of the four clocks."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.delving.dungeon_turn import TOO_WEAK_FOR_THE_SHADOWCURSE, Light, Surroundings, danger_level
from undercroft.books.delving.hazard import Danger, DelveRound, RandomEncounter, hazard_die
from undercroft.books.hexcrawl.dungeon_crawling import DungeonTurn, dungeon_crawl
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.sovereign.wandering import (
    Counting,
    Due,
    Encounter,
    Location,
    Place,
    WanderingCheck,
    wandering_check,
    wandering_due,
    wandering_interval,
)
from undercroft.books.violence.timekeeping import Every, TurnEnds, turn_encounter
from undercroft.books.violence.timekeeping import RandomEncounter as Wanderers
from undercroft.books.violence.units import Turns
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    by_then,
    groups_of,
    half_by,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import percent
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.exploration import delve_rounds, sovereign_turns
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.scenes import DelveRound as DelveScene
from undercroft.table.state.scenes import Exploring, SovereignTurn
from undercroft.table.state.sites import Clock

TURNS = 24
MOST_TURNS = 1_000


Lasting = Annotated[int, Meta(ge=0, le=100_000)]


class Wandering(Given, frozen=True, kw_only=True):
    """A party in a dungeon."""

    clock: Annotated[Clock, says("the book whose turns count")] = Clock.SOVEREIGN
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS), says("turns or rounds to look ahead")] = TURNS
    turn: Annotated[int, Meta(ge=0, le=1_000_000), says("turns gone by already")] = 0
    under_way: Annotated[bool, says("has this turn begun, and its check been made?")] = False
    location: Annotated[Location, says("Sovereign: what kind of place it is")] = Location.NO_ORGANIZED_DEFENSE
    since_check: Annotated[int, Meta(ge=0, le=1_000), says("Sovereign: turns since the last check")] = 0
    every: Annotated[Every, says("Violence: a check every so many turns")] = 1
    danger: Annotated[Danger, says("Delving: how dangerous the place is")] = Danger.NORMAL
    shadowcursed: Annotated[bool, says("Delving: does the Shadowcurse affect it?")] = False
    light: Annotated[Light, says("Delving: the party's best light")] = Light.TORCH
    light_rounds: Annotated[Lasting | None, says("Delving: rounds it burns on, if it goes out and is not renewed")] = (
        None
    )
    noise: Annotated[bool, says("is there a check for the noise of battering at the end of this turn?")] = False


class _Turn(Struct, frozen=True):
    number: int
    since: int
    met: bool


def met(given: Wandering, house: HouseRules) -> ForecastAnswer:
    """The chance of an encounter by the end of each turn ahead."""
    start: Odds[_Turn] | _Turn = _Turn(given.turn, given.since_check, met=False)
    ended_first = given.under_way and given.clock in AT_THE_END
    if ended_first:
        start = _checked(given, house, _Turn(given.turn, given.since_check, met=False))
    if given.noise:
        start = _noisy(given, house, start)
    course = after(lambda turn: _next(given, house, turn), start, given.turns)
    rows = by_then(course.chances(lambda turn: turn.met), given.turn)
    if not given.under_way and not given.noise:
        rows = rows[1:]
    chance, called = rows[-1].chance, "round" if given.clock is Clock.DELVING else "turn"
    half, last = half_by(rows), rows[-1].label
    middle = f"; by {called} {half} it is at least 50 %" if half is not None and half != last else ""
    if not chance:
        sentence = "No wandering monsters come here: there is no check."
    else:
        sentence = f"The chance that something comes by {called} {last} is {percent(chance)}{middle}."
    return ForecastAnswer(sentence, chance, called, rows, "met by then")


AT_THE_END = (Clock.DELVING, Clock.VIOLENCE)
"""The clocks whose check ends the turn; the others check as it begins."""


def _next(given: Wandering, house: HouseRules, turn: _Turn) -> Odds[_Turn] | _Turn:
    """A turn more."""
    if turn.met:
        return turn
    if given.clock is not Clock.SOVEREIGN:
        return _checked(given, house, replace(turn, number=turn.number + 1))
    every = wandering_interval(Script(), house.applied(wandering_interval, Place(given.location))).interval
    counting = Counting(turn.since, every, first_turn=turn.number == 0)
    due = wandering_due(Script(), house.applied(wandering_due, counting))
    on = replace(turn, number=turn.number + 1, since=due.counter)
    return _checked(given, house, on) if isinstance(due, Due) else on


def _checked(given: Wandering, house: HouseRules, turn: _Turn) -> Odds[_Turn]:
    """The check of a turn."""
    comes = _check(given, house, turn.number)
    return comes.by(lambda came: replace(turn, met=came))


def _check(given: Wandering, house: HouseRules, number: int) -> Odds[bool]:
    match given.clock:
        case Clock.SOVEREIGN:
            check = house.applied(wandering_check, WanderingCheck())
            return odds.of_rule(wandering_check, check).by(lambda end: isinstance(end, Encounter))
        case Clock.DELVING:
            dark = given.light_rounds is not None and number - given.turn >= given.light_rounds
            around = Surroundings(given.danger, given.shadowcursed, Light.NONE if dark else given.light)
            danger = danger_level(Script(), house.applied(danger_level, around)).danger
            ends = house.applied(hazard_die, DelveRound(danger))
            return odds.of_rule(hazard_die, ends).by(lambda end: isinstance(end, RandomEncounter))
        case Clock.HEXCRAWL:
            opens = house.applied(dungeon_crawl, DungeonTurn(turn_no=max(1, number)))
            return odds.of_rule(dungeon_crawl, opens).by(lambda end: end.name is Event.ENCOUNTER)
        case Clock.VIOLENCE:
            over = house.applied(turn_encounter, TurnEnds(Turns(max(1, number)), given.every))
            return odds.of_rule(turn_encounter, over).by(lambda end: isinstance(end, Wanderers))


def _noisy(given: Wandering, house: HouseRules, start: Odds[_Turn] | _Turn) -> Odds[_Turn]:
    """The turn under way with one check more, for noise."""
    now = start if isinstance(start, Odds) else Odds.of([start])
    return now.then(lambda turn: turn if turn.met else _checked(given, house, turn))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The groups that explore a site whose checks the seat knows: players never do."""
    for group in groups_of(known, seat):
        inside = exploring(group)
        clock, scene = clock_of(inside), inside.scene
        if clock is not None and isinstance(scene, Exploring) and scene.site in known.sites:
            yield ForecastCase(group.name, _wandering(known, inside, scene, clock.name))


def _wandering(known: Campaign, group: Group, scene: Exploring, clock: Clock) -> Wandering:
    site = known.sites[scene.site]
    given = Wandering(clock=clock, turn=scene.number, under_way=scene.begun, noise=scene.battering)
    if isinstance(scene, SovereignTurn):
        return replace(given, location=sovereign_turns.location(site), since_check=scene.since_check)
    if isinstance(scene, DelveScene):
        bright = (lit for lit in known.lights_of(group.id) if Light(lit.item) not in TOO_WEAK_FOR_THE_SHADOWCURSE)
        burning = [lit.until for lit in bright]
        light = delve_rounds.best_light(known, group)
        lasts = None if light is Light.DAYLIGHT else _rounds(group, burning)
        return replace(given, danger=site.danger, shadowcursed=site.shadowcursed, light=light, light_rounds=lasts)
    return given


def _rounds(group: Group, burning: Sequence[int | None]) -> int | None:
    """The rounds after which no light burns; None if one never goes out by itself."""
    if any(until is None for until in burning):
        return None
    left = max((until or 0 for until in burning), default=0) - group.time
    return max(0, -(-left // delve_rounds.CLOCK.step))


QUESTION = Question(
    id="met",
    title="Wandering monsters",
    asks="Will wandering monsters find us before we are out?",
    given=Wandering,
    answer=met,
    rules=(wandering_interval, wandering_due, wandering_check, danger_level, hazard_die, dungeon_crawl, turn_encounter),
    at_table=_cases,
    steps="turns",
)
