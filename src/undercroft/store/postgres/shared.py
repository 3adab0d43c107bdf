"""What processes on one database keep together: settings, join codes, wrong codes, and who is connected where."""

from collections.abc import Callable, Collection, Iterable, Mapping

from psycopg import Connection

from undercroft.store.postgres.neighbours import SETTINGS, Neighbours
from undercroft.store.postgres.transactions import Transactions
from undercroft.store.sharing import Shared, SharedCode, SharingFigures, Watcher

_CODE = "SELECT shown FROM codes JOIN tables USING (number) WHERE id = %s AND ended = %s AND removed IS NULL"
_TAKE_CODE = """
INSERT INTO codes (code, shown, number, ended) SELECT %s, %s, number, %s FROM tables WHERE id = %s AND removed IS NULL
ON CONFLICT DO NOTHING"""
_OLD_CODES = """
DELETE FROM codes USING tables WHERE codes.number = tables.number AND id = %s AND abs(ended - %s) > 1"""
_OPENED = "SELECT id, ended FROM codes JOIN tables USING (number) WHERE code = %s AND removed IS NULL"
_SETTING = "SELECT value FROM settings WHERE name = %s"
_HOLD = "SELECT value FROM settings WHERE name = %s FOR UPDATE"
_FIRST = "INSERT INTO settings (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_KEEP = """
INSERT INTO settings (name, value) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"""


class PostgresShared(Shared):
    """What is kept together in a database."""

    def __init__(self, transactions: Transactions, neighbours: Neighbours) -> None:
        self._transactions = transactions
        self._neighbours = neighbours

    def watch(self, watcher: Watcher) -> None:
        self._neighbours.watch(watcher)

    def setting(self, name: str, first: bytes) -> bytes:
        def work(db: Connection) -> bytes:
            db.execute(_FIRST, (name, first))
            row = db.execute(_SETTING, (name,)).fetchone()
            return row[0] if row else first

        found = self._transactions.read(lambda db: db.execute(_SETTING, (name,)).fetchone())
        return found[0] if found else self._transactions.written(work)

    def keep_setting(self, name: str, value: bytes) -> None:
        self._transactions.written(lambda db: db.execute(_KEEP, (name, value)))
        self._neighbours.hint(SETTINGS)

    def change_setting(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        def work(db: Connection) -> bytes:
            row = db.execute(_HOLD, (name,)).fetchone()
            value = change(row[0] if row else b"")
            db.execute(_KEEP, (name, value))
            return value

        changed = self._transactions.written(work)
        self._neighbours.hint(SETTINGS)
        return changed

    def code(self, table: str, ended: int, offered: Iterable[tuple[str, str]]) -> str | None:
        def work(db: Connection) -> str | None:
            if found := db.execute(_CODE, (table, ended)).fetchone():
                return str(found[0])
            db.execute(_OLD_CODES, (table, ended))
            for code, shown in offered:
                db.execute(_TAKE_CODE, (code, shown, ended, table))
                if found := db.execute(_CODE, (table, ended)).fetchone():
                    return str(found[0])
            return None

        return self._transactions.written(work)

    def opened_by(self, code: str) -> SharedCode | None:
        row = self._transactions.read(lambda db: db.execute(_OPENED, (code,)).fetchone())
        return SharedCode(*row) if row else None

    def note_wrong_code(self, address: str) -> None:
        self._neighbours.wrong_code(address)

    def wrong_codes(self) -> Mapping[str, int]:
        return self._neighbours.attempts

    def note_present(self, table: str, seats: Collection[str]) -> None:
        self._neighbours.here(table, seats)

    def figures(self) -> SharingFigures:
        connections = self._transactions.connections
        return SharingFigures(connections.resent, connections.open, self._neighbours.lag, self._neighbours.silence)

    def present_elsewhere(self, table: str) -> frozenset[str]:
        return self._neighbours.present.get(table, frozenset())
