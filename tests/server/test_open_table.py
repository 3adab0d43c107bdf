"""One table, its one writer: refused, or decided, written and heard."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress

import pytest
from msgspec.structs import replace

from tests.server.tabling import ID, SECRET, Playing, created, in_the_hall, kinds
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TWO, ULF, begin, site
from undercroft.interpret.sealed import thrown_again
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput, NoEnd
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.command_request import digest
from undercroft.server.commands import Undo, read_command
from undercroft.server.dice_keys import open_key
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Refused, Replayed
from undercroft.server.seat_state import AT_ONCE, SeatState, about
from undercroft.server.whole_act import MOST_FOLLOW_UPS
from undercroft.store.faults import Conflict, Storage
from undercroft.store.log import AppendResult, Batch, Clean
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.decide import Decision, Order, follow_up
from undercroft.table.engine.answers import Answers
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.engine.wanted_dice import Answer, DiceWanted, RollRest, UseDice, Withdraw
from undercroft.table.exploration.alarm import RaiseAlarm
from undercroft.table.exploration.clocks import sets_number
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.doors import DoorChanged, OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.locks import LockBeat, PickLock
from undercroft.table.site.search import Search
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE, SPECTATORS, Throwing
from undercroft.table.state.sites import DoorState
from undercroft.table.world.groups import MAIN, March


def test_a_command_is_answered_with_what_its_seat_is_told(store: Store) -> None:
    """The referee hears of the ruling, a player of the dice; both of the door."""
    playing = in_the_hall(store)
    playing.do(OpenDoor(MAUD, OAK), ONE)
    answer = playing.ask(PickLock(MAUD, OAK), ONE)
    assert isinstance(answer, Acted)
    assert {(ONE,)} == {told.to for told in answer.told}
    assert "Thrown" in kinds(answer.told)
    assert not {"Ordered", "Settled"} & set(kinds(answer.told))
    of_the_referee = playing.ask(Search(ULF))
    assert isinstance(of_the_referee, Acted)
    assert {"Ordered", "Settled"} <= set(kinds(of_the_referee.told))
    assert "Thrown" not in kinds(of_the_referee.told)


def test_a_refused_command_leaves_no_trace(store: Store) -> None:
    """No line, no die read, no cursor moved, nobody told; the same key may be used again."""
    playing = in_the_hall(store)
    heard: list[tuple[Told, ...]] = []
    playing.table.listen(REFEREE, lambda _, __, told: heard.append(told))
    before = store.head(ID), playing.digests(), playing.table.cursor(ONE)
    refused = playing.ask(PickLock(MAUD, OAK), TWO, key="again")
    assert isinstance(refused, Refused)
    assert ["not_yours"] == [reason.code for reason in refused.reasons]
    assert before == (store.head(ID), playing.digests(), playing.table.cursor(ONE))
    assert [] == heard
    assert isinstance(playing.ask(Listen(ULF, OAK), TWO, key="again"), Acted)


def test_a_refusal_comes_from_what_the_seat_knows(store: Store) -> None:
    """A door that nobody has found answers a player like one that is not there."""
    playing = in_the_hall(store)
    assert playing.ask(OpenDoor(MAUD, "slab"), ONE) == playing.ask(OpenDoor(MAUD, "nowhere"), ONE)  # type: ignore[arg-type]


def test_listeners_hear_what_their_seat_is_told_and_when(store: Store) -> None:
    """After it is written; nothing of secrets; nothing once they stop; and a listener that fails hurts nobody."""
    playing = in_the_hall(store)
    table = playing.table
    heard: list[tuple[SeatId, str, list[str], int]] = []

    def listener(seat: SeatId, cursor: str, told: tuple[Told, ...]) -> None:
        heard.append((seat, cursor, kinds(told), store.head(ID).version))

    def failing(seat: SeatId, cursor: str, told: tuple[Told, ...]) -> None:
        raise RuntimeError

    stop = table.listen(ONE, listener)
    table.listen(ONE, failing)
    playing.do(RaiseAlarm(CRYPT))
    assert [] == heard
    playing.do(OpenDoor(MAUD, OAK), ONE)
    assert [(ONE, table.cursor(ONE), ["DoorChanged"], table.version)] == heard
    stop()
    playing.do(OpenDoor(MAUD, OAK), ONE)
    assert 1 == len(heard)


def test_what_follows_by_itself_is_written_with_its_command(store: Store) -> None:
    """The last search ends the turn and the next one begins: one append and one act; the answer is the search's."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    heard: list[list[str]] = []
    playing.table.listen(REFEREE, lambda _, __, told: heard.append([str(each.act) for each in told]))
    told = playing.do(Search(ULF), TWO)
    assert "TimePassed" not in [type(event).__name__ for event in told]
    assert 1 == len(heard)
    assert 1 == len({act for batch in heard for act in batch})
    group = playing.table.now.groups[MAIN]
    assert SovereignTurn(CRYPT, turn=2, begun=True, since_check=2) == group.scene
    assert Seconds(600) == group.time


def test_a_person_who_looks_meanwhile_sees_all_of_an_act_or_nothing(store: Store) -> None:
    """Asked for while the turn ends: what is known, what was told and the cursor are of one moment, after all of it."""
    playing = in_the_hall(store)
    table = playing.table
    playing.do(Search(MAUD), ONE)
    with ThreadPoolExecutor(1) as beside:
        looks: list[Future[SeatState]] = []

        def look(_: SeatId, __: str, ___: tuple[Told, ...]) -> None:
            looks.append(beside.submit(table.standing, REFEREE))
            wait(looks, timeout=0.1)

        stop = table.listen(REFEREE, look)
        playing.do(Search(ULF), TWO)
        stop()
    heard = table.since(REFEREE)
    whole = SeatState(table.known(REFEREE), heard.told, table.cursor(REFEREE), table.last_act()[0].act, 0)
    assert [whole] == [each.result() for each in looks]
    before = len(table.since(ONE).told)
    assert SeatState(table.known(ONE), (), table.cursor(ONE), None, before) == table.standing(ONE, most=0)


def test_the_last_facts_reach_back_to_the_start_of_their_turn(store: Store) -> None:
    """However few are asked for, so that the log has the number of the turn for each of them."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    whole = playing.table.since(REFEREE).told
    for most in range(1, len(whole) + 1):
        lately = playing.table.standing(REFEREE, most=most)
        assert len(lately.told) >= most
        assert whole[-len(lately.told) :] == lately.told
        assert len(whole) - len(lately.told) == lately.before
        assert (
            lately.before == 0
            or sets_number(lately.told[0].event)
            or not any(sets_number(fact.event) for fact in whole[: lately.before])
        )
    assert any(len(playing.table.standing(REFEREE, most=most).told) > most for most in range(1, len(whole)))


def test_the_last_facts_begin_with_the_same_fact_for_a_while() -> None:
    """So that what is made of them is made of the new ones only; there are never many more than were asked for."""
    most, begins = 10, list[int]()
    for count in range(most, 3 * AT_ONCE):
        taken = min(count, about(most, count))
        assert most <= taken < most + AT_ONCE
        begins.append(count - taken)
    assert [0, AT_ONCE - most, 2 * AT_ONCE - most] == sorted(set(begins))
    assert begins == sorted(begins)
    assert 0 == about(0, 7)


class Failing(MemoryStore):
    """A store that fails at some of its next appends."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[bool] = []

    def append(self, table: str, batch: Batch) -> AppendResult:
        if self.failures and self.failures.pop(0):
            raise Storage("storage_full", "no room", "make room")
        return super().append(table, batch)


def test_what_was_not_written_did_not_happen_and_its_dice_fall_again() -> None:
    """Whatever was drawn for an append that failed, the next command draws."""
    failing = Failing()
    playing = in_the_hall(failing)
    before = playing.digests(), playing.table.version
    failing.failures = [True]
    with pytest.raises(Storage):
        playing.ask(Search(MAUD), ONE)
    assert before == (playing.digests(), playing.table.version)
    streams, seal = failing.head(ID).streams, playing.table.now.seals[-1]
    (thrown,) = (event for event in playing.do(Search(ULF), TWO) if isinstance(event, Thrown))
    ((faces, drawn),) = ((throw.faces, throw.drawn) for throw in thrown.throws)
    assert drawn is not None
    assert (0, False) == (drawn.at, drawn.stream in streams)
    assert faces == thrown_again(open_key(SECRET, seal), (), drawn, ("d6", "d6"))[0]


def test_a_command_and_what_follows_are_there_whole_or_not_at_all() -> None:
    """The store fails at each append in turn: either the search and the end of the turn are there, or neither is."""
    for after in range(3):
        failing = Failing()
        playing = in_the_hall(failing)
        playing.do(Search(MAUD), ONE)
        before = failing.head(ID)
        failing.failures = [False] * after + [True]
        with suppress(Storage):
            playing.ask(Search(ULF), TWO, key="mine")
        whole = failing.head(ID)
        playing.again().table.resume()
        assert whole == failing.head(ID)
        known = failing.recall(ID, digest("command", TWO, "mine"), b"")
        assert (known is None) == (whole == before) == (after == 0)


def test_what_an_older_version_left_open_follows_when_the_table_is_opened() -> None:
    """It wrote follow-ups apart, and crashed before them: they follow now, once, in the name of that act."""
    whole = in_the_hall(MemoryStore())
    whole.do(Search(MAUD), ONE)
    version = whole.table.version
    whole.do(Search(ULF), TWO)
    lines = list(whole.store.read(ID))
    cut = next(line.seq - 1 for line in lines if line.seq > version + 1 and line.tag == "table.ordered")
    store = MemoryStore()
    store.adopt(whole.store.tables()[0], SECRET, "a test", lines[:cut])
    playing = Playing(store)
    playing.table.resume()
    scene = playing.table.now.groups[MAIN].scene
    assert SovereignTurn(CRYPT, turn=2, begun=True, since_check=2) == scene
    head = store.head(ID)
    playing.again().table.resume()
    assert head == store.head(ID)
    playing.do(Undo())
    scene = playing.table.now.groups[MAIN].scene
    assert SovereignTurn(CRYPT, turn=1, begun=True, since_check=1, done={MAUD: "searched the room"}) == scene


def test_what_follows_without_end_is_stopped_and_the_table_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted: the command is not carried out. A table that is opened so is looked at, played and undone."""
    playing = in_the_hall(MemoryStore())
    endless, followed = [True], list[int]()

    def follow(campaign: Campaign) -> Command | None:
        followed.append(1)
        return WriteNote("And so on.") if endless[0] else follow_up(campaign)

    for module in ("open_table", "whole_act"):
        monkeypatch.setattr(f"undercroft.server.{module}.follow_up", follow)
    before = playing.table.version, playing.digests()
    with pytest.raises(NoEnd, match="nothing was done"):
        playing.do(Search(MAUD), ONE)
    assert (MOST_FOLLOW_UPS, before) == (len(followed), (playing.table.version, playing.digests()))
    opened = playing.again()
    opened.table.resume()
    assert before == (opened.table.version, opened.digests())
    opened.do(Search(MAUD), ONE)
    opened.do(Undo())
    assert "searched" not in str(opened.table.now.groups[MAIN].scene)
    endless[0] = False
    opened.do(Search(MAUD), ONE)
    opened.do(Search(ULF), TWO)
    assert Seconds(600) == opened.table.now.groups[MAIN].time


@pytest.mark.parametrize("command", [Search(MAUD), Listen(MAUD, OAK)])
def test_a_player_who_is_asked_for_dice_is_told_the_question_alone(command: Command) -> None:
    """The command that waits, its answers and the campaign's own ids stay with the referee."""
    playing = in_the_hall(MemoryStore())
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    playing.do(command, ONE)
    (truth,), (wanted,) = (playing.table.now.wanted.values(), playing.table.known(ONE).wanted.values())
    assert truth.command is not None
    assert (None, (), None, None) == (wanted.command, wanted.answers, wanted.seat, wanted.act)
    told = wire.encode((wanted, [fact.event for fact in playing.table.since(ONE).told])).decode()
    assert not [id for id in (MAUD, OAK, HALL, CELL, CRYPT) if f'"{id}"' in told]


def test_dice_sent_with_a_command_are_one_append_with_it() -> None:
    """The store fails at each append in turn: the command and its dice are there, or neither, and a retry ends it."""
    for after in range(3):
        failing = Failing()
        playing = in_the_hall(failing)
        playing.do(UseDice(ONE, Throwing.TYPED), ONE)
        before = failing.head(ID)
        failing.failures = [False] * after + [True]
        with suppress(Storage):
            playing.ask(Search(MAUD), ONE, key="mine", dice=(3, 4))
        assert {} == playing.again().table.now.wanted
        assert (failing.head(ID) == before) == (after == 0)
        failing.failures = []
        again = playing.ask(Search(MAUD), ONE, key="mine", dice=(3, 4))
        assert isinstance(again, Replayed if after else Acted)
        assert any(isinstance(told.event, Thrown) and told.event.throws[0].faces == (3, 4) for told in again.told)
        assert {} == playing.table.now.wanted


def test_several_commands_are_one_append() -> None:
    """All of them, heard at once, or none: if one of them raises, or if the store has no room."""
    failing = Failing()
    playing = in_the_hall(failing)
    heard: list[int] = []
    playing.table.listen(REFEREE, lambda _, __, told: heard.append(len(told)))

    def searching(table: OpenTable) -> None:
        for who in (MAUD, ULF):
            assert isinstance(table.act(REFEREE, Search(who), key=f"search-{who}"), Acted)

    def stopping(table: OpenTable) -> None:
        table.act(REFEREE, RaiseAlarm(CRYPT), key="alarm")
        raise LookupError

    before = playing.digests(), failing.head(ID)
    failing.failures = [True]
    with pytest.raises(Storage):
        playing.table.together(searching)
    assert (before, []) == ((playing.digests(), failing.head(ID)), heard)
    playing.table.together(searching)
    assert 1 == len(heard)
    after = playing.digests()
    assert after == playing.again().digests()
    with pytest.raises(LookupError):
        playing.table.together(stopping)
    assert after == playing.digests()


def test_a_key_belongs_to_its_dice_too(store: Store) -> None:
    """The same command with other dice, or with none, is a conflict; nothing is written."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    playing.ask(Search(MAUD), ONE, key="mine", dice=(3, 4))
    head = store.head(ID)
    for other in ((4, 3), (3, None), ()):
        with pytest.raises(Conflict):
            playing.ask(Search(MAUD), ONE, key="mine", dice=other)
    assert head == store.head(ID)


def test_a_command_with_dice_that_cannot_fall_did_not_happen(store: Store) -> None:
    """A 7 on a d6: nothing is written, nothing waits, and the key is free for the right dice."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    head = store.head(ID)
    with pytest.raises(BadInput, match="7 is not on a d6"):
        playing.ask(Search(MAUD), ONE, key="mine", dice=(7, 1))
    assert (head, {}) == (store.head(ID), playing.table.now.wanted)
    assert isinstance(playing.ask(Search(MAUD), ONE, key="mine", dice=(6, 1)), Acted)


def test_the_same_after_opening_again(store: Store) -> None:
    """Everybody knows what they knew and stands where they stood, and goes on with the same dice."""
    playing = in_the_hall(store)
    playing.do(Search(MAUD), ONE)
    cursors = {seat: playing.table.cursor(seat) for seat in playing.table.seats}
    digests = playing.digests()
    playing.again()
    assert digests == playing.digests()
    assert cursors == {seat: playing.table.cursor(seat) for seat in playing.table.seats}
    assert isinstance(playing.ask(Search(ULF), TWO), Acted)
    assert Clean(playing.table.version, store.head(ID).link) == store.verify(ID)


def test_dice_that_are_wanted_survive(store: Store) -> None:
    """The question waits in the log; the person who holds the dice answers it after a restart, and it goes on."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    playing.do(OpenDoor(MAUD, OAK), ONE)
    asked = playing.do(PickLock(MAUD, OAK), ONE)
    assert [DiceWanted] == [type(event) for event in asked]
    playing.again()
    (wanted,) = playing.table.known(ONE).wanted.values()
    told = playing.do(Answer(wanted.id, 0, (6, 5)), ONE)
    picked = DoorChanged(CRYPT, OAK, DoorState.CLOSED, spiked=False, by=MAUD, unlocked=True)
    assert playing.table.as_known(ONE, picked) in told
    assert {} == playing.table.known(ONE).wanted
    with pytest.raises(AssertionError, match="nothing_wanted"):
        playing.do(Answer(wanted.id, 0, (6, 5)), ONE)


def test_wrong_faces_are_bad_input_and_change_nothing(store: Store) -> None:
    """A 7 on a d6 is nobody's answer; the question still waits."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    playing.do(Search(MAUD), ONE)
    (wanted,) = playing.table.now.wanted.values()
    version = playing.table.version
    with pytest.raises(BadInput, match="7 is not on a d6"):
        playing.ask(Answer(wanted.id, 0, (7, 1)), ONE)
    assert version == playing.table.version
    assert (wanted,) == tuple(playing.table.now.wanted.values())


def test_by_hand_every_die_is_asked_for_and_any_may_be_left_to_the_server(store: Store) -> None:
    """Whatever dice the seats use; what is typed is recorded as typed, what is left open as rolled."""
    playing = in_the_hall(store)
    assert [DiceWanted] == [type(event) for event in playing.do(Search(MAUD), ONE, by_hand=True)][-1:]
    (wanted,) = playing.table.now.wanted.values()
    told = playing.do(Answer(wanted.id, 0, (3, None)), by_hand=True)
    (settled,) = [event for event in told if isinstance(event, Settled) and event.throws]
    assert 3 == settled.throws[0].faces[0]
    assert ("typed", "rolled") == settled.throws[0].sources


def test_the_server_rolls_the_rest_or_the_referee_calls_it_off(store: Store) -> None:
    """Rolled, it is decided; called off, the world is as it was, and nothing follows."""
    playing = in_the_hall(store)
    playing.do(UseDice(ONE, Throwing.TYPED), ONE)
    world = playing.digests()
    playing.do(Search(MAUD), ONE)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Withdraw(wanted.id))
    assert world == playing.digests()
    playing.do(Search(MAUD), ONE)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(RollRest(wanted.id))
    assert {} == playing.table.now.wanted
    assert "searched the room" == playing.table.now.groups[MAIN].scene.done[MAUD]  # type: ignore[union-attr]


def test_two_that_write_to_one_log(store: Store) -> None:
    """Where another process was first, the loser hears of it, decides again on what is now true, and comes second."""
    one = in_the_hall(store)
    other = Playing(store)
    heard: list[str] = []
    other.table.listen(TWO, lambda _, __, told: heard.extend(kinds(told)))
    one.do(OpenDoor(MAUD, OAK), ONE)
    assert isinstance(other.ask(Listen(ULF, OAK), TWO, key="other"), Acted)
    assert "DoorChanged" == heard[0]
    assert other.table.version == store.head(ID).version
    assert isinstance(other.ask(OpenDoor(ULF, OAK), TWO, key="another"), Acted)


def test_text_is_kept_in_normal_form(store: Store) -> None:
    """However someone's keyboard composed it."""
    playing = in_the_hall(store)
    decomposed = "Mu\u0308hle"
    playing.do(Search(MAUD, spot=decomposed), ONE)
    assert all(line.body.decode().find("u\u0308") < 0 for line in store.read(ID))
    assert any("M\u00fchle" in line.body.decode() for line in store.read(ID))
    assert Clean(playing.table.version, store.head(ID).link) == store.verify(ID)


def test_what_cannot_be_folded_is_never_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in how a seat takes a fact stops the command before the log has it."""
    playing = in_the_hall(store)
    version = playing.table.version

    def broken(event: LockBeat, campaign: Campaign) -> Campaign:
        raise LookupError

    def telling(campaign: Campaign, order: Order, *_: object, **__: object) -> Decision:
        fact = LockBeat(OAK, MAUD, 1)
        return Decision((Told(fact, (TWO,), Seconds(0), order.act),), waits=False, answers=Answers())

    monkeypatch.setattr(LockBeat, "fold", broken)
    monkeypatch.setattr("undercroft.server.whole_act.decide", telling)
    with pytest.raises(LookupError):
        playing.ask(Search(MAUD), ONE)
    assert version == playing.table.version == store.head(ID).version


def test_the_mapping_order_of_a_file_does_not_outlive_the_log(store: Store) -> None:
    """What everybody knows while playing stands in the very order in which it is read back."""
    crypt = site()
    playing = Playing(created(store))
    playing.do(begin(replace(crypt, zones={zone: crypt.zones[zone] for zone in (HALL, CELL)})))
    assert [CELL, HALL] == [*playing.table.now.sites[CRYPT].zones]
    live = [*playing.table.now.sites[CRYPT].zones], [*playing.table.now.people]
    playing.again()
    assert live == ([*playing.table.now.sites[CRYPT].zones], [*playing.table.now.people])


def test_commands_are_read_from_the_wire() -> None:
    """Those of the table and those of the server by one reader, strictly."""
    assert Undo() == read_command({"kind": "undo"})
    assert March(MAIN, (ULF, MAUD)) == read_command({"kind": "march", "group": "party", "order": ["ulf", "maud"]})
    for wrong in ({"kind": "undo", "act": "x"}, {"kind": "fly"}, {}, {"kind": "search", "who": 3}):
        with pytest.raises(BadInput):
            read_command(wrong)


def test_every_seat_there_is(store: Store) -> None:
    """The referee's, the players' in order, and the one for those who watch; others know nothing and may nothing."""
    playing = in_the_hall(store)
    assert (REFEREE, ONE, TWO, SPECTATORS) == playing.table.seats
    assert Campaign() == playing.table.known(SeatId("nobody"))
    refused = playing.ask(EndStep(MAIN), "nobody")
    assert isinstance(refused, Refused)
    assert "referee_only" == refused.reasons[0].code
    assert isinstance(playing.ask(EnterSite(MAIN, CRYPT), SPECTATORS), Refused)


def test_opening_is_for_tables_that_are_there(store: Store) -> None:
    """Any other is not found."""
    with pytest.raises(LookupError):
        OpenTable(store, "nowhere")
