"""The line to the database is cut around a commit: the same append again tells what became of it."""

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from tests.clusters import Cluster
from tests.figures import figure, soak
from tests.postgres.histories import Op, Outcome, faults
from tests.postgres.proxies import Cut, Proxy, proxied
from tests.store.making import batch, filled
from undercroft.store.faults import Storage
from undercroft.store.log import Appended, AppendResult, Batch, Clean, Known
from undercroft.store.postgres.connections import ConnectionLost
from undercroft.store.postgres.store import PostgresStore

LINE_CUTS = figure("LINE_CUTS", 20, 1000)
"""Cuts of the line to the database, for each moment."""


@pytest.fixture
def proxy(own: Cluster) -> Iterator[tuple[Proxy, Path]]:
    """A proxy before the database, and the folder where it listens."""
    folder = Path(tempfile.mkdtemp(prefix="upx.", dir="/tmp"))
    with proxied(folder, own.folder) as made:
        yield made, folder
    shutil.rmtree(folder)


def through(url: str, folder: Path) -> str:
    """The address of a database through a proxy."""
    before, _, after = url.partition("host=")
    return f"{before}host={folder}&{after.partition('&')[2]}"


@soak(LINE_CUTS)
@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.DURING, Cut.AFTER, Cut.DRIP])
def test_the_line_is_cut_around_a_commit(url: str, proxy: tuple[Proxy, Path], cut: Cut) -> None:
    """There is one line, and the answer is the one that is stored with it."""
    line, folder = proxy
    with closing(PostgresStore(through(url, folder))) as store:
        filled(store, 0)
        for version in range(LINE_CUTS):
            sent = batch(version, key=f"cut-{version}")
            line.next(sent.key.encode(), cut)
            told = store.append("barrow", sent)
            assert told in (Appended(version + 1), Known(sent.answer))
            assert line.done
            assert Known(sent.answer) == store.append("barrow", sent)
        assert LINE_CUTS == store.version("barrow") == len(store.answers("barrow"))
        assert isinstance(store.verify("barrow"), Clean)


def test_a_line_on_which_nothing_comes_back(url: str, proxy: tuple[Proxy, Path]) -> None:
    """It is cut after a while, and the same append on another line tells that it is there."""
    line, folder = proxy
    with closing(PostgresStore(through(url, folder))) as store:
        filled(store, 0)
        line.next(b"lost", Cut.HANG)
        sent = batch(0, key="lost")
        assert Known(sent.answer) == store.append("barrow", sent)
        assert (1, True) == (store.version("barrow"), store.shared.figures().resent >= 1)


class LookingUp(PostgresStore):
    """A store that looks a key up after a lost connection, instead of sending the append again."""

    def append(self, table: str, batch: Batch) -> AppendResult:
        """Append, and be wrong if the old connection is slow."""
        try:
            return self._sent(table, batch)
        except ConnectionLost:
            self._connections.forget()
        known = self.recall(table, batch.key, batch.fingerprint)
        if known is None:
            raise Storage("storage", "nothing was written")
        return known


@pytest.mark.parametrize("kind, found", [(PostgresStore, 0), (LookingUp, 1)])
def test_an_old_connection_is_still_committing(
    url: str, proxy: tuple[Proxy, Path], kind: type[PostgresStore], found: int
) -> None:
    """To look the key up would not do: it says that nothing was written, and then it is."""
    line, folder = proxy
    with closing(PostgresStore(url)) as store:
        filled(store, 0)
    holding = psycopg.connect(url)
    holding.execute("SELECT 1 FROM heads FOR UPDATE")
    line.next(b"slow", Cut.DURING)
    released = threading.Timer(0.7, holding.close)
    sent = batch(0, key="slow")
    with closing(kind(through(url, folder))) as store:
        released.start()
        try:
            store.append("barrow", sent)
            op = Op(0, 1, Outcome.KNOWN, 0, "slow")
        except Storage as fault:
            op = Op(0, 1, Outcome.UNSURE if fault.code == "unsure" else Outcome.NOTHING, 0, "slow")
    released.join()
    with closing(PostgresStore(url)) as store:
        while not store.version("barrow"):
            pass
        lines = [(answer.seq, answer.key) for answer in store.answers("barrow")]
        assert found == len(faults([op], lines))
        assert Known(sent.answer) == store.append("barrow", replace(sent, expected=5))
