"""Pictures on the command line: kept with a site, and carried by export, import, new and add."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.paper_maps import HOSTILE, picture
from tests.table.small_site import CRYPT, begin
from undercroft.exchange import campaignfile
from undercroft.server.open_table import OpenTable
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.ids import PictureId, SiteId

SITE = CRYPT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undercroft: CommandLine) -> Path:
    """An empty folder to stand in, whose store has a table with a crypt, and a picture beside it."""
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)
    Path("map.png").write_bytes(picture())
    Path("crypt.toml").write_text(campaignfile.write(begin()), encoding="utf-8")
    assert 0 == undercroft("table", "new", "Mill", "--campaign", "crypt.toml").code
    return tmp_path


def hung(table: str, site: SiteId = SITE) -> tuple[PictureId, bytes | None]:
    """The picture of a site's first level, and its bytes."""
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        id = OpenTable(store, table).now.sites[site].pictures[1]
        return id, store.picture(table, id)


def test_a_picture_is_kept_with_a_site(folder: Path, undercroft: CommandLine) -> None:
    """It says what to do next; again it is the same."""
    done = undercroft("table", "picture", "mill", "map.png", "--site", SITE)
    assert (0, "") == (done.code, done.err)
    assert "map.png is the map of" in done.out
    assert "level 1 (64 by 48 pixels)" in done.out
    id, body = hung("mill")
    assert body
    assert id == undercroft("table", "picture", "mill", "map.png", "--site", SITE, "--json").json["picture"]["id"]
    assert folder.exists()


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_kept(undercroft: CommandLine) -> None:
    """Every refusal names the file or the place, and what to do."""
    Path("map.svg").write_bytes(HOSTILE["a drawing with a script"])
    said = undercroft("table", "picture", "mill", "map.svg", "--site", SITE)
    assert said.code
    assert "map.svg: that is not a picture that can be read" in said.err
    assert "there is no site “cellar”" in undercroft("table", "picture", "mill", "map.png", "--site", "cellar").err
    assert "has no level 9" in undercroft("table", "picture", "mill", "map.png", "--site", SITE, "--level", "9").err


@pytest.mark.usefixtures("folder")
def test_what_is_added_is_added_whole_or_not_at_all(undercroft: CommandLine) -> None:
    """A site with its picture, and a person whose seat is not there: nothing of it is in the campaign."""
    undercroft("table", "picture", "mill", "map.png", "--site", SITE)
    undercroft("table", "export", "mill", "mill.zip", "--as", "campaign")
    assert 0 == undercroft("table", "new", "Bare").code
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        before = store.head("bare")
    refused = undercroft("table", "add", "bare", "mill.zip", "--site", SITE, "--person", "maud=nobody")
    assert 2 == refused.code
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        assert (before, ()) == (store.head("bare"), store.pictures("bare"))


@pytest.mark.usefixtures("folder")
def test_it_travels_with_everything(undercroft: CommandLine) -> None:
    """Export and import, a campaign file as a new table and as a site of another, and a backup."""
    undercroft("table", "picture", "mill", "map.png", "--site", SITE)
    kept = hung("mill")
    assert 0 == undercroft("table", "export", "mill", "log.jsonl").code
    assert 0 == undercroft("table", "import", "log.jsonl", "--id", "mill-2").code
    assert kept == hung("mill-2")
    assert 0 == undercroft("table", "export", "mill", "mill.zip", "--as", "campaign").code
    checked = undercroft("lint", "mill.zip")
    assert (0, "") == (checked.code, checked.err)
    assert 0 == undercroft("table", "new", "Copy", "--campaign", "mill.zip").code
    assert kept == hung("copy")
    added = undercroft("table", "add", "copy", "mill.zip", "--site", SITE, "--json")
    assert kept == hung("copy", added.json["sites"][0])
    assert 0 == undercroft("table", "new", "Bare").code
    added = undercroft("table", "add", "bare", "mill.zip", "--site", SITE, "--json")
    assert kept == hung("bare", added.json["sites"][0])
    bare = undercroft("table", "export", "mill", "mill.toml", "--as", "campaign")
    assert "1 picture left out: a .zip file has them too." in bare.out
    assert 0 == undercroft("table", "backup", "backup.db").code
    with closing(SQLiteStore("backup.db", readonly=True)) as store:
        assert kept[1] == store.picture("mill", kept[0])


@pytest.mark.usefixtures("folder")
def test_a_merged_zip_file_brings_its_pictures(undercroft: CommandLine) -> None:
    """The table gets the picture and the draft the change that uses it; a dry run keeps nothing."""
    assert 0 == undercroft("table", "new", "Other", "--campaign", "crypt.toml").code
    undercroft("table", "picture", "mill", "map.png", "--site", SITE)
    id, body = hung("mill")
    assert 0 == undercroft("table", "export", "mill", "mill.zip", "--as", "campaign").code
    tried = undercroft("campaign", "merge", "other", "mill.zip", "--dry-run")
    assert (0, "") == (tried.code, tried.err)
    assert "1 change would be drafted" in tried.out
    assert "  1 picture of the file would be kept with the campaign\n" in tried.out
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        assert {} == OpenTable(store, "other").now.pictures
    done = undercroft("campaign", "merge", "other", "mill.zip", "--json")
    assert (True, [id]) == (done.json["drafted"], done.json["pictures"])
    with closing(SQLiteStore("store.db", readonly=True)) as store:
        other = OpenTable(store, "other").now
        assert ([id], body) == ([*other.pictures], store.picture("other", id))
        assert {1: id} == with_draft(other).sites[SITE].pictures
    assert [] == undercroft("campaign", "merge", "other", "mill.zip", "--json").json["pictures"]
