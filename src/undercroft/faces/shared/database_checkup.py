"""What `undercroft doctor` says of a database: each finding with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from undercroft.faces.shared.findings import Finding, fine, graded, poor
from undercroft.kernel.amounts import counted

if TYPE_CHECKING:
    from undercroft.store.postgres.condition import DatabaseCondition

OLDEST = 140_000
"""The oldest version of PostgreSQL that we use."""
OF_A_PROCESS = 26
"""Connections that one server takes at most: those that it keeps, one that tells and one that listens."""
APART = 5.0
"""Seconds that two clocks may differ."""
MEBIBYTE = 1024 * 1024


def findings(found: DatabaseCondition) -> Iterator[Finding]:
    """Every finding about a database."""
    yield graded("postgresql", found.version >= OLDEST, found.version_name, "update it to 14 or newer")
    yield from _schema(found)
    yield from _role(found)
    yield from _writes(found)
    left = found.most_connections - found.connections
    yield graded(
        "connections",
        left >= OF_A_PROCESS,
        f"{found.connections} of {found.most_connections} taken; a server takes up to {OF_A_PROCESS}",
        "raise max_connections in postgresql.conf, or start fewer servers",
        taken=found.connections,
        most=found.most_connections,
    )
    yield graded(
        "notices",
        found.notices,
        "processes hear each other" if found.notices else "no notice was heard",
        "give the address of PostgreSQL itself, not that of a pool such as pgbouncer",
    )
    yield graded(
        "timeouts",
        found.statement_timeout not in ("0", ""),
        f"a statement may take {found.statement_timeout}" if found.statement_timeout != "0" else "without end",
        "take what sets statement_timeout or drops options out of the address",
    )
    yield graded(
        "database clock",
        abs(found.ahead) <= APART,
        f"{abs(found.ahead):.1f} s {'ahead of' if found.ahead > 0 else 'behind'} this machine's",
        "set both clocks by the network's time, such as with systemd-timesyncd",
    )
    yield fine("database size", f"{found.size // MEBIBYTE:,} MB", bytes=found.size)
    yield from _upkeep(found)


def _schema(found: DatabaseCondition) -> Iterator[Finding]:
    says = f"schema {found.schema}, and this program knows {found.newest_schema}; {found.encoding}"
    right = found.schema >= found.newest_schema and found.encoding == "UTF8"
    fix = "run “undercroft store migrate” as its owner"
    if found.encoding != "UTF8":
        fix = "make the database with --encoding UTF8 --template template0, and copy the tables there"
    yield graded("schema", right, says, fix, schema=found.schema)


def _role(found: DatabaseCondition) -> Iterator[Finding]:
    if found.missing:
        says = f"{found.role} may not use {', '.join(found.missing)}"
        yield poor("role", f"{says}: run “undercroft store migrate --program {found.role}” as the owner")
    elif found.superuser or found.may_change_lines:
        says = f"{found.role} may change and delete lines of logs"
        fix = "serve with a role of its own, made by “createuser NAME” and “undercroft store migrate --program NAME”"
        yield poor("role", f"{says}: {fix}")
    else:
        yield fine("role", f"{found.role} may append, and can change or delete no line", role=found.role)


def _writes(found: DatabaseCondition) -> Iterator[Finding]:
    if found.standby:
        yield poor("writes", "this is a standby, which takes no writes: give the address of the primary")
    elif found.waits_for and not found.standbys:
        says = f"commits wait for {found.waits_for}, and no standby is connected"
        yield poor("writes", f"{says}: start the standby, or empty synchronous_standby_names")
    else:
        told = f", confirmed by {found.waits_for}" if found.waits_for else ""
        yield fine("writes", f"taken{told}; {counted(found.standbys, 'standby', 'standbys')}", standbys=found.standbys)
    if not (found.fsync and found.full_page_writes):
        off = "fsync" if not found.fsync else "full_page_writes"
        yield poor("durability", f"{off} is off, so a power cut loses what was answered: set {off} = on")
    else:
        yield fine("durability", "what is answered is on the disk")


def _upkeep(found: DatabaseCondition) -> Iterator[Finding]:
    if found.archive_fails:
        yield poor("archive", "the last file could not be archived: see PostgreSQL's own log, and mend archive_command")
    elif found.archive:
        yield fine("archive", "on: the database can go back to any moment")
    else:
        yield fine("archive", "off: the database can go back to a dump only")
    if found.late:
        says = f"{counted(found.late, 'table')} deleted over 30 days ago are still kept"
        yield poor("deleted tables", f"{says}: run “undercroft store purge --older-than 30d”", tables=found.late)
