"""What some tests need from the machine: they are skipped where it is missing, and fail where it is required.

`UNDERCROFT_REQUIRE=browser,strace` requires a browser and strace. Every skip goes through `need`.
"""

import os

import pytest

VARIABLE = "UNDERCROFT_REQUIRE"
REMEDIES = {
    "browser": "install the system's Chromium",
    "caddy": "install the system's caddy",
    "index": "let pip reach a package index",
    "mount": "run the tests as root, where a file system may be mounted",
    "nginx": "install the system's nginx",
    "numba": "run `make .venv/.sim`",
    "postgres": "install the system's PostgreSQL",
    "strace": "install the system's strace, and let it trace processes",
    "systemd": "install systemd",
    "unix": "run the tests on a Unix, for its forks and terminals",
}
"""What can be required, and how to come by it."""


def required() -> frozenset[str]:
    """The names in the environment, between commas or blanks."""
    names = frozenset(os.environ.get(VARIABLE, "").replace(",", " ").split())
    if unknown := sorted(names - REMEDIES.keys()):
        raise pytest.UsageError(f"{VARIABLE} names {', '.join(unknown)}; it knows {', '.join(REMEDIES)}")
    return names


def need(name: str, there: bool) -> None:
    """Go on if it is there; if not, skip the test, or fail it where this is required."""
    if there:
        return
    missing = f"{name} is missing here: {REMEDIES[name]}"
    if name in required():
        pytest.fail(f"{missing} ({VARIABLE} names it)", pytrace=False)
    pytest.skip(missing)
