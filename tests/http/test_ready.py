"""Whether tables can be played is another question than whether anybody is there."""

import httpx
import pytest

from tests.http.hosting import hosting
from tests.http.seating import room
from undercroft.faces.http.guard import Settings
from undercroft.store.faults import Integrity, Storage


def test_a_server_that_is_ready() -> None:
    """Its store takes writes, and its logs are whole at their ends."""
    with hosting() as host:
        answer = host.stranger().get("/readyz")
        assert (200, {"status": "ready"}) == (answer.status_code, answer.json())


def test_a_store_that_takes_no_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is there, and not ready: strangers are told a code, and its owner which file it is."""

    def failing() -> None:
        raise Storage("storage", "/srv/undercroft.db takes no writes", "look at /srv")

    with hosting() as host:
        monkeypatch.setattr(host.lobby.store, "ready", failing)
        told = host.stranger().get("/readyz")
        assert (503, "storage") == (told.status_code, told.json()["code"])
        assert "srv" not in told.text
        assert "/srv/undercroft.db takes no writes" == host.owner().get("/readyz").json()["detail"]
        assert 200 == host.stranger().get("/healthz").status_code


def test_a_damaged_table_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is ready; strangers are told no more, and its owner which table is damaged."""
    with hosting() as host:
        monkeypatch.setattr(host.lobby.store, "head", _damaged)
        told = host.stranger().get("/readyz")
        assert (200, {"status": "ready"}) == (told.status_code, told.json())
        assert {"status": "ready", "damaged": ["crypt"]} == host.owner().get("/readyz").json()


def _damaged(table: str) -> None:
    raise Integrity(table, 0, "its head was changed")


@pytest.mark.parametrize("path", ["/t/crypt", "/api/tables/crypt", "/join/crypt/wrong"])
def test_a_damaged_table_is_not_there_for_strangers(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """They get what they get for a table that does not exist; a seat is told a code, the owner what is damaged."""

    def damaged(*_: object, **__: object) -> None:
        raise Integrity("crypt", 7, "/srv/undercroft.db: it was changed", "restore a backup")

    with hosting() as host:
        player, stranger = host.seated(), host.stranger()
        host.lobby.tables.forget("crypt")
        monkeypatch.setattr("undercroft.server.tables.OpenTable", damaged)
        found, none = (_told(stranger.get(at)) for at in (path, path.replace("crypt", "nowhere")))
        assert (404, none) == (found[0], found)
        assert (503, "integrity") == ((told := player.get("/api/tables/crypt")).status_code, told.json()["code"])
        assert ("srv" not in told.text, "crypt" not in told.json()["detail"]) == (True, True)
        assert "crypt" in host.owner().get("/api/tables/crypt").json()["detail"]


def _told(answer: httpx.Response) -> tuple[int, dict[str, object]]:
    return answer.status_code, {**answer.json(), "request_id": ""}


def test_asking_whether_it_is_ready_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store begins to write each time, so a stranger asks it only so often."""
    asked: list[int] = []

    def ready() -> tuple[Integrity, ...]:
        asked.append(1)
        return ()

    with room(settings=Settings(rate=10_000, burst=10_000, work=0.001, most_work=1_000_000)) as hall:
        monkeypatch.setattr(hall.lobby.store, "ready", ready)
        answers = [hall.visitor().get("/readyz").status_code for _ in range(20)]
        assert (200, 429, answers.count(200)) == (answers[0], answers[-1], len(asked))
        assert len(asked) < 10
