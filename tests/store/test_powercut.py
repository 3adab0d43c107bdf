"""The power fails: what was acknowledged is on the disk, whatever else is not."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.figures import CUTS, SEED, soak, spread
from tests.store.making import BARROW, SECRET
from tests.store.powercut import CALLS, Disk, Kept
from tests.store.processes import acks, traced
from tests.store.surviving import survived
from tests.store.test_migrations import exports, old
from undercroft.store.sqlite import SQLiteStore

APPENDS = max(20, CUTS // 6)


def content_of(folder: Path) -> dict[str, bytes]:
    """The files in a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


class Run:
    """What a writer did to a folder, to be cut off anywhere."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._folder, self._before = folder, content_of(folder)
        _, self._trace = traced(folder / "store.db", CALLS, *arguments, full=True)
        disk = self._disk()
        self.moments = sum(1 for _ in disk.play(self._trace))
        assert content_of(folder) == disk.files, "the disk missed something"

    def _disk(self) -> Disk:
        return Disk(self._folder, self._before)

    def cuts(self, kept: Kept) -> Iterator[tuple[Path, str]]:
        """A folder with a store for each moment the power fails at, and what had been said until then."""
        chance, wanted = Random(SEED), set(spread(self.moments, CUTS))
        disk, last = self._disk(), None
        for moment, _ in enumerate(disk.play(self._trace)):
            if moment not in wanted:
                continue
            found = disk.after_a_cut(kept, chance)
            if last != (found, disk.said):
                yield self._found(moment, found) / "store.db", disk.said
            last = (found, disk.said)

    def _found(self, moment: int, content: dict[str, bytes]) -> Path:
        folder = self._folder.with_name(f"cut-{moment}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, of in content.items():
            (folder / name).write_bytes(of)
        return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the store's own."""
    made = tmp_path / "folder"
    made.mkdir()
    return made


WAYS = pytest.mark.parametrize("kept", list(Kept), ids=lambda kept: kept.value)


@soak(CUTS)
@WAYS
def test_the_power_fails_during_play(folder: Path, kept: Kept) -> None:
    """From making the store to closing it, with the write-ahead log emptied now and then."""
    run = Run(folder, str(APPENDS), "pages=40")
    tried = 0
    for path, said in run.cuts(kept):
        tried += 1
        if "open\n" not in said:
            unannounced(path)
        survived(path, max([0, *acks(said)]))
    assert tried > CUTS // 5


def unannounced(path: Path) -> None:
    """Nobody was told of a table yet: there may be none, but what is there is a store."""
    with closing(SQLiteStore(path)) as store:
        if not store.tables():
            store.create(BARROW, SECRET)


@soak(CUTS)
@WAYS
def test_the_power_fails_while_an_old_store_is_renewed(folder: Path, kept: Kept) -> None:
    """It is the old one or the new one, and all its lines are there."""
    with closing(SQLiteStore(old(folder / "store.db"), readonly=True)) as store:
        files = exports(store)
    for ending in ("-wal", "-shm"):
        Path(f"{folder / 'store.db'}{ending}").unlink(missing_ok=True)
    for path, _ in Run(folder, "0").cuts(kept):
        with closing(SQLiteStore(path)) as store:
            assert files == exports(store)
            assert 2 == len({store.secret("barrow"), store.secret("mill")})


def test_without_full_sync_acknowledged_lines_would_be_lost(folder: Path) -> None:
    """The tests above can fail."""
    lost = 0
    for path, said in Run(folder, "20", "sync=NORMAL").cuts(Kept.SYNCED):
        if acks(said):
            with closing(SQLiteStore(path, readonly=True)) as store:
                lost += store.head("barrow").version < max(acks(said))
    assert lost > 10


def test_a_disk_that_forgets_the_folder_would_lose_the_store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Syncing the folder is what keeps a new store: without it there would be nothing, or not what was said."""
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "_sync", forgetful(Disk._sync))
        lost = 0
        for path, said in Run(folder, "3").cuts(Kept.SYNCED):
            if acks(said):
                lost += not path.exists()
    assert lost


def forgetful(sync):
    """Syncs files and no folder."""
    return lambda disk, name: sync(disk, name) if name else True
