"""Bots play at many tables: two processes on PostgreSQL behind nginx, while processes and database are killed."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial

import httpx

from tests.databases import cluster, empty_database
from tests.deploy.fleet import Fleet, Front, nginx
from tests.figures import figure, soak

TABLES = figure("HOSTED_TABLES", 2, 200)
ROUNDS = figure("HOSTED_ROUNDS", 4, 12)
"""Whispers of each phone."""
DEATHS = figure("HOSTED_DEATHS", 1, 12)
"""Times that a process is killed, and then the database."""
PHONES = 5
_AWAY = (502, 503, 504)


class Phone:
    """A seat at a table that whispers to the referee, as stubborn as the page."""

    def __init__(self, client: httpx.Client, table: str, seat: str, link: str) -> None:
        self._client = client
        self.table = table
        self.seat = seat
        self.said: list[str] = []
        assert 303 == self._patiently(partial(client.get, link)).status_code

    def whisper(self) -> None:
        """Whisper to the referee, under the same key until it is answered."""
        text = f"canary of {self.seat} {len(self.said)}"
        body = {"command": {"kind": "whisper", "seat": self.seat, "to": "referee", "text": text}, "key": text}
        answer = self._patiently(partial(self._client.post, f"/api/tables/{self.table}/commands", json=body))
        assert 200 == answer.status_code, answer.text
        assert "reasons" not in answer.json(), answer.text
        self.said.append(text)

    def told(self) -> list[str]:
        """The whispers that the seat was told of, by the log."""
        answer = self._patiently(partial(self._client.get, f"/api/tables/{self.table}/events"))
        events = [event["event"] for event in answer.json()["events"]]
        return [event["text"] for event in events if event["type"] == "table.whispered"]

    def look(self) -> str:
        """The screen of the seat."""
        return self._patiently(partial(self._client.get, f"/t/{self.table}")).text

    @staticmethod
    def _patiently(ask: Callable[[], httpx.Response]) -> httpx.Response:
        """Ask again while nobody answers."""
        for _ in range(600):
            try:
                answer = ask()
            except httpx.TransportError:
                continue
            if answer.status_code not in _AWAY:
                return answer
            time.sleep(0.2)
        raise TimeoutError


def _play(front: Front, owner: httpx.Client, table: str, turn: Callable[[], None]) -> None:
    """A table's session, then the check: nothing lost, nothing doubled, nothing told to another."""
    seats = owner.get(f"/api/tables/{table}/seats").json()["seats"]
    players = [seat for seat in seats if seat["seat"] != "spectators"][:PHONES]
    clients = [front.client() for _ in players]
    try:
        phones = [
            Phone(client, table, seat["seat"], seat["link"]) for client, seat in zip(clients, players, strict=True)
        ]
        for _ in range(ROUNDS):
            for phone in phones:
                phone.whisper()
            turn()
        by_seat = {phone.seat: phone.told() for phone in phones}
        assert {phone.seat: phone.said for phone in phones} == by_seat
        for phone in phones:
            page = phone.look()
            assert not [other.seat for other in phones if other is not phone and f"canary of {other.seat} " in page]
    finally:
        for client in clients:
            client.close()


def _kill_in_turn(fleet: Fleet, at_work: list[Future[None]]) -> int:
    """Kill a process and bring it back, then the database, as long as anybody plays."""
    done = 0
    for number in range(DEATHS):
        if all(each.done() for each in at_work):
            break
        process = fleet.processes[number % 2]
        process.kill()
        process.start()
        cluster().kill()
        cluster().start()
        done += 1
    return done


@soak(TABLES * ROUNDS)
def test_bots_play_while_processes_and_the_database_are_killed() -> None:
    """Every whisper that was answered is in its table's log once, in its order, and on no screen of another player."""
    with (
        closing(Fleet(empty_database(), ("--requests", "10000"))) as fleet,
        nginx(fleet) as front,
        front.owner() as owner,
        ThreadPoolExecutor(TABLES) as pool,
    ):
        names = [owner.post("/api/tables", json={"name": f"Table {number}", "demo": True}) for number in range(TABLES)]
        turns: list[int] = []
        tables = [answer.json()["table"] for answer in names]
        at_work = [pool.submit(_play, front, owner, table, lambda: turns.append(1)) for table in tables]
        while not turns and not any(item.done() for item in at_work):
            time.sleep(0.01)
        killed = _kill_in_turn(fleet, at_work)
        for each in at_work:
            each.result()
        assert (TABLES * ROUNDS, True) == (len(turns), killed > 0)
