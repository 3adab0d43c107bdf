"""The condition of a database: what its keeper should know before anybody plays. Nothing is changed."""

import time
from collections.abc import Sequence
from typing import Any

import psycopg
from msgspec import Struct
from psycopg import Connection

from undercroft.store.postgres import schema
from undercroft.store.postgres.connections import DatabaseConnections

CHANNEL = "undercroft_checkup"
HEARD_WITHIN = 2.0
"""Seconds within which the checkup must hear its own notice."""

_NEEDED: Sequence[tuple[str, str]] = (
    ("schema", "SELECT"),
    ("settings", "SELECT, INSERT, UPDATE"),
    ("tables", "SELECT, INSERT"),
    ("heads", "SELECT, INSERT, UPDATE"),
    ("secrets", "SELECT, INSERT"),
    ("lines", "SELECT, INSERT"),
    ("pictures", "SELECT, INSERT"),
    ("snapshots", "SELECT, INSERT, UPDATE, DELETE"),
    ("codes", "SELECT, INSERT, UPDATE, DELETE"),
    ("attempts", "SELECT, INSERT, UPDATE, DELETE"),
    ("presence", "SELECT, INSERT, UPDATE, DELETE"),
)
_LATE = "SELECT count(*) FROM tables WHERE removed < now() - interval '30 days'"
_PLACES = """
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"""
_ARCHIVE = """
SELECT failed_count > 0 AND (last_archived_time IS NULL OR last_failed_time > last_archived_time)
FROM pg_stat_archiver"""


class DatabaseCondition(Struct, frozen=True, kw_only=True):
    """What was found."""

    version: int
    """The number of the server's version, such as 150014."""
    version_name: str
    encoding: str
    role: str
    superuser: bool
    may_change_lines: bool
    missing: tuple[str, ...]
    """The tables of ours that the role may not use as the program must."""
    schema: int
    newest_schema: int
    standby: bool
    """Whether it is a standby, which takes no writes."""
    waits_for: str
    """The standbys that must confirm a commit, as it is set; empty if none must."""
    standbys: int
    connections: int
    most_connections: int
    ahead: float
    """Seconds that its clock is ahead of this machine's."""
    notices: bool
    statement_timeout: str
    fsync: bool
    full_page_writes: bool
    archive: bool
    archive_fails: bool
    size: int
    """Bytes of the database."""
    late: int
    """Tables that were deleted over thirty days ago and are still kept."""


def condition(url: str) -> DatabaseCondition:
    """Look at a database that holds a store."""
    connections = DatabaseConnections(url)
    try:
        db = connections.connect()
        with db:
            return _looked_at(db)
    except psycopg.Error as error:
        raise connections.explained(error) from None
    finally:
        connections.close()


def _looked_at(db: Connection) -> DatabaseCondition:
    asked = time.time()
    clock = float(_one(db, "SELECT extract(epoch FROM clock_timestamp())::float8"))
    answered = time.time()
    found = schema.found(db)
    role = str(_one(db, "SELECT current_user"))
    missing = tuple(table for table, rights in _NEEDED if not _all_rights(db, table, rights))
    return DatabaseCondition(
        version=db.info.server_version,
        version_name=str(_one(db, "SHOW server_version")).split()[0],
        encoding=str(_one(db, "SHOW server_encoding")),
        role=role,
        superuser=bool(_one(db, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")),
        may_change_lines=bool(_one(db, "SELECT has_table_privilege('lines', 'UPDATE, DELETE')")) if found else False,
        missing=missing if found else (),
        schema=found.version if found else 0,
        newest_schema=schema.SCHEMA,
        standby=bool(_one(db, "SELECT pg_is_in_recovery()")),
        waits_for=str(_one(db, "SHOW synchronous_standby_names")),
        standbys=int(_one(db, "SELECT count(*) FROM pg_stat_replication")),
        connections=int(_one(db, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")),
        most_connections=int(_one(db, _PLACES)),
        ahead=clock - (asked + answered) / 2,
        notices=_hears(db),
        statement_timeout=str(_one(db, "SHOW statement_timeout")),
        fsync=_one(db, "SHOW fsync") == "on",
        full_page_writes=_one(db, "SHOW full_page_writes") == "on",
        archive=_one(db, "SHOW archive_mode") != "off",
        archive_fails=bool(_one(db, _ARCHIVE)),
        size=int(_one(db, "SELECT pg_database_size(current_database())")),
        late=int(_one(db, _LATE)) if found and "tables" not in missing else 0,
    )


def _all_rights(db: Connection, table: str, rights: str) -> bool:
    """Whether the role has every one of these rights to a table."""
    each = [f"has_table_privilege('{table}', '{right}')" for right in rights.split(", ")]
    try:
        return bool(_one(db, f"SELECT {' AND '.join(each)}"))
    except psycopg.errors.UndefinedTable:
        return False


def _hears(db: Connection) -> bool:
    """Whether its own notice comes back: not through a pool that gives each transaction another connection."""
    db.execute(f"LISTEN {CHANNEL}".encode())
    db.execute("SELECT pg_notify(%s, 'here')", (CHANNEL,))
    return any(notice.payload == "here" for notice in db.notifies(timeout=HEARD_WITHIN, stop_after=1))


def _one(db: Connection, question: str) -> Any:  # noqa: ANN401 - as the database has it
    row = db.execute(question.encode()).fetchone()
    return row[0] if row else None
