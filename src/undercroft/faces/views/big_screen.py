"""The big screen: the table as its spectators know it, on a television that everybody reads from their chair."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from undercroft.faces.views.dungeon.trail import route
from undercroft.faces.views.dungeon.zone_map import ZoneMap, zone_map
from undercroft.faces.views.encounter.encounter import encounter
from undercroft.faces.views.fight.order import OrderRow, order
from undercroft.faces.views.fight.rounds import turn_of
from undercroft.faces.views.fight.standstill import standstill
from undercroft.faces.views.log.about_the_table import AT_THE_TABLE
from undercroft.faces.views.log.folding import folded
from undercroft.faces.views.log.lines import LogLine, newest_first
from undercroft.faces.views.own_turn import waited_for
from undercroft.faces.views.people.party import PartyRow, burning_time, party, seen_by
from undercroft.faces.views.places import place_of
from undercroft.faces.views.proposals import proposals_of
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.hex_map import HexMap, hex_map
from undercroft.faces.views.road.route import route_view
from undercroft.faces.views.short_names import capital, first_name
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import deadline_of
from undercroft.table.bridge.time_units import day_number
from undercroft.table.engine.audience import Told
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.exploration.delve_rounds import to_act
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.fight.outlook import to_act_now
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import FoeState, Phase
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seats import SPECTATORS

CELLS = 24
"""The most cells of a bar."""
RESULTS = 3
WIDE, HIGH = 540, 300
"""The most of a map that is shown, so that its lettering can be read across a room."""
SQUARES = (26, 22, 18, 15, 12)
"""The sides of a square to try, the largest that shows the whole map first."""
HOUR = 3600


class ScreenClock(Struct, frozen=True):
    """A number or a time in large letters, under its name; the one that counts now is hot."""

    label: str
    value: str
    hot: bool = False


class ScreenBar(Struct, frozen=True):
    """How long a light or an effect lasts: the cells left of all its cells, and in words."""

    label: str
    kind: str
    left: int
    whole: int
    says: str


class ScreenNow(Struct, frozen=True):
    """Whose go it is or what is met, with a word above and a sentence below."""

    label: str
    title: str
    text: str = ""


class ScreenRow(Struct, frozen=True):
    """One line of the order: a person, or all the foes."""

    number: str
    name: str
    text: str
    now: bool = False
    grave: bool = False
    foe: bool = False


class ScreenWindow(Struct, frozen=True):
    """The part of a map that is shown."""

    x: float
    y: float
    width: float
    height: float


class BigScreen(Struct, frozen=True):
    """Everything on the big screen."""

    place: str
    where: str
    clocks: tuple[ScreenClock, ...] = ()
    bars: tuple[ScreenBar, ...] = ()
    light: str = ""
    """The light the group sees by in a site; on the road the weather and what is left of the day."""
    now: ScreenNow | None = None
    order: str = ""
    """The name of the order."""
    rows: tuple[ScreenRow, ...] = ()
    results: tuple[LogLine, ...] = ()
    rooms: ZoneMap | None = None
    lands: HexMap | None = None
    window: ScreenWindow | None = None
    dark: bool = False
    """Whether nobody sees anything."""


def big_screen(known: Campaign, group: Group | None, told: Sequence[Told], before: int = 0) -> BigScreen:
    """The big screen of a group, by what spectators know."""
    happened = [fact for fact in told if not isinstance(fact.event, AT_THE_TABLE)]
    lines = (line for line in newest_first(known, happened, before) if not (line.routine or line.undone))
    results = tuple(line for line, _ in islice(folded(lines), RESULTS))
    if group is None:
        return BigScreen(known.name or "Undercroft", "", results=results)
    rooms = _rooms(known, group, told)
    lands = hex_map(known, group, route_view(known, group, None)) if rooms is None and group.hex is not None else None
    fight = fight_of(group)
    return BigScreen(
        *place_of(known, group),
        tuple(_clocks(known, group, fight)),
        tuple(_bars(known, group)),
        _light(known, group),
        _now(known, group, fight),
        "Order of the round" if fight is not None else "Marching order",
        tuple(_fighters(known, group, fight) if fight is not None else _marching(known, group)),
        results,
        rooms,
        lands,
        _around_rooms(rooms) if rooms is not None else _around_hexes(lands) if lands is not None else None,
        rooms is not None and rooms.unread,
    )


# Time and light


def _clocks(known: Campaign, group: Group, fight: Fight | None) -> Iterator[ScreenClock]:
    called, _, number = turn_of(group).rpartition(" ")
    if called:
        yield ScreenClock(capital(called), number, hot=fight is None)
    if fight is not None:
        yield ScreenClock("Round", str(max(1, fight.round)), hot=True)
    yield ScreenClock(f"Day {day_number(known, group.time)}", f"about {time_of_day(known, group.time)}")


def _bars(known: Campaign, group: Group) -> Iterator[ScreenBar]:
    """The lights and effects of the group that run out, the first to end first."""
    clock = clock_of(exploring(group))
    step = clock.step if clock is not None else HOUR
    for timer in sorted(known.timers.values(), key=lambda timer: timer.due):
        ours = timer.lapse in (Lapse.LIGHT, Lapse.EFFECT) and timer.person in group.members
        if ours and not timer.endless:
            left = Seconds(max(0, timer.due - group.time))
            whole = max(1, -(-(timer.due - timer.since) // step))
            cells = min(CELLS, whole)
            yield ScreenBar(
                *_lasting(known, timer),
                min(cells, -(-left * cells // (whole * step))),
                cells,
                f"{burning_time(group, left)} left",
            )


def _light(known: Campaign, group: Group) -> str:
    if group.site is not None:
        return capital(seen_by(known, group))
    if group.hex is None:
        return ""
    day = day_track(known, group, None)
    left = f"{day.left} left of {day.whole} travel points" if day.whole else ""
    return " · ".join(part for part in (capital(day.sky), left) if part)


def _lasting(known: Campaign, timer: Timer) -> tuple[str, str]:
    """What lasts, and whether it is a light."""
    light = known.lights.get(timer.thing) if timer.thing is not None else None
    return (capital(light.item), light.item) if light is not None else (capital(deadline_of(known, timer)), "effect")


# Whose go it is


def _now(known: Campaign, group: Group, fight: Fight | None) -> ScreenNow | None:
    waits = waited_for(known, SPECTATORS)
    text = f"Waiting for {series(waits)}." if waits else ""
    scene = group.scene
    if fight is not None:
        return _fighting(known, group, fight, text)
    if isinstance(scene, EncounterScene | Chase):
        met = encounter(known, SPECTATORS, group, scene, ())
        return ScreenNow("chase" if met.chase else "encounter", capital(met.title), text or met.says)
    said = next(proposals_of(known, group), "")
    delvers = to_act(known, group)
    if delvers:
        return ScreenNow(f"acting now{_players(known, delvers[:1])}", _named(known, delvers[:1]), text or said)
    return ScreenNow("now", text or said) if text or said else None


_PHASES = {
    Phase.QUICK: "quick actions",
    Phase.BEFORE: "before the foes",
    Phase.AFTER: "after the foes",
}


def _fighting(known: Campaign, group: Group, fight: Fight, text: str) -> ScreenNow:
    if fight.phase is Phase.OVER:
        return ScreenNow("the fight is over", fight.ending or "The fight is over", text)
    waiting = to_act_now(known, group, fight) if fight.phase in _PHASES else ()
    if not waiting:
        return ScreenNow(f"round {max(1, fight.round)}", standstill(known, group, fight).title, text)
    return ScreenNow(f"to act, {_PHASES[fight.phase]}{_players(known, waiting)}", _named(known, waiting), text)


MOST_PLAYERS = 3
"""So many players are named beside their characters; more would fill the card."""


def _players(known: Campaign, people: Iterable[PersonId]) -> str:
    """The players whose go it is, as far as they gave their names."""
    names = dict.fromkeys(known.players.get(known.people[who].seat, "") for who in people)
    given = [name for name in names if name]
    return f" \N{MIDDLE DOT} {series(given)}" if 0 < len(given) <= MOST_PLAYERS else ""


def _named(known: Campaign, people: Iterable[PersonId]) -> str:
    return series([first_name(known.people[who].name) for who in people])


# The order


def _marching(known: Campaign, group: Group) -> Iterator[ScreenRow]:
    for row in party(known, group).rows:
        person = row.person
        yield ScreenRow(
            str(row.place),
            person.name,
            " · ".join(part for part in (row.did, _hit_points(person), *_marks(row)) if part),
            grave=not person.able,
        )


def _marks(row: PartyRow) -> Iterator[str]:
    """What else to know of a person at a glance: their light, and what ails them."""
    if row.light_item:
        yield row.light_item
    yield from (chip.text.lower() for chip in row.chips if chip.tone == "rust")


def _hit_points(person: Person) -> str:
    """The hit points of a person, or how they look; a person who is down is told by their condition."""
    if person.health is None:
        return _health(person.hp, person.hp_max)
    return person.health.words if person.able else ""


def _health(hp: int | None, most: int | None) -> str:
    return f"{hp} of {most} HP" if hp is not None and most is not None else ""


def _fighters(known: Campaign, group: Group, fight: Fight) -> Iterator[ScreenRow]:
    """Everybody in the order of the round; all foes share a line."""
    place = {who: number for number, who in enumerate(group.members, 1)}
    dying = {line.patient: line.rounds_left for line in dying_in(known, fight)}
    waiting = to_act_now(known, group, fight)
    for part in order(known, SPECTATORS, group, fight, None, None):
        if part.foe:
            yield ScreenRow("", "The foes", _foes(fight), now=part.now, foe=True)
            continue
        for row in part.rows:
            who = PersonId(row.id)
            yield ScreenRow(
                str(place.get(who, "")),
                row.name,
                f"dying, {counted(dying[who], 'round')} left" if who in dying else _states(row),
                now=part.now and who in waiting,
                grave=row.down or who in dying or not row.standing,
            )


def _states(row: OrderRow) -> str:
    told = ["acted" if chip.tone == "done" else chip.text for chip in row.chips if chip.tone in _TOLD]
    return " · ".join((*told[:1], *filter(None, (_health(row.hp, row.hp_max), row.health))))


_TOLD = frozenset({"done", "rust", "ember"})


def _foes(fight: Fight) -> str:
    """`4 standing, 1 stunned`, as everybody sees them."""
    standing = [foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING]
    stunned = sum(foe.stunned for foe in standing)
    out = len(fight.in_sight) - len(standing)
    parts = (f"{len(standing)} standing", f"{stunned} stunned" if stunned else "", f"{out} down" if out else "")
    return ", ".join(part for part in parts if part) if fight.in_sight else "nobody in sight"


# The map


def _rooms(known: Campaign, group: Group, told: Sequence[Told]) -> ZoneMap | None:
    """The map of the group's level, as small as it must be to show all of it and no smaller."""
    way = route(told, group.id, group.site)
    drawn: ZoneMap | None = None
    for square in SQUARES:
        drawn = zone_map(known, group, None, way, square)
        if drawn is None or (drawn.width <= WIDE and drawn.height <= HIGH):
            break
    return drawn


def _around_rooms(rooms: ZoneMap) -> ScreenWindow:
    here = next((room.box.middle for room in rooms.rooms if room.groups), None)
    at = (here.x, here.y) if here is not None else (rooms.width / 2, rooms.height / 2)
    return _window(rooms.width, rooms.height, *at)


def _around_hexes(lands: HexMap) -> ScreenWindow:
    at = (lands.here.at.x, lands.here.at.y) if lands.here is not None else (lands.width / 2, lands.height / 2)
    return _window(lands.width, lands.height, *at)


def _window(width: float, height: float, x: float, y: float) -> ScreenWindow:
    """The part of a drawing around a point, within the drawing."""
    wide, high = min(width, WIDE), min(height, HIGH)
    return ScreenWindow(max(0, min(width - wide, x - wide / 2)), max(0, min(height - high, y - high / 2)), wide, high)
