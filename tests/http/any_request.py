"""Requests that no page of ours sends: to every route, with what is known, guessed or nothing in each place.

The routes are the server's own, and the names of what an address may ask for are read from the source: whatever is
added later is asked too.
"""

import ast
import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NewType, TypeAlias
from urllib.parse import quote, urlencode

import httpx
from litestar.routes import HTTPRoute
from msgspec import Struct

from tests.http.mining import application_of_tables
from tests.http.seating import TABLE
from tests.table.test_refusals_of_anything import ODD, Filler
from undercroft.faces.web.live.panels.screens import PANELS
from undercroft.foresight.forecasts.questions import QUESTIONS
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.table.engine.id_fields import Families, Swapping
from undercroft.table.engine.part import Command
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FAMILIES

ENDLESS = frozenset({"/stream", "/t/{table:str}/stream"})
"""Routes whose answers do not end."""
WORDS_OF_PAGES = ("yes", "referee", "players", "spectators", "0", "1", "2", "99", "hour", "all", "list", "drawn", "log")
PLACES: Mapping[str, Sequence[str]] = {
    "table:str": (TABLE, TABLE, TABLE, TABLE.upper(), f"{TABLE}.", "nothing"),
    "name:str": (*PANELS, "nothing"),
    "tag:str": tuple(sorted(BY_TAG)),
    "number:int": ("0", "1", "2", "3", "17", "1000000"),
    "run:int": ("0", "1", "1000000"),
    "rule_id:str": ("sovereign.check.call", "nothing"),
    "book:str": ("sovereign", "nothing"),
    "slug:str": ("fights", "nothing"),
    "guide:str": ("playing", "nothing"),
    "of:str": ("0", "nothing"),
    "name:path": ("nothing",),
    "mark:str": ("chapel", "nothing"),
    "picture:str": ("0000000000000000", "nothing"),
    "act:str": ("0000000000000000", "nothing"),
    "founder:str": ("0000000000000000", "nothing"),
    "link:str": ("wrong",),
    "who:str": (),
    "zone:str": (),
    "skill:str": ("Notice", "Sneak", "nothing"),
}
"""What may stand in an address where a route leaves a place; the words of the campaign are tried there too."""


class Ask(Struct, frozen=True):
    """A request."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = {}

    def of(self, client: httpx.Client) -> httpx.Response:
        """The answer to it."""
        return client.request(self.method, self.path, content=self.body, headers={**_PLAINLY, **self.headers})


_PLAINLY = {"accept-encoding": "identity"}
_BROWSERS = ({"accept": "text/html"}, {"accept": "application/json"}, {"accept": "text/html", "if-none-match": '"0"'})
_JSON = {"content-type": "application/json"}
_ODD_BODIES = (b"", b"{", b"[]", b'{"x": NaN}', b"\xff\xfe", b'{"kind": "fly"}')


@cache
def _modules_of_routes() -> Mapping[tuple[str, str], str]:
    """The module that answers each route by each method."""
    with application_of_tables() as app:
        return {
            (route.path, str(method)): handler.fn.__module__
            for route in app.routes
            if isinstance(route, HTTPRoute)
            for handler in route.route_handlers
            for method in handler.http_methods
            if method != "OPTIONS"
        }


@cache
def _asked_for(module: str) -> tuple[str, ...]:
    """The names that a module looks for in the query of an address, or in anything else by a plain word."""
    found = importlib.util.find_spec(module)
    assert found is not None
    assert found.origin is not None
    names = set[str]()
    for node in ast.walk(ast.parse(Path(found.origin).read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr="get" | "getall"), args=[ast.Constant(value=str(name)), *_]):
                names.add(name)
            case ast.Compare(left=ast.Constant(value=str(name))):
                names.add(name)
            case ast.Subscript(slice=ast.Constant(value=str(name))):
                names.add(name)
            case _:
                pass
    return tuple(sorted(names))


_OF_EVERY_PAGE = _asked_for("undercroft.faces.web.live.viewer.request")


Ids: TypeAlias = Mapping[Families, Sequence[str]]
"""The ids in a campaign, by what they are of."""


def ids_in(campaign: Campaign) -> Ids:
    """All of them, as they are written there."""
    found = defaultdict[Families, set[str]](set)

    def seen(families: Families, id: str) -> str:
        found[families].add(id)
        return id

    Swapping(seen, lambda plain, _: plain).of(campaign)
    return {families: tuple(sorted(ids)) for families, ids in found.items()}


def _flat(ids: Ids) -> tuple[str, ...]:
    return tuple(sorted({id for each in ids.values() for id in each}))


class _FillerByKind(Filler):
    """Fills in most ids with some of the right kind, so that commands come as far as they can."""

    def __init__(self, ids: Sequence[Ids], seats: Sequence[SeatId], words: tuple[str, ...], random: Random) -> None:
        super().__init__(words, random)
        self._ids, self._seats = ids, seats

    def _value(self, kind: Any, depth: int) -> Any:
        if kind is SeatId:
            return self._random.choice(self._seats)
        families = FAMILIES.get(kind, ()) if isinstance(kind, NewType) else ()
        fitting = self._random.choice(self._ids).get(families, ())
        if fitting and self._random.random() < 0.9:
            return self._random.choice(fitting)
        return super()._value(kind, depth)


class Asker:
    """Makes up requests at random, the same for the same seed: with the ids of a seat, and with ids that it guesses."""

    def __init__(self, own: Ids, guessed: Ids, seats: Sequence[SeatId], random: Random) -> None:
        self._seats = seats
        self._ids = (own, own, own, guessed)
        self._own, self._guessed, self._random = _flat(own), _flat(guessed), random

    def requests(self, routes: Mapping[str, frozenset[str]], many: int) -> Iterator[Ask]:
        """So many for every route and method."""
        for route, methods in routes.items():
            for method in sorted(methods - {"OPTIONS"}):
                if route not in ENDLESS:
                    yield from (self._request(route, method) for _ in range(many))

    def commands(self, kinds: Sequence[type[Command]], many: int) -> Iterator[Ask]:
        """Commands of these kinds, each filled in so often."""
        filler = _FillerByKind(self._ids, self._seats, (*self._own, *self._guessed), self._random)
        for place, kind in enumerate(kinds):
            for number in range(many):
                command = filler.of(kind)
                body = {"command": command, "key": f"any-{place}-{number}"}
                yield Ask("POST", f"/api/tables/{TABLE}/commands", json.dumps(body).encode(), _JSON)

    def _request(self, route: str, method: str) -> Ask:
        choose = self._random.choice
        parts = (self._part(part) for part in route.split("/"))
        path = "/".join(parts)
        if method == "POST":
            return Ask(method, path, choose(_ODD_BODIES), choose((_JSON, {}, {**_JSON, "origin": "https://elsewhere"})))
        names = (*_asked_for(_modules_of_routes()[route, method]), *_OF_EVERY_PAGE)
        asked = [(choose(names), self._value()) for _ in range(choose((0, 1, 1, 2)))] if names else []
        query = f"?{urlencode(asked)}" if asked else ""
        return Ask(choose((method, method, "HEAD")), path + query, None, choose(_BROWSERS))

    def _part(self, part: str) -> str:
        if not part.startswith("{"):
            return part
        known = PLACES[part.strip("{}")]
        chosen = known if known and self._random.random() < 0.7 else self._words()
        return quote(self._random.choice(chosen) or "-", safe="")

    def _words(self) -> Sequence[str]:
        return self._random.choice((self._own, self._guessed, ODD))

    def _value(self) -> str:
        questions = [question.id for question in QUESTIONS]
        return self._random.choice(self._random.choice((self._own, self._guessed, ODD, WORDS_OF_PAGES, questions)))
