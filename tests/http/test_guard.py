"""What every answer carries, and how often one may ask."""

import logging

import httpx
import pytest

from tests.serving import serving, speaking
from undercroft.faces.http.buckets import MOST_BUCKETS, Buckets
from undercroft.faces.http.faults import STATUSES, problem_of
from undercroft.faces.http.guard import Settings
from undercroft.kernel.faults import UndercroftError
from undercroft.store.faults import Conflict, Storage, StoreFault

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"
)


@pytest.mark.parametrize("path", ["/healthz", "/api/rules/delving.hazard-die", "/nowhere", "/api/nowhere", "/static/x"])
def test_every_answer_is_guarded(client: httpx.Client, path: str) -> None:
    """Found or not, the browser is told what it may load and that it must not guess."""
    headers = client.get(path).headers
    assert POLICY == headers["content-security-policy"]
    assert "nosniff" == headers["x-content-type-options"]
    assert "no-referrer" == headers["referrer-policy"]
    assert "same-origin" == headers["cross-origin-opener-policy"]
    assert "server" not in headers


def test_the_head_of_a_page(client: httpx.Client) -> None:
    """HEAD gives what GET gives, without the body."""
    got, head = client.get("/healthz"), client.head("/healthz")
    assert (200, b"", got.headers["content-length"]) == (head.status_code, head.content, head.headers["content-length"])


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    """Three at once, then two a second; each has a bucket of their own."""
    clock = Clock()
    buckets = Buckets(rate=2, burst=3, clock=clock)
    assert [0, 0, 0, 1] == [buckets.take("a") for _ in range(4)]
    assert 0 == buckets.take("b")
    clock.now = 0.5
    assert [0, 1] == [buckets.take("a") for _ in range(2)]
    clock.now = 60.0
    assert [0, 0, 0, 1] == [buckets.take("a") for _ in range(4)]


def test_a_slow_bucket_says_how_long() -> None:
    """A token in ten seconds: ask again then."""
    clock = Clock()
    buckets = Buckets(rate=0.1, burst=1, clock=clock)
    assert [0, 10] == [buckets.take("a") for _ in range(2)]


def test_buckets_are_not_kept_for_ever() -> None:
    """The client who was away longest is forgotten first."""
    clock = Clock()
    buckets = Buckets(rate=1, burst=1, clock=clock)
    buckets.take("first")
    for number in range(MOST_BUCKETS):
        buckets.take(str(number))
    assert [0, 1] == [buckets.take("first"), buckets.take(str(MOST_BUCKETS - 1))]


def test_a_person_who_asks_too_often_has_to_wait() -> None:
    """429 with Retry-After; what costs nothing is still answered."""
    with serving(Settings(rate=0.001, burst=2)) as address, speaking(address) as client:
        answers = [client.get("/api/rules/delving.hazard-die") for _ in range(3)]
        assert [200, 200, 429] == [answer.status_code for answer in answers]
        assert "too_many" == answers[2].json()["code"]
        assert 1 <= int(answers[2].headers["retry-after"]) <= 1000
        assert 200 == client.get("/healthz").status_code


def test_a_bug_of_ours_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The answer has a number; what happened stands in the server's own log under it."""
    with caplog.at_level(logging.ERROR, logger="undercroft"):
        told = problem_of(ZeroDivisionError("the secret door"), "abc123")
    assert (500, "bug", "abc123") == (told.status, told.code, told.request_id)
    assert "secret" not in f"{told.detail}{told.fix}"
    assert "abc123" in caplog.text
    assert "the secret door" in caplog.text


def test_every_family_of_faults_has_a_status() -> None:
    """Whatever is raised on purpose is told on purpose; no class below the base is left out."""
    families = [kind for kind in _below(UndercroftError) if kind is not StoreFault]
    missing = [kind.__name__ for kind in families if not issubclass(kind, tuple(STATUSES))]
    assert [] == missing


def _below(kind: type[UndercroftError]) -> list[type[UndercroftError]]:
    return [found for below in kind.__subclasses__() for found in (below, *_below(below))]


def test_a_full_disk_has_a_status_of_its_own() -> None:
    """507 for that, 503 for whatever else the store lacks, 409 for what is already there."""
    told = [
        problem_of(fault, "x").status for fault in (Storage("storage_full", ""), Storage("busy", ""), Conflict("c", ""))
    ]
    assert [507, 503, 409] == told
