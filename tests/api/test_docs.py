"""What docs/api.md shows is what the API answers."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.addresses import ways
from tests.http.hosting import hosting

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_EXAMPLE = re.compile(
    r"^    (?P<method>GET|POST) (?P<path>\S+)\n(?P<body>(?:    .*\n)*)\n"
    r"    (?P<status>\d{3})\n(?P<answer>(?:    .*\n)*)",
    re.MULTILINE,
)


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
    """Whoever runs a server with tables."""
    with hosting() as host:
        yield host.owner()


def test_tables_answer_as_shown(owner: httpx.Client) -> None:
    """One example after the other, as the page has them; where it says `...`, anything may stand."""
    examples = [one for one in _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")) if one["path"].startswith(TABLES)]
    assert 5 <= len(examples)
    for example in examples:
        body = json.loads(example["body"]) if example["body"] else None
        answer = owner.request(example["method"], example["path"], json=body, timeout=60)
        expected = json.loads(example["answer"])
        assert (int(example["status"]), expected) == (answer.status_code, _likened(expected, answer.json()))


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
