"""Two campaigns that differ only in secrets look the same to every player until the first reveal."""

import pytest
from msgspec.structs import replace

from tests.table.other_ids import ID_MARK, other_ids
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.kernel import wire
from undercroft.table.characters.characters import AddPerson, QuickCharacter, SetSheet
from undercroft.table.characters.retiring import Retire
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.packs import PackName
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.session.notes import WriteNote
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.listening import Listen
from undercroft.table.site.locks import PickLock
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.state.changes import AnyChange, DoorChange, EncountersChange, TrapChange, ZoneChange
from undercroft.table.state.ids import DoorId, FeatureId, PersonId, PictureId, ThingId, TrapId, ZoneId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.pictures import Picture, Pin
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Door, Feature, Grade, Shape, Site, Trap, Zone
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

VAULT = ZoneId("vault")
PLAIN = site(features={})
OTHER_WORDS = replace(PLAIN, zones={**PLAIN.zones, HALL: replace(PLAIN.zones[HALL], secret="The roof is rotten.")})
RICHER = replace(
    PLAIN,
    zones={**PLAIN.zones, VAULT: Zone(VAULT, "Vault", "Gold.")},
    traps={TrapId("blade"): Trap(TrapId("blade"), CELL, "a blade", "a slot", "A blade swings out.")},
    features={FeatureId("crack"): Feature(FeatureId("crack"), CELL, Grade.HIDDEN, "a crack")},
    creatures={},
    encounters=(),
)
OTHER_ORDER = replace(
    RICHER,
    zones=dict([*RICHER.zones.items()][::-1]),
    doors=dict([*RICHER.doors.items()][::-1]),
    features=dict([*RICHER.features.items()][::-1]),
)


def _beside(shape: Shape) -> Site:
    """The crypt with the cell east of the hall, so that the map says where the door between them is."""
    return replace(PLAIN, zones={**PLAIN.zones, CELL: replace(PLAIN.zones[CELL], shape=shape)})


PICTURED = replace(
    PLAIN,
    pictures={1: PictureId("0" * 64)},
    zones={id: replace(zone, pin=Pin(100, 200)) for id, zone in PLAIN.zones.items()},
)


ARCH = DoorId("arch")


def _with_an_arch(leads_to: ZoneId) -> Site:
    """The crypt with a second way out of the hall."""
    return replace(RICHER, traps={}, doors={**PLAIN.doors, ARCH: Door(ARCH, (HALL, leads_to), name="arch")})


MEETING, APART = _with_an_arch(CELL), _with_an_arch(VAULT)


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_that_two_doors_lead_to_one_room(seat):
    """Each door has its own id for what is behind it, until they see the room."""
    meeting = _evening(MEETING, wanderers=False)
    with other_ids():
        apart = _evening(APART, wanderers=False)
    assert meeting.bytes_for(seat) == apart.bytes_for(seat)
    assert meeting.offered(seat) == apart.offered(seat)
    assert meeting.foreseen(seat) == apart.foreseen(seat)


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_the_shape_of_a_room_behind_a_door(seat):
    """They are told where the door is in the wall of the hall, and nothing of the cell's walls."""
    square = _evening(_beside(Shape(6, 0, 4, 4)), wanderers=False)
    assert b'"side":"east"' in square.bytes_for(seat)
    for shape in (Shape(6, 0, 9, 4), Shape(6, 0, 4, 8), Shape(7, -4, 3, 8)):
        assert square.bytes_for(seat) == _evening(_beside(shape), wanderers=False).bytes_for(seat)


def test_a_room_that_players_see_is_behind_all_its_doors():
    """Also behind those that they saw before, and behind none again if that is undone."""
    table = _evening(MEETING, wanderers=False)
    before = table.seen_by(ONE).seen
    table.do(Move(MAIN, ARCH))
    (seen,) = table.seen_by(ONE).seen.values()
    rooms = {door.between for door in seen.doors.values() if door.name in ("arch", "oak door")}
    assert 1 == len(rooms)
    assert set(*rooms) == set(seen.zones)
    table.undo()
    assert before == table.seen_by(ONE).seen


def _evening(crypt: Site, *, wanderers: bool, prepares: bool = False) -> Tabletop:
    """Nine turns in the hall: light, listening, a lock, searches, and three checks that may bring someone."""
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(crypt)
    kept = tuple(Picture(id, 64, 48, 999, "the lich's vault") for id in crypt.pictures.values())
    table.do(replace(opening, pictures=kept))
    table.do(LightUp(MAUD, TORCHES))
    table.do(EnterSite(MAIN, CRYPT))
    table.do(OpenDoor(MAUD, OAK))
    table.do(Prepare(_changes(table)) if prepares else WriteNote("Wait."))
    table.do(Listen(ULF, OAK), 1, 2)
    table.do(PlayIt() if prepares else WriteNote("Wait."))
    table.do(Search(ULF), 1, 1)
    table.do(PickLock(MAUD, OAK), 1, 1)
    for turn in range(2, 9):
        check = turn + 1 in (3, 6, 9)
        comes = [1, 2] if wanderers and crypt.encounters else [1]
        table.do(EndStep(MAIN, postpone=True), *(comes if wanderers and check else [5] if check else []))
    return table


def _changes(table: Tabletop) -> tuple[AnyChange, ...]:
    """A room, a trap, other words, a harder lock and another table, all of them in or beside the hall."""
    crypt = table.now.sites[CRYPT]
    hall, oak = crypt.zones[HALL], crypt.doors[OAK]
    return (
        ZoneChange(CRYPT, after=Zone(VAULT, "Vault", "Gold.")),
        ZoneChange(CRYPT, hall, replace(hall, secret="The roof is rotten.", senses="A drip.", pin=Pin(1, 2))),
        DoorChange(CRYPT, oak, replace(oak, lock_dc=12, key=None)),
        DoorChange(CRYPT, after=Door(DoorId("gap"), (HALL, VAULT), name="gap", hidden=True)),
        TrapChange(CRYPT, after=Trap(TrapId("blade"), CELL, "a blade", "a slot", "A blade swings out.")),
        EncountersChange(CRYPT, crypt.encounters, crypt.encounters[:1]),
    )


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_that_the_referee_prepares(seat):
    """Neither by the draft nor by what is played in quietly; the same dice fall at both tables."""
    quiet, busy = _evening(PLAIN, wanderers=False), _evening(PLAIN, wanderers=False, prepares=True)

    assert VAULT in busy.now.sites[CRYPT].zones
    assert quiet.bytes_for(seat) == busy.bytes_for(seat)
    assert quiet.offered(seat) == busy.offered(seat)
    assert quiet.foreseen(seat) == busy.foreseen(seat)


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
@pytest.mark.parametrize(
    "other",
    [PLAIN, OTHER_WORDS, RICHER, PICTURED, OTHER_ORDER],
    ids=["other ids", "other words", "more secrets", "a picture", "another order"],
)
def test_players_cannot_tell_two_worlds_apart(seat, other):
    """Notes, vaults, traps, creatures and tables that nobody met, and all ids, leave no trace in what is sent."""
    plain = _evening(PLAIN, wanderers=False)
    with other_ids():
        changed = _evening(other, wanderers=False)
    assert plain.bytes_for(seat) == changed.bytes_for(seat)
    assert plain.offered(seat) == changed.offered(seat)
    assert plain.foreseen(seat) == changed.foreseen(seat)
    assert ID_MARK in str(wire.encode(changed.now))


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_that_someone_is_on_the_way(seat):
    """A check that brings an encounter looks like one that does not, until it is placed."""
    quiet, busy = _evening(PLAIN, wanderers=False), _evening(PLAIN, wanderers=True)

    assert len(busy.log) > len(quiet.log)
    assert quiet.bytes_for(seat) == busy.bytes_for(seat)


def _newcomers(*, ogre: bool) -> Tabletop:
    """A player makes a character while the referee may have a creature of that name, armed and changed."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(PLAIN))
    creature = Person(PersonId("ogre"), "Ogre", REFEREE, Role.CREATURE)
    club = Thing(ThingId("club"), "club", ThingKind.WEAPON, Carried(creature.id), item="club")
    table.do(AddPerson(creature, (club,)) if ogre else WriteNote("Wait."))
    table.do(SetSheet(creature.id, {"ac": 5}) if ogre else WriteNote("Wait."))
    table.do(Equip(creature.id, PackName.SCOUT, gift=True) if ogre else WriteNote("Wait."))
    table.do(QuickCharacter(ONE, "Ogre"), *([3] * 15), 3, 3, 3, 3, seat=ONE)
    return table


@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_players_cannot_tell_that_a_creature_has_a_name(seat):
    """Neither by what they hear nor by what their own characters are called."""
    with_ogre, without = _newcomers(ogre=True), _newcomers(ogre=False)

    assert with_ogre.bytes_for(seat) == without.bytes_for(seat)
    if seat != SPECTATORS:
        for act in (Equip(PersonId("ogre"), PackName.SCOUT), Retire(PersonId("ogre"))):
            assert with_ogre.answered(act, seat) == without.answered(act, seat)
        assert with_ogre.offered(seat) == without.offered(seat)
        assert with_ogre.foreseen(seat) == without.foreseen(seat)
