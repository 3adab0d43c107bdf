"""Random play: whatever the referee is offered can be tried, and the world holds together after every act."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.figures import EVENINGS, soak
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, SLAB, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from tests.table.two_groups import go_apart
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Roll
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId
from undercroft.table import dice
from undercroft.table.campaign import Campaign
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.evenings import BeginEvening
from undercroft.table.groups import MAIN
from undercroft.table.history import History
from undercroft.table.loads import load
from undercroft.table.names import ActId, CreaturesId, FeatureId, ObstacleId, PersonId, ThingId, TrapId
from undercroft.table.offers import offers
from undercroft.table.opening import Begin
from undercroft.table.people import Person, Sheet
from undercroft.table.procedures.exploring import EnterSite
from undercroft.table.rooms import Command
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.sites import (
    Clock,
    Creatures,
    Door,
    DoorState,
    Feature,
    Grade,
    Harm,
    Hindrance,
    Obstacle,
    Site,
    Trap,
    Trigger,
)
from undercroft.table.table import ARMS
from undercroft.table.things import Carried, Gone, Guarded, Kind, Lying, Thing, Worn

OLGA = PersonId("olga")
ACTS = 25
FOLLOW_UPS = 200
"""What follows of itself comes to an end long before that."""
SEATS = (ONE, TWO, SPECTATORS)
HERE, THERE = Lying(CRYPT, HALL), Lying(CRYPT, CELL)


def _crypt(clock: Clock) -> Site:
    """Traps on the threshold, in the cell and on a chest; rats, rubble, a niche and a secret way."""
    crypt = site(clock=clock)
    traps = (
        Trap(
            TrapId("pit"),
            CELL,
            "pit",
            "a seam",
            "The floor opens.",
            damage="1d6",
            save="evasion",
            harm=Harm.FALL,
            feet=10,
        ),
        Trap(
            TrapId("needle"),
            HALL,
            "needle",
            "a hole",
            "A needle.",
            Trigger.MEDDLE,
            thing=ThingId("chest"),
            damage="1d4",
        ),
        Trap(TrapId("gas"), CELL, "gas", "a hiss", "Gas.", Trigger.THRESHOLD, door=SLAB, harm=Harm.GAS, potency=1),
    )
    gold = Feature(FeatureId("gold"), CELL, Grade.HIDDEN, "a loose stone", things=(ThingId("gold"),))
    rats = Creatures(CreaturesId("rats"), "rats", 6, Fraction(1, 2), CELL)
    heap = Obstacle(
        ObstacleId("heap"), HALL, Hindrance.RUBBLE, "a heap", cubic_metres=Fraction(1), things=(ThingId("cup"),)
    )
    return replace(
        crypt,
        doors={**crypt.doors, OAK: Door(OAK, (HALL, CELL), DoorState.STUCK, "oak door")},
        traps={trap.id: trap for trap in traps},
        features={**crypt.features, gold.id: gold},
        creatures={rats.id: rats},
        obstacles={heap.id: heap},
    )


def _opening(clock: Clock) -> Begin:
    """Three delvers with lights, food and coins; treasure lies about, hidden or guarded."""
    opening = begin(_crypt(clock))
    olga = Person(OLGA, "Olga", TWO, hp=6, hp_max=6, fp=8, sheet=Sheet(skills={"Heal": 0, "Exert": 0}))
    things = (
        Thing(ThingId("chest"), "silver", Kind.COINS, HERE, count=100, points=7, worth=1000),
        Thing(ThingId("purse"), "silver", Kind.COINS, Carried(ULF), count=10, points=1, worth=100),
        Thing(ThingId("gold"), "gold", Kind.COINS, THERE, count=30, points=2, worth=3000, appraised=False),
        Thing(ThingId("cup"), "cup", Kind.TREASURE, HERE, worth=500, appraised=False),
        Thing(ThingId("crown"), "crown", Kind.TREASURE, Guarded(CRYPT, CreaturesId("rats")), points=1, worth=9000),
        Thing(ThingId("anvil"), "anvil", Kind.GEAR, HERE, points=60),
        Thing(ThingId("lantern"), "lantern", Kind.LIGHT, Carried(OLGA, Worn.READIED), points=1, item="lantern"),
        Thing(ThingId("oil"), "oil", Kind.OIL, Carried(OLGA), count=2, points=2, item="oil_common_pint"),
        Thing(ThingId("food"), "rations", Kind.FOOD, Carried(OLGA), count=6, points=2, item="ration_day"),
        Thing(ThingId("spade"), "spade", Kind.GEAR, Carried(ULF), points=1, item="shovel"),
    )
    people = (*opening.people, olga)
    return replace(opening, people=people, things=(*opening.things, *things), party=(MAUD, ULF, OLGA))


class RandomTable(Tabletop):
    """A table at which somebody else says how each die falls and what is chosen."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__()
        self.sit(ONE, TWO)
        self.data = data
        self._tried = 0

    def try_out(self, command: Command) -> None:
        """Carry a command out with all that follows of itself."""
        self._tried += 1
        act = ActId(f"try-{self._tried}")
        self._decide(Order(command, REFEREE, act))
        for _ in range(FOLLOW_UPS):
            follows = follow_up(self.now)
            if follows is None:
                return
            self._decide(Order(follows, REFEREE, act, follows=True))
        raise AssertionError(f"no end of what follows from {command}")

    def _decide(self, order: Order) -> None:
        self.take(decide(self.now, order, self._any))
        while self.now.wanted:
            wanted = next(iter(self.now.wanted.values()))
            asked = wanted.questions[0]
            assert isinstance(asked.question, Choice)
            answer = dice.Answer(wanted.id, asked.ruling, (self.data.draw(st.sampled_from(asked.question.options)),))
            self.take(decide(self.now, Order(answer, REFEREE, ActId("answer")), self._any))

    def _any(self, _: str) -> Draw:
        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            return [self.data.draw(st.sampled_from(roll.values)) for _ in range(count)]

        return drawn


def _holds(before: Campaign, table: RandomTable) -> None:
    """What is true of every world."""
    now = table.now
    for person in now.people.values():
        pools = (person.hp, person.strain, person.scars, person.run_rounds, person.xp_pool)
        assert min(pools) >= 0, person
        assert person.hp <= person.hp_max, person
        carried = load(now, person)
        assert carried.readied + carried.stowed == sum(thing.points for thing in now.carried_by(person.id))
    for id, group in before.groups.items():
        assert id not in now.groups or now.groups[id].time >= group.time
    for thing in now.things.values():
        _is_somewhere(now, thing)
    for light in now.lights.values():
        torch = now.things[light.thing]
        assert torch.count == 1
        if isinstance(torch.place, Carried):
            assert (torch.place.by, now.people[light.holder].alive) == (light.holder, True)
        else:
            assert isinstance(torch.place, Lying)
    silver = [thing for thing in now.things.values() if thing.name == "silver"]
    assert (sum(one.count for one in silver), sum(one.points for one in silver)) == (110, 8)
    assert sum(one.worth or 0 for one in silver) == 1100


def _is_somewhere(now: Campaign, thing: Thing) -> None:
    """Its place names something that exists, and it is not less than nothing."""
    assert thing.count >= 0
    assert thing.points >= 0
    match thing.place:
        case Carried(by=by):
            assert by in now.people
        case Lying(site=at, zone=zone):
            assert zone in now.sites[at].zones
        case Guarded(site=at):
            assert at in now.sites
        case Gone():
            assert (thing.count, thing.points) == (0, 0)


def _knows_what_it_was_told(table: RandomTable) -> None:
    """Each seat's state is the fold of what it was told, from the beginning."""
    for seat in SEATS:
        fold = History(ARMS)
        fold.take_all(table.heard[seat])
        assert fold.now == table.known(seat)


def _states(table: RandomTable) -> tuple[bytes, ...]:
    return tuple(wire.encode(table.known(seat)) for seat in (REFEREE, *SEATS))


def _evening(data: st.DataObject, clock: Clock) -> RandomTable:
    """An evening of random acts, with the states after each."""
    table = RandomTable(data)
    table.try_out(_opening(clock))
    table.try_out(BeginEvening("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    if data.draw(st.booleans(), "they go apart"):
        go_apart(table, OLGA)
    states = [_states(table)]
    for _ in range(data.draw(st.integers(1, ACTS), "acts")):
        open_to_them = [offer for offer in offers(table.now, REFEREE) if not offer.refused]
        if not open_to_them:
            break
        command = data.draw(st.sampled_from([offer.command for offer in open_to_them]), "act")
        assert table.why_not(command) == (), command
        before = table.now
        table.try_out(command)
        _holds(before, table)
        states.append(_states(table))
    _knows_what_it_was_told(table)
    for state in reversed(states[:-1]):
        table.undo()
        assert state == _states(table)
    for state in states[1:]:
        table.redo()
        assert state == _states(table)
    _knows_what_it_was_told(table)
    return table


@soak(EVENINGS)
@pytest.mark.parametrize("clock", Clock)
@settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_an_evening_of_random_acts_holds_together(clock, data):
    """No exception, no pool below nothing, no time that runs back; loads add up, and undo and redo walk it."""
    _evening(data, clock)


@soak(EVENINGS)
@settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_every_offer_that_is_not_refused_is_taken(data):
    """To every seat: what it is offered it may do, and what it may do can be decided on the truth."""
    clock = data.draw(st.sampled_from(Clock))
    table = RandomTable(data)
    table.try_out(_opening(clock))
    table.try_out(EnterSite(MAIN, CRYPT))
    for _ in range(data.draw(st.integers(0, 5), "acts")):
        open_to_them = [offer.command for offer in offers(table.now, REFEREE) if not offer.refused]
        if open_to_them:
            table.try_out(data.draw(st.sampled_from(open_to_them), "act"))
    for seat in (REFEREE, ONE, TWO):
        for offer in offers(table.known(seat), SeatId(seat)):
            reasons = table.why_not(offer.command, seat)
            assert bool(reasons) == bool(offer.refused), (seat, offer)
            if not reasons:
                decide(table.now, Order(offer.command, SeatId(seat), ActId("try")), table._any)
