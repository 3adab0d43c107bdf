"""Shapes of files beside those of the fixtures: other systems, other encodings and other ways of writing."""

import json
from fractions import Fraction
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign
from undercroft.exchange.foreign.donjon.inhabitants import counted_in
from undercroft.exchange.foreign.terrain_words import ground_of
from undercroft.table.lore.monsters import faults
from undercroft.table.state.sites import DoorState, Grade
from undercroft.table.state.things import Carried

GNOMEYLAND = (
    "tree trees forest bush bushes brushland fir fir-forest hill mountain mountains fir-hill fir-mountain "
    "forest-hill forest-mountains fields desert grass marsh swamp lake shrine keep tower castle law chaos swamp2 "
    "thorp village town large-town city dust light-soil soil dark-soil sand light-green water"
)


def read(file: object, name: str = "a file") -> Imported:
    """A file of JSON, of text or of bytes."""
    raw = file if isinstance(file, bytes) else file.encode() if isinstance(file, str) else json.dumps(file).encode()
    return read_foreign(raw, name)


def guesses(found: Imported) -> str:
    """All that was guessed, as one text."""
    return "\n".join(note.what for note in found.report.guessed)


# Text Mapper


@pytest.mark.parametrize("word", GNOMEYLAND.split())
def test_every_word_of_a_library_is_ground_or_stands_on_it(word: str) -> None:
    """The words of the usual pictures are known, in whatever number; colours alone say nothing of the ground."""
    ground = ground_of([word])
    assert () == ground.unknown
    assert ground.terrain or ground.water or ground.settlements or ground.landmarks or word == "light-green"


# Watabou


@pytest.mark.parametrize(
    "note, state, material",
    [
        ("A battered stone door with two keyholes to the east.", DoorState.LOCKED, Material.STONE),
        ("A great iron door with a keyhole.", DoorState.LOCKED, Material.METAL),
        ("A carved double door on the eastern wall.", DoorState.CLOSED, Material.WOOD),
    ],
)
def test_a_great_door_is_locked_where_its_note_has_keyholes(note: str, state: DoorState, material: Material) -> None:
    """The program tells of the lock, and of what the door is made of, only in the note on its room."""
    rects = [{"x": 1, "y": 0, "w": 3, "h": 3}, {"x": 5, "y": 0, "w": 3, "h": 3}]
    doors = [
        {"x": 0, "y": 0, "dir": {"x": 1, "y": 0}, "type": 3},
        {"x": 0, "y": 2, "dir": {"x": 1, "y": 0}, "type": 3},
        {"x": 4, "y": 1, "dir": {"x": 1, "y": 0}, "type": 5},
    ]
    notes = [{"text": note, "ref": "1", "pos": {"x": 2.5, "y": 1.5}}]
    file = {"version": "1", "title": "Tin", "story": "", "rects": rects, "doors": doors, "notes": notes}
    site = read(file).sites[0].site
    assert [(state, material)] == [(door.state, door.material) for door in site.doors.values()]
    assert "The way out is here." == site.zones[site.entrance].glance


# donjon


@pytest.mark.parametrize(
    "texts, creatures",
    [
        (["Wyrmling (cr 2, mm 1); deadly, 450 xp", "Treasure: 50 gp, 2 x agate (10 gp)"], {"wyrmling": 1}),
        (["Brute and 1 x Sneak"], {"brute": 1, "sneak": 1}),
        (["14 x Tiny Monstrous Centipede"], {"tiny monstrous centipede": 14}),
        (["2 x Rat, returning to their lair"], {"rat": 2}),
        (["Hidden Treasure: 3 x Potion"], {}),
    ],
)
def test_inhabitants_are_named_with_or_without_a_number(texts: list[str], creatures: dict[str, int]) -> None:
    """One without a number is alone, what stands in brackets is an aside, and treasure does not live there."""
    assert creatures == counted_in(texts)


def dungeon(detail: dict[str, Any], **contents: object) -> dict[str, Any]:
    """A donjon dungeon of one room of three cells by three."""
    room = {
        "id": 1,
        "north": 1,
        "south": 3,
        "west": 1,
        "east": 3,
        "width": 30,
        "height": 30,
        "doors": {},
        "contents": {"summary": "x", "detail": detail, **contents},
    }
    return {
        "settings": {"name": "The Tin Hole", "level": 2, "bleed": 0},
        "cells": [[66 if 1 <= row <= 3 and 1 <= col <= 3 else 16 for col in range(5)] for row in range(5)],
        "rooms": [None, room],
    }


def test_a_chest_with_its_trap_and_its_contents_is_one_hidden_thing() -> None:
    """The lines of a hidden treasure belong together; the dashes between them say nothing."""
    found = read(dungeon({"hidden_treasure": ["Locked Tin Chest", "Needle: 1d4 damage", "--", "20 sp, 2 x tin ring"]}))
    (feature,) = found.sites[0].site.features.values()
    assert (Grade.HIDDEN, "Locked Tin Chest\nNeedle: 1d4 damage\n20 sp, 2 x tin ring") == (feature.grade, feature.what)
    assert {} == found.sites[0].site.creatures


def test_a_single_inhabitant_is_a_creature_and_their_treasure_is_not() -> None:
    """As the summary names them; the treasure is told in the room."""
    monster = ["Tin Ogre (cr 2, mm 3); deadly, 450 xp", "--", "Treasure: 2 x tin ring (10 gp)"]
    found = read(dungeon({"monster": monster}, inhabited="Tin Ogre"))
    site = found.sites[0].site
    assert [("tin ogre", 1, Fraction(2))] == [(each.name, each.count, each.hd) for each in site.creatures.values()]
    assert "2 x tin ring" in site.zones[site.entrance].secret


# Universal VTT


def plan(*portals: dict[str, Any]) -> dict[str, Any]:
    """Two rooms of four squares by four, with a gap of two squares between them and a gap of one to the outside."""

    def line(*points: tuple[float, float]) -> list[dict[str, float]]:
        return [{"x": x, "y": y} for x, y in points]

    walls = [
        line((1, 1), (9, 1), (9, 5), (7, 5)),
        line((6, 5), (1, 5), (1, 1)),
        line((5, 1), (5, 2)),
        line((5, 4), (5, 5)),
    ]
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 6}, "pixels_per_grid": 70}
    return {"format": 0.3, "resolution": size, "line_of_sight": walls, "portals": list(portals), "lights": []}


def test_a_door_of_two_squares_closes_both() -> None:
    """The rooms stay apart, and one door joins them."""
    wide = {"position": {"x": 5, "y": 3}, "bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}], "closed": True}
    out = {"position": {"x": 6.5, "y": 5}, "bounds": [{"x": 6, "y": 5}, {"x": 7, "y": 5}]}
    site = read(plan(wide, out)).sites[0].site
    assert (2, 1) == (len(site.zones), len(site.doors))


@pytest.mark.parametrize("out", [{"x": 6.5, "y": 5}, {"x": 6.5, "y": 5.0}])
def test_a_door_without_ends_lies_in_the_wall_that_it_continues(out: dict[str, float]) -> None:
    """Some programs write only the middle of a door."""
    wide = {"bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}]}
    site = read(plan(wide, {"position": out, "rotation": 0.0})).sites[0].site
    assert (2, 1) == (len(site.zones), len(site.doors))
    assert "room-5-1" == site.entrance


def test_every_door_that_leads_outside_is_told_and_reported() -> None:
    """Also more of them in the room that one enters by."""
    places = [({"x": 6.5, "y": 5}, 6), ({"x": 1.5, "y": 5}, 1), ({"x": 3.5, "y": 5}, 3), ({"x": 2.5, "y": 1}, 2)]
    doors = [{"position": at, "bounds": [{"x": x, "y": at["y"]}, {"x": x + 1, "y": at["y"]}]} for at, x in places]
    wide = {"position": {"x": 5, "y": 3}, "bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}]}
    first, last = (read(plan(wide, *each)) for each in (doors, [*doors[1:], doors[0]]))
    assert {"room-5-1": "The way out is here.", "room-1-1": "3 doors lead outside here."} == {
        id: zone.glance for id, zone in first.sites[0].site.zones.items()
    }
    assert {
        "room-1-1": "The way out is here. 2 more doors lead outside.",
        "room-5-1": "A door leads outside here.",
    } == {id: zone.glance for id, zone in last.sites[0].site.zones.items()}
    told = [note.at for note in last.report.guessed if note.what.startswith("another door that leads outside")]
    assert ["portals[2]", "portals[3]", "portals[4]"] == told


def test_portals_of_other_programs_may_be_locked_or_secret() -> None:
    """Some write more than the format has: a secret door stays the referee's."""
    wide = {"position": {"x": 5, "y": 3}, "bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}], "closed": True}
    out = {"position": {"x": 6.5, "y": 5}, "bounds": [{"x": 6, "y": 5}, {"x": 7, "y": 5}]}
    (locked,) = read(plan({**wide, "locked": True}, out)).sites[0].site.doors.values()
    site = read(plan({**wide, "secret": True}, out)).sites[0].site
    (secret,) = site.doors.values()
    assert (DoorState.LOCKED, False, True) == (locked.state, locked.hidden, secret.hidden)
    assert [(Grade.SECRET, secret.id)] == [(feature.grade, feature.door) for feature in site.features.values()]


@given(st.lists(st.floats(3, 7.4), min_size=12, max_size=60), st.sampled_from((0.0, 0.5, 0.25)))
@settings(max_examples=60, deadline=None)
def test_crooked_walls_enclose_a_room(reaches: list[float], aside: float) -> None:
    """As caves are drawn: with walls shorter than a square, in any direction, also through the middles of squares."""
    turns = [2 * pi * n / len(reaches) for n in range(len(reaches))]
    ring = [(8 + aside + r * cos(turn), 8 + aside + r * sin(turn)) for r, turn in zip(reaches, turns, strict=True)]
    wall = [{"x": x, "y": y} for x, y in (*ring, ring[0])]
    extent = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 18, "y": 18}, "pixels_per_grid": 70}
    file = {"format": 0.3, "resolution": extent, "line_of_sight": [wall], "portals": [], "lights": []}
    shapes = [zone.shape for zone in read(file).sites[0].site.zones.values()]
    assert any(shape.x <= 8 < shape.x + shape.width and shape.y <= 8 < shape.y + shape.height for shape in shapes)
    for shape in shapes:
        assert min(x for x, _ in ring) - 1 < shape.x
        assert shape.x + shape.width < max(x for x, _ in ring) + 1


# Tables


def test_a_table_of_a_spreadsheet_for_windows_is_read() -> None:
    """Letters beyond ASCII are not in UTF-8 there, and the report says how they were read."""
    found = read("W\u00fcrfel;Begegnung\r\n1-2;R\u00e4uber\r\n3-6;nichts\r\n".encode("cp1252"))
    assert ["R\u00e4uber", "nichts"] == [row.text for row in found.tables[0].rows]
    assert "Windows-1252" in guesses(found)


def test_the_dice_and_marks_of_obsidian_belong_to_no_row() -> None:
    """Dice stand at the head of the column, a mark for links below the table, and rolls within the text."""
    page = "# Rumours\n\n| dice: 1d6 | Rumour |\n|---|---|\n| 1 | wax |\n| 2-6 | tin |\n^rumours\n"
    page += "\nRoll `dice: 2d4`.\n\n- a\n- b\n"
    (table,) = read(page).tables
    assert ("1d6", ["wax", "tin"]) == (table.dice, [row.text for row in table.rows])


def test_bold_words_with_dice_head_a_list() -> None:
    """As people write tables in notes."""
    (table,) = read("# Notes\n\n**Weather (2d6)**\n2-5 rain\n6-12 sun\n").tables
    assert ("Weather", "2d6", [(2, 5), (6, 12)]) == (
        table.name,
        table.dice,
        [(row.low, row.high) for row in table.rows],
    )


ATTITUDES = "# Folk\n\n| 2d6 | Hostile | Friendly |\n|---|---|---|\n| 2-7 | attack | wait |\n| 8-12 | leave | help |\n"


def test_columns_to_choose_from_are_a_table_each() -> None:
    """A table with two keys: the total, and the column."""
    found = read(ATTITUDES)
    assert {"Folk: Hostile": ["attack", "leave"], "Folk: Friendly": ["wait", "help"]} == {
        table.name: [row.text for row in table.rows] for table in found.tables
    }
    assert {"2d6"} == {table.dice for table in found.tables}


def test_columns_that_tell_more_stay_together() -> None:
    """A number beside a name is of the same result."""
    (table,) = read("d4,Encounter,Number\n1-2,rats,2d4\n3-4,bats,1d6\n").tables
    assert ["Encounter: rats; Number: [[2d4]]", "Encounter: bats; Number: [[1d6]]"] == [row.text for row in table.rows]


@pytest.mark.parametrize(
    "sheet, rows",
    [
        (
            "From,To,Encounter,#\n1,2,rats,2d6\n3,4,bats,1d4\n",
            ["Encounter: rats; #: [[2d6]]", "Encounter: bats; #: [[1d4]]"],
        ),
        ("#,Encounter\n1,rats\n2,bats\n", ["rats", "bats"]),
    ],
)
def test_a_head_of_a_number_sign_is_a_column(sheet: str, rows: list[str]) -> None:
    """The numbers to roll, or how many there are where two columns have the range."""
    assert rows == [row.text for row in read(sheet).tables[0].rows]


def test_ranges_that_follow_on_each_other_are_totals_and_levels_are_not() -> None:
    """Without dice at its head a table is rolled on by its ranges; single levels are only looked up."""
    reactions = "# Folk\n\nReaction | Deed\n---|---\n2-5 | attack\n6-12 | talk\n"
    levels = "# Folk\n\nLevel | Title\n---|---\n1 | Salter\n2 | Raker\n"
    assert [["2d6"], []] == [[table.dice for table in read(page).tables] for page in (reactions, levels)]


def test_numbers_that_begin_above_the_least_total_are_looked_up() -> None:
    """Scores of attributes follow on each other too, and nobody rolls on them."""
    found = read("# Folk\n\nScore | Modifier\n---|---\n3 | -2\n4-7 | -1\n8-18 | 0\n")
    assert ((), ["a table to look things up in, not to roll on: Score | Modifier"]) == (
        found.tables,
        [note.what for note in found.report.dropped],
    )


@pytest.mark.parametrize(
    "above",
    [
        "{% include contents.html %}\n\n# Finds",
        "{{< toc >}}\n\n# Finds",
        "<!-- copied\nby hand -->\n# Finds",
        "[Back](index.md)\n\n# Finds",
        "[[Index]]\n\n# Finds",
        '<img src="wax.png" align="right">\n\n# Finds',
        "<div class='wide'>\n\n# Finds\n</div>\n",
        "![map](map.png)\n\n# Finds",
    ],
)
def test_a_page_may_begin_with_marks_of_other_programs(above: str) -> None:
    """Links, pictures, comments and what makes a site of pages are no data of another program."""
    (table,) = read(f"{above}\n\n| d2 | Find |\n|--|--|\n| 1 | wax |\n| 2 | tin |\n").tables
    assert ("Finds", "d2", ["wax", "tin"]) == (table.name, table.dice, [row.text for row in table.rows])


def test_tables_in_boxes_are_tables_of_the_title_of_the_box() -> None:
    """As Obsidian and Homebrewery frame them; a quotation without a table stays one."""
    page = "> [!tip]- Finds\n> | d2 | Find |\n> |--|--|\n> | 1 | wax |\n> | 2 | tin |\n\n> Read me aloud.\n"
    framed = "> ##### Smells\n>| d2 | Smell |\n>|:-:|:-|\n>| 1 | salt |\n>| 2 | mould |\n"
    assert [["Finds"], ["Smells"]] == [[table.name for table in read(each).tables] for each in (page, framed)]


@pytest.mark.parametrize(
    "page, title",
    [
        ("The abbot wants his ring.\nAsk at [[The Oar]] for Tam.\n", "Abbot"),
        ("---\ntags: [npc]\n---\n- rope\n- lamp\n", "Abbot"),
        ("He owes **40 sp** to Wenna.\n", "Abbot"),
        ("> [!quote] Tam\n> Nobody goes down there.\n", "Abbot"),
        ("Two rumours.\n\n## At the mill\n\nThe wheel turns by night.\n", "At the mill"),
    ],
)
def test_a_page_of_prose_is_a_text(page: str, title: str) -> None:
    """With the name of its file, where it has no heading."""
    found = read(page, "abbot.md")
    assert ([title], (), ()) == ([text.title for text in found.texts], found.tables, found.monsters)


def test_comments_of_a_page_are_the_referees() -> None:
    """A handout does not show them; their words are a text of their own."""
    found = read("# The abbot\n\nHe is ill.<!-- He is not. -->\n\n%%\nThe ring is\nin the well.\n%%\n\nHe smiles.\n")
    assert [
        ("The abbot", "# The abbot\n\nHe is ill.\n\nHe smiles."),
        ("The abbot (secret)", "He is not.\n\nThe ring is\nin the well."),
    ] == [(text.title, text.text) for text in found.texts]


def test_a_sentence_about_hit_dice_is_no_monster() -> None:
    """However many it names; a stat line has a name before its numbers, or other numbers beside them."""
    page = (
        "# Folk\n\nGuards of the mill only ever fight where they count a 2:1 HD lead over all who came.\n\n"
        "Mud crab, 1 HD, of the sort that hides below the boats of sleeping fishers\n"
    )
    assert ["Mud crab"] == [monster.name for monster in read(page).monsters]


NOTEBOOK = Path(__file__).parent / "files" / "eel-weir.obsidian.md"


def test_the_marks_of_a_notebook_become_dice_tables_and_words() -> None:
    """Dice in code, links to notes and to other tables, stress, pictures and line breaks of HTML."""
    rows = {table.name: [row.text for row in table.rows] for table in read(NOTEBOOK.read_bytes()).tables}
    assert [
        "[[2d4]] eels in a basket",
        "a boot, see the boot or the list",
        "[[Odd things]], worth [[1d6]] sp",
    ] == rows["Catch of the day"]
    assert ["What: a bell; Truth: true", "What: a tin; Truth: false"] == rows["Odd things"]


def test_a_table_has_the_name_that_stands_above_it() -> None:
    """Bold words, or a short line where its section has no name left; dice and numbers of sections are left out."""
    tables = {table.name: table.dice for table in read(NOTEBOOK.read_bytes()).tables}
    assert {"Catch of the day": "1d6", "Odd things": "d4", "Weather": "2d6"} == tables


def test_two_tables_of_one_section_have_two_names() -> None:
    """By the heads of their columns, so that a row can name either."""
    table = "| d2 | {} |\n|--|--|\n| 1 | wax |\n| 2 | tin |\n\n"
    page = "# Finds\n\n" + "Text between.\n\n".join(table.format(head) for head in ("Result", "Smell", "Smell"))
    assert ["Finds", "Finds: Smell", "Finds 2"] == [each.name for each in read(page).tables]


def test_a_key_of_rooms_beside_its_tables_is_a_site() -> None:
    """With the map of hexes that is drawn in the page, and its monsters; the front matter is nobody's text."""
    found = read(NOTEBOOK.read_bytes())
    (whole,) = found.sites
    assert ("The Eel Weir", ["Landing", "Smokehouse"], 1) == (
        whole.site.name,
        [zone.name for zone in whole.site.zones.values()],
        len(whole.site.doors),
    )
    assert found.lands is not None
    assert {"0101": "The Eel Weir", "0102": "Old Sluice"} == {hex.id: hex.name for hex in found.lands.hexes.values()}
    assert [("Smoke votary", "2")] == [(each.name, each.number) for each in found.monsters]
    assert found.texts[0].text.startswith("# The Eel Weir")
    assert "pointed hexes" in guesses(found)


@pytest.mark.parametrize(
    "line, name, scale, ac, number, bonus",
    [
        ("Orc (6): AC 6; MV 120' (40'); HD 1; #AT 1; D 1-6; Save F1; ML 8", "Orc", "descending", 6, "6", None),
        ("SKELETONS (2-8): AC 7, HD 1, #AT 1, D 1-6, ML 12", "Skeleton", "descending", 7, "2d4", None),
        ("Tin Rat - AC 7 [12], HD 1/2, Att 1 x bite (1d3), THAC0 19 [0]", "Tin Rat", "from_0", 2, "1", 0),
        ("3. Crypt. Two ghosts (AC 5, HD 2, 1d6, THAC0 17)", "Ghost", "descending", 5, "2", 2),
        ("Wolf: HD 2+2, AC 12, bite 1d6", "Wolf", "ascending", 12, "1", None),
        ("Votary: HD 1, AC 3, 1d6", "Votary", "from_0", 3, "1", None),
    ],
)
def test_the_ac_of_a_stat_line_counts_as_its_other_numbers_say(
    line: str, name: str, scale: str, ac: int, number: str, bonus: int | None
) -> None:
    """THAC0, ML, #AT and saves of classes belong to games whose AC counts down."""
    (monster,) = read(f"# Folk\n\n{line}\n").monsters
    assert (name, scale, ac, number, bonus) == (
        monster.name,
        monster.scale,
        monster.ac,
        monster.number,
        monster.attack_bonus,
    )


@pytest.mark.parametrize("sign", ["\u2028", "\x0c", "\u202a"])
def test_signs_that_nobody_sees_hide_no_table(sign: str) -> None:
    """As pages copied from a document have them."""
    (table,) = read(f"# Finds\n{sign}\n| d2 | Find |\n|--|--|\n| 1 | wax |\n| 2 | tin{sign} |\n").tables
    assert ["wax", "tin"] == [row.text for row in table.rows]


@pytest.mark.parametrize("piece", ["_a ", "*a ", "~~a ", "`dice: 1 ", "[[a ", "[a]( ", "![[ "])
def test_marks_that_never_end_hold_nothing_up(piece: str) -> None:
    """A row of many beginnings is read as far as a row goes; each is looked at once, or the test would not end."""
    (table,) = read(f"# Finds\n\n| d2 | Find |\n|--|--|\n| 1 | {piece * 20_000} |\n| 2 | tin |\n").tables
    assert len(table.rows[0].text) <= 4000


def test_what_is_no_table_says_why() -> None:
    """Lists without dice, and tables in HTML."""
    assert "write dice above a list" in guesses(read("# Arms\n\n- sword\n- axe\n"))
    found = read("# Arms\n\n<table><tr><td>1</td><td>axe</td></tr></table>\n")
    assert ["line 3"] == [note.at for note in found.report.dropped]


# Foundry VTT


def test_a_monster_of_another_system_keeps_what_most_games_have() -> None:
    """Hit Dice, AC, move and damage, with a word that they are of another system."""
    actor = {
        "name": "Tin Imp",
        "type": "npc",
        "system": {
            "attributes": {"ac": {"flat": 15}, "hp": {"max": 7, "formula": "2d6"}, "movement": {"walk": 30}},
            "details": {"biography": {"value": "<p>Small.</p>"}, "xp": {"value": 50}},
        },
        "items": [{"name": "Poker", "type": "weapon", "system": {"damage": {"parts": [["1d6 + @mod", "piercing"]]}}}],
        "_stats": {"systemId": "tinworld"},
    }
    found = read(actor)
    (imp,) = found.monsters
    assert (Fraction(2), 15, "1d6", 30, 50) == (imp.hd, imp.ac, imp.damage, imp.move_ft, imp.xp)
    assert () == tuple(faults(imp))
    assert "tinworld" in guesses(found)


def test_a_character_is_one_of_ours_where_the_system_has_the_numbers() -> None:
    """Scores, class, level, hit points, skills, gear and coins; the referee rolls for them at first."""
    actor = {
        "name": "Aldo Tin",
        "type": "character",
        "system": {
            "hp": {"hd": "1d6", "value": 4, "max": 6},
            "aac": {"value": 13},
            "scores": {
                key: {"value": 8 + number} for number, key in enumerate(("str", "dex", "con", "int", "wis", "cha"))
            },
            "details": {"class": "Partial Warrior / Partial Expert", "level": 2, "xp": {"value": 7}},
            "currency": {"gp": 3, "sp": 2},
        },
        "items": [
            {"name": "Spear", "type": "weapon", "system": {"damage": "1d6", "equipped": True}},
            {"name": "Tin whistle", "type": "item", "system": {"quantity": {"value": 2}}},
            {"name": "Stab", "type": "skill", "system": {"ownedLevel": 1}},
        ],
    }
    found = read(actor)
    (aldo,) = found.people
    assert ("aldo-tin", "referee", 4, 6) == (aldo.id, aldo.seat, aldo.hp, aldo.hp_max)
    sheet = aldo.sheet
    assert (8, 9, 10, 11, 12) == (sheet.strength, sheet.dexterity, sheet.constitution, sheet.intelligence, sheet.wisdom)
    assert ("partial_warrior_expert", 2, 7, {"Stab": 1}) == (sheet.character_class, sheet.level, sheet.xp, sheet.skills)
    assert {("Spear", 1, "readied"), ("Tin whistle", 2, "stowed"), ("purse", 1, "stowed")} == {
        (thing.name, thing.count, thing.place.how.value) for thing in found.gear if isinstance(thing.place, Carried)
    }
    assert [320] == [thing.worth for thing in found.gear if thing.name == "purse"]
    assert "CHA" in found.report.dropped[0].what


# What nobody reads


@pytest.mark.parametrize(
    "file, what",
    [
        (b"", "it is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "it is a picture"),
        (b"%PDF-1.7\x00\x01", "it is a PDF file"),
        (b"PK\x03\x04\x00\x00", "it is a ZIP file"),
        (b"{\\rtf1\\ansi Rats}", "it is a text of a word processor (RTF)"),
        (b'{"name": "Oar", "type": "weapon", "system": {"cost": 1}}', "it is a document of Foundry VTT"),
        (b"name: Imp\n_key: '!actors!a1'\n", "it is a document of Foundry VTT as YAML"),
        (b'{"type": "FeatureCollection", "features": []}', "it is a town or a land as GeoJSON"),
        (b'{"walls": [], "lights": [], "tokens": []}', "it is a scene of Foundry VTT"),
        (b'{"info": {}, "mapCoordinates": {}}', "it is a world of Azgaar's map generator"),
        (b"<!doctype html><title>404</title>", "it is HTML or XML"),
        (b"Ada\nBo\n", "it is text in which no table, room, hex or stat line was found"),
    ],
)
def test_a_file_that_is_not_read_says_what_it_is(file: bytes, what: str) -> None:
    """And what to do with it."""
    with pytest.raises(UnreadableFile) as refused:
        read_foreign(file)
    assert what == refused.value.what
    assert refused.value.fix


# Pages again, as bestiaries, keys and sheets have them


def test_a_heading_names_the_numbers_below_it() -> None:
    """Also with some words between; the numbers of the next monster are not its own."""
    block = "**AC** 6 [13], **HD** 1 (4hp), **Att** 1 x club (1d6), **THAC0** 19 [0], **ML** 8, **AL** C"
    page = f"# Reed thief\n\nThey live by theft.\n\n{block}\n\n## Bog crab\n\nSlow.\n\nAC 5, HD 2, Att 1 x claw (1d4)\n"
    assert ["Reed thief", "Bog crab"] == [monster.name for monster in read(page).monsters]


def test_frames_of_html_are_no_words() -> None:
    """A key of rooms in the middle of the page has the name of its heading, and its text no frames."""
    rooms = "**1. Hall** Dusty. Exits: north to 2.\n\n**2. Shrine** A basin.\n"
    found = read(f'<div align="center">\n\n# Salt tomb\n\n</div>\n\n{rooms}')
    assert ["Salt tomb"] == [each.site.name for each in found.sites]
    assert "<" not in found.texts[0].text


def test_remarks_above_a_sheet_are_passed_over() -> None:
    """With the lines of its rows as they are in the file."""
    (table,) = read("# what lies about\n# by weight\n5\twax\n2\ttin\n1\tsalt\n").tables
    assert ["wax", "tin", "salt"] == [row.text for row in table.rows]


def test_a_name_keeps_its_brackets() -> None:
    """Unless nothing is left between them."""
    rows = "\n\n| d2 | Find |\n|--|--|\n| 1 | wax |\n| 2 | tin |\n"
    names = [read(f"## {head}{rows}").tables[0].name for head in ("Finds (level 1-4)", "Finds (d2)", "Finds d2:")]
    assert ["Finds (level 1-4)", "Finds", "Finds"] == names
