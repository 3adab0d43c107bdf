"""The published vectors of fair dice: what every checker must find in them."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from undercroft.kernel import wire
from undercroft.server.dice_check import checked
from undercroft.server.dice_file import DiceFile

VECTORS = Path(__file__).parents[1] / "vectors" / "fair-dice.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_vector(case: dict[str, Any]) -> None:
    """The numbers and the differences, as they are published."""
    file = wire.from_plain(DiceFile, case["file"])
    assert case["found"] == wire.plain(checked(file))


def test_the_first_throw_by_hand() -> None:
    """Key 00 01 .. 1f, no words yet, the first byte of the stream below 240: side byte mod 20, plus one."""
    sealed, first, *_ = CASES[0]["file"]["entries"]
    assert hashlib.sha256(bytes(range(32))).hexdigest() == sealed["open"]
    mixed = hmac.digest(bytes(range(32)), b"", hashlib.sha256)
    block = hmac.digest(hmac.digest(mixed, first["drawn"]["stream"].encode(), hashlib.sha256), bytes(8), hashlib.sha256)
    assert [next(byte for byte in block if byte < 240) % 20 + 1] == first["faces"]
