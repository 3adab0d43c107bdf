"""Dice that players can check: sealed before they fall, opened afterwards, and never thrown from an opened seal."""

import hashlib
import hmac
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tests.server.tabling import ID, SECRET, Playing, in_the_hall
from tests.table.small_site import MAUD, ONE, TWO
from undercroft.books.sovereign.reactions import Choice
from undercroft.interpret.play import Answered
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Overrule, Redo, Undo
from undercroft.server.dice_check import checked
from undercroft.server.dice_file import DiceFile, ThrowLine, dice_file
from undercroft.server.dice_keys import open_key, secret_key
from undercroft.server.responses import Acted, Refused
from undercroft.store.backup import backup, restore
from undercroft.store.log import Line
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.engine.wanted_dice import RollRest, UseDice, Withdraw
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.session.dice_seals import AddWord, DiceOpened, DiceSealed, OpenDice, OpenSecretDice
from undercroft.table.session.seating import TakeSeat
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.site.search import Search
from undercroft.table.state.dice_seals import Occasion, Seal
from undercroft.table.state.seats import REFEREE, SPECTATORS, Throwing
from undercroft.table.world.groups import MAIN

SESSION = BeginSession("The hall")
THREE = SeatId("three")


def seals(events: list[Event]) -> list[Seal]:
    return [event.seal for event in events if isinstance(event, DiceSealed)]


def opened(events: list[Event]) -> list[DiceOpened]:
    return [event for event in events if isinstance(event, DiceOpened)]


def throws(events: list[Event]) -> list[Answered]:
    return [throw for event in events if isinstance(event, Settled | Thrown) for throw in event.throws]


def d20s(key: str, words: str, stream: str, at: int, count: int) -> list[int]:
    """Dice of 20 sides by the published recipe, written a second time: HMAC blocks, bytes from 240 on left out."""
    mixed = hmac.digest(bytes.fromhex(key), words.encode(), hashlib.sha256)
    stream_key = hmac.digest(mixed, stream.encode(), hashlib.sha256)
    blocks = b"".join(hmac.digest(stream_key, n.to_bytes(8, "big"), hashlib.sha256) for n in range(40))
    return [byte % 20 + 1 for byte in blocks[at:] if byte < 240][:count]


def told(playing: Playing, seat: str) -> list[tuple[str, bytes]]:
    return [(line.tag, line.body) for line in playing.store.read(ID) if seat in line.audience]


def test_a_table_is_sealed_from_its_first_moment() -> None:
    """Every seat is told the seal, and no line of the log has a key."""
    playing = in_the_hall(MemoryStore())
    sealed = [line for line in playing.store.read(ID) if line.tag == "table.dice-sealed"]
    assert [("one", "referee", "spectators", "two")] == [line.audience for line in sealed]
    (seal,) = playing.table.now.seals
    assert hashlib.sha256(open_key(SECRET, seal)).hexdigest() == seal.open
    assert hashlib.sha256(secret_key(SECRET, seal)).hexdigest() == seal.secret
    playing.do(Search(MAUD), ONE)
    log = b"".join(line.body for line in playing.store.read(ID)).decode()
    assert not any(key(SECRET, seal).hex() in log for key in (open_key, secret_key))


def test_a_session_has_a_seal_of_its_own_which_is_opened_at_its_end() -> None:
    """The seal comes before the dice, the key after them; then anybody can work the dice out."""
    playing = in_the_hall(MemoryStore())
    (between,) = playing.table.now.seals
    begun = playing.do(SESSION)
    (seal,) = seals(begun)
    assert (2, Occasion.SESSION, 1) == (seal.number, seal.occasion, seal.session)
    assert [(1, False, between.open)] == [
        (event.number, event.of_secret, hashlib.sha256(bytes.fromhex(event.key)).hexdigest()) for event in opened(begun)
    ]
    (first,) = throws(playing.do(ThrowDice("3d20")))
    playing.do(AddWord("tulip", ONE), ONE)
    playing.do(AddWord("Pferd ä", TWO), TWO)
    (second,) = throws(playing.do(ThrowDice("2d20"), REFEREE))
    ended = playing.do(EndSession())
    (key,) = opened(ended)
    assert (2, seal.open) == (key.number, hashlib.sha256(bytes.fromhex(key.key)).hexdigest())
    assert first.drawn is not None
    assert second.drawn is not None
    assert (2, 0, 0) == (first.drawn.seal, first.drawn.words, first.drawn.at)
    assert (2, 2) == (second.drawn.seal, second.drawn.words)
    assert first.drawn.stream == second.drawn.stream
    assert list(first.faces) == d20s(key.key, "", first.drawn.stream, 0, 3)
    assert list(second.faces) == d20s(key.key, "tulip\nPferd ä", second.drawn.stream, second.drawn.at, 2)
    assert [Occasion.BETWEEN] == [new.occasion for new in seals(ended)]


def test_a_word_is_mixed_in_once_by_each_seat_and_by_nobody_else() -> None:
    """One word of one seat, only its own, and only what can be read."""
    playing = in_the_hall(MemoryStore())
    playing.do(AddWord("tulip", ONE), ONE)
    for command, seat, code in [
        (AddWord("rose", ONE), ONE, "word_added"),
        (AddWord("rose", TWO), ONE, "not_yours"),
        (AddWord("rose", TWO), REFEREE, "not_yours"),
        (AddWord("rose", REFEREE), REFEREE, "players_only"),
    ]:
        answer = playing.ask(command, seat)
        assert isinstance(answer, Refused)
        assert [code] == [reason.code for reason in answer.reasons]
    playing.do(OpenDice())
    playing.do(AddWord("rose", ONE), ONE)
    assert ["rose"] == [added.word for added in playing.table.known(TWO).seals[-1].words]


def test_an_undone_end_of_a_session_brings_no_opened_seal_back() -> None:
    """Undo and redo leave seals alone: a key that was shown throws no more."""
    playing = in_the_hall(MemoryStore())
    playing.do(SESSION)
    playing.do(EndSession())
    for again in (Undo(), Redo(), Undo()):
        playing.do(again)
        (throw,) = throws(playing.do(ThrowDice("1d20")))
        assert throw.drawn is not None
        assert 3 == throw.drawn.seal == playing.table.now.seals[-1].number
        assert not playing.table.now.seals[-1].closed
        playing.do(Undo())


def test_players_learn_nothing_of_secret_dice_before_they_are_opened() -> None:
    """With and without secret dice, players are told the same bytes; opened, they see each die and not its purpose."""
    plain, busy = in_the_hall(MemoryStore()), in_the_hall(MemoryStore())
    for playing in (plain, busy):
        playing.do(SESSION)
        for _ in range(3):
            playing.do(ThrowDice("1d20"))
            if playing is busy:
                playing.do(ThrowDice("2d6", "the spy", secret=True))
        playing.do(EndSession())
    for seat in (ONE, TWO, SPECTATORS):
        assert told(plain, seat) == told(busy, seat)
        assert dice_file(plain.store, ID, seat) == dice_file(busy.store, ID, seat)
    found = checked(dice_file(busy.store, ID))
    assert (3, 6, ()) == (found.checked, found.waiting, found.differing)
    busy.do(OpenSecretDice())
    file = dice_file(busy.store, ID, ONE)
    secret = [entry for entry in file.entries if isinstance(entry, ThrowLine) and entry.secret]
    assert [("", ("d6", "d6"))] * 3 == [(entry.what, entry.dice) for entry in secret]
    after = checked(file)
    assert (9, 6, 0, 0, ()) == (after.checked, after.secret, after.waiting, after.passed_over, after.differing)
    assert not busy.table.now.seals[-1].closed


def test_dice_of_some_seats_leave_no_gap_for_others() -> None:
    """Each audience has its own stream, and its name tells nobody who else sees it."""
    playing = in_the_hall(MemoryStore())
    playing.do(ThrowDice("1d20"))
    playing.do(Search(MAUD), ONE)
    playing.do(TakeSeat(THREE, "Three"))
    playing.do(ThrowDice("1d20"))
    playing.do(OpenDice())
    file = dice_file(playing.store, ID, THREE)
    (seen,) = (entry for entry in file.entries if isinstance(entry, ThrowLine))
    assert seen.drawn is not None
    assert 0 == seen.drawn.at
    assert (1, 0, ()) == ((found := checked(file)).checked, found.passed_over, found.differing)
    streams = {
        entry.drawn.stream
        for entry in dice_file(playing.store, ID).entries
        if isinstance(entry, ThrowLine) and entry.drawn
    }
    assert not any(seat in stream for stream in streams for seat in ("one", "two", "three"))


def test_dice_that_the_referee_leaves_to_the_server_stay_in_the_open() -> None:
    """A die for all eyes that waits for the referee does not come from the stream of secret dice."""
    playing = in_the_hall(MemoryStore())
    playing.do(UseDice(REFEREE, Throwing.TYPED))
    playing.do(ThrowDice("1d20"))
    (wanted,) = playing.table.now.wanted.values()
    (throw,) = throws(playing.do(RollRest(wanted.id)))
    assert throw.drawn is not None
    assert "referee" != throw.drawn.stream


def test_what_was_thrown_again_is_counted() -> None:
    """An undone throw is checked like any other, and says that it was undone."""
    playing = in_the_hall(MemoryStore())
    playing.do(ThrowDice("2d20"))
    playing.do(Undo())
    playing.do(ThrowDice("2d20"))
    playing.do(OpenDice())
    found = checked(dice_file(playing.store, ID, ONE))
    assert (4, 1, 0, ()) == (found.checked, found.undone, found.passed_over, found.differing)


def nine_and_nine(playing: Playing) -> set[tuple[int, ...]]:
    """Nine dice in the open and nine in secret."""
    answers = [playing.ask(ThrowDice("9d20", secret=secret), key=f"secret {secret}") for secret in (False, True)]
    told = [fact.event for answer in answers if isinstance(answer, Acted) for fact in answer.told]
    return {throw.faces for throw in throws(told)}


def test_a_restored_table_throws_other_dice_and_says_so(tmp_path: Path) -> None:
    """The dice that players saw since the backup do not fall again: the old key is shown, and new dice are sealed."""
    with closing(SQLiteStore(tmp_path / "store.db")) as store:
        playing = in_the_hall(store)
        before = playing.table.now.seals[-1]
        backup(tmp_path / "store.db", tmp_path / "friday.db")
        seen = nine_and_nine(playing)
    restore(tmp_path / "friday.db", tmp_path / "again.db")
    with closing(SQLiteStore(tmp_path / "again.db")) as store:
        playing = Playing(store)
        playing.table.resume()
        old, new = playing.table.known(ONE).seals
        assert (before.open, open_key(SECRET, before).hex()) == (old.open, old.open_key)
        assert (2, Occasion.RESTORED, False) == (new.number, new.occasion, new.closed)
        assert 0 < new.salt
        assert not seen & nine_and_nine(playing)
        playing.again().table.resume()
        assert 2 == len(playing.table.now.seals)
    restore(tmp_path / "friday.db", tmp_path / "third.db")
    with closing(SQLiteStore(tmp_path / "third.db")) as store:
        playing = Playing(store)
        playing.table.resume()
        assert new.open != playing.table.now.seals[-1].open


def test_a_table_from_another_server_seals_its_own_dice() -> None:
    """Its old seal cannot be opened here, and throws nothing."""
    here = in_the_hall(MemoryStore())
    lines: list[Line] = list(here.store.read(ID))
    there = MemoryStore()
    (about,) = here.store.tables()
    there.adopt(about, bytes(32), "file", lines)
    playing = Playing(there)
    (throw,) = throws(playing.do(ThrowDice("1d20")))
    assert throw.drawn is not None
    assert [(False, Occasion.BETWEEN), (False, Occasion.MOVED)] == [
        (seal.closed, seal.occasion) for seal in playing.table.now.seals
    ]
    assert 2 == throw.drawn.seal


def test_a_log_without_seals_is_not_committed() -> None:
    """It is read as before, and the check says that there is nothing to check."""
    playing = in_the_hall(MemoryStore())
    playing.do(ThrowDice("2d20"))
    file = dice_file(playing.store, ID)
    old = replace(
        file, entries=tuple(replace(entry, drawn=None) for entry in file.entries if isinstance(entry, ThrowLine))
    )
    found = checked(old)
    assert (0, 0, ()) == (found.seals, found.checked, found.differing)
    assert 2 <= found.unsealed


def played() -> DiceFile:
    """A short session of two throws and a word, opened."""
    playing = in_the_hall(MemoryStore())
    playing.do(SESSION)
    playing.do(ThrowDice("2d20"))
    playing.do(AddWord("tulip", ONE), ONE)
    playing.do(ThrowDice("3d20"))
    playing.do(EndSession())
    return dice_file(playing.store, ID, ONE)


def with_entry(file: DiceFile, number: int, **changes: Any) -> DiceFile:
    entries = list(file.entries)
    entries[number] = replace(entries[number], **changes)
    return replace(file, entries=tuple(entries))


def test_a_changed_file_is_found_out() -> None:
    """A face, a word, a key, a place, a seal or the order: each shows at its entry."""
    file = played()
    kinds = [type(entry).__name__ for entry in file.entries]
    assert ["Sealed", "KeyShown", "Sealed", "ThrowLine", "Word", "ThrowLine", "KeyShown", "Sealed"] == kinds
    sound = checked(file)
    assert (3, 2, 5, ()) == (sound.seals, sound.opened, sound.checked, sound.differing)
    throw = file.entries[3]
    assert isinstance(throw, ThrowLine)
    assert throw.drawn is not None

    def wrong(changed: DiceFile) -> list[int]:
        return [found.entry for found in checked(changed).differing]

    assert [4] == wrong(with_entry(file, 3, faces=(throw.faces[0] % 20 + 1, throw.faces[1])))
    assert [6] == wrong(with_entry(file, 4, word="tulips"))
    assert [4, 6, 7] == wrong(with_entry(file, 6, key="0" * 64))
    assert [6] == wrong(with_entry(file, 5, drawn=throw.drawn, dice=throw.dice, faces=throw.faces))
    assert [4] == wrong(with_entry(file, 3, drawn=replace(throw.drawn, seal=9)))
    assert [4] == wrong(with_entry(file, 3, drawn=replace(throw.drawn, words=1)))
    assert [4] == wrong(with_entry(file, 3, dice=("d20",)))
    assert [4] == wrong(with_entry(file, 3, dice=("d20", "dragon")))
    late = replace(file, entries=(*file.entries[:3], *file.entries[4:7], throw, file.entries[7]))
    assert [7] == wrong(late)
    assert 1 == checked(replace(file, entries=(*file.entries[:3], *file.entries[4:]))).passed_over


def test_a_dice_file_reads_back() -> None:
    """As canonical JSON."""
    file = played()
    assert file == wire.decode(DiceFile, wire.encode(file))


def test_dice_of_a_command_that_is_called_off_are_not_forgotten() -> None:
    """The referee's file has each of them; a player sees that a place was passed over, and nothing else."""
    playing = in_the_hall(MemoryStore())
    playing.do(UseDice(TWO, Throwing.TYPED))
    playing.do(MeetStrangers(MAIN, "2 ghouls HD 2", hostile=True))
    playing.do(TakeStance(MAIN, Choice.FIGHT))
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Withdraw(wanted.id))
    playing.do(ThrowDice("1d20"))
    (again,) = playing.table.now.wanted
    playing.do(RollRest(again))
    playing.do(OpenDice())
    whole, seen = checked(dice_file(playing.store, ID)), checked(dice_file(playing.store, ID, ONE))
    assert (3, 0, ()) == (whole.called_off, whole.passed_over, whole.differing)
    assert (0, 1, ()) == (seen.called_off, seen.passed_over, seen.differing)
    assert 1 == whole.checked - seen.checked


def test_a_changed_result_keeps_its_dice() -> None:
    """The same dice stand in both results: they are checked once, and the check says that a result was changed."""
    playing = in_the_hall(MemoryStore())
    playing.do(Search(MAUD), ONE)
    before = checked(dice_file(playing.store, ID)).waiting
    playing.do(Overrule(1, {"kind": "success", "margin": 0, "total": 10}, "The torch shines right on it."))
    playing.do(OpenSecretDice())
    found = checked(dice_file(playing.store, ID))
    assert (before, 1, 0, ()) == (found.checked, found.overruled, found.undone, found.differing)
