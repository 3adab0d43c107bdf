"""A player's own slips: undone by the player while nothing followed, else asked of the referee."""

import pytest

from tests.server.tabling import Playing, in_the_hall
from tests.table.small_site import MAUD, ONE, TORCHES, TWO
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banners import banners
from undercroft.kernel.units import SeatId
from undercroft.server.commands import UndoOwn
from undercroft.server.responses import Acted, Refused
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Command
from undercroft.table.gear.carrying import Drop
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.undo_wishes import DenyUndo, GrantUndo
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE, SPECTATORS


@pytest.fixture
def play() -> Playing:
    """Two delvers in the hall."""
    return in_the_hall(MemoryStore())


def why(play: Playing, command: Command, seat: SeatId) -> list[str]:
    """The codes of the reasons against a command."""
    answer = play.ask(command, seat)
    assert isinstance(answer, Refused)
    return [reason.code for reason in answer.reasons]


def test_a_player_undoes_their_own_last_act(play: Playing) -> None:
    """Maud's player dropped the wrong thing; it is as if it had not happened, for everybody."""
    before = {seat: play.table.known(seat) for seat in (REFEREE, ONE, TWO, SPECTATORS)}
    play.do(Drop(MAUD, TORCHES), seat=ONE)
    own = play.table.standing(ONE).own
    assert own is not None
    assert own.alone
    play.do(UndoOwn(), seat=ONE)
    assert before == {seat: play.table.known(seat) for seat in before}
    assert ["not_yours"] == why(play, UndoOwn(), TWO)


def test_a_secret_act_in_between_changes_nothing(play: Playing) -> None:
    """The referee's secret note is not seen in the answer, and stays."""
    play.do(Drop(MAUD, TORCHES), seat=ONE)
    play.do(WriteNote("She will need those."))
    assert isinstance(play.ask(UndoOwn(), ONE), Acted)
    assert ["She will need those."] == [note.text for note in play.table.now.notes]
    assert {} == play.table.now.undo_wishes


def test_what_followed_in_sight_stops_it(play: Playing) -> None:
    """Another's act that the player saw: from then on only the referee undoes."""
    play.do(Drop(MAUD, TORCHES), seat=ONE)
    play.do(WriteNote("Look out.", seat=TWO, everybody=True), seat=TWO)
    assert ["not_yours"] == why(play, UndoOwn(), ONE)
    assert None is play.table.standing(ONE).own


def test_dice_are_not_undone_by_the_player_who_threw_them(play: Playing) -> None:
    """The referee is asked, once, and undoes with one tap; the player's wish is gone with it."""
    before = play.table.known(ONE)
    play.do(Search(MAUD), seat=ONE)
    own = play.table.standing(ONE).own
    assert own is not None
    assert not own.alone
    play.do(UndoOwn(), seat=ONE)
    assert {ONE} == set(play.table.now.undo_wishes) == set(play.table.known(ONE).undo_wishes)
    assert {} == play.table.known(TWO).undo_wishes
    assert ["asked_already"] == why(play, UndoOwn(), ONE)
    banner = next(
        each for each in banners(play.table.now, REFEREE, actions(play.table.now, REFEREE)) if "undo" in each.title
    )
    assert ("Maud (Seat 1) asks to undo: search the room", ["Undo it", "No"]) == (
        banner.title,
        [button.label for button in banner.buttons],
    )
    assert ["referee_only"] == why(play, GrantUndo(ONE), ONE)
    play.do(GrantUndo(ONE))
    assert before == play.table.known(ONE)


def test_the_referee_says_no_or_undoes_in_the_log(play: Playing) -> None:
    """Where more has happened since, one tap would undo too much."""
    play.do(Search(MAUD), seat=ONE)
    play.do(UndoOwn(), seat=ONE)
    play.do(WriteNote("A bell rings.", everybody=True))
    assert ["not_last"] == why(play, GrantUndo(ONE), REFEREE)
    play.do(DenyUndo(ONE))
    assert {} == play.table.now.undo_wishes == play.table.known(ONE).undo_wishes
    assert ["nothing_asked"] == why(play, DenyUndo(ONE), REFEREE)


def test_a_whisper_can_be_undone_by_its_writer(play: Playing) -> None:
    """Sent to the wrong thread: gone from every seat, also after a restart."""
    play.do(Whisper(ONE, TWO, "Oops."), seat=ONE)
    play.do(UndoOwn(), seat=ONE)
    assert () == play.table.known(TWO).whispers == play.again().table.known(TWO).whispers


def test_nobody_undoes_what_they_did_not_do(play: Playing) -> None:
    """Spectators watch; the referee has an undo of their own."""
    assert ["looks_on"] == why(play, UndoOwn(), SPECTATORS)
    assert ["not_yours"] == why(play, UndoOwn(), REFEREE)
