"""What a table takes from the world: ids that tell nothing, keys that nobody guesses, and the time."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from time import time_ns


def new_act() -> str:
    """An id that tells nothing."""
    return secrets.token_hex(8)


def new_key() -> str:
    """A key for one command: the time, so that the keys of a log lie together on the disk, and what nobody guesses."""
    return f"{time_ns() // 1_000_000:012x}-{secrets.token_hex(10)}"


def now() -> str:
    """The time of day, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
