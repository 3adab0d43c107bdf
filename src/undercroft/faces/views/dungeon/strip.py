"""The turn strip: past, present and coming turns, and how long each light and effect lasts."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from undercroft.faces.views.dungeon.trail import met, rests
from undercroft.faces.views.percents import short_fraction
from undercroft.faces.views.short_names import capital, first_name
from undercroft.faces.views.time_of_day import day, is_night
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent, series
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import deadline_of, what_ends
from undercroft.table.engine.audience import Told
from undercroft.table.engine.time_words import time_left, time_of_day
from undercroft.table.exploration.clocks import clock_of, exploring, met_by, number_by_now, number_of
from undercroft.table.exploration.dungeon_clock import Activity, Clockwork
from undercroft.table.exploration.jobs import at_work
from undercroft.table.exploration.spare_time import out_of_time
from undercroft.table.exploration.turns import ending, ends_by_itself
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.scenes import Exploring, OverloadedTurn

BLOCK = 6
"""The number of cells in a block."""
SHOWN = 24
CELL, BETWEEN = 38, 14
"""The width of a cell with the space after it, and the extra space between blocks, on the drawing."""


class TurnCell(Struct, frozen=True):
    """One turn or round."""

    number: int
    when: str
    """past, now or ahead."""
    hour: str
    """The time at which it begins, if it starts a block."""
    check: str
    """Empty, `ahead`, `due`, or the face that was rolled."""
    came: bool
    rested: bool = False
    met: bool = False
    """It passed in an encounter, a fight or something else that is not a turn."""

    @property
    def told(self) -> str:
        """What a past turn was, for a reader who points at its mark: `: an encounter, a fight or a chase took it`."""
        if self.when != "past":
            return ""
        done = "an encounter, a fight or a chase took it" if self.met else "a rest" if self.rested else "done"
        rolled = f"; encounter check {self.check}" if self.check not in ("", "ahead", "due") else ""
        return f": {done}{rolled}"


class DurationBar(Struct, frozen=True):
    """How long something lasts, in units of the drawing."""

    label: str
    kind: str
    left: int
    """The turns or rounds left."""
    begins: int
    now: int
    ends: int
    note: str
    last: bool
    """It ends with this turn or round."""


class EncounterChance(Struct, frozen=True):
    """The chance of an encounter by the end of a turn."""

    by: int
    percent: str
    fraction: str


STILL_UP = "It is night: the party is still up."


class Strip(Struct, frozen=True):
    """The strip of one group."""

    group: str
    called: str
    number: int
    time: str
    day: str
    cells: tuple[TurnCell, ...]
    bars: tuple[DurationBar, ...]
    night: bool
    """People are usually asleep at this time of day."""
    due: tuple[str, ...]
    """What happens at the end of this turn."""
    met: EncounterChance | None
    """Only the referee knows it."""
    between: str
    """What must end before the group explores further, if it is interrupted."""
    ends: Any
    """The command that ends this turn."""
    warns: str
    """What the referee must confirm first."""

    @property
    def block(self) -> tuple[TurnCell, ...]:
        """The block of cells that holds the present one."""
        begins = max(0, self.number - self.cells[0].number) // BLOCK * BLOCK
        return self.cells[begins : begins + BLOCK]


class TurnNow(Struct, frozen=True):
    """The turn or round that a group is in, and the time."""

    called: str
    number: int
    time: str


def turn_now(known: Campaign, group: Group) -> TurnNow | None:
    """The turn of a group that explores a site, or will again."""
    within = exploring(group)
    clock = clock_of(within)
    if clock is None:
        return None
    return TurnNow(clock.called, max(1, number_by_now(group)), time_of_day(known, group.time))


def strip(known: Campaign, group: Group, told: Sequence[Told] = ()) -> Strip | None:
    """The strip of a group that explores a site, or will again."""
    between = "" if clock_of(group) is not None or group.scene is None else str(group.scene.__struct_config__.tag)
    turn = turn_now(known, group)
    group = exploring(group)
    clock = clock_of(group)
    if clock is None or turn is None:
        return None
    number = turn.number
    first = max(1, (number - 1) // BLOCK * BLOCK + 1 - 2 * BLOCK)
    begins = _begins(group, clock, first)
    ahead = clock.checks_ahead(known, group, first + SHOWN)
    bars = tuple(
        _bar(known, timer, group, begins, clock, number)
        for timer in sorted(known.timers.values(), key=lambda timer: timer.due)
        if timer.lapse in (Lapse.LIGHT, Lapse.EFFECT) and timer.person in group.members and not timer.endless
    )
    end, late = ending(known, group, clock), is_night(known, group.time)
    return Strip(
        group.id,
        turn.called,
        number,
        turn.time,
        day(known, group.time),
        tuple(_cells(known, group, clock, first, ahead, (rests(told, group.id), met(told, group.id) | _over(group)))),
        bars,
        late,
        (
            *((STILL_UP,) if late else ()),
            *_standing(group),
            *_due(known, group, clock, number, ahead),
            *_yet_to_act(known, group),
            *_by_itself(known, group),
        ),
        _met(known, group, number + BLOCK),
        between,
        wire.plain(end.command),
        end.warns,
    )


def _yet_to_act(known: Campaign, group: Group) -> Iterator[str]:
    """Who has done nothing in a turn in which others have: ending it skips them."""
    able = known.able_in(group.id)
    left = [person for person in able if not (any(out_of_time(known, person.id)) or any(at_work(known, person.id)))]
    if left and len(left) < len(able):
        yield f"Not acted yet: {series(tuple(first_name(person.name) for person in left))}."


def _by_itself(known: Campaign, group: Group) -> Iterator[str]:
    """That the turn ends without a command, while that is so."""
    acting = {person.id: Activity.MOVE for person in known.able_in(group.id)}
    if acting and ends_by_itself(known, group, acting):
        yield "Ends by itself when all have acted."


def _cells(
    known: Campaign,
    group: Group,
    clock: Clockwork,
    first: int,
    ahead: frozenset[int],
    trail: tuple[frozenset[int], frozenset[int]],
) -> Iterator[TurnCell]:
    rested, elsewhere = trail
    made = {check.number: check for check in group.checks}
    number = max(1, number_by_now(group))
    begins = _begins(group, clock, first)
    for turn in range(first, first + SHOWN):
        when = "past" if turn < number else "now" if turn == number else "ahead"
        at = Seconds(begins + (turn - first) * clock.step)
        hour = time_of_day(known, at) if (turn - first) % BLOCK == 0 else ""
        to_come = "" if turn not in ahead else "due" if turn == number else "ahead"
        check = str(made[turn].face) if turn in made else to_come
        came = turn in made and made[turn].came
        past = turn < number
        yield TurnCell(turn, when, hour, check, came, past and turn in rested, past and turn in elsewhere)


def _over(group: Group) -> frozenset[int]:
    """The turns that passed in the encounter, fight or chase that still goes on."""
    scene = group.scene
    begun = isinstance(scene, Exploring) and scene.begun
    return frozenset(range(number_of(scene) + (not begun), number_by_now(group)))


def _begins(group: Group, clock: Clockwork, first: int) -> Seconds:
    """When the first turn on the strip began: turns have their place on the clock, whatever else takes time."""
    since = group.turns_from
    if since is None:
        since = Seconds(group.time - (max(1, number_of(group.scene)) - 1) * clock.step)
    return Seconds(since + (first - 1) * clock.step)


def _bar(known: Campaign, timer: Timer, group: Group, begins: Seconds, clock: Clockwork, number: int) -> DurationBar:
    until = -(-(timer.due - _begins(group, clock, 1)) // clock.step)
    left = until - number + 1
    light = known.lights.get(timer.thing) if timer.thing is not None else None
    label = light.item if light is not None else deadline_of(known, timer)
    says = "out at the end of" if light is not None else "ends after"
    return DurationBar(
        label,
        light.item if light is not None else "effect",
        left,
        from_x(timer.since - begins, clock.step),
        from_x(group.time - begins, clock.step),
        until_x(timer.due - begins, clock.step),
        f"{label} {says} {clock.called.lower()} {until}",
        left <= 1,
    )


def from_x(seconds: int, step: int) -> int:
    """Where something that begins at that time begins on the drawing."""
    within = min(max(0, seconds), (SHOWN - 1) * step)
    return within * CELL // step + within // (BLOCK * step) * BETWEEN


def until_x(seconds: int, step: int) -> int:
    """Where something that ends at that time ends on the drawing: at the end of a block, not the start of the next."""
    within = min(max(1, seconds), SHOWN * step)
    return -(-within * CELL // step) + (within - 1) // (BLOCK * step) * BETWEEN - 2


def _due(known: Campaign, group: Group, clock: Clockwork, number: int, ahead: frozenset[int]) -> Iterator[str]:
    """What falls due before the turn ends, and the next check."""
    for timer in known.timers.values():
        ours = timer.listed and (timer.person is None or timer.person in group.members)
        if ours and timer.due <= group.time + clock.left(group):
            yield ends(known, timer)
    if later := [turn for turn in ahead if turn > number]:
        yield f"Next check: {clock.called.lower()} {min(later)}."


_DEADLY = {Lapse.DYING: "unless stabilised", Lapse.DROWNING: "without air"}


def ends(known: Campaign, timer: Timer) -> str:
    """What a deadline brings: a light goes out, work is done, an effect ends, a condition passes or kills."""
    if timer.lapse is Lapse.LIGHT or timer.lapse is Lapse.WARNING:
        return f"The {timer.what.replace(' burns ', ' will burn ')}."
    person = known.people.get(timer.person) if timer.person is not None else None
    if person is not None and timer.ends_a_state and timer.lapse is not Lapse.EFFECT:
        return _befalls(timer, person.name)
    job = known.jobs.get(timer.id)
    if job is None:
        what = capital(deadline_of(known, timer))
        return f"{what} will end." if timer.lapse is Lapse.EFFECT else f"{what}."
    names = [first_name(known.people[who].name) for who in job.workers if who in known.people]
    return f"{series(names)} will be done {job.what}."


def coming_up(known: Campaign, timer: Timer) -> tuple[str, str]:
    """When a deadline comes, and what it brings; an effect without one is named with its person."""
    left = capital(time_left(timer, known.clock))
    return (left, f"{capital(deadline_of(known, timer))}.") if timer.endless else (f"In {left}", ends(known, timer))


def _befalls(timer: Timer, name: str) -> str:
    """How a condition ends, or what it does to its person then."""
    state = what_ends(timer)
    if timer.lapse is Lapse.FRAIL:
        return f"{name}, {state} without care, must save."
    unless = _DEADLY.get(timer.lapse)
    return f"{name} will no longer be {state}." if unless is None else f"{name} will die {unless}."


def _standing(group: Group) -> Iterator[str]:
    """What the die demands of the group; encounters that have come have a banner."""
    scene = group.scene
    if isinstance(scene, OverloadedTurn) and scene.must_rest:
        yield "They must rest."
    if isinstance(scene, OverloadedTurn) and scene.omen:
        yield f"An omen of {scene.omen}."


def _met(known: Campaign, group: Group, until: int) -> EncounterChance | None:
    chance = met_by(known, group, until)
    return None if chance is None else EncounterChance(until, percent(chance), short_fraction(chance))
