"""What a referee corrects in a file before it is taken, and what goes with it."""

from fractions import Fraction
from pathlib import Path

import pytest

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import Imported, read_foreign
from undercroft.exchange.foreign.correcting import corrected, parts_in
from undercroft.exchange.foreign.corrections import Corrections, Small
from undercroft.exchange.foreign.door_kinds import Passable, door_as
from undercroft.kernel.faults import BadInput
from undercroft.table.state.ids import DoorId, HexId, ZoneId
from undercroft.table.state.sites import DoorState, Grade, Site
from undercroft.table.state.things import Carried

FILES = Path(__file__).with_name("files")
HEN = "sites/cellar-of-the-grey-hen"
WELL, HALL, SILVER = ZoneId("room-m1-m4"), ZoneId("room-6-m5"), ZoneId("room-11-m5")
SECRET, PLAIN = (DoorId(f"cellar-of-the-grey-hen-door-{at}") for at in ("10-m4", "5-m3"))


@pytest.fixture
def hen() -> Imported:
    """A dungeon as a generator wrote it."""
    return read_foreign((FILES / "grey-hen.watabou.json").read_bytes())


def site_of(found: Imported) -> Site:
    """Its only site."""
    (whole,) = found.sites
    return whole.site


def test_names_rooms_and_squares(hen: Imported) -> None:
    """A room is renamed, one becomes a passage, squares are smaller, and the title names campaign and site."""
    before = site_of(hen).zones[WELL]
    wanted = Corrections(
        title="The Grey Hen",
        square_ft=5,
        names={f"{HEN}/zones/{WELL}": "Dry well"},
        passages={f"{HEN}/zones/{HALL}": True},
    )
    now = corrected(hen, wanted)
    site = site_of(now)
    well = site.zones[WELL]
    assert ("The Grey Hen", "The Grey Hen", "Dry well") == (now.title, site.name, well.name)
    assert (before.length_ft, before.width_ft) == (2 * well.length_ft, 2 * well.width_ft)
    assert (True, False) == (site.zones[HALL].corridor, well.corridor)
    assert site_of(hen).id == site.id


def test_a_secret_door_becomes_plain_and_a_plain_one_secret(hen: Imported) -> None:
    """What conceals it goes and comes with it."""
    wanted = Corrections(doors={f"{HEN}/doors/{SECRET}": Passable.LOCKED, f"{HEN}/doors/{PLAIN}": Passable.HIDDEN})
    site = site_of(corrected(hen, wanted))
    plain, hidden = site.doors[SECRET], site.doors[PLAIN]
    assert (False, DoorState.LOCKED, "door") == (plain.hidden, plain.state, plain.name)
    assert (True, DoorState.CLOSED) == (hidden.hidden, hidden.state)
    assert [(PLAIN, Grade.HIDDEN)] == [(each.door, each.grade) for each in site.features.values()]
    assert (Passable.LOCKED, Passable.HIDDEN) == (door_as(site, plain), door_as(site, hidden))


@pytest.mark.parametrize("kind", list(Passable))
def test_a_door_is_what_it_is_corrected_to(hen: Imported, kind: Passable) -> None:
    """Every door of the map, as every kind."""
    doors = {f"{HEN}/doors/{id}": kind for id in site_of(hen).doors}
    site = site_of(corrected(hen, Corrections(doors=doors)))
    assert {kind} == {door_as(site, door) for door in site.doors.values()}
    hidden = {door.id for door in site.doors.values() if door.hidden}
    assert hidden == {each.door for each in site.features.values() if each.door}


def test_what_is_left_out_takes_along_what_hangs_on_it(hen: Imported) -> None:
    """A room goes with its doors; the entrance moves if it was there; a site without rooms is none."""
    entrance = site_of(hen).entrance
    site = site_of(corrected(hen, Corrections(left_out=(f"{HEN}/zones/{entrance}", f"{HEN}/zones/{SILVER}"))))
    assert not {entrance, SILVER} & site.zones.keys()
    assert site.entrance in site.zones
    assert all(end in site.zones for door in site.doors.values() for end in door.between)
    assert SECRET not in site.doors
    assert {} == site.features
    every = tuple(part for part in parts_in(hen) if "/zones/" in part)
    assert () == corrected(hen, Corrections(left_out=every)).sites


def test_ground_of_a_kind_and_of_one_hex() -> None:
    """All forests become hills, except one that is marsh; a hex that is left out takes its roads along."""
    land = read_foreign((FILES / "grey-coast.text-mapper.txt").read_bytes())
    assert land.lands is not None
    woods = [id for id, hex in land.lands.hexes.items() if hex.terrain is Terrain.FOREST]
    gone = land.lands.ways[0].between[0]
    one = next(id for id in woods if id != gone)
    wanted = Corrections(
        terrains={Terrain.FOREST: Terrain.HILLS},
        hexes={f"lands/hexes/{one}": Terrain.MARSH},
        names={f"lands/hexes/{one}": "Alder carr"},
        left_out=(f"lands/hexes/{gone}",),
    )
    lands = corrected(land, wanted).lands
    assert lands is not None
    assert (Terrain.MARSH, "Alder carr") == (lands.hexes[HexId(one)].terrain, lands.hexes[HexId(one)].name)
    assert Terrain.FOREST not in {hex.terrain for hex in lands.hexes.values()}
    assert gone not in lands.hexes
    assert all(gone not in way.between for way in lands.ways)


@pytest.mark.parametrize(
    "wanted", [Corrections(names={"sites/none": "x"}), Corrections(left_out=(f"{HEN}/zones/attic",))]
)
def test_a_correction_of_nothing_is_refused(hen: Imported, wanted: Corrections) -> None:
    """It says which part is not there."""
    with pytest.raises(BadInput, match="the file has no part"):
        corrected(hen, wanted)


def test_every_guess_about_a_site_has_another_answer(hen: Imported) -> None:
    """The side of a bar, the weight of a portcullis, the way in, and small places that are rooms."""
    barred = next(door for door in site_of(hen).doors.values() if door.state is DoorState.BARRED)
    near = barred.between[0]
    wanted = Corrections(
        small=Small.ROOMS,
        portcullis_kg=400,
        bars={f"{HEN}/doors/{barred.id}": near},
        entrances={HEN: HALL},
    )
    site = site_of(corrected(hen, wanted))
    assert (near, HALL) == (site.doors[barred.id].barred_from, site.entrance)
    assert {Fraction(400)} == {each.kilograms for each in site.obstacles.values()}
    assert not [zone for zone in site.zones.values() if zone.corridor]
    assert near != barred.barred_from


def test_light_and_hit_dice_of_a_generated_dungeon() -> None:
    """Which the file does not give, or gives in words."""
    found = read_foreign((FILES / "tin-hole.donjon.json").read_bytes())
    at = "sites/the-tin-hole"
    ogre = next(id for id, each in site_of(found).creatures.items() if each.name == "tin ogre")
    site = site_of(corrected(found, Corrections(lit={at: False}, hit_dice={f"{at}/creatures/{ogre}": 5})))
    assert {True} == {zone.lit for zone in site_of(found).zones.values()}
    assert {False} == {zone.lit for zone in site.zones.values()}
    assert [("tin ogre", Fraction(5)), ("rat", Fraction(1))] == [
        (each.name, each.hd) for each in site.creatures.values() if each.zone
    ]


def test_columns_are_told_together_or_apart() -> None:
    """Whatever was guessed, and the other tables stay where they are."""
    found = read_foreign((FILES / "market.obsidian.md").read_bytes())
    apart = [table.name for table in found.tables]
    (columns,) = found.columns
    together = corrected(found, Corrections(columns={f"tables/{columns.together.id}": False})).tables
    assert ["Market day: Buyers", "Market day: Sellers"] == [name for name in apart if ":" in name]
    assert ["Buyers: haggle; Sellers: sulk", "Buyers: pay; Sellers: sing"] == [
        row.text for table in together if table.id == columns.together.id for row in table.rows
    ]
    assert {name for name in apart if ":" not in name} <= {table.name for table in together}
    assert found.tables == corrected(found, Corrections(columns={f"tables/{columns.together.id}": True})).tables


def test_a_character_gets_a_seat_or_is_left_out_with_all_gear() -> None:
    """What a person who is left out carries is not taken either."""
    found = read_foreign((FILES / "reed-folk.foundry.json").read_bytes())
    now = corrected(found, Corrections(seats={"people/pask": "seat-2"}, left_out=("people/wenna-rush",)))
    assert [("pask", "seat-2")] == [(person.id, person.seat) for person in now.people]
    assert {"pask"} == {thing.place.by for thing in now.gear if isinstance(thing.place, Carried)}
    assert len(now.gear) < len(found.gear)
