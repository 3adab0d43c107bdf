"""Whispers in threads, handouts and the shared page: who reads them, what is unread, and what an undo does."""

import pytest
from msgspec.structs import replace

from tests.table.preparing.crypt import in_the_hall
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.session.handouts import DropHandout, GiveHandout, HideHandout, ShowHandout, sees_picture
from undercroft.table.session.seating import TakeSeat
from undercroft.table.session.shared_page import WritePage
from undercroft.table.session.whispers import MarkRead, Whisper, threads, unread
from undercroft.table.state.house_rules import Whispering
from undercroft.table.state.ids import MOST_TEXT, MessageId, PictureId
from undercroft.table.state.pictures import Picture
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.pictures import AddPicture

LEDGER = Picture(PictureId("1ed6e4" + "0" * 58), 800, 400, 20_000, "ledger")
THREE = SeatId("three")


@pytest.fixture
def table() -> Tabletop:
    """Two players in the hall of a crypt."""
    return in_the_hall()


def told(table: Tabletop, seat: str) -> str:
    """Everything that a seat knows."""
    return wire.encode(table.known(seat)).decode()


def lines(table: Tabletop, seat: SeatId) -> list[tuple[tuple[SeatId, ...], list[str], int]]:
    """The threads of a seat: members, texts, how many are unread."""
    found = threads(table.known(seat), seat)
    return [(thread.members, [line.text for line in thread.lines], thread.unread) for thread in found]


# Whispers


def test_whispers_with_the_same_readers_are_one_thread(table: Tabletop) -> None:
    """The referee has a thread with each player and one with both; the newest comes first."""
    table.do(Whisper(REFEREE, ONE, "The sum is owed."))
    table.do(Whisper(ONE, REFEREE, "Does Ulf know?"), seat=ONE)
    table.do(Whisper(REFEREE, ONE, "Both of you hear wings.", (TWO,)))
    table.do(Whisper(TWO, ONE, "Run?", (REFEREE,)), seat=TWO)

    alone = ((ONE,), ["The sum is owed.", "Does Ulf know?"])
    both = ((ONE, TWO), ["Both of you hear wings.", "Run?"])
    assert [(*both, 1), (*alone, 1)] == lines(table, REFEREE)
    assert [(*both, 2), (*alone, 1)] == lines(table, ONE)
    assert [(*both, 1)] == lines(table, TWO)
    assert () == table.known(SPECTATORS).whispers


def test_what_is_read_is_marked_for_those_in_the_thread(table: Tabletop) -> None:
    """The writer sees that it was read; nobody outside the thread learns that anything was."""
    table.do(Whisper(REFEREE, ONE, "The sum is owed."))
    line = table.known(ONE).whispers[0]
    before = [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    assert unread(line, ONE)
    table.do(MarkRead(ONE, (line.id,)), seat=ONE)

    assert [(REFEREE, ONE)] == [line.read_by for line in table.now.whispers]
    assert not unread(table.known(ONE).whispers[0], ONE)
    assert before == [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    assert ["no_message"] == codes(table, MarkRead(TWO, (line.id,)), TWO)
    assert ["not_yours"] == codes(table, MarkRead(ONE, (line.id,)), TWO)


def test_marking_several_threads_read_keeps_them_apart(table: Tabletop) -> None:
    """A player learns who read the common thread, and nothing of another thread."""
    table.do(Whisper(REFEREE, ONE, "For you alone."))
    table.do(Whisper(REFEREE, ONE, "For both.", (TWO,)))
    alone, both = (line.id for line in table.known(ONE).whispers)
    table.do(MarkRead(ONE, (alone, both)), seat=ONE)
    assert alone not in wire.encode([each.event for each in table.heard[TWO]]).decode()
    assert (REFEREE, ONE) == table.known(TWO).whispers[0].read_by


def test_a_whisper_written_after_an_undo_is_unread_again(table: Tabletop) -> None:
    """What was read and undone does not hide what comes in its place."""
    table.do(Whisper(REFEREE, ONE, "Left."))
    table.do(MarkRead(ONE, (table.known(ONE).whispers[0].id,)), seat=ONE)
    table.undo()
    assert [] == lines(table, ONE)
    table.do(Whisper(REFEREE, ONE, "Right."))
    assert [((ONE,), ["Right."], 1)] == lines(table, ONE)


def test_the_referee_may_keep_whispers_to_themselves(table: Tabletop) -> None:
    """Then players whisper to the referee, and to each other only in a thread that the referee began."""
    table.do(ChangeHouse(replace(table.now.house, whispering=Whispering.REFEREE)))
    assert ["to_the_referee"] == codes(table, Whisper(ONE, TWO, "Psst."), ONE)
    table.do(Whisper(ONE, REFEREE, "Psst."), seat=ONE)
    table.do(Whisper(REFEREE, ONE, "You two.", (TWO,)))
    table.do(Whisper(ONE, TWO, "Yes?"), seat=ONE)
    assert ["You two.", "Yes?"] == [line.text for line in table.known(TWO).whispers]


def test_a_whisper_needs_words_and_a_reader(table: Tabletop) -> None:
    """Bad ones say what to do."""
    assert ["no_text"] == codes(table, Whisper(ONE, REFEREE, "  "), ONE)
    assert ["nobody"] == codes(table, Whisper(REFEREE, REFEREE, "Hm."))
    assert ["no_seat"] == codes(table, Whisper(REFEREE, ONE, "Hm.", (SeatId("none"),)))
    assert ["not_yours"] == codes(table, Whisper(ONE, TWO, "Hm."), TWO)


# Handouts


def test_a_prepared_handout_is_the_referees_until_it_is_shown(table: Tabletop) -> None:
    """Nothing of it, not even its picture, reaches a player before; then only the players it is shown to."""
    before = [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)]
    table.do(AddPicture(LEDGER))
    table.do(GiveHandout("A page of the ledger", "Circled in red.", LEDGER.id, "A torn page"))
    assert before == [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)]
    (id,) = table.now.handouts
    table.do(ShowHandout(id, (ONE,)))

    mine = table.known(ONE).handouts[id]
    assert ("A page of the ledger", "Circled in red.", LEDGER.id, 800, 400, "A torn page", (ONE,)) == (
        *(mine.title, mine.text, mine.picture),
        *(mine.width, mine.height, mine.alt, mine.shown_to),
    )
    assert unread(mine, ONE)
    assert (True, False) == (sees_picture(table.known(ONE), LEDGER.id), sees_picture(table.known(TWO), LEDGER.id))
    assert before[1:] == [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]


def test_a_handout_says_who_else_has_it(table: Tabletop) -> None:
    """Those who had it learn of the others, and it does not become unread again."""
    table.do(GiveHandout("A key", "Cold iron.", to=(ONE,)))
    (id,) = table.now.handouts
    table.do(MarkRead(ONE, (id,)), seat=ONE)
    assert ["already_shown"] == codes(table, ShowHandout(id, (ONE,)))
    table.do(ShowHandout(id, (TWO,)))

    assert {(ONE, TWO)} == {table.known(seat).handouts[id].shown_to for seat in (REFEREE, ONE, TWO)}
    assert (False, True) == (
        unread(table.known(ONE).handouts[id], ONE),
        unread(table.known(TWO).handouts[id], TWO),
    )
    assert (REFEREE, ONE) == table.now.handouts[id].read_by


def test_a_handout_for_everybody_is_for_seats_that_come_later_too(table: Tabletop) -> None:
    """Spectators have it as well; one for a single player stays theirs."""
    table.do(GiveHandout("Map of the town", "Inn, well, gate.", everybody=True))
    table.do(GiveHandout("A note", "Burn this.", to=(ONE,)))
    table.do(WritePage("Day 1: arrived."))
    table.sit(THREE)
    table.do(TakeSeat(THREE, "Three"))
    for seat in (TWO, THREE, SPECTATORS):
        assert ["Map of the town"] == [handout.title for handout in table.known(seat).handouts.values()]
    assert "Day 1: arrived." == table.known(THREE).page.text


def test_a_hidden_handout_is_prepared_again_and_can_be_removed(table: Tabletop) -> None:
    """A handout that players have is hidden first."""
    table.do(GiveHandout("A key", "Cold iron.", to=(ONE,)))
    (id,) = table.now.handouts
    assert ["shown"] == codes(table, DropHandout(id))
    table.do(HideHandout(id))
    assert ({}, False) == (table.known(ONE).handouts, table.now.handouts[id].shown)
    assert ["not_shown"] == codes(table, HideHandout(id))
    table.do(DropHandout(id))
    assert {} == table.now.handouts
    assert ["no_handout"] == codes(table, ShowHandout(id, (ONE,)))


def test_a_handout_that_cannot_be_given(table: Tabletop) -> None:
    """It needs a text or a picture, known seats, and the referee."""
    assert ["empty"] == codes(table, GiveHandout("Nothing"))
    assert ["no_picture"] == codes(table, GiveHandout("A map", picture=PictureId("x")))
    assert ["no_seat"] == codes(table, GiveHandout("A map", "North", to=(SeatId("none"),)))
    assert ["nobody"] == codes(table, ShowHandout(_given(table)))
    assert ["referee_only"] == codes(table, GiveHandout("Mine", "I say"), ONE)


def _given(table: Tabletop) -> MessageId:
    table.do(GiveHandout("A map", "North"))
    return next(iter(table.now.handouts))


# The shared page


def test_everybody_reads_and_writes_the_page(table: Tabletop) -> None:
    """A text is added as a paragraph; a seat that has read the page may replace it."""
    table.do(WritePage("Six rooms known."))
    table.do(WritePage("The stair is trapped.", seat=ONE), seat=ONE)
    page = table.known(TWO).page
    assert ("Six rooms known.\n\nThe stair is trapped.", ONE, "Six rooms known.") == (page.text, page.by, page.before)
    table.do(WritePage("Seven rooms.", page.version, TWO), seat=TWO)
    assert {"Seven rooms."} == {table.known(seat).page.text for seat in (REFEREE, ONE, TWO, SPECTATORS)}
    table.undo()
    assert {page} == {table.known(seat).page for seat in (REFEREE, ONE, TWO, SPECTATORS)}


def test_two_who_write_at_once_are_told(table: Tabletop) -> None:
    """The first stands; the second is told who was faster, also after an undo."""
    table.do(WritePage("Six rooms known."))
    read = table.now.page.version
    table.do(WritePage("One's text", read, ONE), seat=ONE)
    why = table.why_not(WritePage("Two's text", read, TWO), TWO)
    assert [("changed", "Seat 1 changed the page since you read it. Read it again, then save yours.")] == [
        (reason.code, reason.what) for reason in why
    ]
    gone = table.now.page.version
    table.undo()
    table.do(WritePage("The referee's text", read))
    assert ["changed"] == codes(table, WritePage("Two's text", gone, TWO), TWO)


def test_a_page_has_room_for_so_much(table: Tabletop) -> None:
    """A text that says nothing, or does not fit any more, is refused."""
    assert ["no_text"] == codes(table, WritePage(" "))
    table.do(WritePage("x" * MOST_TEXT))
    assert ["too_long"] == codes(table, WritePage("y"))
    assert ["unchanged"] == codes(table, WritePage("x" * MOST_TEXT, table.now.page.version))
    assert "not_yours" in codes(table, WritePage("y", seat=ONE), TWO)
