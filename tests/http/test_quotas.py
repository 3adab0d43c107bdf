"""How much may be written: by a seat, by all players of a table, and in all."""

from concurrent.futures import ThreadPoolExecutor

from tests.http.seating import DAN, PLAYERS, PRIYA, TABLE, give, room
from undercroft.faces.http.faults import Unserved
from undercroft.faces.web.live.access.quotas import (
    IN_ALL,
    OF_A_PLAYER,
    OF_THE_PLAYERS,
    OF_THE_PLAYERS_IN_ALL,
    OF_THE_REFEREE,
    WriteQuotas,
)
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import LINE
from undercroft.server.responses import Acted
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.seats import REFEREE

LONG = "x" * 3900


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_player_who_writes_without_end_has_to_wait() -> None:
    """The log grows by their minute's share and a command; the referee and the others write on."""
    with room() as hall:
        player, other, referee = hall.sit(PRIYA), hall.sit(DAN), hall.sit()
        whisper = {"kind": "whisper", "seat": PRIYA, "to": DAN, "text": LONG}
        hall.lobby.quotas = WriteQuotas(Clock())
        hall.lobby.quotas.charge(TABLE, PRIYA, OF_A_PLAYER - 20_000)
        before, statuses = hall.table.version, list[int]()
        for number in range(20):
            statuses.append(give(player, whisper, key=f"flood-{number}").status_code)
        assert (200, 429) == (statuses[0], statuses[-1])
        done = statuses.count(200)
        assert (True, 2 * done) == (done < 6, hall.table.version - before)
        refused = give(player, whisper, key="again")
        assert (429, "quota", True) == (refused.status_code, refused.json()["code"], "retry-after" in refused.headers)
        assert 200 == give(other, {"kind": "whisper", "seat": DAN, "to": PRIYA, "text": "Stop."}).status_code
        assert 200 == give(referee, {"kind": "note", "text": LONG, "everybody": True}).status_code


def test_commands_that_come_at_once_are_counted_one_by_one() -> None:
    """Twenty in one moment write no more than twenty in a row."""
    with room() as hall, ThreadPoolExecutor(20) as crowd:
        players = [hall.sit(PRIYA) for _ in range(20)]
        whisper = {"kind": "whisper", "seat": PRIYA, "to": DAN, "text": LONG}
        hall.lobby.quotas = WriteQuotas(Clock())
        hall.lobby.quotas.charge(TABLE, PRIYA, OF_A_PLAYER - 20_000)
        asked = [crowd.submit(give, player, whisper, key=f"k-{n}") for n, player in enumerate(players)]
        statuses = [answer.result().status_code for answer in asked]
        assert (True, 20) == (statuses.count(200) < 6, statuses.count(200) + statuses.count(429))


def refused(quotas: WriteQuotas, seat: SeatId) -> int | None:
    """The limit by which a seat is refused, or None."""
    try:
        quotas.check(TABLE, seat)
    except Unserved as fault:
        return fault.limit
    return None


def test_quotas_of_a_minute() -> None:
    """Of a player, of all players of a table, and of the referee; after a minute each may write again."""
    clock = Clock()
    quotas = WriteQuotas(clock)
    quotas.charge(TABLE, PRIYA, OF_A_PLAYER)
    assert [OF_A_PLAYER, None, None] == [refused(quotas, seat) for seat in (PRIYA, DAN, REFEREE)]
    quotas.charge(TABLE, DAN, OF_THE_PLAYERS - OF_A_PLAYER)
    assert [OF_A_PLAYER, OF_THE_PLAYERS, None] == [refused(quotas, seat) for seat in (DAN, PLAYERS[2], REFEREE)]
    quotas.charge(TABLE, REFEREE, OF_THE_REFEREE)
    assert OF_THE_REFEREE == refused(quotas, REFEREE)
    clock.now = 200.0
    assert [None] * 4 == [refused(quotas, seat) for seat in (*PLAYERS, REFEREE)]


def test_a_quota_in_all() -> None:
    """However slowly a player writes, it ends; a table that is removed leaves nothing behind."""
    clock = Clock()
    quotas = WriteQuotas(clock)
    quotas.charge(TABLE, PRIYA, IN_ALL)
    clock.now = 10.0**6
    assert [IN_ALL, None] == [refused(quotas, seat) for seat in (PRIYA, DAN)]
    quotas.forget(TABLE)
    assert refused(quotas, PRIYA) is None


def test_a_quota_of_a_table_in_all() -> None:
    """However many seats the players write from, and however slowly, it ends for them all; the referee goes on."""
    with room() as hall:
        player, other, referee = hall.sit(PRIYA), hall.sit(DAN), hall.sit()
        clock = Clock()
        hall.lobby.quotas = WriteQuotas(clock)
        said = {"kind": "whisper", "seat": PRIYA, "to": DAN, "text": "Psst."}
        for number in range(4):
            hall.lobby.quotas.charge(TABLE, SeatId(f"gone-{number}"), OF_THE_PLAYERS_IN_ALL // 4 - 100)
        clock.now = 10.0**6
        assert 200 == give(player, said, key="the last").status_code
        for seat, sent in ((player, said), (other, said | {"seat": DAN, "to": PRIYA})):
            refused = give(seat, sent, key="too much")
            assert (429, "quota") == (refused.status_code, refused.json()["code"])
            assert "restart the server" in refused.json()["fix"]
        assert 200 == give(referee, {"kind": "note", "text": LONG, "everybody": True}).status_code
        assert 200 == player.get(f"/api/tables/{TABLE}").status_code


def test_lines_of_the_log_count_beside_their_text() -> None:
    """So that many short commands are no cheaper for the disk than a few long ones."""
    with room() as hall:
        before = hall.table.version
        done = hall.table.act(PRIYA, Whisper(PRIYA, DAN, "x"), key="short")
        assert isinstance(done, Acted)
        lines = list(hall.table.lines(before))
        assert done.written > sum(LINE + len(line.body) for line in lines)
