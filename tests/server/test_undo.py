"""Undo, redo and overrule: by act, told to exactly those who were told."""

from typing import Any

import pytest

from tests.server.tabling import ID, Playing, created, in_the_hall, kinds
from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TORCHES, TWO, ULF
from undercroft.faces.views.log.ruling_words import ruling_words
from undercroft.faces.views.log.undone_acts import undo_in_words
from undercroft.interpret.ask import prompt
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Overrule, Redo, Undo
from undercroft.server.responses import Acted, Refused
from undercroft.store.log import Clean
from undercroft.store.store import Store
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Ordered, Settled
from undercroft.table.engine.wanted_dice import Answer, UseDice
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.turns import EndStep
from undercroft.table.rulings.words import modifier, ruling
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.seat_asks import AskForSeat
from undercroft.table.session.seating import RenewLink
from undercroft.table.session.taken_seats import HoldSeat
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.search import Search
from undercroft.table.state.ids import AskId, ThingId
from undercroft.table.state.seats import REFEREE, SPECTATORS, SeatWay, Throwing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import PutOut

SUCCESS: dict[str, Any] = {"kind": "success", "margin": 4, "total": 12}
FAILURE: dict[str, Any] = {"kind": "failure", "margin": -1, "total": 7}


def codes(playing: Playing, command: Any, seat: str = REFEREE) -> list[str]:
    """The codes of a refusal."""
    refused = playing.ask(command, seat)
    assert isinstance(refused, Refused)
    return [reason.code for reason in refused.reasons]


def test_an_act_is_undone_with_all_that_followed(store: Store) -> None:
    """A whole turn, its end and the beginning of the next: the torch burns as before, and redo brings it again."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    before = playing.digests()
    playing.do(Search(ULF), TWO)
    after = playing.digests()
    playing.do(Undo())
    assert before == playing.digests()
    playing.do(Redo())
    assert after == playing.digests()


def test_only_those_hear_of_it_who_had_heard_of_the_act(store: Store) -> None:
    """What was secret is undone in secret: no line, no cursor, nothing for a player."""
    playing = in_the_hall(store)
    playing.do(RaiseAlarm(CRYPT))
    cursor = playing.table.cursor(ONE)
    assert isinstance(playing.do(Undo())[0], Retracted)
    assert ("table.retracted", (REFEREE,)) == playing.log()[-1][:2]
    assert cursor == playing.table.cursor(ONE)
    playing.do(OpenDoor(MAUD, OAK), ONE)
    playing.do(Undo())
    assert ("table.retracted", (ONE, REFEREE, SPECTATORS, TWO)) == playing.log()[-1][:2]
    playing.do(Redo())
    assert ("table.restored", (ONE, REFEREE, SPECTATORS, TWO)) == playing.log()[-1][:2]


def test_a_seat_that_only_saw_the_dice_hears_that_they_are_undone(store: Store) -> None:
    """Told in another form than the referee, told all the same."""
    playing = in_the_hall(store)
    playing.do(Listen(MAUD, OAK), ONE)
    heard: list[str] = []
    playing.table.listen(TWO, lambda _, __, told: heard.extend(kinds(told)))
    playing.do(Undo())
    assert ["Retracted"] == heard


def test_an_undo_passes_over_what_players_set_and_write(store: Store) -> None:
    """Ulf's player types dice, whispers and notes after a search: the undo takes back the search and nothing else."""
    playing = in_the_hall(store)
    before = playing.table.now.groups[MAIN]
    playing.do(Search(MAUD), ONE)
    playing.do(UseDice(TWO, Throwing.TYPED), TWO)
    playing.do(Whisper(TWO, REFEREE, "I keep back."), TWO)
    playing.do(WriteNote("A cold hall.", seat=TWO), TWO)
    assert isinstance(playing.do(Undo())[0], Retracted)
    assert before == playing.table.now.groups[MAIN]
    assert Throwing.TYPED is playing.table.now.seats[TWO].dice
    playing.do(Redo())
    assert before != playing.table.now.groups[MAIN]
    assert Throwing.TYPED is playing.table.now.seats[TWO].dice
    assert playing.digests() == playing.again().digests()


def test_an_undo_passes_over_settings_of_the_referee(store: Store) -> None:
    """Dice, links and who takes a seat are no acts of play; a note of the referee's own can be undone."""
    playing = in_the_hall(store)
    before = playing.table.now.groups[MAIN]
    playing.do(Search(MAUD), ONE)
    playing.do(UseDice(REFEREE, Throwing.TYPED))
    playing.do(RenewLink(TWO))
    playing.do(HoldSeat(ONE, SeatWay.CODE, "Jo"))
    playing.do(AskForSeat(ONE, "Mo", AskId("a-wish")))
    searched = playing.table.now.groups[MAIN]
    playing.do(WriteNote("Wrong."))
    playing.do(Undo())
    assert searched == playing.table.now.groups[MAIN]
    playing.do(Undo())
    assert before == playing.table.now.groups[MAIN]
    now = playing.table.now
    assert (Throwing.TYPED, 1, "Jo") == (now.referees_dice, now.editions[TWO], now.players[ONE])
    assert ({ONE, TWO}, {"a-wish"}) == (set(now.holds), set(now.asks))


def test_taking_back_is_the_referees_and_has_an_end(store: Store) -> None:
    """Back to how the campaign began and no further, for it keeps its seats; forward as far as was gone back."""
    playing = in_the_hall(store)
    assert ["referee_only"] == codes(playing, Undo(), ONE)
    assert ["referee_only"] == codes(playing, Redo(), ONE)
    assert ["nothing_there"] == codes(playing, Redo())
    states = [playing.digests()]
    for _ in range(2):
        playing.do(Undo())
        states.append(playing.digests())
    assert {ONE, TWO} <= {*playing.table.seats}
    assert ["nothing_there"] == codes(playing, Undo())
    for state in reversed(states[:-1]):
        playing.do(Redo())
        assert state == playing.digests()
    assert ["nothing_there"] == codes(playing, Redo())


def test_a_new_act_ends_what_could_be_redone(store: Store) -> None:
    """There is one past."""
    playing = in_the_hall(store)
    playing.do(Listen(MAUD, OAK), ONE)
    playing.do(Undo())
    playing.do(RaiseAlarm(CRYPT))
    assert ["nothing_there"] == codes(playing, Redo())


def test_taking_back_works_after_opening_again(store: Store) -> None:
    """From the log, and from a snapshot that knows none of the acts before it."""
    playing = in_the_hall(store)
    before = playing.digests()
    playing.do(Search(MAUD), ONE)
    after = playing.digests()
    playing.again().do(Undo())
    assert before == playing.digests()
    playing.table.close()
    playing.again().do(Redo())
    assert after == playing.digests()
    playing.table.close()
    assert after == playing.again().digests()
    playing.do(Undo())
    assert before == playing.digests()
    assert before == playing.again().digests()


def test_nothing_is_undone_while_a_command_waits(store: Store) -> None:
    """It is answered or called off first."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED))
    playing.do(Search(MAUD), ONE)
    assert ["dice_wanted"] == codes(playing, Undo())
    assert ["dice_wanted"] == codes(playing, Redo())
    assert ["dice_wanted"] == codes(playing, Overrule(1, SUCCESS, "so"))


def test_what_follows_and_waits_is_called_off_with_its_act(store: Store) -> None:
    """By hand, the beginning of a turn waits for a secret die; taking the act back calls that off too."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    before = playing.digests()
    playing.do(EndStep(MAIN), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    assert (True, None) == (wanted.command["follows"], playing.table.known(ONE).wanted.get(wanted.id))  # type: ignore[index]
    playing.again().do(Undo())
    assert before == playing.digests()
    assert {} == playing.table.now.wanted


def test_an_act_told_in_parts_is_undone_whole(store: Store) -> None:
    """Something else was done while what follows waited for its die: that stays."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    before = playing.table.now.groups[MAIN]
    playing.do(EndStep(MAIN), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(UseDice(TWO, Throwing.TYPED), TWO)
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (5,)), by_hand=True)
    after = playing.digests()
    assert wanted.act == playing.table.last_act()[0].act
    playing.do(Undo())
    assert Throwing.TYPED == playing.table.known(ONE).seats[TWO].dice
    playing.do(Redo())
    assert after == playing.digests()
    assert after == playing.again().digests()
    playing.do(Undo())
    assert before == playing.table.now.groups[MAIN]


def test_history_is_kept_however_far_back_one_goes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond what is remembered the log is folded again, and remembers more."""
    monkeypatch.setattr("undercroft.server.log_loader.DEPTH", 4)
    playing = in_the_hall(store)
    states = [playing.digests()]
    for n in range(9):
        playing.do(RaiseAlarm(CRYPT, alerted=n % 2 == 0))
        states.append(playing.digests())
    playing.again()
    for state in reversed(states[:-1]):
        playing.do(Undo())
        assert state == playing.digests()
    assert states[0] == playing.again().digests()
    for state in states[1:]:
        playing.do(Redo())
        assert state == playing.digests()


def rulings(playing: Playing) -> list[Settled]:
    """The rulings of the last act."""
    return [event.event for event in playing.table.last_act() if isinstance(event.event, Settled)]


def found_by(playing: Playing, seat: str) -> list[str]:
    """What a seat knows that was found."""
    seen = playing.table.known(SeatId(seat)).seen.values()
    return [feature.what for site in seen for feature in site.features.values()]


def test_a_ruling_is_overruled_and_the_act_decided_again(store: Store) -> None:
    """Maud finds the niche after all; the clue she got stays; the log has the reason and who was told."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE, by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Answer(wanted.id, 0, (1, 2)), ONE)
    assert [] == found_by(playing, ONE)
    version = playing.table.version
    told = playing.do(Overrule(1, SUCCESS, "she had all the time in the world"))
    assert isinstance(told[0], Retracted)
    assert undo_in_words(playing.table.known(ONE), told[0], ()) == "Undone, to change a result: the last act."
    assert ["a niche"] == found_by(playing, ONE)
    check, clue = rulings(playing)
    assert (SUCCESS, "she had all the time in the world") == (check.outcome, check.overruled)
    assert [(1, 2)] == [throw.faces for throw in check.throws]
    assert ("clue", "") == (clue.outcome["kind"], clue.overruled)
    assert version < playing.table.version
    assert Clean(playing.table.version, store.head(ID).link) == store.verify(ID)


def test_a_result_changed_without_a_reason_is_still_the_referees(store: Store) -> None:
    """The log says so beside the dice as they fell, and adds no modifier that nobody had."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    playing.do(Overrule(1, SUCCESS, ""))
    check = rulings(playing)[0]
    said = ruling_words(check)
    assert said.endswith(" The referee ruled so.")
    assert " Changed to “Success" in said
    assert modifier(check) is None
    assert "The referee ruled so." in ruling(check)


def test_an_overruled_act_is_one_act(store: Store) -> None:
    """Undone, it is as if it had never been; standing again, it stands overruled; it may be overruled again."""
    playing = in_the_hall(store)
    before = playing.digests()
    playing.do(Search(MAUD), ONE)
    playing.do(Overrule(1, SUCCESS, "yes"))
    found = playing.digests()
    playing.do(Undo())
    assert before == playing.digests()
    playing.do(Redo())
    assert found == playing.digests()
    playing.do(Overrule(1, FAILURE, "no"))
    assert {} == playing.table.now.seen[CRYPT].features
    assert found != playing.digests()
    assert playing.digests() == playing.again().digests()


def test_a_ruling_of_what_followed_is_overruled(store: Store) -> None:
    """The check for wanderers at the beginning of the third turn: someone comes, by the referee's word."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    playing.do(EndStep(MAIN), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (5,)), by_hand=True)
    checks = [str(ruling.rule) for ruling in rulings(playing)]
    number = checks.index("sovereign.wandering.check") + 1
    assert 1 < number
    scene = playing.table.now.groups[MAIN].scene
    assert scene is not None
    assert () == scene.pending
    playing.do(Overrule(number, {"kind": "encounter"}, "it is time"))
    after = playing.table.now.groups[MAIN].scene
    assert after is not None
    assert 1 == len(after.pending)
    assert 2 == len([event for event in playing.table.last_act() if isinstance(event.event, Ordered)])


def test_another_outcome_may_want_other_dice(store: Store) -> None:
    """By hand: what the new outcome asks is wanted, and the outcome is not forgotten while it waits."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    playing.do(EndStep(MAIN), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (5,)), by_hand=True)
    number = [str(ruling.rule) for ruling in rulings(playing)].index("sovereign.wandering.check") + 1
    playing.do(Overrule(number, {"kind": "encounter"}, "it is time"), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    assert ["1d2, the site's encounter table"] == [prompt(asked.question) for asked in wanted.questions]
    playing.again()
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (2,)), by_hand=True)
    scene = playing.table.now.groups[MAIN].scene
    assert scene is not None
    assert 1 == len(scene.pending)
    assert "it is time" in [ruling.overruled for ruling in rulings(playing)]


@pytest.mark.parametrize(
    "command, code",
    [
        (Overrule(9, SUCCESS, "so"), "no_ruling"),
        (Overrule(1, {"kind": "splendid"}, "so"), "bad_outcome"),
        (Overrule(1, {"kind": "success"}, "so"), "bad_outcome"),
        (Overrule(1, {}, "so"), "bad_outcome"),
    ],
)
def test_what_cannot_be_overruled(store: Store, command: Overrule, code: str) -> None:
    """A ruling that was not made, an outcome that the rule does not have."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    before = playing.digests()
    assert [code] == codes(playing, command)
    assert ["referee_only"] == codes(playing, command, ONE)
    assert before == playing.digests()


def test_the_log_keeps_what_was_undone(store: Store) -> None:
    """Every line is still there; the retraction names the act."""
    playing = in_the_hall(store)
    playing.do(PutOut(MAUD, ThingId(next(iter(playing.table.now.lights)))), ONE)
    lines = playing.log()
    act = playing.table.last_act()[0].act
    answer = playing.ask(Undo())
    assert isinstance(answer, Acted)
    assert lines == playing.log()[:-1]
    assert [Retracted(act)] == [told.event for told in answer.told]  # type: ignore[arg-type]
    assert [Restored(act)] == playing.do(Redo())  # type: ignore[arg-type]
    assert TORCHES in playing.table.now.things


def test_nothing_of_an_empty_table(store: Store) -> None:
    """There is no act to take back."""
    playing = Playing(created(store))
    assert ["nothing_there"] == codes(playing, Undo())
    assert ["nothing_there"] == codes(playing, Redo())
    assert ["nothing_there"] == codes(playing, Overrule(1, SUCCESS, "so"))
    assert () == playing.table.last_act()


def test_a_changed_secret_result_is_no_news_to_players(store: Store) -> None:
    """Nobody but the referee is sent a byte of it; undo and redo still go back and forth for all of them."""
    playing = in_the_hall(store)
    playing.do(EndStep(MAIN))
    before = playing.digests()
    playing.do(EndStep(MAIN), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (5,)), by_hand=True)
    number = [str(ruling.rule) for ruling in rulings(playing)].index("sovereign.wandering.check") + 1
    quiet, known = playing.digests(), playing.table.known(ONE)
    lines = len(playing.log())
    playing.do(Overrule(number, {"kind": "encounter"}, ""))
    assert {(REFEREE,)} == {audience for _, audience, _ in playing.log()[lines:]}
    assert known == playing.table.known(ONE)
    busy = playing.digests()
    assert busy != quiet
    playing.do(Undo())
    assert before == playing.digests()
    playing.do(Redo())
    assert busy == playing.digests()
    playing.do(Overrule(number, {"kind": "none"}, ""))
    assert known == playing.table.known(ONE)
    playing.do(Undo())
    assert before == playing.digests()
    assert playing.digests() == playing.again().digests()
