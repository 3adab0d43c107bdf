"""Whispers and handouts at an open table: pictures only for those who have them, reports without what is private."""

from hashlib import sha256

import pytest

from tests.server.tabling import Playing, created
from tests.table.small_site import CRYPT, ONE, TWO, begin
from undercroft.faces.report.report_page import report
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import Undo
from undercroft.store.log import StoredPicture
from undercroft.store.memory import MemoryStore
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.handouts import GiveHandout, HideHandout
from undercroft.table.session.whispers import MarkRead, Whisper
from undercroft.table.state.ids import PictureId
from undercroft.table.state.pictures import Picture
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.groups import MAIN
from undercroft.table.world.pictures import AddPicture

BODY = b"RIFF" + bytes(4) + b"WEBP"
LEDGER = Picture(PictureId(sha256(BODY).hexdigest()), 8, 8, len(BODY), "ledger")


@pytest.fixture
def play() -> Playing:
    """A table in a crypt whose referee has a picture."""
    play = Playing(created(MemoryStore()))
    play.do(begin())
    play.do(EnterSite(MAIN, CRYPT))
    play.table.act(REFEREE, AddPicture(LEDGER), key="picture", pictures=(StoredPicture(LEDGER.id, BODY),))
    return play


def test_the_picture_of_a_handout_is_for_those_who_have_it(play: Playing) -> None:
    """Before it is shown, and after it was hidden, no player gets a byte of it."""
    seats = (ONE, TWO, SPECTATORS)
    assert [None, None, None] == [play.table.picture(seat, LEDGER.id) for seat in seats]
    play.do(GiveHandout("The ledger", picture=LEDGER.id, to=(ONE,)))
    assert [BODY, None, None] == [play.table.picture(seat, LEDGER.id) for seat in seats]
    play.do(HideHandout(next(iter(play.table.now.handouts))))
    assert [None, None, None] == [play.table.picture(seat, LEDGER.id) for seat in seats]


def _report(play: Playing, seat: SeatId) -> str:
    return report(chronicle(play.store, "crypt", seat), seat)


def test_a_players_report_leaves_out_what_is_private(play: Playing) -> None:
    """Whispers and handouts for some are in the referee's report alone; a handout for everybody is in all."""
    play.do(Whisper(REFEREE, ONE, "You smell almonds."))
    play.do(GiveHandout("A love letter", "Yours.", to=(ONE,)))
    play.do(GiveHandout("A wanted poster", "50 gold.", everybody=True))
    secret = ("You smell almonds", "A love letter")
    assert [True, True] == [words in _report(play, REFEREE) for words in secret]
    assert [False, False] == [words in _report(play, ONE) for words in secret]
    assert ["A wanted poster" in _report(play, seat) for seat in (REFEREE, ONE, TWO, SPECTATORS)] == [True] * 4


def test_what_was_read_is_kept_over_a_restart(play: Playing) -> None:
    """It is in the log, and belongs to no act that an undo would take."""
    play.do(Whisper(REFEREE, ONE, "You smell almonds."))
    id = play.table.known(ONE).whispers[0].id
    play.do(MarkRead(ONE, (id,)), seat=ONE)
    assert (REFEREE, ONE) == play.again().table.known(ONE).whispers[0].read_by
    play.do(Undo())
    assert () == play.table.known(ONE).whispers
