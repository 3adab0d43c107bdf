"""What a campaign file says."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.campaignfile import read
from undercroft.kernel.units import SeatId
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS, Dying, HouseRules
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, PersonId, SiteId, ThingId, TrapId, ZoneId
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.seats import REFEREE, Seat, Throwing
from undercroft.table.state.sites import Clock, Door, DoorState, EncounterRow, Feature, Grade, Trap, Trigger, Zone
from undercroft.table.state.things import Carried, Guarded, Lying, Thing, ThingKind, Worn

HEAD = 'name = "The Mill"\n'
MILL = '[sites.mill]\nname = "Mill"\n'
YARD = f'{MILL}[sites.mill.zones.yard]\nname = "Yard"\nglance = "Mud."\n'
LOFT = '[sites.mill.zones.loft]\nname = "Loft"\nglance = "Dust."\n'


def test_a_name_is_enough() -> None:
    """Everything else has a default."""
    begin = read('name = "The Mill"', "mill.toml")
    assert ("The Mill", 0, (), (), (), (), ()) == (
        begin.name, begin.day_begins, begin.seats, begin.people, begin.things, begin.sites, begin.party,
    )  # fmt: skip
    assert HouseRules() == begin.house


@pytest.mark.parametrize(
    "said, seconds",
    [
        ("", 0),
        ('hour = "08:00"', 8 * 3600),
        ('day = 3\nhour = "23:59"', 2 * 86_400 + 23 * 3600 + 59 * 60),
        ('hour = "00:00:07"', 7),
        ("day = 2", 86_400),
    ],
)
def test_the_day_and_the_hour_at_which_it_begins(said: str, seconds: int) -> None:
    """Counted from the midnight before the first day."""
    assert seconds == read(f"{HEAD}{said}", "mill.toml").day_begins


def test_house_rules() -> None:
    """A preset, changes to it, and readings by their ids; what is nothing is written as none."""
    text = f"""{HEAD}
    [house]
    preset = "violence"
    dying = "sovereign"
    clock = "none"
    readings = {{ "delving.action.recover/cap" = false, "violence.scars/limit" = "none" }}
    """
    readings = {"delving.action.recover/cap": False, "violence.scars/limit": None}
    house = replace(PRESETS["violence"], clock=None, dying=Dying.SOVEREIGN, readings=readings)
    assert house == read(text, "mill.toml").house


PEOPLE = f"""{HEAD}
[[seats]]
id = "one"
name = "Seat 1"
dice = "typed"

[characters.maud]
name = "Maud"
seat = "one"
hp = 3
hp_max = 5
strain = 1
[characters.maud.sheet]
class = "mage"
level = 2
dexterity = 16
skills = {{ Sneak = 1, Magic = 2 }}
overrides = {{ cunning = 12 }}
[characters.maud.gear]
readied = ["dagger", "torch x3", {{ id = "charm", name = "Bone charm", worth = 300 }}]
stowed = ["torch", {{ item = "lantern", burnt = 600, name = "tin lantern" }}, {{ name = "Ink & quill" }}]
coins = {{ gold = 3, copper = 40 }}

[hirelings.tam]
name = "Tam"
hp_max = 4
terms = "a silver a day"

[hirelings.bram]
name = "Bram"
seat = "one"
role = "henchman"
"""


def test_people_and_their_seats() -> None:
    """Characters and hirelings; hit points are whole by default; hirelings are thrown for by the referee."""
    begin = read(PEOPLE, "mill.toml")
    assert (Seat(SeatId("one"), "Seat 1", Throwing.TYPED),) == begin.seats
    sheet = Sheet(
        dexterity=16, character_class="mage", level=2, skills={"Sneak": 1, "Magic": 2}, overrides={"cunning": 12}
    )
    maud = Person(PersonId("maud"), "Maud", SeatId("one"), sheet=sheet, hp=3, hp_max=5, strain=1, fp=10)
    tam = Person(PersonId("tam"), "Tam", REFEREE, Role.HIRELING, hp=4, hp_max=4, fp=10, terms="a silver a day")
    bram = Person(PersonId("bram"), "Bram", SeatId("one"), Role.HENCHMAN, fp=10)
    assert (maud, tam, bram) == begin.people
    assert ("maud", "tam", "bram") == begin.party


def test_gear_by_the_books_ids() -> None:
    """An item says its name, kind and load; two torches are one point; a second one of a kind has a number."""
    ready, stowed = Carried(PersonId("maud"), Worn.READIED), Carried(PersonId("maud"))
    expected = (
        Thing(ThingId("maud-dagger"), "dagger", ThingKind.WEAPON, ready, points=1, item="dagger"),
        Thing(ThingId("maud-torch"), "torches", ThingKind.LIGHT, ready, count=3, points=2, item="torch"),
        Thing(ThingId("charm"), "Bone charm", ThingKind.GEAR, ready, worth=300),
        Thing(ThingId("maud-torch-2"), "torches", ThingKind.LIGHT, stowed, points=1, item="torch"),
        Thing(ThingId("maud-lantern"), "tin lantern", ThingKind.LIGHT, stowed, points=1, item="lantern", burnt=600),
        Thing(ThingId("maud-ink-quill"), "Ink & quill", ThingKind.GEAR, stowed),
        Thing(ThingId("maud-purse"), "purse", ThingKind.COINS, stowed, worth=340, item="coins"),
    )
    assert expected == read(PEOPLE, "mill.toml").things


def test_those_who_set_out_can_be_named() -> None:
    """In marching order."""
    assert ("tam", "maud") == read(f'party = ["tam", "maud"]\n{PEOPLE}', "mill.toml").party


SITE = f"""{HEAD}
[sites.mill]
name = "Mill"
clock = "delving"
clocks = {{ 2 = "sovereign" }}
location = "few_mobile"
danger = "risky"
effects = ["The wheel groans."]
encounters = [ {{ name = "miller", creatures = "miller", omen = "flour" }}, {{ name = "a gust" }} ]

[sites.mill.zones.yard]
name = "Yard"
glance = "Mud."
shape = {{ x = 1, y = 2, width = 3, height = 4 }}
lit = true

[[sites.mill.zones.yard.doors]]
to = "loft"

[[sites.mill.zones.yard.doors]]
to = "loft"
state = "locked"
material = "stone"
key = "key"

[sites.mill.zones.yard.creatures.miller]
name = "Miller"
count = 1
hd = 0.5
hp = [3]
things.key = {{ name = "Iron key" }}

[sites.mill.zones.loft]
name = "Loft"
glance = "Dust."
level = 2
things.sack = {{ name = "Sack of coins", kind = "coins", worth = 900, appraised = false, points = 2 }}
[sites.mill.zones.loft.traps.beam]
name = "Beam"
tell = "a wire"
what = "It falls."
damage = "2d6"
save = "evasion"
trigger = "meddle"

[sites.mill.doors.chute]
from = "loft"
to = "yard"
hidden = true
one_way = "loft"

[sites.mill.features.flap]
zone = "loft"
grade = "secret"
what = "a flap"
clues = ["a draught", "scraped boards"]
door = "chute"
things = ["sack"]
"""


def test_a_site() -> None:
    """What stands under a zone belongs to it; what stands under the site says its zone."""
    (site,) = read(SITE, "mill.toml").sites
    yard, loft = ZoneId("yard"), ZoneId("loft")
    assert ("Mill", yard, Clock.DELVING, {2: Clock.SOVEREIGN}) == (site.name, site.entrance, site.clock, site.clocks)
    assert ("few_mobile", "risky", ("The wheel groans.",)) == (site.location, site.danger, site.effects)
    assert (EncounterRow("miller", CreaturesId("miller"), "1", "flour"), EncounterRow("a gust")) == site.encounters
    assert Zone(loft, "Loft", "Dust.", level=2) == site.zones[loft]
    assert (True, 3) == (site.zones[yard].lit, site.zones[yard].shape.width)
    assert {
        "yard-loft": Door(DoorId("yard-loft"), (yard, loft)),
        "yard-loft-2": Door(
            DoorId("yard-loft-2"), (yard, loft), DoorState.LOCKED, material=Material.STONE, key=ThingId("key")
        ),
        "chute": Door(DoorId("chute"), (loft, yard), hidden=True, one_way=loft),
    } == site.doors
    assert {"miller": Creatures(CreaturesId("miller"), "Miller", 1, Fraction(1, 2), yard, hp=(3,))} == site.creatures
    beam = Trap(TrapId("beam"), loft, "Beam", "a wire", "It falls.", Trigger.MEDDLE, damage="2d6", save="evasion")
    assert {"beam": beam} == site.traps
    flap = Feature(
        FeatureId("flap"), loft, Grade.SECRET, "a flap", clues=("a draught", "scraped boards"),
        door=DoorId("chute"), things=(ThingId("sack"),),
    )  # fmt: skip
    assert {"flap": flap} == site.features


def test_things_in_a_site() -> None:
    """Under a zone they are on its floor, under creatures these have them."""
    mill = SiteId("mill")
    assert (
        Thing(
            ThingId("sack"), "Sack of coins", ThingKind.COINS, Lying(mill, ZoneId("loft")), points=2, worth=900,
            appraised=False,
        ),
        Thing(ThingId("key"), "Iron key", ThingKind.TREASURE, Guarded(mill, CreaturesId("miller"))),
    ) == read(SITE, "mill.toml").things  # fmt: skip


def test_a_list_of_tables_says_the_same_as_tables_under_their_ids() -> None:
    """Sites, zones and doors either way."""
    listed = f"""{HEAD}
    [[sites]]
    id = "mill"
    name = "Mill"
    [[sites.zones]]
    id = "yard"
    name = "Yard"
    glance = "Mud."
    [[sites.zones]]
    id = "loft"
    name = "Loft"
    glance = "Dust."
    [[sites.doors]]
    id = "ladder"
    from = "yard"
    to = "loft"
    """
    tables = f'{HEAD}{YARD}{LOFT}[sites.mill.doors.ladder]\nfrom = "yard"\nto = "loft"\n'
    assert read(tables, "a") == read(listed, "b")


def test_a_byte_order_mark_does_no_harm() -> None:
    """Some editors write one."""
    assert read(HEAD, "a") == read(f"\ufeff{HEAD}", "b")


def test_texts_are_kept_in_one_form() -> None:
    """An accent is part of its letter, however it was typed."""
    assert "Th\u00e9" == read('name = "The\u0301"', "a").name
