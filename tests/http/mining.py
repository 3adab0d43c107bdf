"""All that someone at a seat can lay hands on over HTTP: every page, part, form, answer and refusal."""

import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct

from tests.figures import SOAK
from tests.http.seating import SECRET, TABLE, give
from tests.serving import UNHURRIED
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.panels.screens import PANELS
from undercroft.faces.website import site
from undercroft.foresight.forecasts.questions import QUESTIONS
from undercroft.server.commands import BY_TAG
from undercroft.store.memory import MemoryStore

NO_PICTURE = "/pictures/0000000000000000"
PAGES = (
    "/screen",
    "",
    "/log",
    "/notes",
    "/report",
    "/report.md",
    "/commands",
    "/players",
    "/house",
    "/evening",
    "/export",
    "/exports",
    "/dice",
    "/dice.json",
    "/odds",
    "/odds/line",
    "/odds/runs?q=here",
    "/odds/run/0",
    "/people/new",
    "/prepare/sites",
    "/prepare/land",
    "/prepare/tables",
    "/prepare/creatures",
    "/prepare/file",
    NO_PICTURE,
    "/undo/nothing",
    *(f"/why/{number}" for number in range(6)),
)
PRINTED = "&".join(f"what={what}" for what in ("turns", "site:chapel", "cards", "rules"))
ON_PAGES, IN_THE_API = (QUESTIONS, QUESTIONS) if SOAK else (QUESTIONS[::4], QUESTIONS[2::4])
"""Questions that are asked of the future: each takes long, so only some are asked of a page, and others of the API."""
ASKED_OTHERWISE = (
    *("?as=referee", "?as=priya", "?tab=map", "?hexes=list", "?goal=0303", "?entry=hard", "?map=drawn", "?group=band"),
    *("/notes?as=priya", "/log?q=votaries", "/log?q=crypt&page=2", "/report?for=referee", "/report.md?evening=1"),
    *("/odds/line?fight", "/odds?q=here", "/evening?as=referee", "/people/new?as=priya", "/print?as=referee"),
)
"""Pages with what their address can ask for besides, the views of others among it."""
FILLED: tuple[tuple[str, dict[str, str]], ...] = (
    ("open_door", {"who": "maud", "door": "crypt-relics"}),
    ("walk_back", {"group": "party", "to": "crypt"}),
    ("take", {"who": "maud", "thing": "ring"}),
    ("attack", {"who": "maud", "target": "votaries"}),
)
"""Forms that a guesser fills in with what is hidden."""
OF_THE_API = ("", "/events", "/offers", "/forecasts", "/secrets", "/dice", "/seats", "/export", NO_PICTURE)
MINED: tuple[dict[str, Any], ...] = (
    {"kind": "open_door", "who": "maud", "door": "crypt-relics"},
    {"kind": "follow_clue", "who": "maud", "answer": "pull the lowest candlestick", "feature": "shelf"},
    {"kind": "disarm", "who": "maud", "trap": "scythe"},
    {"kind": "take", "who": "maud", "thing": "ring"},
    {"kind": "listen", "who": "maud", "door": "cells-relics"},
    {"kind": "reveal", "group": "party", "zone": "choir"},
    {"kind": "adjust", "what": "hp", "who": "votaries", "to": 1, "reason": "x"},
    {"kind": "overrule", "ruling": 1, "outcome": {}, "reason": "x"},
    {"kind": "fly"},
    {"kind": "note", "text": 7},
)
"""Commands that ask for what is hidden, are the referee's, or are none."""
_CLOCK = re.compile(rb'data-clock="[0-9]+"')
_MARKS = re.compile(rb'(?<=data-mark=")[0-9a-f]+|(?<="marks":{)[^}]*')
"""The marks of panels: digests of what is sent beside them, the random names of acts in it included."""
"""The server's time, as in the header `date`."""


@contextmanager
def application_of_tables() -> Generator[Litestar]:
    """The server's application as it is with live tables."""
    lobby = Lobby(MemoryStore(), SECRET)
    yield cast("Litestar", vars(site(UNHURRIED, (), lobby))["_app"])
    lobby.close()


def routes() -> dict[str, frozenset[str]]:
    """Every address, as the server knows it, with its methods."""
    with application_of_tables() as app:
        return {
            route.path: frozenset(map(str, route.methods)) - {"OPTIONS"}
            for route in app.routes
            if isinstance(route, HTTPRoute)
        }


def routes_of_tables() -> dict[str, frozenset[str]]:
    """Those of a table."""
    found = {path: methods for path, methods in routes().items() if "{table" in path and "/join/" not in path}
    assert len(found) > 30
    return found


class OwnIds(Struct, frozen=True):
    """What a seat may name, by the ids that it was sent."""

    people: tuple[str, ...]
    sites: tuple[str, ...]
    rooms: tuple[str, ...]


def own_ids(client: httpx.Client) -> OwnIds:
    """What the API tells a seat that there is."""
    answer = client.get(f"/api/tables/{TABLE}")
    known = answer.json().get("campaign", {}) if 200 == answer.status_code else {}
    seen: dict[str, Any] = known.get("seen", {})
    return OwnIds(
        tuple(known.get("people", {})), tuple(seen), tuple(room for each in seen.values() for room in each["zones"])
    )


def paths(own: OwnIds, forms: bool = True) -> Iterator[str]:
    """Every address at which a table shows something: of what the seat knows, and of what it may guess."""
    table = f"/t/{TABLE}"
    yield from (f"{table}/people/{who}{more}" for who in own.people for more in ("", "/shop"))
    yield from (f"{table}/people/{who}{more}" for who in own.people[:2] for more in ("/edit", "/throws/Notice"))
    yield from (f"{table}/panels/{name}?who={who}" for name in ("me", "gear", "actions") for who in own.people)
    yield from (f"{table}/rooms/{room}" for room in own.rooms)
    yield from (f"{table}/print/sheets?what=site:{site}&secrets=yes" for site in own.sites)
    yield from (f"{table}{page}" for page in PAGES)
    yield from (f"{table}/panels/{name}" for name in (*PANELS, "nothing"))
    yield f"{table}/panels/all?names={','.join(PANELS)}"
    yield f"/cursors?at={TABLE}"
    yield from (f"{table}{more}" for more in ("/log?show=dice", "/log?show=notes", "/log?show=public"))
    yield from (f"{table}/odds?q={question.id}" for question in ON_PAGES)
    yield from (f"{table}/odds?n={number}" for number in range(3))
    yield from (f"/api/tables/{TABLE}/forecasts?question={question.id}" for question in IN_THE_API)
    yield from (f"{table}{more}" for more in ASKED_OTHERWISE)
    yield from (f"/api/tables/{TABLE}/{what}?as=referee" for what in ("events", "offers", "dice"))
    for tag, given in FILLED:
        yield str(httpx.URL(f"{table}/forms/{tag}", params={"given": json.dumps(given)}))
    yield from (f"{table}/panels/map?level={level}&group=party" for level in (0, 1, 2))
    yield from (f"{table}/panels/{name}?who={who}" for name in ("me", "gear", "actions") for who in ("tam", "votaries"))
    yield from (f"{table}/people/{who}" for who in ("maud", "tam", "votaries", "crabs"))
    yield from (f"{table}/print{more}" for more in ("", f"/sheets?{PRINTED}", f"/sheets?{PRINTED}&secrets=yes"))
    yield from (f"{table}/print/sheets?what={what}&secrets=yes" for what in ("site:ossuary", "land", "tables"))
    if forms:
        yield from (f"{table}/forms/{tag}" for tag in sorted(BY_TAG))
    bulk = json.dumps({"kind": "pass_time", "group": "party", "span": "hour"})
    yield str(httpx.URL(f"{table}/preview", params={"command": bulk}))
    yield from (f"/api/tables/{TABLE}{what}" for what in OF_THE_API)
    yield from ("/", "/join?code=KELP+10", f"/join/{TABLE}/wrong", "/enter/wrong")


PLAINLY = {"accept": "text/html", "accept-encoding": "identity"}
"""Uncompressed: the wall clock on a page, which is masked, changes the length of what is compressed."""


def mined(client: httpx.Client, step: int = 0, *, forms: bool = True, bold: bool = True) -> Iterator[tuple[str, bytes]]:
    """What each address and each bold command gives: status, headers and body as bytes, the request's number aside."""
    for path in paths(own_ids(client), forms):
        yield path, as_bytes(client.get(path, headers=PLAINLY))
    for number, command in enumerate(MINED if bold else ()):
        yield str(command), as_bytes(give(client, command, f"mined-{step}-{number}"))


def as_bytes(answer: httpx.Response) -> bytes:
    """An answer whole: status, headers and body, without the time and the number of the request."""
    head = [f"{name}: {value}" for name, value in answer.headers.items() if name not in ("date", "x-request-id")]
    number = answer.headers["x-request-id"].encode()
    body = _MARKS.sub(b"-", _CLOCK.sub(b'data-clock="-"', answer.content.replace(number, b"-")))
    return "\n".join((str(answer.status_code), *head)).encode() + b"\n\n" + body


def without_acts(seen: bytes) -> bytes:
    """The same with every act's random name replaced by its place among those that are seen."""
    found: dict[bytes, bytes] = {}

    def name(match: re.Match[bytes]) -> bytes:
        return found.setdefault(match[0], b"act-%d" % len(found))

    return re.sub(rb"\b[0-9a-f]{16,32}\b(?<!-)", name, seen)
