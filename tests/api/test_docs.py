"""What docs/api.md shows is what the API answers."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.addresses import ways
from tests.http.hosting import TABLE, hosting
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES
from undercroft.server.commands import read_command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.refusals import refusals
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_EXAMPLE = re.compile(
    r"^    (?P<method>GET|POST) (?P<path>\S+)\n(?P<body>(?:    .*\n)*)\n"
    r"    (?P<status>\d{3})\n(?P<answer>(?:    .*\n)*)",
    re.MULTILINE,
)


WELL = 'name = "The Well"\n'

TABLES = ("/api/tables", "/api/demo")
"""What is for those who may play, or run the server."""


def shown_examples() -> list[object]:
    """Every example of the page."""
    found = _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))
    return [
        pytest.param(example, id=f"{number} {example['path']}")
        for number, example in enumerate(found, start=1)
        if not example["path"].startswith(TABLES)
    ]


@pytest.fixture(scope="module")
def owner() -> Iterator[httpx.Client]:
    """The owner of the server with tables."""
    with hosting() as host:
        yield host.owner()


def test_tables_answer_as_shown(owner: httpx.Client) -> None:
    """One example after the other, as the page has them; where it says `...`, anything may stand."""
    examples = [each for each in _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")) if each["path"].startswith(TABLES)]
    assert 10 <= len(examples)
    wanted = ""
    for example in examples:
        body = (
            json.loads(example["body"].replace('"wanted": "..."', f'"wanted": "{wanted}"')) if example["body"] else None
        )
        answer = owner.request(example["method"], example["path"], json=body, timeout=600)
        expected = json.loads(example["answer"])
        assert (int(example["status"]), expected) == (answer.status_code, _likened(expected, answer.json()))
        for asked in answer.json().get("wanted", []):
            wanted = asked["wanted"]


def test_the_lines_for_curl_are_requests_that_succeed(owner: httpx.Client) -> None:
    """Each by its address, its header and its body, but for the link that only `serve` prints and for the stream."""
    text = PAGE.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [shlex.split(line, comments=True) for line in re.findall(r"^    (curl .*)$", text, re.MULTILINE)]
    assert 5 == len(lines)
    for line in lines:
        path = next(word for word in line if word.startswith("http")).removeprefix("http://127.0.0.1:8041")
        if path.startswith(("/enter/", "/t/")):
            continue
        sent = next((line[line.index(flag) + 1] for flag in ("-d", "--data-binary") if flag in line), None)
        headers = {"Content-Type": "application/json"} if "-H" in line else {}
        body = WELL if sent == "@well.toml" else sent
        answer = owner.request("POST" if body else "GET", path, content=body, headers=headers, timeout=600)
        assert answer.is_success, (path, answer.text)


def test_only_what_is_possible_is_offered_while_dice_are_wanted() -> None:
    """What is listed without a reason would not be refused, and what has one would; the wanted dice stand beside it."""
    with hosting() as host:
        host.act(LightUp(MAUD, TORCHES))
        host.act(EnterSite(MAIN, CRYPT))
        host.act(UseDice(ONE, Throwing.TYPED))
        referee = host.seated()
        told = {True: 0, False: 0}
        for waiting in (False, True):
            if waiting:
                host.act(Search(MAUD))
            answer = referee.get(f"/api/tables/{TABLE}/offers").json()
            assert [("skill check", "2d6", ONE)] * waiting == [
                (wanted["purpose"], wanted["roll"], wanted["seat"]) for wanted in answer["wanted"]
            ]
            for offer in answer["offers"]:
                refused = refusals(host.table.known(REFEREE), REFEREE, read_command(offer["command"]))
                assert [reason.what for reason in refused] == offer["refused"]
            told[waiting] = sum(not offer["refused"] for offer in answer["offers"])
        assert told[False] > told[True]


def _likened(expected: Any, got: Any) -> Any:
    """What was answered, with dots where the page has them."""
    if expected == "...":
        return expected
    if isinstance(expected, dict) and isinstance(got, dict):
        return {name: _likened(expected.get(name), value) for name, value in got.items()}
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [_likened(*pair) for pair in zip(expected, got, strict=True)]
    return got


@pytest.mark.parametrize("example", shown_examples())
def test_an_example_is_answered_as_shown(client: httpx.Client, example: re.Match[str]) -> None:
    """To the letter, save the number of the request and the order of odds."""
    body = json.loads(example["body"]) if example["body"] else None
    answer = client.request(example["method"], example["path"], json=body)
    expected, got = json.loads(example["answer"]), answer.json()
    for told in (expected, got):
        told.pop("request_id", None)
        told.get("outcomes", []).sort(key=lambda of: json.dumps(of, sort_keys=True))
    assert (int(example["status"]), expected) == (answer.status_code, got)


@pytest.mark.parametrize("way", sorted(ways()))
def test_every_address_is_in_the_page(way: str) -> None:
    """With its method, in the list at the top."""
    assert f"`{way}`" in PAGE.read_text(encoding="utf-8")


def test_there_are_examples() -> None:
    """Of settling, of odds and of a fault."""
    assert 6 <= len(shown_examples())
