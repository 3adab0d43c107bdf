"""What waiting or walking back would bring, as far as a seat knows."""

from msgspec import Struct

from undercroft.kernel.units import Seconds
from undercroft.table.exploration.clocks import clock_of, number_of
from undercroft.table.exploration.dungeon_clock import Clockwork
from undercroft.table.exploration.spare_time import whole_steps
from undercroft.table.site.waiting import PassTime, WalkBack, known_ways, seconds_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Timer


class Preview(Struct, frozen=True):
    """The time that a command takes, the timers that would run out, and the checks it would meet."""

    seconds: Seconds
    due: tuple[Timer, ...]
    """Lights, effects and other deadlines that would run out."""
    checks: tuple[int, ...]
    """The numbers of the turns in which the site's clock would check for wandering monsters."""


def preview(known: Campaign, command: PassTime | WalkBack) -> Preview:
    """Preview a command from what the seat knows: without dice and without secrets."""
    group = known.groups[command.group]
    clock = clock_of(group)
    if isinstance(command, WalkBack):
        steps = len(known_ways(known, group).get(command.to, ()))
        seconds = Seconds(steps * clock.step) if clock is not None else Seconds(0)
    else:
        seconds = whole_steps(group, seconds_of(known, command))
    until = Seconds(group.time + seconds)
    due = [
        timer
        for timer in known.timers.values()
        if timer.due <= until and (timer.person is None or timer.person in group.members)
    ]
    checks = () if clock is None else tuple(sorted(_checks(known, group, clock, seconds)))
    return Preview(seconds, tuple(sorted(due, key=lambda timer: timer.due)), checks)


def _checks(known: Campaign, group: Group, clock: Clockwork, seconds: Seconds) -> frozenset[int]:
    """The turns in which the clock would check for wandering monsters; the last turn is reached but does not end."""
    now = number_of(group.scene)
    until = now + seconds // clock.step
    ahead = clock.checks_ahead(known, group, until)
    return ahead - {until} if now in ahead else ahead
