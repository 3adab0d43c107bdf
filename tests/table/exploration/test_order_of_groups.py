"""What each group lives through does not depend on the order in which groups act."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from tests.figures import SPLIT, soak
from tests.table.small_site import CRYPT, site
from tests.table.tabletop import Unsealed
from undercroft.kernel.dice import Roll
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command
from undercroft.table.engine.record import waiting
from undercroft.table.exploration.bells import SetBell
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.refusals import refusals
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, GroupId, PersonId, ThingId
from undercroft.table.state.open_rulings import Befalls, Lasts, Trial
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, lasts

GROUPS = (MAIN, GroupId("b"), GroupId("c"))
PEOPLE = tuple(PersonId(f"p-{group}") for group in GROUPS)
SEATS = tuple(SeatId(f"s-{group}") for group in GROUPS)
END = 3000
"""All go on until then, past every bell."""


def _highest(_: tuple[SeatId, ...]) -> Unsealed:
    """Dice that always show their highest face: nobody ever comes."""

    def drawn(roll: Roll, count: int, /) -> Sequence[int]:
        return [max(roll.values)] * count

    return Unsealed(drawn)


class World:
    """A campaign, and all that was told in it."""

    def __init__(self) -> None:
        self.now = Campaign()
        self.log: list[Told] = []

    def do(self, command: Command) -> None:
        """Carry a command out with all that follows, unless it is refused."""
        if refusals(self.now, REFEREE, command):
            return
        self._decide(Order(command, REFEREE, ActId("act")))
        while (follows := follow_up(self.now)) is not None:
            self._decide(Order(follows, REFEREE, ActId("act"), follows=True))

    def _decide(self, order: Order) -> None:
        decision = decide(self.now, order, _highest)
        assert not decision.waits
        for told in decision.told:
            self.log.append(told)
            if REFEREE in told.to:
                self.now = told.event.fold(self.now)

    def heard(self, seat: str) -> list[tuple[int, Any]]:
        """What a seat was told, with its moment."""
        return [(told.at, told.event) for told in self.log if seat in told.to]


Plan = tuple[Command, ...]

_hundreds = some.integers(1, 15).map(lambda n: Seconds(100 * n))


def _acts(number: int) -> some.SearchStrategy[Command]:
    """Something a group may do; everything falls on full hundreds of seconds, so that much falls together."""
    group, who = GROUPS[number], PEOPLE[number]
    return some.one_of(
        _hundreds.map(lambda time: PassTime(group, Span.SECOND, time)),
        some.just(EndStep(group)),
        _hundreds.map(lambda left: LightUp(who, ThingId(f"torches-{group}"), Seconds(lasts("torch") - left))),
        _hundreds.map(lambda time: MakeRuling(Trial(group, "glow", None, success=(Lasts("glow", time),)))),
        _hundreds.map(lambda time: MakeRuling(Trial(group, "bless", None, success=(Befalls("blessed", time),)))),
        _hundreds.map(lambda time: MakeRuling(Trial(group, "work", None, seconds=time))),
    )


def _plans(count: int) -> some.SearchStrategy[tuple[tuple[Plan, ...], ...]]:
    return some.tuples(*(some.lists(_acts(n), max_size=6).map(tuple) for n in range(count)))


_bells = some.lists(some.tuples(_hundreds, some.sets(some.sampled_from(SEATS))), max_size=3)
_orders = some.lists(some.integers(0, 5), max_size=40)


def _begun(count: int, bells: list[tuple[Seconds, set[SeatId]]], inside: int) -> World:
    """Everybody on their own way: the first few in the crypt, the others outside."""
    world = World()
    world.do(
        Begin(
            "Apart",
            seats=tuple(Seat(seat, seat) for seat in SEATS[:count]),
            people=tuple(Person(who, who, seat) for who, seat in zip(PEOPLE, SEATS, strict=True))[:count],
            things=tuple(
                Thing(ThingId(f"torches-{group}"), "torches", ThingKind.LIGHT, Carried(who), count=9, item="torch")
                for group, who in zip(GROUPS[:count], PEOPLE[:count], strict=True)
            ),
            sites=(site(),),
            party=PEOPLE[:count],
        )
    )
    for number in range(1, count):
        world.do(Split(MAIN, (PEOPLE[number],), GROUPS[number]))
    for group in GROUPS[: min(inside, count)]:
        world.do(EnterSite(group, CRYPT))
    for number, (due, to) in enumerate(bells):
        world.do(SetBell(f"bell {number}", due, tuple(sorted(to & set(SEATS[:count])))))
    return world


def _played(world: World, plans: Sequence[Sequence[Command]], order: Sequence[int]) -> None:
    """Each group does what it plans and then waits, in this order; a group that is held back is passed over."""
    left = {group: list(plan) for group, plan in zip(GROUPS, plans, strict=False)}
    picks = iter(order)

    def ready(id: GroupId) -> bool:
        group = world.now.groups[id]
        return not waiting(world.now, group) and (bool(left[id]) or group.time < END)

    while able := [group for group in left if ready(group)]:
        group = able[next(picks, 0) % len(able)]
        world.do(left[group].pop(0) if left[group] else PassTime(group, Span.SECOND, 1500))
    assert not [group for group in world.now.groups.values() if group.time < END]


@soak(SPLIT)
@settings(max_examples=SPLIT)
@given(some.data())
def test_nobody_can_tell_who_acted_first(data):
    """Two or three groups with torches, effects, conditions, turns and bells at the same moments, in any two orders."""
    count = data.draw(some.integers(2, 3))
    plans, bells = data.draw(_plans(count)), data.draw(_bells)
    inside = data.draw(some.integers(0, count))
    first, second = _begun(count, bells, inside), _begun(count, bells, inside)
    _played(first, plans, data.draw(_orders))
    _played(second, plans, data.draw(_orders))

    assert first.now == second.now
    for seat in SEATS[:count]:
        assert first.heard(seat) == second.heard(seat)


@soak(SPLIT)
@settings(max_examples=SPLIT)
@given(some.data())
def test_encounter_again_brings_all_to_one_time(data):
    """Whatever they did apart, they end as one party at the time of the latest, and nothing due is left behind."""
    plans, bells = data.draw(_plans(3)), data.draw(_bells)
    world = _begun(3, bells, 0)
    _played(world, plans, data.draw(_orders))
    latest = max(group.time for group in world.now.groups.values())
    world.do(Rejoin(GROUPS[1], MAIN))
    world.do(Rejoin(GROUPS[2], MAIN))

    assert [(MAIN, latest)] == [(group.id, group.time) for group in world.now.groups.values()]
    assert sorted(PEOPLE) == sorted(world.now.groups[MAIN].members)
    assert not [timer for timer in world.now.timers.values() if timer.due <= latest]
