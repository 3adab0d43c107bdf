"""What a table takes from the outside world: ids that reveal nothing, keys that cannot be guessed, and the time."""

import secrets
from datetime import UTC, datetime
from time import time_ns


def new_act() -> str:
    """An id that reveals nothing."""
    return secrets.token_hex(8)


def new_key() -> str:
    """A key for one command: the time, so that a log's keys are close together on the disk, and random text."""
    return f"{time_ns() // 1_000_000:012x}-{secrets.token_hex(10)}"


def now() -> str:
    """The current time, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
