"""Damage is survived: a bit flipped anywhere in the files of a store, or a file cut short.

Nothing crashes, nothing changes in silence, and whatever can be read is read, saved and played on.
"""

import shutil
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tests.figures import FLIPS, FLIPS_IN_A_PART, SEED, soak
from tests.store.making import BARROW, MILL, SECRET, batch, drawn, entry, filled
from undercroft.kernel.frozen import FrozenMap
from undercroft.store.backup import backup
from undercroft.store.database import PAGE
from undercroft.store.faults import Integrity, StoreFault
from undercroft.store.found_rows import found_in
from undercroft.store.log import Appended, Batch, Clean, Head, Known, Line, ListedTable, Mismatch, Snapshot
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.salvage import salvaged
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

KEYS = tuple(f"key-{version}" for version in range(0, 60, 3))
PARTS = range(max(1, FLIPS // FLIPS_IN_A_PART))
MANY = FLIPS // len(PARTS)
"""Flips in each part."""


class Facts(Struct, frozen=True):
    """Everything that a reader or a retry can depend on, of one table."""

    table: ListedTable
    head: Head
    lines: tuple[Line, ...]
    secret: bytes
    answers: tuple[Known | Mismatch | None, ...]
    pictures: tuple[tuple[str, bytes | None], ...]


def facts(store: Store, table: str) -> Facts:
    """Everything there is to know of a table."""
    listed = next(each for each in store.tables() if each.id == table)
    answers = tuple(store.recall(table, key, key.encode()) for key in KEYS)
    pictures = tuple((id, store.picture(table, id)) for id in store.pictures(table))
    return Facts(listed, store.head(table), tuple(store.read(table)), bytes(store.secret(table)), answers, pictures)


def written(path: Path) -> SQLiteStore:
    """An open store: a table with acts of several lines and pictures, a small one, and one that was imported."""
    store = SQLiteStore(path)
    store.create(BARROW, SECRET)
    version = 0
    while version < 45:
        lines = 1 + version % 3
        kept = replace(batch(version, lines=lines, streams={"public": version}), pictures=drawn(version))
        version += lines
        assert Appended(version) == store.append("barrow", kept)
    store.append("barrow", Batch(version, "long", b"long", (entry(version + 1, "x" * 3000),), b"{}", FrozenMap()))
    filled(store, 9, MILL)
    out = BytesIO()
    export_table(filled(MemoryStore(), 12), "barrow", out)
    out.seek(0)
    import_table(store, out, "a file", SECRET, id="mound")
    store.save_snapshot("mill", Snapshot(5, "fold", b"state" * 200))
    return store


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, Facts]]:
    """The bytes of a closed store, and everything it holds."""
    path = tmp_path_factory.mktemp("whole") / "store.db"
    with closing(written(path)) as store:
        held = {table.id: facts(store, table.id) for table in store.tables()}
    return path.read_bytes(), held


def spoilt(whole: bytes, chance: Random) -> bytes:
    """The file with one bit flipped, or in one of twenty cases cut short."""
    if not chance.randrange(20):
        return whole[: chance.randrange(len(whole))]
    at = chance.randrange(len(whole))
    return whole[:at] + bytes((whole[at] ^ 1 << chance.randrange(8),)) + whole[at + 1 :]


@soak(MANY)
@pytest.mark.parametrize("part", PARTS)
def test_a_flipped_bit_or_a_file_cut_short(
    tmp_path: Path, whole: tuple[bytes, dict[str, Facts]], part: int, record_property: Callable[[str, object], None]
) -> None:
    """What is called clean is the same; the rest can be saved, up to what the damage itself took."""
    chance = Random(f"{SEED}/{part}")
    for number in range(MANY):
        path = tmp_path / "store.db"
        path.write_bytes(spoilt(whole[0], chance))
        for table in clean(path):
            assert whole[1][table.id] == table.facts, number
        check_saved(path, whole[1], cut=path.stat().st_size < len(whole[0]))
        if not number % 10:
            check_backup(path, tmp_path / "saved.db", whole[1], cut=path.stat().st_size < len(whole[0]))
            played = tmp_path / f"played-{number}"
            played.mkdir()
            (played / "store.db").write_bytes(path.read_bytes())
            play_on(played / "store.db")
            shutil.rmtree(played)
    record_property("flips", MANY)


class Checked(Struct, frozen=True):
    """A table that verifies, and everything it holds."""

    id: str
    facts: Facts


def clean(path: Path) -> list[Checked]:
    """The tables of a store that verify; a fault of the whole store leaves none."""
    try:
        with closing(SQLiteStore(path, readonly=True)) as store:
            ids = [table.id for table in store.tables()]
            return [Checked(id, facts(store, id)) for id in ids if isinstance(_verified(store, id), Clean)]
    except StoreFault:
        return []


def _verified(store: Store, table: str) -> object:
    try:
        return store.verify(table)
    except StoreFault as fault:
        return fault


def check_saved(path: Path, held: dict[str, Facts], *, cut: bool) -> None:
    """What can be read is what was written, from the first line on; a flipped bit costs no line that fits a page."""
    found = [salvaged(each) for each in found_in(path).values()]
    for salvage in found:
        if cut and not salvage.lines:
            continue
        before = held[salvage.table.id]
        assert before.lines[: len(salvage.lines)] == salvage.lines
        missing = before.lines[len(salvage.lines) :]
        assert cut or not missing or len(missing[0].body) > PAGE, f"{salvage.lost} lines lost"
        assert {(picture.id, picture.body) for picture in salvage.pictures} <= set(before.pictures)
        assert {salvage.secret} <= {None, before.secret}
    assert cut or held.keys() == {salvage.table.id for salvage in found}


def check_backup(path: Path, saved: Path, held: dict[str, Facts], *, cut: bool) -> None:
    """What a backup takes verifies, is what was written from the first line on, and can be played on."""
    try:
        backup(path, saved)
    except StoreFault as fault:
        if cut or fault.code == "newer_schema":
            return
        raise
    with closing(SQLiteStore(saved)) as store:
        for table in store.tables():
            lines = tuple(store.read(table.id))
            assert held[table.id].lines[: len(lines)] == lines
            assert isinstance(store.verify(table.id), Clean)
            assert isinstance(store.append(table.id, batch(len(lines), key="played on")), Appended)
    saved.unlink()


def play_on(path: Path) -> None:
    """Open a damaged store for writing, and write to each of its tables: a fault of ours, or it is written."""
    try:
        with closing(SQLiteStore(path)) as store:
            for table in store.tables():
                try:
                    store.append(table.id, batch(store.head(table.id).version, key="played on"))
                    store.save_snapshot(table.id, Snapshot(1, "fold", b"state"))
                    store.rename(table.id, "Another name")
                except StoreFault:
                    continue
    except StoreFault:
        return


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes, int]:
    """A store as a killed process leaves it: the database, the write-ahead log beside it, and the number of lines."""
    path = tmp_path_factory.mktemp("killed") / "store.db"
    with closing(filled(SQLiteStore(path), 30)):
        return path.read_bytes(), Path(f"{path}-wal").read_bytes(), 30


@soak(MANY)
@pytest.mark.parametrize("part", PARTS)
def test_a_flipped_bit_in_what_a_killed_server_left(
    tmp_path: Path, killed: tuple[bytes, bytes, int], part: int, record_property: Callable[[str, object], None]
) -> None:
    """SQLite drops what lies behind it without a word. So the store is not opened, and a backup has everything."""
    chance, (whole, log, lines) = Random(f"{SEED}/{part}"), killed
    kept: list[int] = []
    for number in range(MANY // 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        path, saved = folder / "store.db", folder / "saved.db"
        path.write_bytes(whole)
        at = chance.randrange(len(log))
        Path(f"{path}-wal").write_bytes(log[:at] + bytes((log[at] ^ 1 << chance.randrange(8),)) + log[at + 1 :])
        found = backup(path, saved)
        with closing(SQLiteStore(saved, readonly=True)) as store:
            kept.append(store.head("barrow").version)
            assert isinstance(store.verify("barrow"), Clean)
        if found is not None:
            with pytest.raises(Integrity):
                SQLiteStore(path)
        assert found is None or kept[-1] == lines, at
        assert lines - 1 <= kept[-1], at
        shutil.rmtree(folder)
    assert max(kept) == lines
    record_property("flips", len(kept))
