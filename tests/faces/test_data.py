"""Where the store is."""

import os
import pwd
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.store.making import BARROW, SECRET
from undercroft.faces.shared import store_path
from undercroft.faces.shared.store_path import StorePlace
from undercroft.kernel.faults import BadInput
from undercroft.store.faults import NoSuchFile, Storage


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, and nothing set."""
    for name in ("UNDERCROFT_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def path_of(named: str | None) -> Path:
    """The file of a store that is named like this."""
    return store_path.file_of(store_path.place(named), "").path


def test_what_is_named_comes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the variable, then the user's folder; an empty variable is none."""
    usual = StorePlace(home / ".local/share/undercroft/undercroft.db", named=False)
    assert usual == store_path.place(None)
    monkeypatch.setenv("UNDERCROFT_DATA", "")
    assert usual == store_path.place(None)
    monkeypatch.setenv("UNDERCROFT_DATA", str(home / "set.db"))
    assert StorePlace(home / "set.db", named=False) == store_path.place(None)
    assert StorePlace(home / "named.db", named=True) == store_path.place("named.db")


def test_a_file_or_a_folder(home: Path) -> None:
    """In a folder the store has its usual name; a slash at the end says that one is meant."""
    (home / "campaigns").mkdir()
    assert home / "campaigns" / "undercroft.db" == path_of("campaigns")
    assert home / "new" / "undercroft.db" == path_of("new/")
    assert home / "new" == path_of("new")


@pytest.mark.parametrize(
    "platform, environment, expected",
    [
        ("linux", {}, "~/.local/share/undercroft"),
        ("linux", {"XDG_DATA_HOME": "/srv/data"}, "/srv/data/undercroft"),
        ("linux", {"XDG_DATA_HOME": "data"}, "~/.local/share/undercroft"),
        ("linux", {"XDG_DATA_HOME": ""}, "~/.local/share/undercroft"),
        ("freebsd14", {}, "~/.local/share/undercroft"),
        ("darwin", {"XDG_DATA_HOME": "/srv/data"}, "~/Library/Application Support/Undercroft"),
        ("win32", {"LOCALAPPDATA": "/c/local"}, "/c/local/Undercroft"),
        ("win32", {}, "~/AppData/Local/Undercroft"),
    ],
)
def test_the_usual_folder(home: Path, platform: str, environment: dict[str, str], expected: str) -> None:
    """Each platform's own; a relative XDG_DATA_HOME does not count."""
    assert Path(expected.replace("~", str(home))) == store_path.usual_folder(platform, environment)


HOMELESS = """
import os, pwd, sys
if sys.argv[1] == "nobody":
    pwd.getpwuid = lambda number: {}[number]
from undercroft.faces.shared import store_path
from undercroft.kernel.faults import BadInput
try:
    print(store_path.place(None).path)
except BadInput as fault:
    print(fault.code, fault.fix)
print(store_path.place("/srv/store.db").path)
"""


OWN = f"{pwd.getpwuid(os.getuid()).pw_dir}/.local/share/undercroft/undercroft.db"


@pytest.mark.parametrize(
    "who, first", [("somebody", OWN), ("nobody", "no_home name a file with --data, or in UNDERCROFT_DATA")]
)
def test_without_a_home(who: str, first: str) -> None:
    """The system's own record of the user helps; where there is none either, the message says what to do."""
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    command = [sys.executable, "-c", HOMELESS, who]
    assert [first, "/srv/store.db"] == subprocess.check_output(command, env=environment, text=True).splitlines()


def test_a_home_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative one is not taken for a place."""
    monkeypatch.setenv("HOME", "home")
    with pytest.raises(BadInput) as caught:
        store_path.place(None)
    assert "no_home" == caught.value.code


@pytest.mark.parametrize("named", ["", "a\0b"])
def test_what_cannot_be_a_place(named: str) -> None:
    """Refused before anything is looked for."""
    with pytest.raises(BadInput) as caught:
        store_path.place(named)
    assert "not_a_file" == caught.value.code


def test_links_in_a_circle(home: Path) -> None:
    """Lead nowhere, and that is reported."""
    (home / "one").symlink_to(home / "two")
    (home / "two").symlink_to(home / "one")
    with pytest.raises(BadInput) as caught:
        store_path.place("one")
    assert "not_a_file" == caught.value.code


def test_in_a_folder_that_is_gone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual place is still known; a name without a folder means nothing there."""
    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    try:
        assert home / ".local/share/undercroft/undercroft.db" == path_of(None)
        with pytest.raises(NoSuchFile):
            store_path.place("store.db")
    finally:
        os.chdir(home)


def test_the_folder_is_made_for_its_owner(home: Path) -> None:
    """Where nobody named it; a named one must be there."""
    where = store_path.file_of(store_path.place(None), "")
    with closing(store_path.reading(where)) as store:
        assert () == store.tables()
    assert not where.path.parent.exists()
    with closing(store_path.writing(where)) as store:
        store.create(BARROW, SECRET)
    assert 0o700 == stat.S_IMODE(where.path.parent.stat().st_mode)
    with closing(store_path.reading(where)) as store:
        assert (BARROW,) == store.tables()
    with pytest.raises(NoSuchFile):
        store_path.writing(store_path.place("no/store.db"))
    with pytest.raises(NoSuchFile):
        store_path.reading(store_path.place("store.db"))


def test_a_folder_that_cannot_be_made(home: Path) -> None:
    """A file is in the way."""
    (home / ".local").write_text("", encoding="utf-8")
    with pytest.raises(Storage) as caught:
        store_path.writing(store_path.place(None))
    assert "storage" == caught.value.code


@pytest.mark.parametrize(
    "arguments", [("play",), ("table", "rename", "x", "Y"), ("table", "delete", "x", "--name", "X")]
)
def test_a_misspelt_store_is_not_made_on_the_way(
    undercroft: CommandLine, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """What plays at a table or changes one needs a store that is there."""
    ran = undercroft(*arguments, "--data", str(tmp_path / "zzz.db"))
    assert (3, []) == (ran.code, list(tmp_path.iterdir()))
    assert ran.err.startswith(f"error: not_found: there is no store {tmp_path / 'zzz.db'} (check the name")


def test_a_new_store_is_reported_to_be_new(undercroft: CommandLine, tmp_path: Path) -> None:
    """Once, when it is made."""
    store = str(tmp_path / "new.db")
    assert f"note: {store} is a new store\n" == undercroft("table", "new", "A", "--data", store).err
    assert "" == undercroft("table", "new", "B", "--data", store).err
