"""Dice that a command waits for: who is asked what, in which order they may answer, and what stays unsaid."""

import pytest

from tests.table.small_site import CRYPT, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop, folded
from undercroft.interpret.play import DieSource
from undercroft.kernel import wire
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.units import SeatId
from undercroft.table.decide import Order, decide
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.engine.wanted_dice import (
    Answer,
    AnswersAwaited,
    DiceAnswered,
    DiceWanted,
    LayTray,
    RollRest,
    UseDice,
    Withdraw,
    Withdrawn,
)
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Place
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.locks import PickLock
from undercroft.table.state.ids import ActId, CreaturesId
from undercroft.table.state.open_questions import Awaited
from undercroft.table.state.seats import REFEREE, SPECTATORS, Throwing
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def _table() -> Tabletop:
    """The party before the locked door; Maud's player throws their own dice."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(UseDice(ONE, Throwing.TYPED))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(MAUD, OAK))
    return table


def _state(table: Tabletop) -> bytes:
    return wire.encode(table.now)


def test_a_command_waits_for_the_seat_that_holds_the_dice():
    """Its player is asked; the world is as it was but for what waits."""
    table = _table()
    before = table.now

    table.do(PickLock(MAUD, OAK))

    (wanted,) = table.known(ONE).wanted.values()
    assert ["pick the lock"] == [asked.question.purpose for asked in wanted.questions]
    assert before.sites == table.now.sites
    assert before.groups == table.now.groups


def test_others_are_told_who_is_waited_for_and_not_why():
    """They will see the dice, so they may know whose they are."""
    table = _table()
    table.do(PickLock(MAUD, OAK))

    assert not table.known(TWO).wanted
    (of,) = table.known(TWO).awaited.values()
    assert (Awaited(ONE, MAUD),) == of
    assert {} == table.known(ONE).awaited

    (wanted,) = table.now.wanted.values()
    table.do(Answer(wanted.id, 0, (1, 1)), seat=ONE)
    assert {} == table.known(TWO).awaited


def test_a_wait_that_is_called_off_is_over_for_everybody():
    """Nobody is waited for any more."""
    table = _table()
    table.do(PickLock(MAUD, OAK))
    (wanted,) = table.now.wanted
    table.do(Withdraw(wanted))

    assert [{}, {}, {}] == [table.known(seat).awaited for seat in (ONE, TWO, SPECTATORS)]


def test_a_player_is_told_the_question_and_nothing_else():
    """Neither the command nor what was answered so far leaves the referee's hands."""
    table = _table()
    table.do(PickLock(MAUD, OAK))

    (wanted,) = table.known(ONE).wanted.values()

    assert (None, None, None, ()) == (wanted.seat, wanted.act, wanted.command, wanted.answers)


def test_the_referee_knows_what_a_question_is_settled_on_and_the_player_only_the_rule():
    """How hard the lock is stays the referee's, though the rule's name will be seen with the throw."""
    table = _table()
    table.do(PickLock(MAUD, OAK))

    (whole,) = next(iter(table.now.wanted.values())).questions
    (seen,) = next(iter(table.known(ONE).wanted.values())).questions

    assert whole.given is not None
    assert (whole.rule, None, ()) == (seen.rule, seen.given, seen.throws)
    assert 9 == whole.given["dc"]


def test_the_answer_settles_it():
    """2 and 5 with +2 reach 9: the lock opens, and the dice are known as typed."""
    table = _table()
    table.do(PickLock(MAUD, OAK))
    (wanted,) = table.now.wanted.values()

    table.do(Answer(wanted.id, wanted.questions[0].ruling, (2, 5)), seat=ONE)

    settled = next(told.event for told in table.log if isinstance(told.event, Settled) and "pick" in told.event.rule)
    assert {"kind": "open", "total": 9} == settled.outcome
    assert (DieSource.TYPED, DieSource.TYPED) == settled.throws[0].sources
    assert not table.now.wanted
    assert not table.known(ONE).wanted


def test_players_see_the_throw_but_not_how_hard_the_lock_is():
    """The dice fell in sight; the difficulty is the referee's."""
    table = _table()
    table.do(PickLock(MAUD, OAK), 2, 5)

    kinds = [type(told.event) for told in table.heard[TWO]]

    assert Thrown in kinds
    assert Settled not in kinds


def test_a_face_that_is_not_on_the_die_is_refused_and_nothing_is_lost():
    """A 7 is not on a d6; the command waits on."""
    table = _table()
    table.do(PickLock(MAUD, OAK))
    before = _state(table)
    (wanted,) = table.now.wanted.values()

    with pytest.raises(RuleInputError, match="7 is not on a d6"):
        table.do(Answer(wanted.id, 0, (2, 7)), seat=ONE)

    assert before == _state(table)


def test_while_one_waits_the_referee_does_nothing_else():
    """The reason says how to go on."""
    table = _table()
    table.do(PickLock(MAUD, OAK))

    assert ["dice_wanted"] == [why.code for why in table.why_not(EndStep(MAIN))]


def test_a_withdrawn_command_leaves_the_world_as_it_was():
    """Not a byte of the state differs, and its player is asked no more."""
    table = _table()
    before = _state(table)
    table.do(PickLock(MAUD, OAK))
    (wanted,) = table.now.wanted.values()

    table.do(Withdraw(wanted.id))

    assert before == _state(table)
    assert not table.known(ONE).wanted
    assert [Withdrawn] == [type(t.event) for t in table.log[-2:] if REFEREE in t.to]


def test_the_server_rolls_the_rest():
    """The referee lets the server throw what a player does not."""
    table = _table()
    table.do(PickLock(MAUD, OAK))
    (wanted,) = table.now.wanted.values()
    table.typed = False

    table.do(RollRest(wanted.id), 2, 5)

    settled = [told.event for told in table.log if isinstance(told.event, Settled) and "pick" in told.event.rule]
    assert [(2, 5)] == [each.throws[0].faces for each in settled]
    assert (DieSource.ROLLED, DieSource.ROLLED) == settled[0].throws[0].sources


def test_secret_dice_are_taken_from_the_tray():
    """The check of turn 3 takes the 4 that lay ready; no player hears of it, and the tray holds what is left."""
    table = _table()
    table.do(EndStep(MAIN))
    table.do(LayTray((4, 1)))
    heard = len(table.heard[ONE])

    told = table.do(EndStep(MAIN))

    check = next(event for event in told if isinstance(event, Settled) and event.rule == "sovereign.wandering.check")
    assert ((4,), (DieSource.TYPED,)) == (check.throws[0].faces, check.throws[0].sources)
    assert (1,) == table.now.tray
    assert not any("Tray" in type(each.event).__name__ for each in table.heard[ONE][heard:])


def test_a_referee_who_types_is_asked_for_secret_dice_too():
    """The check of turn 3 waits for a hand; no player hears that it does, nor what it shows."""
    table = _table()
    table.typed = False
    table.do(UseDice(REFEREE, Throwing.TYPED))
    table.do(EndStep(MAIN))

    table.do(EndStep(MAIN))

    (wanted,) = table.now.wanted.values()
    assert [(REFEREE, "wandering encounter")] == [
        (question.seat, question.question.purpose) for question in wanted.questions
    ]
    asking = (DiceWanted, AnswersAwaited, DiceAnswered)
    assert not any(isinstance(told.event, asking) for seat in (ONE, TWO, SPECTATORS) for told in table.heard[seat])
    table.do(Answer(wanted.id, wanted.questions[0].ruling, (4,)))
    assert not any(isinstance(told.event, asking) for seat in (ONE, TWO, SPECTATORS) for told in table.heard[seat])
    settled = (told.event for told in table.log if isinstance(told.event, Settled))
    check = next(each for each in settled if each.rule == "sovereign.wandering.check")
    assert ((4,), (DieSource.TYPED,)) == (check.throws[0].faces, check.throws[0].sources)


def test_whose_dice_the_referee_uses_is_for_the_referee_to_choose():
    """No player may, none is told; the server rolls again when the referee says so."""
    table = _table()
    table.typed = False
    heard = len(table.heard[ONE])

    assert ["not_yours"] == [why.code for why in table.why_not(UseDice(REFEREE, Throwing.TYPED), ONE)]
    table.do(UseDice(REFEREE, Throwing.TYPED))
    table.do(UseDice(REFEREE, Throwing.ROLLED))
    assert heard == len(table.heard[ONE])
    table.do(EndStep(MAIN))
    table.do(EndStep(MAIN), 4)

    assert not table.now.wanted


def test_one_answer_fewer_wants_exactly_the_next_question():
    """Deciding is pure: the same order and answers give the same result every time."""
    table = _table()
    order = Order(PickLock(MAUD, OAK), REFEREE, ActId("x"))

    first, again = decide(table.now, order), decide(table.now, order)

    assert first == again
    assert first.waits
    assert [AnswersAwaited, DiceWanted, DiceWanted] == [type(told.event) for told in first.told]


def test_undo_passes_over_what_belongs_to_no_act():
    """Taking the act back leaves nothing wanted, and standing again it is as before."""
    table = _table()
    before = _state(table)
    table.do(PickLock(MAUD, OAK))
    (wanted,) = table.now.wanted.values()
    table.do(Answer(wanted.id, 0, (1, 1)), seat=ONE)
    after = _state(table)

    table.undo()
    assert before == _state(table)
    table.redo()
    assert after == _state(table)


def test_a_seat_that_was_told_nothing_of_an_act_is_not_told_of_its_undoing():
    """Listening is told to the group; laying a tray to nobody."""
    table = _table()
    table.do(LayTray((3,)))
    heard = len(table.heard[ONE])

    table.undo()

    assert heard == len(table.heard[ONE])
    assert () == table.now.tray


def test_undo_brings_back_a_torch_that_burnt_out():
    """Six turns on the torch is gone; one step back it burns low."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES))
    for check in ((), (5,), (), (), (5,)):
        table.do(EndStep(MAIN), *check)
    (burning,) = table.now.lights
    state, seen = _state(table), wire.encode(table.known(ONE))

    table.do(EndStep(MAIN))
    assert not table.now.lights
    table.undo()

    assert [burning] == list(table.now.lights)
    assert state == _state(table)
    assert seen == wire.encode(table.known(ONE))


def test_folding_what_was_told_gives_the_same_state_again():
    """The state is the fold of the log, for the truth and for every seat."""
    table = _table()
    table.do(Listen(ULF, OAK), 3, 3)
    table.do(PickLock(MAUD, OAK), 1, 1)
    table.undo()

    assert _state(table) == wire.encode(folded(told for told in table.log if REFEREE in told.to))
    assert wire.encode(table.known(TWO)) == wire.encode(folded(table.heard[SeatId(TWO)]))


def test_a_die_with_one_side_is_asked_of_nobody():
    """A table of one row, a room with one way in: people throw only what can differ, and the tray is left alone."""
    table = Tabletop(typed=True)
    rats = EncounterRow("rats", CreaturesId("rats"), "2d4")
    table.do(begin(site(encounters=(rats,))))
    table.do(UseDice(REFEREE, Throwing.TYPED))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(EndStep(MAIN))
    table.do(EndStep(MAIN), 1, 2, 3)
    scene = table.now.groups[MAIN].scene
    assert scene is not None
    (came,) = scene.pending
    table.do(LayTray((1, 4)))

    events = table.do(Place(MAIN, came))

    arrived = next(event for event in events if isinstance(event, Settled))
    assert "sovereign.encounter.arrival" == arrived.rule
    assert () == arrived.throws
