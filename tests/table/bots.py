"""Bots that play a session: they take what is offered, dice fall as they like, and the world is looked over."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import count
from typing import Protocol, TypeVar

from hypothesis import strategies as st
from msgspec.structs import replace

from tests.table.happenings import givens
from tests.table.invariants import holds_anywhere
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, SLAB, TWO, ULF, begin, site
from tests.table.tabletop import FOLLOW_UPS, Tabletop, Unsealed, folded
from tests.table.two_groups import go_apart
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Roll
from undercroft.kernel.units import SeatId
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.engine import wanted_dice
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.ids import ActId, CreaturesId, FeatureId, ObstacleId, PersonId, ThingId, TrapId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import (
    Clock,
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
from undercroft.table.state.things import Carried, Guarded, Lying, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

T = TypeVar("T")

OLGA = PersonId("olga")
ACTS = 25
SELDOM = frozenset(
    {
        "end_fight",
        "end_meeting",
        "leave_site",
        "end_evening",
        "call_off_chase",
        "eat",
        "pack",
        "light",
        "put_out",
        "rest",
    }
    | {"pass_time", "withdraw_all", "dismiss", "reroll", "batter_door"}
)
"""What ends something, or leads nowhere: taken once in a while."""
SEATS = (ONE, TWO, SPECTATORS)
HERE, THERE = Lying(CRYPT, HALL), Lying(CRYPT, CELL)


def crypt_of(clock: Clock) -> Site:
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


def opening(clock: Clock, house: HouseRules | None = None) -> Begin:
    """Three delvers with lights, arms, food and coins; treasure lies about, hidden or guarded."""
    bare = begin(crypt_of(clock))
    olga = Person(OLGA, "Olga", TWO, hp=6, hp_max=6, fp=8, sheet=Sheet(skills={"Heal": 0, "Exert": 0}))
    things = (
        Thing(ThingId("chest"), "silver", ThingKind.COINS, HERE, count=100, points=7, worth=1000),
        Thing(ThingId("purse"), "silver", ThingKind.COINS, Carried(ULF), count=10, points=1, worth=100),
        Thing(ThingId("gold"), "gold", ThingKind.COINS, THERE, count=30, points=2, worth=3000, appraised=False),
        Thing(ThingId("cup"), "cup", ThingKind.TREASURE, HERE, worth=500, appraised=False),
        Thing(ThingId("crown"), "crown", ThingKind.TREASURE, Guarded(CRYPT, CreaturesId("rats")), points=1, worth=9000),
        Thing(ThingId("anvil"), "anvil", ThingKind.GEAR, HERE, points=60),
        Thing(ThingId("lantern"), "lantern", ThingKind.LIGHT, Carried(OLGA, Worn.READIED), points=1, item="lantern"),
        Thing(ThingId("oil"), "oil", ThingKind.OIL, Carried(OLGA), count=2, points=2, item="oil_common_pint"),
        Thing(ThingId("food"), "rations", ThingKind.FOOD, Carried(OLGA), count=6, points=2, item="ration_day"),
        Thing(ThingId("sword"), "sword", ThingKind.WEAPON, Carried(ULF, Worn.READIED), item="long_sword", points=1),
        Thing(ThingId("bow"), "bow", ThingKind.WEAPON, Carried(MAUD, Worn.READIED), item="small_bow", points=1),
        Thing(ThingId("leather"), "leather", ThingKind.ARMOUR, Carried(ULF, Worn.READIED), item="leather", points=1),
        Thing(ThingId("spade"), "spade", ThingKind.GEAR, Carried(ULF), points=1, item="shovel"),
    )
    people = (*bare.people, olga)
    return replace(
        bare, people=people, things=(*bare.things, *things), party=(MAUD, ULF, OLGA), house=house or bare.house
    )


class Pick(Protocol):
    """Someone who takes one of several; the purpose is for readers."""

    def __call__(self, options: Sequence[T], what: str, /) -> T:
        """One of them."""
        ...


def picks(data: st.DataObject) -> Pick:
    """Chance takes it, and is asked to find what breaks."""

    def pick(options: Sequence[T], what: str, /) -> T:
        return data.draw(st.sampled_from(options), what)

    return pick


def in_turn() -> Pick:
    """The same every time: by a stride through whatever there is to take."""
    steps = count(1)

    def pick(options: Sequence[T], _: str, /) -> T:
        return options[next(steps) * 7 % len(options)]

    return pick


class RandomTable(Tabletop):
    """A table at which someone else says how each die falls and what is chosen."""

    def __init__(self, pick: Pick) -> None:
        super().__init__()
        self.sit(ONE, TWO)
        self.pick = pick
        self._tried = 0

    def try_out(self, command: Command, seat: SeatId = REFEREE) -> None:
        """Carry a command out with all that follows by itself."""
        self._tried += 1
        act = ActId(f"try-{self._tried}")
        self._decide(Order(self.named(command), seat, act))
        for _ in range(FOLLOW_UPS):
            follows = follow_up(self.now)
            if follows is None:
                return
            self._decide(Order(follows, REFEREE, act, follows=True))
        raise AssertionError(f"no end of what follows from {command}")

    def _decide(self, order: Order) -> None:
        self.take(decide(self.now, order, self.any_dice))
        while self.now.wanted:
            wanted = next(iter(self.now.wanted.values()))
            asked = wanted.questions[0]
            assert isinstance(asked.question, Choice)
            answer = wanted_dice.Answer(wanted.id, asked.ruling, (self.pick(asked.question.options, "choice"),))
            self.take(decide(self.now, Order(answer, REFEREE, ActId("answer")), self.any_dice))

    def any_dice(self, _: tuple[SeatId, ...]) -> Unsealed:
        def drawn(roll: Roll, many: int, /) -> Sequence[int]:
            return [self.pick(roll.values, "face") for _ in range(many)]

        return Unsealed(drawn)


def holds(before: Campaign, table: RandomTable) -> None:
    """What is true of the crypt: all that is true of every world, and its silver is all there."""
    holds_anywhere(before, table.now)
    silver = [thing for thing in table.now.things.values() if thing.name == "silver"]
    assert (sum(thing.count for thing in silver), sum(thing.points for thing in silver)) == (110, 8)
    assert sum(thing.worth or 0 for thing in silver) == 1100


def knows_what_it_was_told(table: RandomTable) -> None:
    """Each seat's state is the fold of what it was told, from the beginning."""
    for seat in SEATS:
        assert folded(table.heard[seat]) == table.known(seat)
        table.commutes(seat)


def _states(table: RandomTable) -> tuple[bytes, ...]:
    return tuple(wire.encode(table.known(seat)) for seat in (REFEREE, *SEATS))


def honest(table: RandomTable, seat: SeatId) -> None:
    """What a seat is offered it may do, and the truth can decide it; what is refused in the offer is refused.

    Its rule is settled on the situation whose odds the offer shows, also where time passes first.
    """
    for offer in offers(table.known(seat), seat):
        reasons = table.why_not(offer.command, seat)
        assert bool(reasons) == bool(offer.refused), (seat, offer, reasons)
        if not reasons:
            decided = decide(table.now, Order(offer.command, seat, ActId("try")), table.any_dice)
            if offer.rule is not None and offer.given is not None and offer.sought is None:
                used = givens((told.event for told in decided.told), offer.rule.id)[:1]
                shown = wire.plain(table.now.house.applied(offer.rule, offer.given))
                assert used in ([], [shown]), (seat, offer, used)


def any_kind(table: RandomTable, tried: AbstractSet[str] = frozenset()) -> Command | None:
    """Something that is open to the referee: first what kind of thing, so that fights are not lost among torches.

    Kinds that were not tried yet come before the others.
    """
    kinds: dict[str, list[Command]] = {}
    for offer in offers(table.now, REFEREE):
        if not offer.refused:
            kinds.setdefault(offer.command.tag, []).append(offer.command)
    if not kinds:
        return None
    lively = sorted(set(kinds) - SELDOM - tried) or sorted(set(kinds) - SELDOM)
    seldom = not lively or table.pick(range(10), "seldom") == 0
    kind = table.pick(sorted(kinds) if seldom else lively, "kind")
    return table.pick(kinds[kind], "act")


def evening(data: st.DataObject, clock: Clock) -> RandomTable:
    """A session of random acts, with the states after each; people fight by either book."""
    table = RandomTable(picks(data))
    begun = opening(clock)
    fights = data.draw(st.sampled_from(Combat), "combat")
    table.try_out(replace(begun, house=replace(begun.house, combat=fights)))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
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
        holds(before, table)
        states.append(_states(table))
    knows_what_it_was_told(table)
    for state in reversed(states[:-1]):
        table.undo()
        assert state == _states(table)
    for state in states[1:]:
        table.redo()
        assert state == _states(table)
    knows_what_it_was_told(table)
    return table
