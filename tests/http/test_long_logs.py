"""A long log: the table shows the last of it, and each line is still the line that it is."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.http.mining import routes_of_tables
from tests.http.seating import PRIYA, TABLE, Room, room
from undercroft.faces.web.live.viewer.viewer import RECENT
from undercroft.kernel.units import SeatId
from undercroft.server.heard_table import HeardTable
from undercroft.server.seat_state import SeatState
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.seats import REFEREE


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table at which more was told than a panel looks back upon."""
    with room() as opened:
        for number in range(RECENT + 1):
            opened.act(WriteNote(f"The bell tolls {number} times.", everybody=True))
        yield opened


@pytest.mark.parametrize("seat", [REFEREE, PRIYA])
def test_why_is_asked_of_the_line_that_is_shown(hall: Room, seat: SeatId) -> None:
    """The newest line of the panel, asked why, is explained and no other."""
    client = hall.sit(seat)
    panel = client.get(f"/t/{TABLE}/panels/log").text
    newest = re.search(r'data-why="(\d+)" aria-label="Why: [^"]*?(tolls \d+ times)', panel)
    assert newest is not None
    assert newest[2] in client.get(f"/t/{TABLE}/why/{newest[1]}").text


WHOLE = ("/log", "/why/{number:int}")
"""Pages of the whole log; their work is counted."""


def test_no_other_page_looks_through_the_whole_log(hall: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms, sheets, the search: each takes as long with a long log as with a short one."""
    looked = Counter[int | None]()
    standing = HeardTable.standing

    def noted(table: HeardTable, seat: SeatId, *, most: int | None = None) -> SeatState:
        looked[most] += 1
        return standing(table, seat, most=most)

    monkeypatch.setattr(HeardTable, "standing", noted)
    referee = hall.sit()
    for route, methods in routes_of_tables().items():
        path = re.sub(r"{table[^}]*}", TABLE, route).replace("{who:str}", "maud").replace("{tag:str}", "note")
        if "GET" in methods and not path.endswith(("/stream", *WHOLE)):
            referee.get(re.sub(r"{[^}]*}", "1", path))
    assert {0, RECENT} == set(looked)
    assert looked[RECENT] > 25


def test_a_panel_shows_the_last_of_a_log(hall: Room) -> None:
    """Sixty lines, the newest first."""
    panel = hall.sit(PRIYA).get(f"/t/{TABLE}/panels/log").text
    tolled = [int(number) for number in re.findall(r"The bell tolls (\d+) times\.<", panel)]
    assert list(range(RECENT, RECENT - 60, -1)) == tolled
