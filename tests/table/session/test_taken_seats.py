"""Taken seats: who plays there, who asks for one, who lets them in, and what the others hear of it."""

import pytest

from tests.table.happenings import of
from tests.table.small_site import MAUD, ONE, TWO, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.faces.views.seat_names import audience_of, player_of, seat_named
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.session.seat_asks import MOST_ASKS, AskForSeat, LetIn, SeatAskAnswered, SeatAsked, TurnAway
from undercroft.table.session.seating import RenewLink, TakeSeat
from undercroft.table.session.second_referees import AllowSpectators, InviteReferee, RemoveReferee
from undercroft.table.session.taken_seats import FreeSeat, HoldSeat, NamePlayer, PlayerNamed, RemovePlayer
from undercroft.table.state.ids import AskId, RefereeId
from undercroft.table.state.seats import SPECTATORS, SeatHold, SeatWay

ASK = AskId("a-wish")
LATE = SeatId("late")


def seated() -> Tabletop:
    """Jo has taken the first seat by the code."""
    table = Tabletop()
    table.sit(ONE, TWO, LATE)
    table.do(begin())
    table.do(HoldSeat(ONE, SeatWay.CODE, "Jo"))
    return table


def test_a_seat_is_taken_once_and_everybody_reads_by_whom():
    """A second phone does not get it; only the referee learns how it was taken."""
    table = seated()
    assert SeatHold(SeatWay.CODE) == table.now.holds[ONE]
    for seat in (ONE, TWO, SPECTATORS):
        assert ({ONE: "Jo"}, {}) == (dict(table.known(seat).players), dict(table.known(seat).holds))
    assert ["seat_taken"] == codes(table, HoldSeat(ONE, SeatWay.CODE, "Mo"))
    assert ["no_seat"] == codes(table, HoldSeat(LATE))


def test_only_the_seats_player_and_the_referee_hear_who_asks_for_it():
    """And only they can answer."""
    table = seated()
    asked = table.do(AskForSeat(ONE, "Mo", ASK))
    assert "Mo asks for Maud's seat." == of(asked, SeatAsked)[0].say(table.now)
    assert {ASK} == set(table.known(ONE).asks)
    assert not table.known(TWO).asks
    assert not table.known(SPECTATORS).asks
    for answer in (LetIn(ASK), TurnAway(ASK)):
        assert ["not_asked"] == codes(table, answer, TWO)
        assert [] == codes(table, answer, ONE) == codes(table, answer)


@pytest.mark.parametrize("who", [ONE, "referee"])
def test_letting_a_person_in_renews_the_link(who):
    """So that everybody who was at the seat is signed out, and only the person who asked has it."""
    table = seated()
    table.do(AskForSeat(ONE, "Mo", ASK))
    told = table.do(LetIn(ASK), seat=who)
    assert [True] == [answer.let_in for answer in of(told, SeatAskAnswered)]
    assert (1, SeatHold(SeatWay.CODE, ASK)) == (table.now.editions[ONE], table.now.holds[ONE])
    assert {ONE: "Mo"} == dict(table.known(TWO).players)
    assert not table.now.asks
    assert not table.known(ONE).asks


def test_a_refusal_changes_nothing_but_the_wish():
    """The seat, its link and its player are as before."""
    table = seated()
    before = table.now
    table.do(AskForSeat(ONE, "Mo", ASK))
    table.do(TurnAway(ASK), seat=ONE)
    assert before == table.now


def test_so_many_ask_at_once():
    """And nobody asks for a free seat, or twice by the same name."""
    table = seated()
    for number in range(MOST_ASKS):
        table.do(AskForSeat(ONE, f"Mo {number}", AskId(f"wish-{number}")))
    assert ["too_many_ask"] == codes(table, AskForSeat(ONE, "Mo", ASK))
    assert ["asked_already", "too_many_ask"] == codes(table, AskForSeat(ONE, "Mo", AskId("wish-0")))
    assert ["seat_free"] == codes(table, AskForSeat(TWO, "Mo", ASK))


def test_a_removed_player_comes_back_only_by_link_or_by_leave():
    """The name is forgotten, the link is another; opened again, the seat is free for the code."""
    table = seated()
    table.do(RemovePlayer(ONE))
    assert (1, SeatHold(SeatWay.KEPT)) == (table.now.editions[ONE], table.now.holds[ONE])
    assert {} == dict(table.known(TWO).players)
    assert ["seat_taken"] == codes(table, HoldSeat(ONE, SeatWay.CODE, "Jo"))
    table.do(FreeSeat(ONE))
    assert (2, {}) == (table.now.editions[ONE], dict(table.now.holds))
    table.do(HoldSeat(ONE, SeatWay.CODE, "Mo"))
    assert ["seat_free"] == codes(table, FreeSeat(TWO))


def test_a_new_link_keeps_the_player():
    """The same player gets it; the code opens the seat no more."""
    table = seated()
    table.do(RenewLink(ONE))
    assert ({ONE: "Jo"}, SeatHold(SeatWay.KEPT)) == (dict(table.now.players), table.now.holds[ONE])


def test_a_player_is_called_as_nobody_else_here():
    """Neither as another player nor as another seat, not even by letters that look the same; their own name is fine."""
    table = seated()
    name = wire.plain(table.now.seats[TWO])["name"]
    assert ["name_taken"] == codes(table, NamePlayer(TWO, "J\N{GREEK SMALL LETTER OMICRON}"), TWO)
    assert ["name_taken"] == codes(table, NamePlayer(ONE, name), ONE)
    assert ["not_yours"] == codes(table, NamePlayer(TWO, "Mo"), ONE)
    assert [] == codes(table, NamePlayer(ONE, "Jo"), ONE)
    assert [PlayerNamed(ONE, "Joanna")] == of(table.do(NamePlayer(ONE, " Joanna "), seat=ONE), PlayerNamed)
    for odd in ("referee", "\u202ejo", ""):
        with pytest.raises(BadInput):
            NamePlayer(ONE, odd)


def test_a_late_seat_hears_who_plays():
    """The names of the players and of a second referee."""
    table = seated()
    table.do(InviteReferee("Ada"))
    table.do(TakeSeat(LATE, "Seat 3"))
    assert (table.known(ONE).players, table.known(ONE).referees) == (
        table.known(LATE).players,
        table.known(LATE).referees,
    )


def test_a_second_referee_is_named_and_removed():
    """Everybody reads it; a removed referee's number is not given again."""
    table = seated()
    told = table.do(InviteReferee("Ada"))
    assert "Ada is a second referee." in [event.say(table.now) for event in told]
    assert ["name_taken"] == codes(table, InviteReferee("ada"))
    told = table.do(RemoveReferee(RefereeId("1")))
    assert "Ada is no longer a referee." in [event.say(table.known(TWO)) for event in told]
    assert ["no_referee"] == codes(table, RemoveReferee(RefereeId("1")))
    table.do(InviteReferee("Ada"))
    assert {"1": True, "2": False} == {id: referee.removed for id, referee in table.known(TWO).referees.items()}


def test_the_referee_lets_spectators_in_by_code():
    """Players learn nothing of it."""
    table = seated()
    heard = len(table.heard[ONE])
    table.do(AllowSpectators(by_code=True))
    assert (True, heard) == (table.now.spectators_by_code, len(table.heard[ONE]))
    assert ["no_change"] == codes(table, AllowSpectators(by_code=True))


def test_a_seat_goes_by_its_players_name():
    """In what waits for whom, in who was told, and where a seat is chosen by name; until the player is removed."""
    table = seated()
    assert "Maud (Jo)" == player_of(table.now, ONE, MAUD)
    assert "Jo, Seat 2" == audience_of(table.now, (ONE, TWO))
    assert ONE == seat_named(table.now, "jo") == seat_named(table.now, "Seat 1")
    table.do(RemovePlayer(ONE))
    assert "Maud (Seat 1)" == player_of(table.now, ONE, MAUD)
