"""Bells: timers of the whole world, which ring once every group has reached their moment."""

from collections.abc import Iterable

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_seat
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import Label, TimerId, slug
from undercroft.table.state.seats import REFEREE, SPECTATORS


class SetBell(Command, frozen=True, tag="set_bell"):
    """Set a timer for the whole world: a bell, the tide, the guard's round. `to` are the seats that know of it."""

    what: Label
    due: Seconds
    to: tuple[SeatId, ...] = ()
    ABOUT = About(title="Set a timer for the world")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if any(group.time >= self.due for group in known.groups.values() if group.members):
            yield Reason("too_late", "That moment has already passed for some groups.")
        if not set(self.to) <= {*known.seats, REFEREE, SPECTATORS}:
            yield no_seat(known)

    def do(self, play: Play) -> None:
        to = tuple(sorted({REFEREE, *self.to}))
        id = TimerId(f"bell-{slug(self.what)}-{self.due}")
        play.set_timer(Timer(id, Lapse.BELL, self.what, play.now.clock, self.due, to))


class RingBell(Command, frozen=True, tag="ring_bell"):
    """Run out a timer of the whole world, once all groups have reached it; Undercroft does this by itself."""

    timer: TimerId
    ABOUT = About(deed="a timer runs out", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        due = come_for_all(known)
        if due is None or due.id != self.timer:
            yield Reason("not_yet", "Some groups have not reached that moment yet.")

    def do(self, play: Play) -> None:
        play.lapse(play.now.timers[self.timer])


class BellRang(Event, frozen=True, tag="table.bell-rang"):
    """A timer of the whole world ran out."""

    what: str

    def say(self, _now: Campaign) -> str:
        return f"{self.what[:1].upper()}{self.what[1:]}."


def _rings(play: Play, timer: Timer) -> None:
    play.tell(BellRang(timer.what), to=lambda _: frozenset(timer.to))


def come_for_all(campaign: Campaign) -> Timer | None:
    """The first timer of the whole world that every group has reached."""
    times = [group.time for group in campaign.groups.values() if group.members]
    shared = (timer for timer in campaign.timers.values() if timer.person is None)
    due = [timer for timer in shared if times and timer.due <= min(times)]
    return min(due, key=lambda timer: timer.due, default=None)


def _next(campaign: Campaign) -> Command | None:
    """Ring a bell whose moment has come for all."""
    timer = come_for_all(campaign)
    return RingBell(timer.id) if timer is not None else None


PART = Part(commands=(SetBell, RingBell), events=(BellRang,), on_due={Lapse.BELL: _rings}, follow_up=_next)
