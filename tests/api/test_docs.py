"""What docs/api.md shows is what the API answers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_EXAMPLE = re.compile(
    r"^    (?P<method>GET|POST) (?P<path>\S+)\n(?P<body>(?:    .*\n)*)\n"
    r"    (?P<status>\d{3})\n(?P<answer>(?:    .*\n)*)",
    re.MULTILINE,
)


def shown_examples() -> list[object]:
    """Every example of the page."""
    found = _EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))
    return [pytest.param(example, id=f"{number} {example['path']}") for number, example in enumerate(found, start=1)]


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


def test_there_are_examples() -> None:
    """Of settling, of odds and of a fault."""
    assert 6 <= len(shown_examples())
