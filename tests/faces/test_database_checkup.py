"""`undercroft doctor` on a database: what is well, and for everything that is not, what to do."""

import psycopg
import pytest
from msgspec.structs import replace

from tests.databases import empty_database, owning
from tests.faces.commandline import CommandLine
from undercroft.faces.shared.database_checkup import findings
from undercroft.faces.shared.findings import FindingGrade
from undercroft.store.postgres import schema
from undercroft.store.postgres.condition import DatabaseCondition, condition

WELL = DatabaseCondition(
    version=150_014,
    version_name="15.14",
    encoding="UTF8",
    role="undercroft",
    superuser=False,
    may_change_lines=False,
    missing=(),
    schema=schema.SCHEMA,
    newest_schema=schema.SCHEMA,
    standby=False,
    waits_for="",
    standbys=0,
    connections=5,
    most_connections=97,
    ahead=0.1,
    notices=True,
    statement_timeout="5s",
    fsync=True,
    full_page_writes=True,
    archive=True,
    archive_fails=False,
    size=20_000_000,
    late=0,
)


def warned(found: DatabaseCondition) -> dict[str, str]:
    """What is not well, by name."""
    return {each.name: each.says for each in findings(found) if each.grade is not FindingGrade.OK}


def test_all_is_well() -> None:
    """Then nothing is warned of; a standby that confirms, and no archive, are no faults."""
    assert {} == warned(WELL)
    assert {} == warned(replace(WELL, waits_for="one", standbys=1, archive=False))


@pytest.mark.parametrize(
    "change, name, fix",
    [
        ({"version": 130_000}, "postgresql", "update it"),
        ({"schema": 0}, "schema", "store migrate"),
        ({"encoding": "SQL_ASCII"}, "schema", "--encoding UTF8"),
        ({"missing": ("codes", "lines")}, "role", "store migrate --program undercroft"),
        ({"superuser": True}, "role", "createuser"),
        ({"may_change_lines": True}, "role", "createuser"),
        ({"standby": True}, "writes", "the address of the primary"),
        ({"waits_for": "one"}, "writes", "start the standby"),
        ({"connections": 80}, "connections", "max_connections"),
        ({"ahead": -6.0}, "database clock", "network's time"),
        ({"ahead": 6.0}, "database clock", "network's time"),
        ({"notices": False}, "notices", "pgbouncer"),
        ({"statement_timeout": "0"}, "timeouts", "statement_timeout"),
        ({"fsync": False}, "durability", "fsync = on"),
        ({"full_page_writes": False}, "durability", "full_page_writes = on"),
        ({"archive_fails": True}, "archive", "archive_command"),
        ({"late": 2}, "deleted tables", "store purge"),
    ],
)
def test_each_finding_says_what_to_do(change: dict[str, object], name: str, fix: str) -> None:
    """One thing is wrong, one finding says so."""
    found = warned(replace(WELL, **change))
    assert [name] == list(found)
    assert fix in found[name]


def test_a_real_database(undercroft: CommandLine) -> None:
    """Its owner is warned that a server should use another role; a role made for the program is not."""
    url = empty_database()
    with owning() as db:
        db.execute("DROP OWNED BY player" if _has_role(db) else "CREATE ROLE player LOGIN")
        asked = warned(condition(url))
        playing = psycopg.conninfo.make_conninfo(url, user="player")
        schema.migrate(db, "player")
        db.execute("REVOKE INSERT ON codes FROM player")
        before = warned(condition(playing))
        schema.migrate(db, "player")
        after = warned(condition(playing))
    assert "createuser" in asked["role"]
    assert before["role"].startswith("player may not use codes: run ")
    assert ("role" in after, "durability" in after) == (
        False,
        True,
    )  # the tests' own database does not wait for the disk
    ran = undercroft("doctor", "--json", "--data", url)
    names = [check["name"] for check in ran.json["checks"]]
    assert (0, True) == (ran.code, {"store", "role", "notices", "connections", "archive"} <= set(names))
    assert len(names) == len(set(names))


def _has_role(db: psycopg.Connection) -> bool:
    return db.execute("SELECT 1 FROM pg_roles WHERE rolname = 'player'").fetchone() is not None
