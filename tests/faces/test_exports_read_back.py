"""What is written for other programs reads back equal, in every format that is both written and read."""

import io
import json
import re
import zipfile
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path as File

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from undercroft import demo
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange import text_mapper_file
from undercroft.exchange.foreign import Imported, read_all, read_foreign
from undercroft.exchange.foreign.foundry.inline import plain_words
from undercroft.exchange.foreign.source import from_html, one_line
from undercroft.faces.exports.exporter import Subject, subject_of
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.faces.exports.floor_plans import plan_of
from undercroft.faces.exports.foundry import table_documents
from undercroft.faces.exports.notebook import monster_page, table_page
from undercroft.faces.exports.spreadsheets import rows_as_csv
from undercroft.faces.exports.vault import dice_roll
from undercroft.faces.exports.vtt_maps import vtt_map
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.state.hexes import neighbours
from undercroft.table.state.ids import DoorId, HexId, MonsterId, SiteId, TableId, ZoneId
from undercroft.table.state.lands import LandHex, Lands, LandWay, Path
from undercroft.table.state.lore import ArmourScale, Monster, RandomTable, TableLine
from undercroft.table.state.sites import Door, DoorState, Shape, Site, Zone
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.floor_plan import overlap

FILES = File(__file__).parents[1] / "exchange" / "foreign" / "files"
MAPS = ("grey-hen.watabou.json", "salt-vault.donjon.json", "two-cellars.uvtt", "wet-cellar.donjon.tsv")

WORDS = st.text("abcdefg \u00e9\u00f6,;:!?'()&<>", min_size=1, max_size=20).map(
    lambda text: f"A{' '.join(text.split())}z"
)
"""Words as tables have them: commas, quotes and signs that mean something in some format."""


@st.composite
def tables(draw: st.DrawFn) -> RandomTable:
    """A table without holes on one die or two, some of its rows wide, one of them with dice inside."""
    name = draw(st.text("abcdefgh ", min_size=1, max_size=12).map(lambda text: f"T{' '.join(text.split())}t"))
    widths = draw(st.lists(st.integers(1, 4), min_size=2, max_size=6))
    rows, low = list[TableLine](), 1
    for number, width in enumerate(widths):
        rows.append(TableLine(low, low + width - 1, draw(WORDS) + (" [[2d4]]" if number == 0 else "")))
        low += width
    return RandomTable(TableId(name.casefold().replace(" ", "-")), name, f"1d{low - 1}", tuple(rows))


def told(found: tuple[RandomTable, ...]) -> list[tuple[str, str, list[tuple[int, int, str]]]]:
    """Tables by all that people see of them."""
    return [(each.name, each.dice, [(row.low, row.high, row.text) for row in each.rows]) for each in found]


@st.composite
def monsters(draw: st.DrawFn) -> Monster:
    """A monster with any numbers that a stat line has, by any scale of armour."""
    some = st.none() | st.integers(0, 12)
    scale = draw(st.sampled_from(ArmourScale))
    low, high = {"from_0": (0, 9), "descending": (-3, 9), "ascending": (10, 20)}[scale]
    shock = draw(st.none() | st.integers(1, 6))
    return Monster(
        MonsterId("tin-imp"),
        "Tin Imp",
        draw(st.sampled_from((Fraction(1, 2), Fraction(1), Fraction(3), Fraction(12)))),
        hp_bonus=draw(st.sampled_from((0, 1, -1))),
        ac=draw(st.integers(low, high)),
        scale=scale,
        attacks=draw(st.none() | st.integers(1, 4)),
        damage=draw(st.sampled_from(("1d6", "2d4+1", "1d8-1", "1d4/1d8"))),
        attack_bonus=draw(some),
        shock=shock,
        shock_ac=shock and draw(st.integers(10, 18)),
        move_ft=draw(st.none() | st.integers(1, 20).map(lambda tens: 10 * tens)),
        save=draw(st.sampled_from(("", "D14 W15 P16 B17 S18", "12+", "F2"))),
        morale=draw(st.none() | st.integers(2, 11)),
        xp=draw(st.none() | st.integers(1, 9999)),
        abilities=draw(st.integers(0, 3)),
        number=draw(st.sampled_from(("1", "2d4", "1d6+1"))),
    )


def numbers(monster: Monster) -> tuple[object, ...]:
    """What a stat line says of a monster."""
    hits = (monster.hd, monster.hp_bonus, monster.armour, monster.morale, monster.save, monster.xp, monster.number)
    blows = (monster.damage, monster.attack_bonus, monster.shock, monster.shock_ac, monster.abilities)
    return (*hits, *blows, monster.move_ft, monster.attacks or len(monster.damage.split("/")))


@given(monsters())
def test_a_monster_reads_back_equal_from_its_note(monster: Monster) -> None:
    """Its numbers stand in one line below its name, whatever its armour counts from."""
    page = monster_page(monster)
    (again,) = read_foreign(f"# {page.title}\n\n{page.body}\n".encode()).monsters
    assert ("Tin Imp", numbers(monster)) == (again.name, numbers(again))


@given(tables())
def test_a_table_reads_back_equal_from_foundry(table: RandomTable) -> None:
    """Name, dice, ranges and words, with dice inside; markup signs are words."""
    assert told((table,)) == told(read_foreign(table_documents([table])).tables)


@given(tables())
def test_a_table_reads_back_equal_from_a_spreadsheet(table: RandomTable) -> None:
    """Name, dice, ranges and words; commas, semicolons and quotes are in quotes."""
    assert told((table,)) == told(read_foreign(rows_as_csv([table])).tables)


@given(tables())
def test_a_table_reads_back_equal_from_markdown(table: RandomTable) -> None:
    """As the vault writes it, with the mark by which notes link to it."""
    for inside in (str, dice_roll):
        page = table_page(table, lambda _, words: words, (), inside)
        found = read_foreign(f"# {table.name}\n\n{page.body}\n".encode())
        assert told((table,)) == told(found.tables)


@st.composite
def lands(draw: st.DrawFn) -> Lands:
    """A few hexes beside each other, some named, with a way between two."""
    ground = draw(st.lists(st.sampled_from(Terrain), min_size=2, max_size=8))
    named = draw(st.lists(st.booleans(), min_size=len(ground), max_size=len(ground)))
    hexes = {
        HexId(f"01{row:02}"): LandHex(HexId(f"01{row:02}"), terrain, f"Heath {row}" if has else "")
        for row, (terrain, has) in enumerate(zip(ground, named, strict=True), 1)
    }
    path = draw(st.sampled_from((Path.MAINTAINED, Path.TRAIL, Path.RIVER)))
    ways = tuple(
        LandWay((id, other), path, "Salt road")
        for id in hexes
        for other in neighbours(id)
        if other in hexes and id < other
    )
    return Lands(hexes=hexes, ways=ways)


@given(lands())
def test_lands_read_back_equal_from_text_mapper(land: Lands) -> None:
    """Hexes with their ground and their names, and every way with its name."""
    again = read_foreign(text_mapper_file.written(land).encode()).lands
    assert again is not None
    assert land.hexes == again.hexes
    assert {(frozenset(way.between), way.path, way.name) for way in land.ways} == {
        (frozenset(way.between), way.path, way.name) for way in again.ways
    }


def of_a_site(site: Site) -> tuple[object, ...]:
    """The rooms and doors of a site, as a map shows them."""
    left, top = min(zone.shape.x for zone in site.zones.values()), min(zone.shape.y for zone in site.zones.values())
    rooms = {
        id: (zone.name, zone.corridor, zone.shape.x - left, zone.shape.y - top, zone.shape.width, zone.shape.height)
        for id, zone in site.zones.items()
    }
    return (
        rooms,
        {id: (door.between, door.state, door.name, door.hidden) for id, door in site.doors.items()},
        site.name,
        site.entrance,
    )


@pytest.mark.parametrize("name", MAPS)
def test_a_map_reads_back_equal_from_universal_vtt(name: str) -> None:
    """Rooms with their names, doors with what they are, and the way in; secret doors stay secret."""
    (whole,) = read_foreign((FILES / name).read_bytes(), name).sites
    (again,) = read_foreign(json.dumps(vtt_map(plan_of(whole.site, 1, several=False))).encode()).sites
    assert of_a_site(whole.site) == of_a_site(again.site)


def test_a_map_that_another_program_saved_again_is_read_by_its_walls() -> None:
    """Without the notes of Undercroft, rooms are what walls enclose."""
    (whole,) = read_foreign((FILES / "two-cellars.uvtt").read_bytes()).sites
    plain = {
        name: value for name, value in vtt_map(plan_of(whole.site, 1, several=False)).items() if name != "undercroft"
    }
    (again,) = read_foreign(json.dumps(plain).encode()).sites
    assert {zone.shape for zone in whole.site.zones.values()} == {zone.shape for zone in again.site.zones.values()}


@st.composite
def rings(draw: st.DrawFn) -> Site:
    """Rooms of any size around a courtyard of rock, or some of them, each joined to the next."""
    wide, high = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    around = [(x, 0) for x in range(wide)] + [(wide - 1, y) for y in range(1, high)]
    around += [(x, high - 1) for x in range(wide - 2, -1, -1)] + [(0, y) for y in range(high - 2, 0, -1)]
    sides = st.integers(3, 6)
    zones = {
        ZoneId(f"room-{number}"): Zone(
            ZoneId(f"room-{number}"), f"Room {number}", shape=Shape(8 * x, 8 * y, draw(sides), draw(sides))
        )
        for number, (x, y) in enumerate(around)
    }
    names = [*zones]
    pairs = [*pairwise(names), *([(names[-1], names[0])] if draw(st.booleans()) else [])]
    doors = {
        DoorId(f"door-{n}"): Door(DoorId(f"door-{n}"), pair, draw(st.sampled_from((DoorState.OPEN, DoorState.CLOSED))))
        for n, pair in enumerate(pairs)
    }
    return Site(SiteId("ring"), "Ring", names[0], zones=zones, doors=doors)


@given(rings())
@settings(deadline=None)
def test_rooms_around_rock_keep_their_places_in_universal_vtt(site: Site) -> None:
    """Read by its walls: each room lies over its own place and no other, and rock that no door leads to is none."""
    plan = plan_of(site, 1, several=False)
    plain = {name: value for name, value in vtt_map(plan).items() if name != "undercroft"}
    (again,) = read_foreign(json.dumps(plain).encode()).sites
    shapes = [zone.shape for zone in again.site.zones.values()]
    assert len(plan.rooms) == len(shapes)
    assert len(plan.doors) == len(again.site.doors)
    assert not any(overlap(one, other) for one, other in combinations(shapes, 2))
    for room in plan.rooms:
        assert [True] == [True for shape in shapes if overlap(room.shape, shape)], room


@cache
def barrow() -> Subject:
    """The demo with two tables, one of which leads to the other, and with its secrets."""
    finds = RandomTable(TableId("finds"), "Finds", "1d4", (TableLine(1, 3, "wax"), TableLine(4, 4, "[[Coins]] | tin")))
    coins = RandomTable(
        TableId("coins"), "Coins", "2d6", (TableLine(2, 7, "[[1d6]] copper"), TableLine(8, 12, "silver"))
    )
    store = MemoryStore()
    Tables(store).begin("barrow", replace(demo.campaign(), tables=(finds, coins)), name="The Barrow")
    return subject_of(store, "barrow", players=False)


def files_in(content: bytes) -> dict[str, bytes]:
    """The files in a ZIP file."""
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_a_whole_vault_is_read_from_its_zip_file() -> None:
    """Tables, encounters of sites and every note; no room or hex of it is taken for a site."""
    found = read_all([("barrow-obsidian.zip", EXPORTERS["obsidian"].write(barrow()))])
    names = {table.name for table in found.tables}
    assert {"Finds", "Coins", "Encounters"} <= names
    assert () == found.sites
    assert len(found.texts) > len(next(iter(barrow().now.sites.values())).zones)


def test_the_note_of_a_site_shows_its_maps() -> None:
    """Each level, by a link that any reader of Markdown follows."""
    files = files_in(EXPORTERS["obsidian"].write(barrow()))
    (note,) = [raw.decode() for name, raw in files.items() if name.startswith("Sites/")]
    shown = re.findall(r"!\[[^\]]+\]\(<\.\./(Maps/[^>]+)>\)", note)
    assert 2 == len(shown)
    assert all(files[name].startswith(b"<svg ") for name in shown)


def test_every_table_of_the_vault_reads_back_equal() -> None:
    """The notes of the demo's tables, with front matter and links."""
    notes = {name: raw for name, raw in files_in(EXPORTERS["obsidian"].write(barrow())).items() if "Tables/" in name}
    assert notes
    read: list[Imported] = [read_foreign(raw, name) for name, raw in notes.items()]
    kept = sorted(told(tuple(barrow().now.roll_tables.values())))
    assert kept == sorted(told(tuple(table for found in read for table in found.tables)))


def test_a_row_of_the_vault_leads_to_notes_and_nowhere_else() -> None:
    """A table whatever its letters; dice are marked for the dice roller if it means the same, all else is words."""
    texts = ("[[1d6x10]] orcs", "[[coins]]", "ask at [[The Oar]]", "[[2d4+1]] rats", "[[4d6kh3]] ogres")
    rows = tuple(TableLine(at, at, text) for at, text in enumerate(texts, 1))
    finds = RandomTable(TableId("finds"), "Finds", "1d5", rows)
    coins = RandomTable(TableId("coins"), "Coins", "1d2", (TableLine(1, 2, "copper"),))
    store = MemoryStore()
    Tables(store).begin("oar", Begin("Oar", tables=(finds, coins)), name="Oar")
    notes = files_in(EXPORTERS["obsidian"].write(subject_of(store, "oar", players=False)))
    note = notes["Tables/Finds.md"].decode()
    written = ["1d6x10 orcs", "[[Coins]]", "ask at The Oar", "`dice: 2d4+1` rats", "`dice: 4d6kh3` ogres"]
    assert written == re.findall(r"^\| [0-9] \| (.*) \|$", note, re.MULTILINE)


def test_every_page_of_the_journal_reads_back_as_a_text() -> None:
    """With its title and its words; a table of the page reads as lines."""
    written = EXPORTERS["foundry-journal"].write(barrow())
    journal = json.loads(written)
    texts = {text.title: text.text for text in read_foreign(written).texts}
    for page in journal["pages"]:
        name = page["name"]
        text = texts[name if name == journal["name"] else one_line(f"{journal['name']}: {name}")]
        assert plain_words(from_html(page["text"]["content"], 200)).split()[:5] == text.split()[:5]
