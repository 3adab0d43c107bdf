"""Whether tables can be played is another question than whether anybody is there."""

import pytest

from tests.http.hosting import hosting
from undercroft.store.faults import Storage


def test_a_server_that_is_ready() -> None:
    """Its store takes writes, and its logs are whole at their ends."""
    with hosting() as host:
        answer = host.stranger().get("/readyz")
        assert (200, {"status": "ready"}) == (answer.status_code, answer.json())


def test_a_store_that_takes_no_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is there, and not ready: the answer names the trouble and no file."""

    def failing() -> None:
        raise Storage("storage", "the store takes no writes", "look at the disk")

    with hosting() as host:
        monkeypatch.setattr(host.lobby.store, "ready", failing)
        assert (503, "storage") == (
            host.stranger().get("/readyz").status_code,
            host.stranger().get("/readyz").json()["code"],
        )
        assert 200 == host.stranger().get("/healthz").status_code
