"""What four who act at once are told, as one history: every version once, none left out, none before its time."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import httpx
import pytest
from msgspec import Struct

from tests.http.seating import TABLE, give, room
from undercroft.table.state.seats import REFEREE

EACH = 12


class Done(Struct, frozen=True):
    """A command that was carried out: when it was sent and answered, on what it rested, and what came of it."""

    sent: float
    answered: float
    rested_on: str
    cursor: str
    text: str


Played: TypeAlias = tuple[str, list[Done], list[str], list[str], dict[str, int]]
"""Where it began, what was done, the versions that losers were told, the log, and what came after each version."""


def write(client: httpx.Client, who: int, cursor: str) -> tuple[list[Done], list[str]]:
    """One of the four: looks where things stand, acts on it, and after a 409 acts on what that says."""
    done: list[Done] = []
    lost: list[str] = []
    while len(done) < EACH:
        text = f"{who}-{len(done)}"
        sent = time.monotonic()
        note = {"kind": "note", "text": text}
        answer = give(client, note, key=f"{text}-{len(lost)}", expected=cursor)
        if answer.status_code == 409:
            found = re.search(r"you stand at (\S+)\Z", answer.json()["fix"])
            assert ("stale", True) == (answer.json()["code"], found is not None and found[1] != cursor)
            cursor = found[1] if found else ""
            lost.append(cursor)
        else:
            after = answer.json()["cursor"]
            done.append(Done(sent, time.monotonic(), cursor, after, text))
            cursor = after
    return done, lost


@pytest.fixture(scope="module")
def played() -> Played:
    """Four at the referee's seat who act at once: what they did, whom they lost to, and the log after it."""
    with room() as hall:
        clients = [hall.sit() for _ in range(4)]
        first = hall.table.cursor(REFEREE)
        with ThreadPoolExecutor(4) as pool:
            ran = [pool.submit(write, client, who, first) for who, client in enumerate(clients)]
        done = [item for each in ran for item in each.result()[0]]
        lost = [item for each in ran for item in each.result()[1]]
        log = texts_after(clients[0], first)
        left = {cursor: len(texts_after(clients[0], cursor)) for cursor in {*(it.cursor for it in done), *lost}}
        return first, done, lost, log, left


def texts_after(client: httpx.Client, cursor: str) -> list[str]:
    """The notes that were told after a cursor."""
    heard = client.get(f"/api/tables/{TABLE}/events", params={"after": cursor})
    assert 200 == heard.status_code
    events = (told["event"] for told in heard.json()["events"])
    return [str(event["note"]["text"]) for event in events if event["type"] == "table.note-written"]


def test_every_version_is_acknowledged_once(played: Played) -> None:
    """No two commands have the same, and together they leave none out."""
    _, done, _, log, left = played
    assert 4 * EACH == len({each.cursor for each in done}) == len(log)
    assert sorted(left[each.cursor] for each in done) == list(range(4 * EACH))
    assert sorted(each.text for each in done) == sorted(log)


def test_each_rests_on_the_one_before(played: Played) -> None:
    """What was carried out stood on the very version before its own: nothing came between."""
    first, done, _, log, left = played
    in_order = sorted(done, key=lambda command: -left[command.cursor])
    assert [first, *(each.cursor for each in in_order)][:-1] == [each.rested_on for each in in_order]
    assert log == [each.text for each in in_order]


def test_what_was_answered_first_comes_first(
    played: Played,
) -> None:
    """A command sent after another was answered has a later version."""
    _, done, _, _, left = played
    assert [] == [
        (each.text, two.text)
        for each in done
        for two in done
        if each.answered < two.sent and left[each.cursor] <= left[two.cursor]
    ]


def test_a_person_who_loses_is_told_a_version_that_was(
    played: Played,
) -> None:
    """Each 409 named one that someone had been given."""
    _, done, lost, _, _ = played
    assert set(lost) <= {each.cursor for each in done}
