"""`undercroft table export` in the formats of other programs."""

import csv
import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from msgspec import structs

from tests.faces.commandline import CommandLine
from undercroft import demo
from undercroft.exchange.campaignfile import read
from undercroft.exchange.foreign import read_foreign
from undercroft.faces.exports.exporter import Subject, subject_of
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.faces.exports.spreadsheets import tables_as_csv
from undercroft.faces.shared.secret_names import secret_name
from undercroft.kernel.faults import BadInput
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.session.next_session import PlanSession
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import RandomTable, TableLine
from undercroft.table.state.seats import REFEREE


@cache
def demo_store() -> MemoryStore:
    """The demo at its beginning, with its next session planned."""
    store = MemoryStore()
    table = Tables(store).begin("barrow", demo.campaign(), name="The Barrow")
    table.act(REFEREE, PlanSession("2026-11-24 19:30", 200, "Zoë's; 2nd floor, left \\ " + "ü" * 60), key="plan")
    return store


@cache
def demo_subject(*, players: bool) -> Subject:
    """That campaign, with secrets or for players."""
    return subject_of(demo_store(), "barrow", players=players)


def written(name: str, *, players: bool = False) -> bytes:
    """The demo in a format."""
    return EXPORTERS[name].write(demo_subject(players=players))


def unzipped(content: bytes) -> dict[str, bytes]:
    """The files in a ZIP file."""
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_a_file_with_secrets_says_so_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undercroft: CommandLine
) -> None:
    """A file for players has the name of its format."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "The Barrow", "--demo").code
    assert 0 == undercroft("table", "export", "the-barrow", "--as", "markdown").code
    assert 0 == undercroft("table", "export", "the-barrow", "--as", "markdown", "--players").code
    assert b"drowned novice" in (tmp_path / "the-barrow-markdown-GM-SECRET.md").read_bytes()
    assert b"drowned novice" not in (tmp_path / "the-barrow-markdown.md").read_bytes()


@pytest.mark.parametrize("name", EXPORTERS)
def test_players_are_given_no_secret(name: str) -> None:
    """Neither a creature, nor a room that nobody has seen, nor a table."""
    content = written(name, players=True)
    texts = unzipped(content).values() if content.startswith(b"PK") else [content]
    secrets = [b"novice", b"Chandlery", b"Hesper"]
    assert [] == [secret for text in texts for secret in secrets if secret in text]


def test_the_next_session_is_an_event_of_a_calendar() -> None:
    """Lines of at most 75 octets that end as the standard says, texts escaped, no time zone, the same id for all."""
    content = written("ics")
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert content.count(b"\n") == content.count(b"\r\n")
    assert all(len(line) <= 75 and line.decode() for line in content.split(b"\r\n")[:-1])
    lines = content.decode().replace("\r\n ", "").split("\r\n")
    values = {name: value for name, _, value in (line.partition(":") for line in lines[3:-3])}
    assert ("VEVENT", "20261124T193000", "20261124T225000", "0") == (
        values["BEGIN"],
        values["DTSTART"],
        values["DTEND"],
        values["SEQUENCE"],
    )
    assert "Zoë's\\; 2nd floor\\, left \\\\ " + "ü" * 60 == values["LOCATION"]
    assert re.fullmatch(r"\d{8}T\d{6}Z", values["DTSTAMP"])
    assert content == written("ics", players=True)


def test_without_a_plan_there_is_no_calendar_file() -> None:
    """The message says how to plan the session."""
    store = MemoryStore()
    Tables(store).begin("barrow", demo.campaign(), name="The Barrow")
    subject = subject_of(store, "barrow", players=False)
    with pytest.raises(
        BadInput, match=r"no session is planned yet \(plan it on the Session page, or with the command plan_session"
    ):
        EXPORTERS["ics"].content(subject)


@pytest.mark.parametrize("name", ["uvtt", "svg", "png"])
def test_before_players_see_a_room_they_have_no_map(name: str) -> None:
    """The referee has one; the message says when players have one too."""
    with pytest.raises(BadInput, match=r"players have seen no room yet \(wait until they have") as refused:
        EXPORTERS[name].content(demo_subject(players=True))
    assert "no_room_seen" == refused.value.code
    assert b"PK" == EXPORTERS[name].content(demo_subject(players=False))[:2]


def test_without_anything_to_draw_there_is_no_map() -> None:
    """Neither of sites nor of lands: for the referee there is none, and players have seen none."""
    nothing = Campaign()
    for name, codes in (("svg", ("no_site", "no_room_seen")), ("text-mapper", ("no_land", "no_hex_seen"))):
        lacks = [EXPORTERS[name].lacks(nothing, secrets) for secrets in (True, False)]
        assert codes == tuple(lack and lack.code for lack in lacks)


def test_the_command_refuses_a_map_that_nobody_has_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undercroft: CommandLine
) -> None:
    """It says why, ends with the code of bad input, and writes no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "The Barrow", "--demo").code
    refused = undercroft("table", "export", "the-barrow", "--as", "svg", "--players")
    assert (2, True) == (refused.code, "players have seen no room yet" in refused.err)
    assert [] == [*tmp_path.glob("*.zip")]


def test_a_session_has_its_days() -> None:
    """The day it was played on, and the day of the campaign on which it began."""
    store = MemoryStore()
    table = Tables(store).begin("barrow", demo.campaign(), name="The Barrow")
    table.act(REFEREE, BeginSession("Wet feet"), key="start")
    notes = unzipped(EXPORTERS["obsidian"].write(subject_of(store, "barrow", players=False)))
    front = notes["Sessions/Session 1 - Wet feet.md"].decode().split("---\n")[1]
    facts = dict(line.split(": ", 1) for line in front.splitlines())
    assert re.fullmatch(r'"\d{4}-\d\d-\d\d"', facts["date"])
    assert '"day 2"' == facts["game-date"]


def test_every_link_of_the_vault_leads_to_a_note() -> None:
    """A note a site, room, creature, table and session; front matter that YAML can read."""
    files = unzipped(written("obsidian"))
    notes = {name: text for name, text in files.items() if not name.startswith("Maps/")}
    assert len(notes) < len(files)
    titles = {Path(name).stem for name in notes}
    assert {"Sites", "Rooms", "Creatures", "Tables", "Land", "Sessions"} >= {
        Path(name).parts[0] for name in notes if "/" in name
    }
    links = {link for text in notes.values() for link in re.findall(r"\[\[([^\]|]+)", text.decode())}
    assert links
    assert set() == links - titles
    assert all(text.startswith(b"---\ntype: ") for text in notes.values())
    for text in notes.values():
        front = text.decode().split("---\n")[1]
        assert all(json.loads(line.partition(": ")[2]) is not None for line in front.splitlines())


def test_tables_for_foundry_are_read_back_equal() -> None:
    """Names, dice and rows; ids are the same each time."""
    tables = json.loads(written("foundry-tables"))
    kept = demo_subject(players=False).now.roll_tables.values()
    assert [(table.name, table.dice, [[row.low, row.high] for row in table.rows]) for table in kept] == [
        (table["name"], table["formula"], [row["range"] for row in table["results"]]) for table in tables
    ]
    assert written("foundry-tables") == written("foundry-tables")


def test_the_journal_has_a_page_for_every_note() -> None:
    """As marked-up text without scripts."""
    journal = json.loads(written("foundry-journal"))
    notes = [name for name in unzipped(written("obsidian")) if name.endswith(".md")]
    assert len(notes) - 1 == len(journal["pages"])
    assert all({1} == {page["text"]["format"]} for page in journal["pages"])


def test_a_hex_leads_to_its_site_and_to_its_neighbours() -> None:
    """Its note is called by its number with its name or its ground; players are told of no site."""
    notes = unzipped(written("obsidian"))
    mouth = notes["Land/0407 Orrin's Mouth.md"].decode()
    assert "See [[Saint Orrin's Ossuary]]." in mouth
    assert b"In [[0407 Orrin's Mouth]]." in notes["Sites/Saint Orrin's Ossuary.md"]
    assert notes["Rooms/Saint Orrin's Ossuary 2. Nave of skulls.md"].endswith(b"A room of [[Saint Orrin's Ossuary]].\n")
    assert "## Ways\n\n- the mourners' path to 0406" in mouth
    assert "Land/0108 forest.md" in notes
    assert not any(b"[[Saint Orrin" in note for note in unzipped(written("obsidian", players=True)).values())


def test_tables_and_notes_for_foundry_are_one_file() -> None:
    """As each is written by itself."""
    both = {"tables.json": written("foundry-tables"), "journal.json": written("foundry-journal")}
    assert both == unzipped(written("foundry"))


HOSTILE = "<img src=x onerror=alert(1)> \\\\\\\\<script>alert(2)</script> [x](javascript:alert(3)) "


@cache
def hostile_store() -> MemoryStore:
    """The demo with markup before every name and text that a person can write."""
    names, texts = (
        re.compile(r'^name = "(?=\w)', re.MULTILINE),
        re.compile(r'^(glance|senses|about|what|tell) = "(?=\w)', re.MULTILINE),
    )
    text, store = texts.sub(rf'\1 = "{HOSTILE}', names.sub('name = "<svg onload=alert()>', demo.text())), MemoryStore()
    table = Tables(store).begin("barrow", read(text, "barrow.toml"), name="<svg onload=alert(4)>")
    table.act(REFEREE, WriteNote(HOSTILE, everybody=True), key="note")
    return store


@pytest.mark.parametrize("players", [False, True])
def test_nothing_that_people_write_is_markup_in_a_file(players: bool) -> None:
    """In no note, journal, report or drawing, for the referee or for players."""
    subject, plain = subject_of(hostile_store(), "barrow", players=players), MarkdownIt("commonmark", {"html": True})
    for name in ("report", "markdown", "obsidian"):
        content = EXPORTERS[name].write(subject)
        files = unzipped(content) if content.startswith(b"PK") else {"one.md": content}
        for text in (text for file, text in files.items() if not file.startswith("Maps/")):
            tokens = [each for token in plain.parse(text.decode()) for each in (token, *(token.children or ()))]
            assert [] == [token.content for token in tokens if token.type.startswith("html")]
            assert [] == [token.attrs for token in tokens if "javascript" in str(token.attrs)]
    pages = [page["text"]["content"] for page in json.loads(EXPORTERS["foundry-journal"].write(subject))["pages"]]
    drawn = [text.decode() for text in unzipped(EXPORTERS["svg"].write(subject)).values()]
    assert [] == [text for text in (*pages, *drawn) if re.search(r"<(img|script|svg onload)", text)]


def test_maps_have_walls_with_gaps_and_a_portal_for_each_door() -> None:
    """Secret doors are there for the referee alone."""
    maps = unzipped(written("uvtt"))
    sites = demo_subject(players=False).now.sites.values()
    assert sum(len({zone.level for zone in site.zones.values()}) for site in sites) == len(maps)
    for content in maps.values():
        plan = json.loads(content)
        size = plan["resolution"]["map_size"]
        spots = [spot for line in plan["line_of_sight"] for spot in line]
        assert all(0 <= spot["x"] <= size["x"] and 0 <= spot["y"] <= size["y"] for spot in spots)
        assert all(
            {"position", "bounds", "rotation", "closed", "freestanding"} == portal.keys() for portal in plan["portals"]
        )


def test_maps_are_drawn() -> None:
    """As drawings with a number in each room, and as pictures."""
    drawn = unzipped(written("svg"))
    assert all(text.startswith(b"<svg ") and b"</svg>" in text and b"<script" not in text for text in drawn.values())
    assert all(picture.startswith(b"\x89PNG") for picture in unzipped(written("png")).values())
    assert len(drawn) == len(unzipped(written("png")))


def test_rows_are_safe_in_a_spreadsheet() -> None:
    """No cell begins like a formula, and each row has every column."""
    for name in ("tables-csv", "rulings-csv"):
        rows = list(csv.reader(io.StringIO(written(name).decode())))
        assert all(len(rows[0]) == len(row) for row in rows)
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_rulings_have_one_kind_of_value_in_each_column() -> None:
    """A chance that cannot be counted is null, not a text among numbers."""
    rows = [json.loads(line) for line in written("rulings-json").splitlines()]
    assert all(row["share"] is None or 0 <= row["share"] <= 1 for row in rows)
    assert {type(row["share"]) for row in rows} <= {float, type(None)}
    assert all(isinstance(row["chance"], str) is (row["share"] is not None) for row in rows)


def _with_a_table(text: str) -> Subject:
    """A campaign with one table, which has the text as its name and in its row."""
    table = RandomTable(TableId("omens"), text, "1d1", (TableLine(1, 1, text),))
    plain = demo_subject(players=False)
    now = structs.replace(plain.now, roll_tables={table.id: table})
    return structs.replace(plain, chronicle=structs.replace(plain.chronicle, now=now))


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\N{FULLWIDTH EQUALS SIGN}1")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_looks_like_a_formula_is_text(text: str) -> None:
    """In the name of a table and in its rows."""
    written = tables_as_csv(_with_a_table(text)).decode()
    (_, cells) = csv.reader(io.StringIO(written, newline=""))
    assert (f" {text}", f" {text}") == (cells[0], cells[4])


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_text_of_several_lines_is_one_cell(end: str) -> None:
    """None of its lines begins a row, where it could be a formula."""
    lines = tables_as_csv(_with_a_table(f"one{end}=1+1")).decode().split("\r\n", 1)[1]
    assert f'"one{end}=1+1",1d1,1,1,"one{end}=1+1"\r\n' == lines


def test_no_two_files_have_one_name() -> None:
    """Each says what it holds, for the referee and for players."""
    names = [
        exporter.file_name("barrow", players=players) for exporter in EXPORTERS.values() for players in (False, True)
    ]
    both = sum(not exporter.secret for exporter in EXPORTERS.values())
    assert len(names) - both == len({*names, secret_name("barrow"), secret_name("barrow", "toml")}) - 2


def test_hexes_are_read_back_equal() -> None:
    """The lands of the demo, in the words of Text Mapper."""
    lands, again = demo_subject(players=False).now.lands, read_foreign(written("text-mapper")).lands
    assert again is not None
    assert {id: hex.terrain for id, hex in lands.hexes.items()} == {id: hex.terrain for id, hex in again.hexes.items()}
    assert {(frozenset(way.between), way.path) for way in lands.ways} == {
        (frozenset(way.between), way.path) for way in again.ways
    }


def test_what_is_no_format_is_refused_with_those_there_are(undercroft: CommandLine) -> None:
    """And what has every secret is not for players."""
    wrong = undercroft("table", "export", "the-barrow", "--as", "scroll")
    assert 2 == wrong.code
    assert "log, campaign" in wrong.err
    assert "has every secret" in undercroft("table", "export", "the-barrow", "--players").err
