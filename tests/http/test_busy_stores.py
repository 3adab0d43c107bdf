"""A store whose file another program holds, and a disk that could not keep what was written."""

import os
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx

from tests.http.hosting import TABLE
from tests.requiring import need
from tests.serving import serving, speaking
from tests.store.processes import ENVIRONMENT, traces
from tests.table.small_site import begin
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.server.tables import Tables
from undercroft.store.sqlite import SQLiteStore

SEEN = (f"/t/{TABLE}", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/events", f"/api/tables/{TABLE}/offers", "/")


def note(client: httpx.Client, number: int) -> int:
    """Write a note; the status."""
    body = {"command": {"kind": "note", "text": f"Note {number}"}, "key": f"note-{number}"}
    return client.post(f"/api/tables/{TABLE}/commands", json=body).status_code


def test_reads_go_on_while_the_file_is_held(tmp_path: Path) -> None:
    """Ten commands wait as long as another program writes; everything can be looked at meanwhile, and then they go on.

    A look that waited for a command would never end: the file is let go after the last look.
    """
    lobby = Lobby(SQLiteStore(tmp_path / "store.db", patience=600), bytes(32))
    lobby.tables.begin(TABLE, begin(), name="The Crypt")
    with serving(lobby=lobby) as address, speaking(address) as owner, ThreadPoolExecutor(10) as many:
        owner.get(f"/enter/{lobby.owner_link()}")
        with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = [many.submit(note, owner, number) for number in range(10)]
            looking = httpx.Client(base_url=address, cookies=owner.cookies, timeout=60, verify=False)
            with looking:
                assert [200] * len(SEEN) == [looking.get(path).status_code for path in SEEN]
            assert not any(command.done() for command in waiting)
            other.execute("ROLLBACK")
        assert [200] * 10 == [command.result() for command in waiting]
    lobby.close()


class Ending:
    """A process that ends with the test, whatever becomes of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def close(self) -> None:
        """Kill it if it is still there."""
        self._process.kill()
        self._process.communicate()


def test_a_server_whose_disk_cannot_keep_what_is_written_stops(tmp_path: Path) -> None:
    """The command is not acknowledged, and the process ends with the code for storage and says why."""
    need("strace", traces())
    data = tmp_path / "store.db"
    with closing(SQLiteStore(data)) as store:
        Tables(store).begin(TABLE, begin())
    inject = ["strace", "-f", "-qq", "-o", os.devnull, "-P", f"{data}-wal", "-e", "trace=fdatasync,fsync"]
    inject += ["-e", "inject=fdatasync,fsync:error=EIO:when=4+"]
    command = [*inject, sys.executable, "-m", "undercroft", "serve", "--port", "0", "--data", str(data)]
    server = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout
    assert server.stderr
    with closing(Ending(server)):
        link = ""
        while "/enter/" not in link:
            link = server.stdout.readline()
            assert link, server.stderr.read()
        entrance = re.search(r"http://\S+", link)
        assert entrance
        with speaking(entrance[0].partition("/enter/")[0]) as owner:
            owner.get(entrance[0])
            statuses: list[int] = []
            while statuses[-1:] != [503]:
                body = {"command": {"kind": "note", "text": "The tide turns."}, "key": f"tide-{len(statuses)}"}
                statuses.append(owner.post(f"/api/tables/{TABLE}/commands", json=body).status_code)
                assert len(statuses) < 40, statuses
        assert 6 == server.wait(60)
        assert f"error: sync_failed: {data}: the disk could not keep what was written" in server.stderr.read()
    with closing(SQLiteStore(data)) as store:
        kept = [line.body for line in store.read(TABLE) if line.tag == "table.note-written"]
        assert len(statuses) - 1 <= len(kept) <= len(statuses)
