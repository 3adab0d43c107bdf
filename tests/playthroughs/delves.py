"""Plays the scripts of the delves: with dice that are typed or that the server rolls, and with what each seat hears.

    make playthroughs

plays them all, writes the transcripts again and prints the digests for `test_delve.py`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import pytest

from undercroft import demo
from undercroft.faces.report.report_page import report
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.typed_line import typed
from undercroft.kernel.dice import Roll
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import SeatId
from undercroft.server import open_table
from undercroft.server.chronicle import chronicle
from undercroft.server.draws import shuffle_key
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.engine.part import Command, Reason
from undercroft.table.state.dice_seals import Seal
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

HERE = Path(__file__).parent
CLOCKS = ("sovereign", "delving", "hexcrawl", "violence")
EVENING = "evening"
ID = "marches"
EVERY = 3
TRANSCRIBED = "sovereign"
TRANSCRIPTS = {"referee": REFEREE, "player": SeatId("seat-3")}
"""Whose session is written down: the referee's, and that of Maud's player."""


def file_of(clock: str) -> Path:
    """The script of a delve by that clock, or of the whole session."""
    return HERE / (f"{EVENING}.txt" if clock == EVENING else f"delve-{clock}.txt")


def report_of(who: str) -> Path:
    """The file with the report of the session for a seat."""
    return HERE / f"{EVENING}.report{'' if TRANSCRIPTS[who] == REFEREE else f'.{who}'}.md"


def transcript(who: str) -> Path:
    """Where it stands what someone heard."""
    return HERE / f"delve-{TRANSCRIBED}.{who}.txt"


class Delve:
    """A script that has been played, and how things stood for everybody after every third act that stands."""

    def __init__(
        self,
        clock: str,
        store: Store,
        *,
        rolled: bool = False,
        opening: Begin | None = None,
        besides: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """With `opening` instead of the demo's own; `besides` are lines to be played after certain others."""
        self.store = store
        self._opening = demo.campaign() if opening is None else opening
        self.faces: list[int] = []
        """What the server's dice will show."""
        self.heard: dict[SeatId, list[str]] = {seat: [] for seat in TRANSCRIPTS.values()}
        self.table = self._opened()
        self.session = _Rolling(self.table) if rolled else Console(self.table)
        self.states = [self._state(0)]
        """A digest of how things stood; nothing for those acts between."""
        self._taken_back: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            if rolled:
                patch.setattr(open_table, "Draws", lambda secret, *_: _Fed(self.faces, shuffle_key(secret)))
            self.script = file_of(clock).read_text(encoding="utf-8").splitlines()
            more = [line for each in self.script for line in (each, *(besides or {}).get(each, ()))]
            self.ended = CommandFile(self.session, lambda _: None, proven=True).run(self._lines(more, rolled=rolled))
        self.log = tuple(self.table.lines())

    def _opened(self) -> OpenTable:
        """The demo, just begun, with acts that are numbered and a wall clock that stands still."""
        acts = count(1)
        tables = Tables(self.store, acts=lambda: f"act-{next(acts)}", wall=lambda: "2026-01-31T19:00:00.000Z")
        return tables.begin(ID, self._opening, secret=lambda many: bytes(range(many)))

    def _lines(self, lines: Iterable[str], *, rolled: bool) -> Iterator[str]:
        """The lines, one after the other; the dice of a line are left to the server where it rolls."""
        for line in lines:
            stood = {seat: self.table.cursor(seat) for seat in self.heard}
            version = self.table.version
            if rolled and " : " in line:
                self.faces += [int(str(die)) for die in typed(line).dice]
                yield line.rpartition(" : ")[0]
                assert not self.faces, f"dice that nobody rolled: {line}"
            else:
                yield line
            if self.table.version > version:
                self._acted(line)
                self.heard[REFEREE].append(f"> {line}")
            for seat, cursor in stood.items():
                self.heard[seat] += Console(self.table, seat).words_since(cursor)

    def _acted(self, line: str) -> None:
        match line:
            case "undo":
                self._taken_back.append(self.states.pop())
            case "redo":
                self.states.append(self._taken_back.pop())
            case _:
                self.states.append(self._state(len(self.states)))

    def _state(self, number: int) -> str:
        return "" if number % EVERY else self.session.digest()


class _Rolling(Console):
    """A seat at which the server rolls every die."""

    def act(self, command: Command, *, as_referee: bool = False, by_hand: bool = False) -> tuple[Reason, ...]:  # noqa: ARG002 - never by hand
        """Whatever a script says about hands."""
        return super().act(command, as_referee=as_referee, by_hand=False)


class _Fed:
    """Server's dice that show what they are fed, for every audience."""

    moved: FrozenMap[int] = FrozenMap()

    def __init__(self, faces: list[int], shuffle: bytes) -> None:
        self._faces = faces
        self.shuffle = shuffle

    def renew(self, _seal: Seal | None) -> None:
        """They show what they are fed, under any seal."""

    def __call__(self, _to: tuple[SeatId, ...]) -> "_FedStream":
        """Every stream is the same."""
        return _FedStream(self._faces)


class _FedStream:
    def __init__(self, faces: list[int]) -> None:
        self._faces = faces

    def __call__(self, _roll: Roll, many: int, /) -> Sequence[int]:
        return [self._faces.pop(0) for _ in range(many)]

    def taken(self) -> None:
        """They come from nowhere."""


def record() -> None:
    """Write what is heard and reported again, and print the digests for the tests."""
    for clock in (*CLOCKS, EVENING):
        delve = Delve(clock, MemoryStore())
        assert not delve.ended.refused, delve.ended.refused
        print(clock, delve.session.digest())  # noqa: T201 - what it is for
        if clock == TRANSCRIBED:
            for who, seat in TRANSCRIPTS.items():
                transcript(who).write_text("\n".join(delve.heard[seat]) + "\n", encoding="utf-8")
        if clock == EVENING:
            for who, seat in TRANSCRIPTS.items():
                report_of(who).write_text(report(chronicle(delve.store, ID, seat), seat, 1), encoding="utf-8")
