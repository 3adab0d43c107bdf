"""Encounters and fights in two worlds that differ only in secrets: armour, health, Hit Dice, hidden numbers, dice."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import pytest
from msgspec import Struct

from tests.table.field import ANSGAR, BLEND, CAVE, CORVIN, ISOLDE, MOUTH, ONE, TAM, TWO, cave, field
from tests.table.other_ids import other_ids
from tests.table.sovereign_bouts import SOVEREIGN, WARRIOR
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.morale import Retreat
from undercroft.kernel import wire
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe, RuleBand
from undercroft.table.fight.sovereign.execution import ExecuteFoe
from undercroft.table.fight.sovereign.footing import DefendTotally, RunInFight
from undercroft.table.fight.sovereign.strike import Manner, Strike
from undercroft.table.fight.sovereign.wrestling import GrappleFoe
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import BandId, CreaturesId, FoeId
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.world.groups import MAIN

ORCS = CreaturesId("orcs")
A, B = FoeId("orcs-1"), FoeId("orcs-2")


class World(Struct, frozen=True):
    """The same two orcs, as far as anybody sees."""

    hp: int = 12
    ac: int = 3
    hd: Fraction = Fraction(1)
    reaction: tuple[int, int] = (1, 2)
    lurking: str = ""
    notes: str = ""
    morale: tuple[int, ...] = ()
    skill_mod: int = 0
    absent: int = 0
    """So many others, on no map, are before the orcs; as many more are behind them."""


PLAIN = World()
OTHERS = {
    "other ids": PLAIN,
    "other armour": World(ac=5),
    "more health": World(hp=40),
    "more Hit Dice": World(hd=Fraction(2)),
    "another throw": World(reaction=(1, 1)),
    "some in hiding": World(lurking="3 orcs HD 1 AC [12] hp 7"),
    "more creatures, in another order": World(absent=2),
    "other notes": World(notes="They serve the Chandler.", skill_mod=3),
}


def _met(world: World, house: HouseRules, *order: int) -> Tabletop:
    """Met, waited on, attacked; the second orc is after Ansgar."""
    orcs = Creatures(
        ORCS, "orcs", 2, world.hd, MOUTH, hp=(world.hp,) * 2, ac=world.ac, notes=world.notes, skill_mod=world.skill_mod
    )
    sheets = {ANSGAR: WARRIOR} if house is SOVEREIGN else {}
    others = [
        Creatures(CreaturesId(f"{name}-{n}"), name, 3, world.hd, None) for name in "az" for n in range(world.absent)
    ]
    site = cave(creatures={each.id: each for each in (*others[: world.absent], orcs, *others[world.absent :])})
    table = field(ANSGAR, ISOLDE, TAM, site=site, house=house, inside=False, sheets=sheets)
    table.do(EnterSite(MAIN, CAVE))
    table.do(TakeStance(MAIN, Choice.FIGHT), *world.reaction, *order)
    if world.lurking:
        table.do(AddFoes(MAIN, world.lurking, hidden=True))
        table.do(RuleBand(MAIN, BandId("hidden-orcs"), retreat=Retreat.SURRENDER))
    else:
        for who in (ISOLDE, None):
            table.do(AimFoe(MAIN, A, who))
    table.do(AimFoe(MAIN, B, ANSGAR))
    return table


def _by_violence(world: World) -> Tabletop:
    """Three rounds of blows, wounds, worn armour and a stun."""
    table = _met(world, BLEND, 5, 15)
    table.do(Attack(ANSGAR, A), 12, 1, "keep")
    table.do(Attack(TAM, A), 18, 9, 2, 20)
    table.do(PassGo(ISOLDE))
    table.do(Attack(ANSGAR, B), 15, "keep", 2, "keep")
    table.do(Attack(ANSGAR, B), 20)
    table.do(PassGo(TAM), 20)
    table.do(PassGo(ISOLDE))
    table.do(Attack(ANSGAR, A), 7, "keep", 1, "keep")
    table.do(PassGo(TAM), 20, 20)
    return table


def _by_sovereign(world: World) -> Tabletop:
    """Two rounds of hits, a miss without Shock, luck, a grapple, a swarm and a free attack."""
    table = _met(world, SOVEREIGN, 8, 1)
    table.do(Strike(ANSGAR, A, manner=Manner.CHARGE), 18, 2)
    table.do(Strike(TAM, A), 19, 1)
    table.do(GrappleFoe(ISOLDE, B), 1, 1, 18, "use")
    table.do(Strike(ANSGAR, B, others=(TAM,)), 19, 2)
    table.do(RunInFight(ISOLDE), 1)
    table.do(DefendTotally(ISOLDE), 1, 1)
    return table


BOOKS = {"Violence": _by_violence, "Sovereign": _by_sovereign}
Fought: TypeAlias = Callable[[World], Tabletop]


@cache
def _here(fought: Fought, world: World) -> Tabletop:
    return fought(world)


@cache
def _elsewhere(fought: Fought, world: World) -> Tabletop:
    """The same where everything has another id."""
    with other_ids():
        return fought(world)


@pytest.mark.parametrize("fought", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_players_cannot_tell_two_fights_apart(seat, other, fought):
    """Whatever the foes are, have, hide or feel, what a seat is told is the same to the byte."""
    plain, changed = _here(fought, PLAIN), _elsewhere(fought, other)

    assert plain.bytes_for(seat) == changed.bytes_for(seat)
    if seat != SPECTATORS:
        assert wire.encode(plain.seen_by(seat)) == wire.encode(changed.seen_by(seat))
        assert plain.offered(seat) == changed.offered(seat)
        assert plain.foreseen(seat) == changed.foreseen(seat)


@pytest.mark.parametrize("fought", BOOKS.values(), ids=BOOKS)
def test_the_worlds_do_differ(fought):
    """The referee knows better."""
    known = {name: wire.encode(_elsewhere(fought, other).now) for name, other in OTHERS.items()}

    assert len(OTHERS) == len(set(known.values()))
    assert wire.encode(_here(fought, PLAIN).now) not in known.values()


@pytest.mark.parametrize("seat", [ONE, TWO])
def test_players_cannot_tell_whether_nerve_was_tested(seat):
    """A foe at half its health is tested behind the screen; if it stands, nobody knows."""

    def fought(hp: int, *morale: int) -> Tabletop:
        table = field(ANSGAR, CORVIN)
        table.do(AddFoes(MAIN, f"ogre HD 3 AC 3 1d6 hp {hp}"), 5, 5)
        table.do(Attack(ANSGAR, FoeId("ogre-1")), 12, 8, "keep")
        table.do(PassGo(CORVIN), 20, *morale)
        return table

    assert fought(40).bytes_for(seat) == fought(16, 7).bytes_for(seat)


@pytest.mark.parametrize("seat", [ONE, TWO])
@pytest.mark.parametrize("blow", [Attack, Strike, GrappleFoe, ExecuteFoe])
@pytest.mark.parametrize("fought", BOOKS.values(), ids=BOOKS)
def test_refusals_know_no_more_than_the_seat(seat, blow, fought):
    """A foe in hiding answers like one that is not there."""
    hiding, nobody = _here(fought, OTHERS["some in hiding"]), _here(fought, PLAIN)
    hidden = blow(ISOLDE, FoeId("hidden-orcs-1"))

    assert hiding.answered(hidden, seat) == nobody.answered(hidden, seat)
