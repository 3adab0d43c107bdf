"""What a typed outline means: every mark, and the many ways in which modules write the same."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.outline import Outlined, read_outline, write_outline
from undercroft.exchange.problems import Severity
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, MonsterId, SiteId, ZoneId
from undercroft.table.state.lore import Monster
from undercroft.table.state.sites import (
    Door,
    DoorState,
    EncounterRow,
    Feature,
    Grade,
    Harm,
    Hindrance,
    Obstacle,
    Trap,
    TrapState,
    Trigger,
)
from undercroft.table.state.things import Guarded, Lying, Thing, ThingKind

ROOMS = "1 Hall\n{}\n2 Crypt\n3 Well\n"


def read(text: str) -> Outlined:
    """The site of an outline."""
    return read_outline(text).whole


def door(line: str) -> Door:
    """The only exit of a hall with that line."""
    (found,) = read(ROOMS.format(line)).site.doors.values()
    return found


def thing(line: str) -> Thing:
    """The only thing in a hall with that line."""
    (found,) = read(ROOMS.format(line)).things.values()
    return found


def trap(line: str) -> Trap:
    """The only trap in a hall with that line."""
    (found,) = read(ROOMS.format(line)).site.traps.values()
    return found


def feature(line: str) -> Feature:
    """The only feature in a hall with that line."""
    (found,) = read(ROOMS.format(line)).site.features.values()
    return found


def obstacle(line: str) -> Obstacle:
    """The only obstacle in a hall with that line."""
    (found,) = read(ROOMS.format(line)).site.obstacles.values()
    return found


def creatures(line: str) -> Creatures:
    """The only creatures in a hall with that line."""
    (found,) = read(ROOMS.format(line)).site.creatures.values()
    return found


@pytest.mark.parametrize(
    "line",
    [
        *("8 Chandlery", "8. Chandlery", "8) Chandlery", "8: Chandlery", "Room 8: Chandlery", "room 8 Chandlery"),
        *("## 8. Chandlery", "### Room 8 - Chandlery", "Area 8 — Chandlery", "**8. Chandlery**", "**8.** Chandlery"),
        *("8 - Chandlery", "- 8. Chandlery", "* 8. Chandlery", "\t8 Chandlery", '8 "Chandlery"', "# 8 Chandlery"),
    ],
)
def test_the_ways_to_write_a_room(line: str) -> None:
    """One room with its number and its name, however it is pasted."""
    (zone,) = read(line).site.zones.values()
    assert ("8", "Chandlery", "chandlery") == (zone.label, zone.name, zone.id)


def test_states_of_a_room() -> None:
    """Commas add state; what is none stays part of the name."""
    site = read("8a Loft, lit, safe, passage, level 2, 30 x 20 ft, 12 ft high\n9 Bones, old and new\n").site
    loft, bones = site.zones.values()
    assert ("8a", True, True, True, 2) == (loft.label, loft.lit, loft.safe, loft.corridor, loft.level)
    assert (30, 20, 12) == (loft.length_ft, loft.width_ft, loft.height_ft)
    assert "Bones, old and new" == bones.name


def test_a_text_after_the_name() -> None:
    """Printed modules go on after the name; the text is read aloud."""
    text = "1. Hall. Dust lies deep.\n2. St. Orrin's cell: A bench.\n**3. Well.** Cold air.\n"
    assert [("Hall", "Dust lies deep."), ("St. Orrin's cell", "A bench."), ("Well", "Cold air.")] == [
        (zone.name, zone.glance) for zone in read(text).site.zones.values()
    ]


def test_the_texts_of_a_room() -> None:
    """Plain paragraphs and a quoted block are read aloud; the referee's text and the senses have keys."""
    text = """1 Hall
Dust lies
ankle-deep.

> A clock ticks.
GM: The clock is a trap.
It has no hands.
senses: Oil.
referee: Nobody wound it.
"""
    (zone,) = read(text).site.zones.values()
    assert "Dust lies ankle-deep.\nA clock ticks." == zone.glance
    assert "The clock is a trap. It has no hands.\nNobody wound it." == zone.secret
    assert "Oil." == zone.senses


@pytest.mark.parametrize(
    "line, name, state",
    [
        ("> 2", "passage", DoorState.NO_DOOR),
        ("> 2 bone arch, no door", "bone arch", DoorState.NO_DOOR),
        ("> 2 swollen door, stuck", "swollen door", DoorState.STUCK),
        ("> 2 oak door", "oak door", DoorState.CLOSED),
        ("> 2 oak door, open", "oak door", DoorState.OPEN),
        ("> Crypt, oak door", "oak door", DoorState.CLOSED),
        ("door to 2 (locked)", "door", DoorState.LOCKED),
        ("a locked iron door to room 2", "locked iron door", DoorState.LOCKED),
        ("stairs down to 2", "stairs down", DoorState.NO_DOOR),
        ("> passage to the Crypt", "passage", DoorState.NO_DOOR),
        ("Exits: N door to 2 (stuck)", "door", DoorState.STUCK),
        ("> north 2 oak door", "oak door", DoorState.CLOSED),
        ("- > 2 gate, broken", "gate", DoorState.BROKEN),
    ],
)
def test_the_ways_to_write_an_exit(line: str, name: str, state: DoorState) -> None:
    """With its mark, or as a module has it."""
    found = door(line)
    assert (("hall", "crypt"), name, state) == (found.between, found.name, found.state)


def test_states_of_an_exit() -> None:
    """A lock, a key, a bar, a side, and the material that the name gives away."""
    text = """1 Hall
  > 2 bronze door, locked 11, bronze key
  > 3 gate, barred from 3, shuts itself
2 Crypt
  $ bronze key
  > 3 chute, one way
3 Well
"""
    whole = read(text)
    bronze, gate, chute = whole.site.doors.values()
    assert (DoorState.LOCKED, 11, "bronze-key", Material.METAL) == (
        bronze.state,
        bronze.lock_dc,
        bronze.key,
        bronze.material,
    )
    assert (DoorState.BARRED, "well", True) == (gate.state, gate.barred_from, gate.closes_itself)
    assert (DoorState.NO_DOOR, "crypt") == (chute.state, chute.one_way)
    assert () == tuple(note for note in read_outline(text).notes if note.code != "no_text")


def test_an_exit_is_written_once_or_twice() -> None:
    """Under both rooms it is one exit, with what either line says; another way is a second one."""
    once = read("1 Hall\n> 2 door\n2 Crypt\n> 1 oak door, stuck\n").site.doors
    assert [("oak door", DoorState.STUCK)] == [(each.name, each.state) for each in once.values()]
    assert 2 == len(read("1 Hall\n> 2 door\n2 Crypt\n> 1 door, another way\n").site.doors)
    assert 2 == len(read("1 Hall\n> 2 oak door\n2 Crypt\n> 1 iron hatch\n").site.doors)


@pytest.mark.parametrize(
    "line, grade",
    [
        ("?> 2 plank hatch", Grade.HIDDEN),
        ("*> 2 plank hatch", Grade.SECRET),
        ("secret door to 2", Grade.SECRET),
        ("hidden door to 2", Grade.HIDDEN),
    ],
)
def test_hidden_and_secret_exits(line: str, grade: Grade) -> None:
    """The exit is hidden, and a feature of that grade reveals it."""
    assert door(line).hidden
    assert (grade, "hall-crypt") == (feature(line).grade, feature(line).door)


@pytest.mark.parametrize(
    "line, name, count, worth, kind",
    [
        ("$ 220 coins 9 gp", "coins", 220, 900, ThingKind.COINS),
        ("$ chest of saint's wax 30 gp", "chest of saint's wax", 1, 3000, ThingKind.TREASURE),
        ("treasure: 1,200 sp", "silver pieces", 1200, 12_000, ThingKind.COINS),
        ("220 gp", "gold pieces", 220, 22_000, ThingKind.COINS),
        ("$ a cup (40 gp)", "cup", 1, 4000, ThingKind.TREASURE),
        ("$ 3 gems 50 gp each", "gems", 3, 15_000, ThingKind.TREASURE),
        ("loot: rope", "rope", 1, None, ThingKind.TREASURE),
    ],
)
def test_the_ways_to_write_treasure(line: str, name: str, count: int, worth: int | None, kind: ThingKind) -> None:
    """A count, a name and a worth, each where it is written; coins alone are coins."""
    found = thing(line)
    assert (name, count, worth, kind) == (found.name, found.count, found.worth, found.kind)


def test_a_list_of_treasure() -> None:
    """A comma ends a thing that has a worth; creatures may have it."""
    whole = read("1 Hall\n  2 orcs HD 1\n  $ staff 12 gp, rings, one gold, one lead 24 gp, with orcs\n")
    assert ["staff", "rings, one gold, one lead"] == [each.name for each in whole.things.values()]
    assert [Lying(SiteId("a-new-site"), ZoneId("hall")), Guarded(SiteId("a-new-site"), CreaturesId("orcs"))] == [
        each.place for each in whole.things.values()
    ]


def test_traps() -> None:
    """Fall, save, damage, state, and what they are on."""
    flags = trap("! tilting flags: fall 10 ft, evasion avoids")
    assert (Harm.FALL, 10, "evasion", True, Trigger.ENTER) == (
        flags.harm,
        flags.feet,
        flags.save,
        flags.avoids,
        flags.trigger,
    )
    bells = trap("! handbells on the door to 2: alarm\n> 2 door")
    assert ("handbells", Harm.ALARM, Trigger.THRESHOLD, "hall-crypt") == (
        bells.name,
        bells.harm,
        bells.trigger,
        bells.door,
    )
    water = trap("$ 5 coins 1 gp\n! bad water on the coins: poison, 2d6, disarmed")
    assert ("bad water", Harm.POISON, "2d6", TrapState.DISARMED, Trigger.MEDDLE, "coins") == (
        water.name,
        water.harm,
        water.damage,
        water.state,
        water.trigger,
        water.thing,
    )
    pit = trap("Trap: pit, 10 ft deep (1d6 damage)")
    assert ("pit", Harm.FALL, 10, "1d6") == (pit.name, pit.harm, pit.feet, pit.damage)
    assert "knives on a spring" == trap("! knives on a spring").name


def test_features() -> None:
    """Hidden and secret, with things, clues, and what opens them."""
    niche = feature("? niche behind a skull: 61 sp")
    assert (Grade.HIDDEN, "niche behind a skull", ("silver-pieces",)) == (niche.grade, niche.what, niche.things)
    plug = feature(
        "* plug in the basin: signet 85 gp\n clue: The coins lie elsewhere.\n clue: A bubble.\n answer: draw it"
    )
    assert (("The coins lie elsewhere.", "A bubble."), "draw it", ("signet",)) == (plug.clues, plug.answer, plug.things)
    diary = feature("? diary 15 gp")
    assert ("diary", ("diary",)) == (diary.what, diary.things)
    whole = read("1 Hall\n? bronze key, opens 2\n> 2 door, locked\n2 Crypt\n")
    assert ["bronze-key"] == [each.key for each in whole.site.doors.values()]
    wires = read("1 Hall\n! blades: 1d6\n? wires, reveals blades\n").site
    assert ["blades"] == [each.trap for each in wires.features.values()]


def test_obstacles() -> None:
    """The name gives the kind, commas the measures, a colon what lies under it."""
    slab = obstacle("= founder's slab, 210 kg: staff 120 gp, rings 24 gp")
    assert (Hindrance.LID, Fraction(210), ("staff", "rings")) == (slab.kind, slab.kilograms, slab.things)
    gate = obstacle("= weedy portcullis to 2, 160 kg")
    assert (Hindrance.PORTCULLIS, "crypt", "weedy portcullis") == (gate.kind, gate.to, gate.name)
    assert (Hindrance.RUBBLE, Fraction(3, 2)) == (
        obstacle("= stuff, rubble, 3/2 m3").kind,
        obstacle("= stuff, rubble, 3/2 m3").cubic_metres,
    )
    pit = obstacle("= pit, 20 ft deep, 9 ft across")
    assert (Hindrance.PIT, 20, 9) == (pit.kind, pit.feet, pit.across_ft)


def test_creatures() -> None:
    """By the reader of stat blocks; what a fight does not use is a note."""
    sextons = creatures("  3 pale sextons HD 1 AC 2 1d6")
    assert ("pale sextons", 3, Fraction(1), 2, "1d6") == (
        sextons.name,
        sextons.count,
        sextons.hd,
        sextons.ac,
        sextons.damage,
    )
    assert ("Hesper Crake", 1) == (creatures("Hesper Crake HD 3").name, creatures("Hesper Crake HD 3").count)
    assert ("The Weigher", 1) == (creatures("The Weigher HD 4").name, creatures("The Weigher HD 4").count)
    goblins = creatures("Goblin (6): AC 6 [13], HD 1-1, Att 1 x weapon (1d6), MV 60' (20'), Save F1, ML 7, XP 5")
    assert ("Goblin", 6, 3, -1) == (goblins.name, goblins.count, goblins.ac, goblins.hp_bonus)
    assert "weapon; Save F1; ML 7; XP 5" == goblins.notes
    assert "gambling loudly" == creatures("2 orcs HD 1 gambling loudly").notes
    assert 3 == creatures("monsters: 3 skeletons HD 1 AC 7").count


def test_creatures_without_hit_dice() -> None:
    """A count under a room is creatures: those of the bestiary, or Hit Dice are taken as 1, and a note says so."""
    assert "skeleton" == creatures("  5 skeletons").monster
    found = read_outline("1 Hall\n  8 tallow rats\n")
    (rats,) = found.whole.site.creatures.values()
    assert (8, Fraction(1)) == (rats.count, rats.hd)
    (note,) = [note for note in found.notes if note.code == "no_hit_dice"]
    assert note.mend is not None
    assert (2, " HD 1") == (note.mend.line, note.mend.text)


def test_a_page_of_a_module() -> None:
    """Title, preface, encounter table, rooms in several styles, keywords in a line, exits in the prose."""
    text = """# The Barrow of the Salt King
*A one-page dungeon for levels 1 to 3*

Salt traders dug too deep.

## Wandering Monsters (1d6)
1. 1d4 giant rats
2. 2d4 skeletons HD 1 AC 2 1d6
3. Cold wind; torches gutter

## Rooms

**1. Entrance Hall.** The doors hang open. A passage north leads to area 2, and stairs lead down to 5.

**2. Guard Post.** Overturned table. Monsters: 3 skeletons HD 1 AC 2, 1d6. Treasure: 220 gp and a silver ring.
- Exits: N door to 3 (locked), E to 4
- Trap: pit, 10 ft deep (1d6 damage)

## 3. Crypt
> Six stone coffins line the walls. One is open.
GM: The open coffin holds a wight. It waits.
secret door to 6
  clue: One coffin is warm.

Area 4 — Shrine
An altar of salt.
treasure: “Salt King's mask” 500 gp
door to 2

Room 5: Cistern
Dark water.

6) Treasury
Chests, all empty but one.
"""
    found = read_outline(text)
    site, things = found.whole.site, found.whole.things
    assert () == found.notes
    assert ("The Barrow of the Salt King", SiteId("the-barrow-of-the-salt-king")) == (site.name, site.id)
    assert ["1", "2", "3", "4", "5", "6"] == [zone.label for zone in site.zones.values()]
    assert [1, 1, 1, 1, 2, 1] == [zone.level for zone in site.zones.values()]
    assert {("1", "2"), ("1", "5"), ("2", "3"), ("2", "4"), ("3", "6")} == {
        (site.zones[one].label, site.zones[other].label)
        for one, other in (each.between for each in site.doors.values())
    }
    assert (
        EncounterRow("giant rats", CreaturesId("giant-rat"), "1d4"),
        EncounterRow("skeletons", CreaturesId("skeletons"), "2d4"),
        EncounterRow("Cold wind; torches gutter"),
    ) == site.encounters
    assert "Overturned table." == site.zones[ZoneId("guard-post")].glance
    assert {"gold pieces", "silver ring", "Salt King's mask"} == {each.name for each in things.values()}
    assert "Salt traders dug too deep." in site.zones[ZoneId("entrance-hall")].secret
    assert DoorState.LOCKED in {each.state for each in site.doors.values()}


def test_a_page_of_another_module() -> None:
    """Capitals, bullets, brackets, a table with stat blocks, and everything without a mark."""
    text = """THE SUNKEN CHAPEL
Random Encounters (1 in 6, roll 1d4)
1 1d6 giant rats
2 2 bandits (AC 7 [12], HD 1, ML 7)
3-4 Dripping

1. FLOODED PORCH
Water covers cracked tiles.
• 3 giant frogs (AC 7 [12], HD 1, hp 4, 5, 3, Att 1 x bite (1d4))
2. NAVE (dark)
Pews float. Exits: south to 1, east door to 3 (locked), secret door behind the altar to 5.
Treasure: silver candlesticks (2) worth 25 gp each; 30 sp in the poor box.
Trap: The third pew is rigged: a net drops (1d6, save evasion avoids).
3. Vestry. Robes hang here. Stairs lead down to 4.
4. CRYPT
Bones.
6 skeletons, AC 7 [12], HD 1, #At 1, D 1d6, ML 12
5. BELL CHAMBER
The bell lies on its side.
"""
    whole = read(text)
    site = whole.site
    assert ["giant rats", "bandits", "Dripping", "Dripping"] == [row.name for row in site.encounters]
    assert [("silver candlesticks", 2, 5000), ("silver pieces", 30, 300)] == [
        (each.name, each.count, each.worth) for each in whole.things.values()
    ]
    (pew,) = site.traps.values()
    assert ("The third pew is rigged", "a net drops", "1d6", "evasion", True) == (
        pew.name,
        pew.what,
        pew.damage,
        pew.save,
        pew.avoids,
    )
    assert 4 == len(site.doors)
    assert [1, 1, 1, 2, 1] == [zone.level for zone in site.zones.values()]
    assert {"giant frogs", "skeletons", "bandits"} == {creature.name for creature in site.creatures.values()}


def test_terse_lines_without_indentation() -> None:
    """A monster of the bestiary at the margin is no room, and a worth makes treasure."""
    whole = read("1 cave mouth\n> 2\n2 big cave\n3 orcs\n> 3 narrow crack\n3 shrine\nidol of jade 300 gp\n")
    assert ["cave mouth", "big cave", "shrine"] == [zone.name for zone in whole.site.zones.values()]
    assert [("orcs", "big-cave")] == [(creature.name, creature.zone) for creature in whole.site.creatures.values()]
    assert [("idol of jade", 30_000)] == [(each.name, each.worth) for each in whole.things.values()]


def test_a_key_by_its_whole_name() -> None:
    """A key is a thing with the word in its name, or one that is called the key."""
    exits = "> 2 door, locked, key to the vault\n> 3 gate, locked, key: signet\n"
    text = f"1 Hall\n{exits}$ key to the vault, a signet\n2 A\n3 B\n"
    assert ["key-to-the-vault", "signet"] == [each.key for each in read(text).site.doors.values()]


def test_what_cannot_be_used_is_kept() -> None:
    """An exit to no room stays in the referee's text, with a note at its place and the room as its mend."""
    found = read_outline("1 Hall\n  > 12 ladder, one way\n")
    (note,) = [note for note in found.notes if note.grade is Severity.ERROR]
    assert ("no_such_room", 2, 5, 7) == (note.code, note.line, note.column, note.end)
    assert note.mend is not None
    assert "\n\n12 Room 12" == note.mend.text
    assert "12 ladder, one way" == found.whole.site.zones[ZoneId("hall")].secret


def test_an_empty_outline() -> None:
    """There is no room yet, and the note says how to begin."""
    found = read_outline("\n")
    assert {} == found.whole.site.zones
    assert [("no_rooms", "type 1 and a name")] == [(note.code, note.fix) for note in found.notes]


@pytest.mark.parametrize(
    "text, glance",
    [
        ("  Two great stones.\n  2 giant rats\n", "Two great stones."),
        ("  Cold water, knee-deep.\n  3 mill eels\n", "Cold water, knee-deep."),
        ("  Who is there?\n  1 miller's ghost\n", "Who is there?"),
        ("  \u201cGo away!\u201d\n  2d4 goblins\n", "\u201cGo away!\u201d"),
    ],
)
def test_a_count_of_creatures_after_the_last_sentence_of_a_text_is_no_part_of_it(text: str, glance: str) -> None:
    site = read(f"1 Hall\n{text}2 Crypt\n").site
    (found,) = site.creatures.values()
    assert site.zones[ZoneId("hall")].glance == glance
    assert found.name.endswith(("rats", "eels", "ghost", "goblins"))


@pytest.mark.parametrize(
    "text",
    [
        "The hall is wide. At its end\n  3 goblins are painted on the wall",
        "A pit gapes here.\n  20 feet below is water",
        "Stairs.\n  12 steps",
        "A mural.\n  3 kings kneel before a fourth, and each one of them holds a crown",
    ],
)
def test_a_text_goes_on_with_a_number_in_the_middle_of_it(text: str) -> None:
    site = read(f"1 Hall\n  {text}\n2 Crypt\n").site
    assert not site.creatures
    assert site.zones[ZoneId("hall")].glance == text.replace("\n  ", " ")


def test_a_row_with_a_range_comes_for_each_of_its_numbers() -> None:
    site = read("1 Hall\n2 Crypt\n\nWandering monsters\n1-3 2d4 goblins\n4 1 ghost\n").site
    assert [("goblins", "2d4")] * 3 + [("ghost", "1")] == [(row.name, row.count) for row in site.encounters]


def test_creatures_typed_before_their_monster_was_made_take_its_numbers() -> None:
    """Guessed numbers are pointed out as soon as the bestiary has the monster, and one press takes it."""
    guessed = write_outline(read("1 Hall\n  3 mill eels\n2 Crypt\n"))
    assert "3 mill eels HD 1 AC 0 1d6" in guessed
    eel = Monster(MonsterId("mill-eel"), "Mill eel", Fraction(2), plural="Mill eels", ac=2, damage="1d4")
    (note,) = [note for note in read_outline(guessed, monsters={eel.id: eel}).notes if note.code == "guessed"]
    assert note.mend is not None
    mended = guessed.replace("3 mill eels HD 1 AC 0 1d6", note.mend.text)
    (eels,) = read_outline(mended, monsters={eel.id: eel}).whole.site.creatures.values()
    assert ("mill eels", 3, Fraction(2), 2, "1d4", eel.id) == (
        eels.name, eels.count, eels.hd, eels.ac, eels.damage, eels.monster
    )  # fmt: skip
