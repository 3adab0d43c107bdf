"""Two campaigns that differ only in secrets look the same to every player until the first reveal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.table.doors import Listen, OpenDoor, PickLock
from undercroft.table.groups import MAIN
from undercroft.table.light import LightUp
from undercroft.table.names import FeatureId, TrapId, ZoneId
from undercroft.table.procedures.clockwork import EndStep
from undercroft.table.procedures.exploring import EnterSite
from undercroft.table.searching import Search
from undercroft.table.seats import SPECTATORS
from undercroft.table.sites import Feature, Grade, Site, Trap, Zone

VAULT = ZoneId("vault")
PLAIN = site(features={})
OTHER_WORDS = replace(PLAIN, zones={**PLAIN.zones, HALL: replace(PLAIN.zones[HALL], secret="The roof is rotten.")})
RICHER = replace(
    PLAIN,
    zones={**PLAIN.zones, VAULT: Zone(VAULT, "Vault", "Gold.")},
    traps={TrapId("blade"): Trap(TrapId("blade"), CELL, "a blade", "a slot", "A blade swings out.")},
    features={FeatureId("crack"): Feature(FeatureId("crack"), CELL, Grade.HIDDEN, "a crack")},
    creatures={},
    encounters=(),
)


def _evening(crypt: Site, *, wanderers: bool) -> Tabletop:
    """Nine Turns in the hall: light, listening, a lock, searches, and three checks that may bring somebody."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(crypt))
    table.do(LightUp(MAUD, TORCHES))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(MAUD, OAK))
    table.do(Listen(ULF, OAK), 1, 2)
    table.do(Search(ULF), 1, 1)
    table.do(PickLock(MAUD, OAK), 1, 1)
    for turn in range(2, 9):
        check = turn + 1 in (3, 6, 9)
        comes = [1, 2] if wanderers and crypt.encounters else [1]
        table.do(EndStep(MAIN), *(comes if wanderers and check else [5] if check else []))
    return table


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
@pytest.mark.parametrize("other", [OTHER_WORDS, RICHER], ids=["other words", "more secrets"])
def test_players_cannot_tell_two_worlds_apart(seat, other):
    """Notes, vaults, traps, creatures and tables that nobody met leave no trace in what a seat is told."""
    assert _evening(PLAIN, wanderers=False).bytes_for(seat) == _evening(other, wanderers=False).bytes_for(seat)


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_that_somebody_is_on_the_way(seat):
    """A check that brings an encounter looks like one that does not, until it is placed."""
    quiet, busy = _evening(PLAIN, wanderers=False), _evening(PLAIN, wanderers=True)

    assert len(busy.log) > len(quiet.log)
    assert quiet.bytes_for(seat) == busy.bytes_for(seat)
