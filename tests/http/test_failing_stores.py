"""A store that fails for a while: nothing is acknowledged that is not kept, and people can look meanwhile."""

import pytest

from tests.http.seating import PRIYA, TABLE, give, room
from undercroft.store.faults import Storage
from undercroft.table.state.seats import REFEREE

NOTE = {"kind": "note", "text": "The tide turns.", "everybody": True}


@pytest.mark.parametrize("code, status, wait", [("storage_full", 507, None), ("busy", 503, "1")])
def test_a_store_that_takes_nothing_for_a_while(
    monkeypatch: pytest.MonkeyPatch, code: str, status: int, wait: str | None
) -> None:
    """The command is refused with its code, everybody can look, and the same command is carried out once it can be."""

    def fails(*_: object) -> None:
        raise Storage(code, "/srv/undercroft.db cannot be written", "look at /srv")

    with room() as hall:
        referee, player = hall.sit(), hall.sit(PRIYA)
        before = hall.table.cursor(REFEREE)
        with monkeypatch.context() as failing:
            failing.setattr(hall.lobby.store, "append", fails)
            refused = give(referee, NOTE, key="tide")
            assert (status, code, wait) == (
                refused.status_code,
                refused.json()["code"],
                refused.headers.get("retry-after"),
            )
            assert (200, 200) == tuple(
                player.get(path).status_code for path in (f"/t/{TABLE}", f"/api/tables/{TABLE}/events")
            )
            assert "srv" not in refused.text
            assert before == hall.table.cursor(REFEREE)
        done = give(referee, NOTE, key="tide")
        assert (200, None) == (done.status_code, done.headers.get("idempotent-replay"))
        assert 1 == player.get(f"/api/tables/{TABLE}/events").text.count('"text":"The tide turns."')
