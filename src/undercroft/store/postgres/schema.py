"""The tables in the database, and how they are made and renewed: by `undercroft store migrate`, never by a start.

Two roles use a database. Its owner makes and renews the tables. The program may read, append and rename, but it can
neither change nor delete a line: lines of a removed table go through a function of the owner's.
"""

from collections.abc import Sequence

import psycopg
from msgspec import Struct
from psycopg import Connection, sql

from undercroft.kernel.faults import BadInput
from undercroft.store.faults import OldSchema, Storage

SCHEMA = 2
"""The newest schema that this program knows."""
LEAST = 1
"""The oldest program that may use a database of that schema."""
MIGRATING = 0x756E6465
"""The number of the lock that one migration at a time holds."""

_FIRST = (
    "CREATE TABLE schema (version integer NOT NULL, least integer NOT NULL)",
    "CREATE TABLE settings (name text PRIMARY KEY, value bytea NOT NULL)",
    """
    CREATE TABLE tables (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL, name text NOT NULL, created text NOT NULL, format integer NOT NULL, origin text,
        seal bigint NOT NULL, removed timestamptz)""",
    "CREATE UNIQUE INDEX ids ON tables (id) WHERE removed IS NULL",
    """
    CREATE TABLE heads (
        number bigint PRIMARY KEY REFERENCES tables, version bigint NOT NULL,
        link bytea NOT NULL CHECK (length(link) = 32), streams bytea NOT NULL, seal bigint NOT NULL)
    WITH (fillfactor = 20)""",
    "CREATE TABLE secrets (number bigint PRIMARY KEY REFERENCES tables, secret bytea NOT NULL, seal bigint NOT NULL)",
    """
    CREATE TABLE lines (
        number bigint NOT NULL REFERENCES tables, seq bigint NOT NULL CHECK (seq > 0), act text NOT NULL,
        at bigint NOT NULL, audience text NOT NULL, tag text NOT NULL, body bytea NOT NULL, wall text NOT NULL,
        link bytea NOT NULL, key text COLLATE "C", fingerprint bytea, answer bytea, seal bigint,
        PRIMARY KEY (number, seq),
        CHECK (num_nulls(key, fingerprint, answer, seal) IN (0, 4)))""",
    "CREATE UNIQUE INDEX keys ON lines (number, key) WHERE key IS NOT NULL",
    """
    CREATE TABLE pictures (
        number bigint NOT NULL REFERENCES tables, id text COLLATE "C" NOT NULL, body bytea NOT NULL,
        seal bigint NOT NULL, PRIMARY KEY (number, id))""",
    """
    CREATE TABLE snapshots (
        number bigint NOT NULL REFERENCES tables, code text NOT NULL, version bigint NOT NULL, link bytea NOT NULL,
        digest bytea NOT NULL, body bytea NOT NULL, taken timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (number, code))""",
    """
    CREATE TABLE codes (
        code text COLLATE "C" PRIMARY KEY, shown text NOT NULL, number bigint NOT NULL REFERENCES tables,
        ended bigint NOT NULL, UNIQUE (number, ended))""",
    """
    CREATE UNLOGGED TABLE attempts (
        address text COLLATE "C" NOT NULL, minute bigint NOT NULL, count bigint NOT NULL,
        PRIMARY KEY (address, minute))""",
    """
    CREATE UNLOGGED TABLE presence (
        number bigint NOT NULL, process text NOT NULL, seats text[] NOT NULL, seen timestamptz NOT NULL,
        PRIMARY KEY (number, process))""",
    """
    CREATE FUNCTION purge_lines(removed_number bigint, most bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
        WITH gone AS (
            DELETE FROM lines WHERE (number, seq) IN (
                SELECT lines.number, lines.seq FROM lines JOIN tables USING (number)
                WHERE lines.number = removed_number AND tables.removed IS NOT NULL LIMIT most)
            RETURNING 1)
        SELECT count(*) FROM gone $$""",
    """
    CREATE FUNCTION purge_table(removed_number bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM tables WHERE number = removed_number AND removed IS NOT NULL) THEN
            DELETE FROM codes WHERE number = removed_number;
            DELETE FROM snapshots WHERE number = removed_number;
            DELETE FROM pictures WHERE number = removed_number;
            DELETE FROM secrets WHERE number = removed_number;
            DELETE FROM heads WHERE number = removed_number;
            DELETE FROM tables WHERE number = removed_number;
        END IF;
    END $$""",
    "REVOKE ALL ON FUNCTION purge_lines, purge_table FROM PUBLIC",
    "INSERT INTO schema (version, least) VALUES (1, 1)",
)

_SECOND = ("ALTER TABLE lines DROP CONSTRAINT lines_number_fkey",)
"""A line is written only with the head of its table, which refers to it: to look the table up again costs a sixth."""

MIGRATIONS: Sequence[Sequence[str]] = (_FIRST, _SECOND)
"""The statements that lead from each schema to the next."""

_GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {program}",
    "GRANT SELECT ON schema TO {program}",
    "GRANT SELECT, INSERT, UPDATE ON settings, heads TO {program}",
    "GRANT SELECT, INSERT ON secrets, lines, pictures TO {program}",
    "GRANT SELECT, INSERT, UPDATE (name, origin, seal, removed) ON tables TO {program}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots, codes, attempts, presence TO {program}",
    "GRANT EXECUTE ON FUNCTION purge_lines, purge_table TO {program}",
)

_NAMED = "SELECT version, least FROM schema"


class FoundSchema(Struct, frozen=True):
    """The schema of a database, and the oldest program that may use it."""

    version: int
    least: int


def found(db: Connection) -> FoundSchema | None:
    """The schema of a database; None if it has none of ours."""
    try:
        row = db.execute(_NAMED).fetchone()
    except psycopg.errors.UndefinedTable:
        return None
    return FoundSchema(*row) if row else None


def check(db: Connection, named: str) -> None:
    """Refuse a database that this program cannot use."""
    there = found(db)
    fix = "“undercroft store migrate” with the owner's role makes it ready"
    if there is None:
        raise Storage("not_a_store", f"{named} does not hold a store yet", fix)
    if there.version < SCHEMA:
        raise OldSchema(f"{named} has schema {there.version}, and this Undercroft needs {SCHEMA}", fix)
    if there.least > SCHEMA:
        raise Storage("newer_schema", f"{named} was made ready for a newer Undercroft", "update Undercroft")


def migrate(db: Connection, program: str | None = None) -> tuple[int, int]:
    """Bring the database to the newest schema, one migration at a time; from which to which."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        there = found_in_transaction(db)
        before = there.version if there else 0
        for version, statements in enumerate(MIGRATIONS[before:], before + 1):
            for statement in statements:
                db.execute(statement.encode())
            db.execute("UPDATE schema SET version = %s, least = %s", (version, LEAST))
        if program is not None:
            _grant(db, program)
    return before, max(before, SCHEMA)


def found_in_transaction(db: Connection) -> FoundSchema | None:
    """The same within a transaction, which a missing table would end."""
    named = db.execute("SELECT to_regclass('schema')").fetchone()
    return found(db) if named and named[0] is not None else None


def _grant(db: Connection, program: str) -> None:
    try:
        for grant in _GRANTS:
            db.execute(sql.SQL(grant.encode().decode()).format(program=sql.Identifier(program)))  # pyright: ignore[reportArgumentType]
    except psycopg.errors.UndefinedObject:
        fix = f"“createuser {program}” makes it"
        raise BadInput("no_role", f"the database has no role “{program[:60]}”", fix, field="program") from None
