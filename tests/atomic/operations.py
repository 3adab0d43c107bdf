"""Every operation that writes, each as a person would ask for it: what is there before, and what is done."""

import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from tests.server.playing import WALL
from tests.server.tabling import SECRET
from tests.server.test_messages import BODY, LEDGER
from tests.store.making import BARROW, batch
from tests.store.test_migrations import old
from tests.table.small_site import CRYPT, MAUD, TORCHES, ULF, begin
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.cli.command_line import run
from undercroft.faces.cli.own_file import replace_own
from undercroft.faces.shared import store_path
from undercroft.faces.shared.owner_key import owner_key, renewed_key
from undercroft.faces.shared.server_keep import FileKeep, Founder
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.server.responses import Acted, Replayed
from undercroft.server.tables import Tables
from undercroft.store.backup import backup
from undercroft.store.copying import whole
from undercroft.store.faults import TableTaken
from undercroft.store.log import MOVED, StoredPicture
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp
from undercroft.table.world.pictures import AddPicture

ID = "crypt"
PREPARE = "prepare "
"""Before the name of an operation: make what it begins with, and do not do it."""


class Operation(NamedTuple):
    """What is in a folder before, what is done to it, and how it may be found in between."""

    prepare: Callable[[Path], None]
    do: Callable[[Path], None]
    in_two: bool = False
    """Whether a whole file may be there before the store changes; it is then there in addition."""


def store_in(folder: Path) -> Path:
    """The store of a folder."""
    return folder / "store.db"


def nothing(_: Path) -> None:
    """An empty folder."""


def table(folder: Path) -> None:
    """A store with a table: Maud and Ulf stand in the hall, and Maud has searched it."""
    with closing(SQLiteStore(store_in(folder))) as store:
        tables = Tables(store, wall=lambda: WALL)
        made = tables.begin(ID, begin(), name="The Crypt", secret=lambda _: SECRET)
        steps: tuple[Command, ...] = (LightUp(MAUD, TORCHES), EnterSite(MAIN, CRYPT), Search(MAUD))
        for number, command in enumerate(steps):
            assert isinstance(made.act(REFEREE, command, key=f"step-{number}"), Acted)


def damaged(folder: Path) -> None:
    """The same, with a line that was changed."""
    table(folder)
    with closing(sqlite3.connect(store_in(folder))) as db:
        db.execute("UPDATE lines SET at = at + 1 WHERE place & 4294967295 = 9")
        db.commit()


def log(folder: Path) -> None:
    """An exported log, and no store."""
    table(folder)
    with closing(SQLiteStore(store_in(folder))) as store, (folder / "log.jsonl").open("wb") as out:
        export_table(store, ID, out)
    store_in(folder).unlink()


def saved(folder: Path) -> None:
    """A backup, and no store."""
    table(folder)
    backup(store_in(folder), folder / "backup.db")
    store_in(folder).unlink()


def written(folder: Path) -> None:
    """A file of a person's own."""
    (folder / "mill.toml").write_text("name = 'The Mill'\n", encoding="utf-8")


def typed(*words: str, code: int = 0) -> Callable[[Path], None]:
    """A command line; a word in braces is a file of the folder."""

    def typing(folder: Path) -> None:
        named = [str(folder / word[1:-1]) if word.startswith("{") else word for word in words]
        assert code == run([*named, "--data", str(store_in(folder))])

    return typing


def chart(folder: Path) -> None:
    """A chart of odds, which needs no store."""
    assert 0 == run(["odds", "2d6", "--plot", str(folder / "odds.svg")])


def act(folder: Path, dice: tuple[int, ...]) -> None:
    """Ulf searches too, which ends the turn; with dice or without."""
    with closing(SQLiteStore(store_in(folder))) as store:
        opened = Tables(store, wall=lambda: WALL).open(ID)
        done = opened.act(REFEREE, Search(ULF), key="search", dice=dice)
        assert isinstance(done, Acted | Replayed), done
        assert not opened.now.wanted


def line(folder: Path) -> None:
    """Ulf searches by a line with dice at the prompt, which ends the turn."""
    before, sys.stdin = sys.stdin, StringIO("search ulf : 3 4\nquit\n")
    with redirect_stdout(StringIO()) as shown:
        assert 0 == run(["play", ID, "--data", str(store_in(folder))])
    assert "3 + 4 = 7" in shown.getvalue()
    sys.stdin = before


def foreign(folder: Path) -> None:
    """A table of another program, and a store with a table."""
    table(folder)
    (folder / "omens.csv").write_text("d4,omen\n1,a crow\n2-4,rain\n", encoding="utf-8")


def picture(folder: Path) -> None:
    """A picture for a handout is kept with the campaign."""
    with closing(SQLiteStore(store_in(folder))) as store:
        opened = Tables(store, wall=lambda: WALL).open(ID)
        added = opened.act(REFEREE, AddPicture(LEDGER), key="picture", pictures=(StoredPicture(LEDGER.id, BODY),))
        assert isinstance(added, Acted | Replayed), added


def snapshot(folder: Path) -> None:
    """The table is closed."""
    with closing(SQLiteStore(store_in(folder))) as store:
        tables = Tables(store)
        tables.open(ID)
        tables.close()


def mark(folder: Path) -> None:
    """The demo at a bookmark."""
    with closing(SQLiteStore(store_in(folder))) as store:
        begin_at(Tables(store, wall=lambda: WALL), bookmark("torch"), "torch", "The torch")


def key(folder: Path) -> None:
    """The key of the server's owner."""
    owner_key(store_in(folder))


def new_key(folder: Path) -> None:
    """Another key, so that the owner's link ends."""
    renewed_key(store_in(folder))


def keep(folder: Path) -> None:
    """What a server keeps beside its tables, as it is at first."""
    FileKeep(store_in(folder)).read()


def founder(folder: Path) -> None:
    """A club may start campaigns."""
    club = Founder("club", "The Club", 3)
    FileKeep(store_in(folder)).change(lambda kept: replace(kept, founders=(club,)))


def rewrite(folder: Path) -> None:
    """A campaign file is changed."""
    replace_own(str(folder / "mill.toml"), "name = 'The Mill'\n", "name = 'A mill'\n")


def old_store(folder: Path) -> None:
    """A store of the first schema."""
    old(store_in(folder))


def open_and_close(folder: Path) -> None:
    """The store is opened for writing."""
    SQLiteStore(store_in(folder)).close()


def folder_of_a_user(folder: Path) -> None:
    """The store where it usually is, in a folder that is made."""
    place = store_path.StorePlace(folder / "share" / "undercroft" / "store.db", named=False)
    with closing(store_path.writing(place)) as store:
        store.create(BARROW, SECRET, [batch(0)])


def moved_away(folder: Path) -> None:
    """Mark a table as one that is in another store now."""
    with closing(SQLiteStore(store_in(folder))) as store:
        store.mark(ID, MOVED, 1)


def moved_here(folder: Path) -> None:
    """Put a table of another store into this one, once."""
    with closing(SQLiteStore(folder / "backup.db", readonly=True)) as other:
        kept = whole(other, ID)
    with closing(SQLiteStore(store_in(folder))) as store, suppress(TableTaken):
        store.put(kept)


def copied(folder: Path) -> None:
    """All tables are moved to another store."""
    assert 0 == run(["store", "copy", str(store_in(folder)), str(folder / "other.db")])


OPERATIONS: Mapping[str, Operation] = {
    "new": Operation(nothing, typed("table", "new", "The Mill")),
    "demo": Operation(nothing, typed("table", "new", "Marches", "--demo")),
    "bookmark": Operation(table, mark),
    "import": Operation(log, typed("table", "import", "{log.jsonl}")),
    "import of another program's file": Operation(foreign, typed("table", "import", "{omens.csv}", "--id", "omens")),
    "another program's file into a table": Operation(foreign, typed("table", "import", "{omens.csv}", "--into", ID)),
    "rename": Operation(table, typed("table", "rename", ID, "The Vault")),
    "delete": Operation(table, typed("table", "delete", ID, "--name", "The Crypt"), in_two=True),
    "delete a damaged table": Operation(damaged, typed("table", "delete", ID, "--name", "The Crypt"), in_two=True),
    "recover": Operation(damaged, typed("table", "recover", ID)),
    "export": Operation(table, typed("table", "export", ID, "{crypt.jsonl}")),
    "export for another program": Operation(table, typed("table", "export", ID, "{crypt.md}", "--as", "markdown")),
    "chart": Operation(table, chart),
    "backup": Operation(table, typed("table", "backup", "{backup.db}")),
    "backup of a damaged store": Operation(damaged, typed("table", "backup", "{backup.db}", code=5)),
    "restore": Operation(saved, typed("table", "restore", "{backup.db}")),
    "store copy": Operation(table, copied, in_two=True),
    "move away": Operation(table, moved_away),
    "move here": Operation(saved, moved_here),
    "command": Operation(table, lambda folder: act(folder, ())),
    "command with dice": Operation(table, lambda folder: act(folder, (3, 4))),
    "typed line with dice": Operation(table, line),
    "picture": Operation(table, picture),
    "snapshot": Operation(table, snapshot),
    "migration": Operation(old_store, open_and_close, in_two=True),
    "key": Operation(nothing, key),
    "new key": Operation(key, new_key),
    "keep": Operation(nothing, keep),
    "founder": Operation(keep, founder),
    "own file": Operation(written, rewrite, in_two=True),
    "usual folder": Operation(nothing, folder_of_a_user),
}
