"""What holds of every game, whatever is done and whatever dice fall."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.figures import PLAYED, soak
from tests.server.games import MARK, Game, answer, is_asked, secretive
from tests.server.tabling import ID, Playing, created
from undercroft.faces.report.report_page import report
from undercroft.faces.views.overview.overview import overview
from undercroft.kernel import wire
from undercroft.server import snapshots
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import Redo, Undo
from undercroft.server.dice_check import checked
from undercroft.server.dice_file import dice_file
from undercroft.server.lines import LineReader
from undercroft.server.log_loader import Depth, load
from undercroft.server.responses import Acted, Refused
from undercroft.server.seat_histories import SeatHistories
from undercroft.server.wall_times import WallTimes
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.decide import Decision, Order, decide
from undercroft.table.engine.answers import NO_ANSWERS, Answers
from undercroft.table.engine.record import Settled
from undercroft.table.engine.wanted_dice import Answer, DiceWanted
from undercroft.table.offers import offers
from undercroft.table.refusals import refusals
from undercroft.table.session.dice_seals import OpenDice, OpenSecretDice
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.search import FollowClue
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, DoorId, FeatureId, PersonId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.seats import REFEREE

games = settings(max_examples=PLAYED)


@soak(PLAYED)
@games
@given(st.data())
def test_back_to_the_start_and_forth_again(data: st.DataObject) -> None:
    """Every step undone, then every step done again: the same state at each, for everybody."""
    game = Game(MemoryStore(), data)
    states = [game.playing.digests()]
    for _ in range(data.draw(st.integers(1, 12), label="steps")):
        if game.step() is None:
            break
        states.append(game.playing.digests())
    for state in reversed(states[:-1]):
        game.playing.do(Undo())
        assert state == game.playing.digests()
    for state in states[1:]:
        game.playing.do(Redo())
        assert state == game.playing.digests()
    assert states[-1] == game.playing.again().digests()


@soak(PLAYED)
@games
@given(st.data())
def test_back_and_forth_at_any_time(data: st.DataObject) -> None:
    """Steps, undone, done again or overtaken by another, in any order: a stack of states tells what is to be."""
    game = Game(MemoryStore(), data)
    done, undone = [game.playing.digests()], list[Any]()
    for _ in range(data.draw(st.integers(1, 15), label="moves")):
        match data.draw(st.sampled_from(("step", "step", "undo", "redo", "again"))):
            case "undo" if len(done) > 1:
                game.playing.do(Undo())
                undone.append(done.pop())
            case "redo" if undone:
                game.playing.do(Redo())
                done.append(undone.pop())
            case "redo":
                assert isinstance(game.playing.ask(Redo()), Refused)
            case "again":
                game.table.close()
                game.playing.again()
            case _ if game.step() is not None:
                done.append(game.playing.digests())
                undone.clear()
            case _:
                pass
        assert done[-1] == game.playing.digests()


@soak(PLAYED)
@games
@given(st.data())
def test_any_prefix_folds_and_any_snapshot_is_the_same(data: st.DataObject) -> None:
    """From the beginning or from wherever a snapshot was taken, to the same state of everybody."""
    store = MemoryStore()
    game = Game(store, data)
    for _ in range(data.draw(st.integers(1, 8), label="steps")):
        game.step()
    if data.draw(st.booleans(), label="one taken back"):
        game.undo()
    histories, reader = SeatHistories(ID), LineReader()
    version = data.draw(st.integers(1, game.table.version), label="snapshot")
    for line in store.read(ID):
        histories.take(reader.told(line))
        if line.seq == version:
            store.save_snapshot(ID, snapshots.taken(histories, WallTimes(), version))
    whole, quick = load(store, ID, reader, Depth.ALL), load(store, ID, reader)
    for seat in game.table.seats:
        assert wire.encode(histories.known(seat)) == wire.encode(whole.histories.known(seat))
        assert wire.encode(histories.known(seat)) == wire.encode(quick.histories.known(seat))
        assert histories.counts.get(seat) == quick.histories.counts.get(seat)


def decided(data: st.DataObject, campaign: Campaign, order: Order) -> Decision:
    """A command decided to its end, question by question."""
    answers = NO_ANSWERS
    while True:
        decision = decide(campaign, order, None, answers)
        if not decision.waits:
            return decision
        asked = questions(decision)[0]
        before = answers.throws.get(asked.ruling, ())
        answers = Answers({**answers.throws, asked.ruling: (*before, answer(data, asked.question))})


def questions(decision: Decision) -> tuple[OpenQuestion, ...]:
    """What a decision waits for."""
    return next(
        told.event.wanted.questions
        for told in decision.told
        if isinstance(told.event, DiceWanted) and REFEREE in told.to
    )


@soak(PLAYED)
@games
@given(st.data())
def test_deciding_is_pure_and_stops_just_where_an_answer_is_missing(data: st.DataObject) -> None:
    """Decided twice, the same is told; with one answer fewer, just that question is asked."""
    game = Game(MemoryStore(), data)
    for _ in range(data.draw(st.integers(0, 5), label="steps")):
        game.step()
    legal = game.legal()
    if not legal:
        return
    seat, command = data.draw(st.sampled_from(legal), label="decided")
    now, order = game.table.now, Order(game.table._histories.meant(command, seat), seat, ActId("act"))
    decision = decided(data, now, order)
    assert decision == decide(now, order, None, decision.answers)
    for ruling, throws in decision.answers.throws.items():
        asked = [throw for throw in throws if is_asked(throw)]
        if asked:
            fewer = Answers({**decision.answers.throws, ruling: throws[: throws.index(asked[-1])]})
            wanting = decide(now, order, None, fewer)
            assert wanting.waits
            assert (ruling, asked[-1].question) in [
                (question.ruling, question.question) for question in questions(wanting)
            ]


def lines(store: Store) -> list[tuple[str, tuple[str, ...], Any]]:
    """What was told of acts, but for where its dice came from."""
    return [(line.tag, line.audience, _sourceless(json.loads(line.body))) for line in store.read(ID) if line.act != "-"]


def _sourceless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _sourceless(part) for name, part in value.items() if name not in ("sources", "drawn")}
    return [_sourceless(part) for part in value] if isinstance(value, list) else value


@soak(PLAYED)
@games
@given(st.data())
def test_typed_dice_tell_the_same_as_the_servers(data: st.DataObject) -> None:
    """A game by the server's dice, and the same commands with the same faces typed: logs that differ in the source."""
    rolled, by_hand = MemoryStore(), MemoryStore()
    game = Game(rolled, data)
    other = Playing(created(by_hand))
    other.do(game.begun)
    for _ in range(data.draw(st.integers(1, 8), label="steps")):
        version = game.table.version
        done = game.step(by_hand=False)
        if done is None:
            break
        fell = [
            throw
            for line in rolled.read(ID, after=version)
            if line.tag == "table.settled"
            for throw in wire.decode(Settled, line.body).throws
            if is_asked(throw)
        ]
        assert isinstance(other.send(done[1], done[0], by_hand=True), Acted)
        while other.table.now.wanted:
            (wanted,) = other.table.now.wanted.values()
            asked, throw = wanted.questions[0], fell.pop(0)
            assert asked.question == throw.question
            given = (throw.answer,) if isinstance(throw.answer, str) else throw.answer
            other.do(Answer(wanted.id, asked.ruling, given), by_hand=True)
        assert not fell
    assert lines(rolled) == lines(by_hand)


@soak(PLAYED)
@games
@given(st.data())
def test_no_seat_is_ever_told_a_secret(data: st.DataObject) -> None:
    """Of every byte that a player could see: what is told, known, offered, refused, logged, reported and shown."""
    store = MemoryStore()
    game = Game(store, data, secretive())
    heard: list[Any] = []
    for seat in game.table.seats[1:]:
        game.table.listen(seat, lambda *told: heard.append(told))
    for _ in range(data.draw(st.integers(1, 10), label="steps")):
        if game.step(by_hand=data.draw(st.booleans())) is None:
            break
        if data.draw(st.booleans(), label="taken back"):
            game.undo()
    assert MARK in str(wire.encode(game.table.now))
    assert MARK not in repr(heard)
    for seat in game.table.seats[1:]:
        known = game.table.known(seat)
        written = chronicle(store, ID, seat)
        probes = (
            OpenDoor(PersonId("maud"), DoorId("slab")),
            FollowClue(PersonId("ulf"), "push", FeatureId("hollow")),
        )
        seen = (
            wire.encode(known),
            repr(game.table.since(seat)),
            repr(offers(known, seat)),
            repr([refusals(known, seat, game.table.as_known(seat, probe)) for probe in probes]),
            repr([(noted.number, noted.says, noted.told) for noted in written.noted]),
            report(written, seat),
            overview(known, seat),
        )
        assert MARK not in repr(seen)


@soak(PLAYED)
@games
@given(st.data())
def test_every_die_of_a_game_is_as_it_was_sealed(data: st.DataObject) -> None:
    """None is left out for the referee, and for each seat all fit: rolled, typed in part, undone or called off."""
    store = MemoryStore()
    game = Game(store, data, secretive())
    for _ in range(data.draw(st.integers(1, 10), label="steps")):
        if game.step(by_hand=data.draw(st.booleans())) is None:
            break
        if data.draw(st.booleans(), label="taken back"):
            game.undo()
        if data.draw(st.booleans(), label="opened"):
            game.playing.do(OpenDice())
    game.playing.do(OpenSecretDice())
    whole = checked(dice_file(store, ID))
    assert (0, 0, 0, ()) == (whole.waiting, whole.unsealed, whole.passed_over, whole.differing)
    for seat in game.table.seats[1:]:
        found = checked(dice_file(store, ID, seat))
        assert (0, 0, 0, ()) == (found.waiting, found.unsealed, found.passed_over, found.differing)
