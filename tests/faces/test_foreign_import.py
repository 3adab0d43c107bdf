"""What files of other programs bring to a table: prepared handouts that no player has until they are shown."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.faces.commandline import CommandLine
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import read_foreign, with_imported
from undercroft.faces.shared.foreign_import import begin_with, bring_in, is_ours
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.session.handouts import ShowHandout
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FeatureId, HexId, SiteId
from undercroft.table.state.lands import Path as Way
from undercroft.table.state.seats import REFEREE


def texts_of(known: Campaign) -> dict[str, str]:
    """The handouts that are known, by their titles."""
    return {handout.title: handout.text for handout in known.handouts.values()}


def journal(text: str) -> bytes:
    """A journal with one page."""
    return json.dumps({"name": "The well", "content": f"<p>{text}</p>"}).encode()


def begun(text: str) -> OpenTable:
    """A campaign that starts from a journal."""
    return Tables(MemoryStore()).begin("well", begin_with("The Well", read_foreign(journal(text))))


def test_a_campaign_begins_with_texts_that_only_the_referee_has() -> None:
    """Players and spectators have none of them."""
    table = begun("It is dry.")
    assert {"The well": "It is dry."} == texts_of(table.now)
    assert {} == {seat: texts for seat in table.seats if seat != REFEREE and (texts := texts_of(table.known(seat)))}


def test_a_journal_read_again_replaces_its_text_and_doubles_nothing() -> None:
    """What players have stays as they have it, and the new text is prepared beside it."""
    table = begun("It is dry.")
    assert 0 == bring_in(table, read_foreign(journal("It is dry.")), draft=False)
    assert 1 == bring_in(table, read_foreign(journal("It is full.")), draft=True)
    assert {"The well": "It is full."} == texts_of(table.now)
    (handout,) = table.now.handouts.values()
    table.act(REFEREE, ShowHandout(handout.id, everybody=True), key="shown")
    assert 1 == bring_in(table, read_foreign(journal("It is dry again.")), draft=False)
    assert ["It is full.", "It is dry again."] == [each.text for each in table.now.handouts.values()]
    player = next(seat for seat in table.seats if seat != REFEREE)
    assert ["It is full."] == [each.text for each in table.known(player).handouts.values()]


def test_documents_of_foundry_in_files_of_their_own_are_read_together(
    undercroft: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table finds its rows, and the tables it leads to, in the other files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    table = {"_id": "t1", "_key": "!tables!t1", "name": "Wells", "formula": "1d2", "results": ["r1", "r2"]}
    first = {"_id": "r1", "_key": "!tables.results!t1.r1", "type": "text", "text": "@RollTable[t2]{b}", "range": [1, 1]}
    second = {"_id": "r2", "_key": "!tables.results!t1.r2", "type": "text", "text": "a frog", "range": [2, 2]}
    other = {"_id": "t2", "name": "Buckets", "formula": "1d1", "results": [{"text": "leaky", "range": [1, 1]}]}
    for number, document in enumerate((table, first, second, other)):
        Path(f"{number}.json").write_text(json.dumps(document), encoding="utf-8")
    ran = undercroft("table", "import", "0.json", "1.json", "2.json", "3.json", "--report")
    assert (0, "") == (ran.code, ran.err)
    assert "kept: 2 tables with 3 rows" in ran.out
    assert "dropped" not in ran.out


@pytest.mark.parametrize("raw", [b"%PDF-1.7\n1 0 obj", b"SQLite format 3\0", b"\x1f\x8b\x08"])
def test_a_file_in_bytes_is_not_taken_for_one_of_ours(raw: bytes) -> None:
    """It is refused as what it is."""
    assert not is_ours(raw)


def test_a_land_read_again_keeps_what_the_table_knows() -> None:
    """What was found, charted and written at the table stays; what the file changed is taken, and nothing doubles."""
    first = '# Fen\n0101 hill tower "Old Tooth"\n0102 swamp\n0103 swamp\n0101-0103 trail "Reed Walk"\n0102-0103 river\n'
    found = read_foreign(first.encode())
    begun = Tables(MemoryStore()).begin("fen", begin_with("Fen", found)).now
    hex, feature = begun.lands.hexes[HexId("0101")], FeatureId("0101-tower")
    tower = replace(hex.features[feature], found=True, secret="A key.", site=SiteId("crypt"), grade=Visibility.HIDDEN)
    played = replace(hex, charted=True, glance="Wind.", encounters="hills", features={feature: tower})
    now = replace(begun, lands=replace(begun.lands, season="autumn", hexes={**begun.lands.hexes, hex.id: played}))
    assert now == with_imported(now, found)
    again = with_imported(now, read_foreign(first.replace("0101 hill", "0101 mountain").encode())).lands
    assert replace(played, terrain=Terrain.MOUNTAINS) == again.hexes[hex.id]
    assert now.lands.ways == again.ways
    widened = with_imported(now, read_foreign(first.replace("trail", "road").encode())).lands.ways
    assert 3 == len(widened)
    assert {Way.MAINTAINED, Way.RIVER} == {way.path for way in widened}
