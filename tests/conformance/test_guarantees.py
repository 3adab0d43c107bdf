"""The page of promises names tests that exist, and none twice in one line."""

import ast
import re
from pathlib import Path

from tests.http import test_packing
from undercroft.exchange.outline import lines, parsing
from undercroft.faces.http import bodies, connections, guard, lanes, runner, small_server
from undercroft.faces.http.connections import MOST_HEAD
from undercroft.faces.web.base import markdown
from undercroft.faces.web.live.access import ears, join_codes, quotas
from undercroft.faces.web.live.pages import exports
from undercroft.faces.web.live.prepare import files_sent
from undercroft.faces.web.live.printing import print_pages
from undercroft.faces.web.live.start import table_files
from undercroft.faces.web.live.viewer import viewer
from undercroft.kernel import budget
from undercroft.server import open_table, seat_state, whole_act
from undercroft.store import row_checks
from undercroft.table.state import names

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[a-z_/]+\.py)(?:::(test_[a-z_0-9]+))?`", PAGE)
LINES = [line for line in PAGE.splitlines() if line.startswith("|") and not re.match(r"\|[-| ]+\|$", line)]


def test_a_promise_names_a_test_that_exists() -> None:
    """So that a promise cannot outlive its test."""
    tests = {file: _tests_in(ROOT / file) for file, _ in NAMED}
    assert [] == [(file, name) for file, name in NAMED if (name not in tests[file] if name else not tests[file])]


def _tests_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_promise_names_a_test() -> None:
    """A line without one is a wish."""
    bare = [line for line in LINES if "`tests/" not in line and "| test |" not in line]
    assert [] == bare


KIB, MIB, MILLION = 1024, 1024 * 1024, 1_000_000
SAID = (
    f"at most {lanes.MOST_STEPS:,} steps, a fifth of a second, and {lanes.MOST_CHARACTERS:,} characters",
    f"closed after {runner.HEAD_PATIENCE:g} seconds, with 408 `too_slow` for a body",
    f"closed after {bodies.PATIENCE:g} seconds, with 408 `too_slow` for a body",
    f"a file has {table_files.PATIENCE:g} seconds",
    f"a file has {files_sent.PATIENCE:g} seconds",
    f"cut after {runner.MOST_REST // KIB} KiB or {runner.HEAD_PATIENCE:g} seconds more",
    f"cut after {runner.READER_PATIENCE:g} seconds, and the system forgets",
    f"JSON over {lanes.BRIEF:,} bytes is read outside the event loop and costs its sender {budget.READ} steps a byte",
    f"the last {viewer.RECENT} facts of its seat, and up to {seat_state.AT_ONCE} more",
    f"there are at most {lanes.UPLOADS.each}; beyond that 429. At most {lanes.UPLOADS.all} are in memory",
    (
        f"{exports.LINE} steps for a line of a log, {table_files.BYTE} for a byte of a log or of a campaign file, "
        f"{files_sent.BYTE} for a byte of another program's file, {print_pages.SHEET:,} for a sheet, "
        f"at most {lanes.MOST_STEPS * lanes.AT_LENGTH:,} at once"
    ),
    f"strangers share {connections.MOST_STRANGERS:,}",
    f"after {connections.MOST_ARRIVALS:,} at once, an address may open {connections.ARRIVALS:g} in a second",
    f"{runner.NEWCOMERS} are taken between other tasks",
    f"{small_server.MOST_AT_ONCE} connections at once with a request each",
    (
        f"a client has {small_server.PATIENCE:g} seconds to ask and to read, and the head of its request at most "
        f"{MOST_HEAD // KIB} KiB"
    ),
    f"a player writes {quotas.OF_A_PLAYER // MIB} MiB in a minute and {quotas.IN_ALL // MIB} MiB while the server runs",
    (
        f"all players of a table {quotas.OF_THE_PLAYERS // MIB} MiB in a minute and "
        f"{quotas.OF_THE_PLAYERS_IN_ALL // MIB} MiB while the server runs"
    ),
    (
        f"each line of the log counts {open_table.LINE} bytes beside its text. A referee writes "
        f"{quotas.OF_THE_REFEREE // MIB} MiB in a minute"
    ),
    f"refused beyond {markdown.MOST_CHARACTERS:,} characters or {markdown.MOST_BRACKETS} brackets",
    f"longer than {names.MOST_NAME} visible characters",
    f"letters with up to {names.MOST_MARKS} accents are fine",
    f"read as far as {lines.MOST_CHARACTERS:,} characters, {lines.MOST_LINES:,} lines and {parsing.MOST_ROOMS} rooms",
    f"after {guard.Settings().attempts} wrong links or codes in a minute",
    f"there are more than {join_codes.CODES // MILLION * MILLION:,} codes",
    (
        f"a sign-in has at most {ears.MOST_OF_ONE} streams; the referee and each player have "
        f"{ears.MOST_OF_A_SEAT} that nobody else can take; spectators share {ears.MOST_SPECTATORS:,}, of which one "
        f"address has at most {ears.MOST_OF_AN_ADDRESS}"
    ),
    f"at most {test_packing.MOST:,} bytes on the wire",
    f"after {whole_act.MOST_FOLLOW_UPS:,} commands that follow by themselves",
    f"the keys of its last {row_checks.LATELY:,} lines are looked up",
)
"""The numbers of the page, as the code has them."""


def test_the_page_has_the_numbers_of_the_code() -> None:
    """A limit that changes changes its promise."""
    assert [] == [said for said in SAID if PAGE.count(said) != 1]
