"""What a seat was sent is remembered; it is sent the same as if it were not."""

import random

import pytest

from tests.figures import SEED
from tests.server.tabling import Playing, in_the_hall
from tests.table.small_site import ONE, TWO
from undercroft.kernel.units import SeatId
from undercroft.server.responses import Acted
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.audience import Told
from undercroft.table.offers import offers
from undercroft.table.state.seats import REFEREE

ACTS = 25


def _anew(playing: Playing, seat: SeatId) -> tuple[Told, ...]:
    """What a seat is sent where nothing is remembered."""
    histories = playing.table._histories
    kept, histories._lately = histories._lately, {}
    told = playing.table.since(seat).told
    histories._lately = kept
    return told


@pytest.mark.parametrize("number", range(2))
def test_facts_are_sent_as_if_none_were_remembered(number: int) -> None:
    """After every act of random play, whatever ids it gave; and facts that no new id changed are the very same."""
    chance, playing = random.Random(f"{SEED}/{number}"), in_the_hall(MemoryStore())
    again = 0
    for _ in range(ACTS):
        before = playing.table.since(ONE).told
        possible = [offer.command for offer in offers(playing.table.now, REFEREE) if not offer.refused]
        if isinstance(playing.send(chance.choice(possible)), Acted):
            for seat in (ONE, TWO, REFEREE):
                assert _anew(playing, seat) == playing.table.since(seat).told
            same = [was is now for was, now in zip(before, playing.table.since(ONE).told, strict=False) if was == now]
            assert all(same)
            again += len(same)
    assert again > 0
