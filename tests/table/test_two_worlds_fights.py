"""Encounters and fights in two worlds that differ only in secrets: armour, health, Hit Dice, hidden numbers, dice."""

from fractions import Fraction

import pytest
from msgspec import Struct

from tests.table.field import ANSGAR, BLEND, CAVE, CORVIN, ISOLDE, MOUTH, ONE, TAM, TWO, cave, field
from tests.table.other_ids import other_ids
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.morale import Retreat
from undercroft.kernel import wire
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe, RuleBand
from undercroft.table.state.ids import BandId, CreaturesId, FoeId
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import Creatures
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


PLAIN = World()
OTHERS = {
    "other ids": PLAIN,
    "other armour": World(ac=5),
    "more health": World(hp=40),
    "more Hit Dice": World(hd=Fraction(2)),
    "another throw": World(reaction=(1, 1)),
    "some in hiding": World(lurking="3 orcs HD 1 AC 2 hp 7"),
    "other notes": World(notes="They serve the Chandler.", skill_mod=3),
}


def _elsewhere(world: World) -> Tabletop:
    """The same where everything has another id."""
    with other_ids():
        return _evening(world)


def _evening(world: World) -> Tabletop:
    """Met, waited on, attacked; then three rounds of blows, wounds, worn armour and a stun."""
    orcs = Creatures(
        ORCS, "orcs", 2, world.hd, MOUTH, hp=(world.hp,) * 2, ac=world.ac, notes=world.notes, skill_mod=world.skill_mod
    )
    table = field(ANSGAR, ISOLDE, TAM, site=cave(creatures={ORCS: orcs}), house=BLEND, inside=False)
    table.do(EnterSite(MAIN, CAVE))
    table.do(TakeStance(MAIN, Choice.FIGHT), *world.reaction, 5, 15)
    if world.lurking:
        table.do(AddFoes(MAIN, world.lurking, hidden=True))
        table.do(RuleBand(MAIN, BandId("hidden-orcs"), retreat=Retreat.SURRENDER))
    else:
        for who in (ISOLDE, None):
            table.do(AimFoe(MAIN, A, who))
    table.do(AimFoe(MAIN, B, ANSGAR))
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


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_players_cannot_tell_two_fights_apart(seat, other):
    """Whatever the foes are, have, hide or feel, what a seat is told is the same to the byte."""
    plain, changed = _evening(PLAIN), _elsewhere(other)

    assert plain.bytes_for(seat) == changed.bytes_for(seat)
    if seat != SPECTATORS:
        assert wire.encode(plain.seen_by(seat)) == wire.encode(changed.seen_by(seat))
        assert plain.offered(seat) == changed.offered(seat)


def test_the_worlds_do_differ():
    """The referee knows better."""
    known = {name: wire.encode(_elsewhere(other).now) for name, other in OTHERS.items()}

    assert len(OTHERS) == len(set(known.values()))
    assert wire.encode(_evening(PLAIN).now) not in known.values()


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
def test_refusals_know_no_more_than_the_seat(seat):
    """A foe in hiding answers like one that is not there."""
    hiding, nobody = _evening(OTHERS["some in hiding"]), _evening(PLAIN)
    hidden = Attack(ISOLDE, FoeId("hidden-orcs-1"))

    assert hiding.answered(hidden, seat) == nobody.answered(hidden, seat)
