"""What a stretch of time would bring, as far as a seat knows."""

from __future__ import annotations

from msgspec import Struct

from undercroft.kernel.units import Seconds
from undercroft.table.bulk import PassTime, WalkBack, in_steps, known_ways, seconds_of
from undercroft.table.campaign import Campaign, Group
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Clockwork
from undercroft.table.procedures.lookout import number_of
from undercroft.table.timers import Timer


class Preview(Struct, frozen=True):
    """What a stretch of time would bring, as far as a seat knows."""

    seconds: Seconds
    due: tuple[Timer, ...]
    """Lights, effects and other deadlines that would run out."""
    checks: tuple[int, ...]
    """The numbers of the turns in which the clock of the place would check for company."""


def preview(known: Campaign, act: PassTime | WalkBack) -> Preview:
    """What it would bring, from what a seat knows: no dice, no secrets."""
    group = known.groups[act.group]
    clock = clock_of(group)
    if isinstance(act, WalkBack):
        steps = len(known_ways(known, group).get(act.to, ()))
        seconds = Seconds(steps * clock.step) if clock is not None else Seconds(0)
    else:
        seconds = seconds_of(known, act) if clock is None else in_steps(seconds_of(known, act), clock)
    until = Seconds(group.time + seconds)
    due = [
        timer
        for timer in known.timers.values()
        if timer.due <= until and (timer.person is None or timer.person in group.members)
    ]
    checks = () if clock is None else tuple(sorted(_checks(known, group, clock, seconds)))
    return Preview(seconds, tuple(sorted(due, key=lambda timer: (timer.due, timer.id))), checks)


def _checks(known: Campaign, group: Group, clock: Clockwork, seconds: Seconds) -> frozenset[int]:
    """The turns in which the clock checks for company, as far as a seat knows; the last is reached, not ended."""
    now = number_of(group.scene)
    until = now + seconds // clock.step
    ahead = clock.checks_ahead(known, group, until)
    return ahead - {until} if now in ahead else ahead
