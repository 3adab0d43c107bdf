"""What a seat has not read, in words, and how its threads and handouts are called."""

from tests.table.preparing.crypt import in_the_hall
from tests.table.small_site import ONE, TWO
from undercroft.faces.views.messages import handout_views, news, page_view, thread_views
from undercroft.table.session.handouts import GiveHandout
from undercroft.table.session.shared_page import WritePage
from undercroft.table.session.whispers import MarkRead, Whisper
from undercroft.table.state.seats import REFEREE, SPECTATORS


def test_each_seat_learns_what_is_new() -> None:
    """Whispers with their writers, and handouts; nothing to those who read all, and nothing to spectators."""
    table = in_the_hall()
    assert "" == news(table.known(ONE), ONE).words
    table.do(Whisper(REFEREE, ONE, "You smell wax."))
    table.do(Whisper(TWO, ONE, "Wax?"), seat=TWO)
    table.do(GiveHandout("A letter", "Come.", everybody=True))
    assert "2 whispers from the referee and Ulf (Seat 2) and a handout" == news(table.known(ONE), ONE).words
    assert "a handout" == news(table.known(TWO), TWO).words
    assert (0, 0) == (news(table.known(SPECTATORS), SPECTATORS).count, news(table.known(TWO), TWO).whispers)
    table.do(MarkRead(ONE, tuple(line.id for line in table.known(ONE).whispers)), seat=ONE)
    assert "a handout" == news(table.known(ONE), ONE).words


def test_threads_say_who_reads_them() -> None:
    """A player always has one with the referee, the referee one with each player."""
    table = in_the_hall()
    table.do(Whisper(ONE, TWO, "Wax?"), seat=ONE)
    assert [("Ulf (Seat 2)", "only you, they and the referee"), ("The referee", "only you and the referee")] == [
        (thread.title, thread.readers) for thread in thread_views(table.known(ONE), ONE)
    ]
    threads = thread_views(table.now, REFEREE)
    assert ["Maud (Seat 1) and Ulf (Seat 2)", "Maud (Seat 1)", "Ulf (Seat 2)"] == [each.title for each in threads]
    assert {"seat": REFEREE, "to": ONE, "also": [TWO]} == threads[0].answer


def test_handouts_say_who_has_them() -> None:
    """To a player: only them, others too, or the whole table; to the referee also that one is only prepared."""
    table = in_the_hall()
    table.do(GiveHandout("Mine", "x", to=(ONE,)))
    table.do(GiveHandout("Ours", "x", to=(ONE, TWO)))
    table.do(GiveHandout("All", "x", everybody=True))
    table.do(GiveHandout("Later", "x"))
    assert ["whole table", "you and Ulf (Seat 2)", "only you"] == [
        view.whom for view in handout_views(table.known(ONE), ONE)
    ]
    assert ["prepared", "whole table", "only Maud (Seat 1) and Ulf (Seat 2)", "only Maud (Seat 1)"] == [
        view.whom for view in handout_views(table.now, REFEREE)
    ]
    later, everybody, *_ = handout_views(table.now, REFEREE)
    assert ["the whole table", "Maud (Seat 1)", "Ulf (Seat 2)"] == [name for name, _ in later.show]
    assert ((), None) == (everybody.show, everybody.drop)


def test_the_text_before_can_be_brought_back() -> None:
    """By anybody but the spectators."""
    table = in_the_hall()
    table.do(WritePage("Six rooms."))
    table.do(WritePage("Oops.", table.now.page.version, ONE), seat=ONE)
    page = page_view(table.known(TWO), TWO)
    assert (("Oops.",), "Maud (Seat 1)") == (page.paragraphs, page.by)
    assert page.restores is not None
    assert "Six rooms." == page.restores["text"]
    assert None is page_view(table.known(SPECTATORS), SPECTATORS).restores
