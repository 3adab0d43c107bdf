"""Things that look alike to a player have ids in an order that says nothing: a secret of the table decides it."""

from msgspec.structs import replace

from tests.server.tabling import ID, Playing
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TORCHES, begin, site
from undercroft.kernel import wire
from undercroft.server.chronicle import chronicle
from undercroft.store.log import ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear.carrying import Take
from undercroft.table.session.dice_seals import DiceSealed
from undercroft.table.site.digging import Dig
from undercroft.table.site.doors import OpenDoor
from undercroft.table.state.ids import DoorId, ObstacleId, ThingId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Hindrance, Obstacle, Zone
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

BOTH = ("a-left", "b-right")
VAULT = ZoneId("vault")
TWINS = replace(
    begin(
        site(
            zones={**site().zones, VAULT: Zone(VAULT, "Vault", "Gold.")},
            doors={
                DoorId("a-left"): Door(DoorId("a-left"), (HALL, CELL), DoorState.CLOSED, "iron door"),
                DoorId("b-right"): Door(DoorId("b-right"), (HALL, VAULT), DoorState.LOCKED, "iron door", lock_dc=9),
            },
            features={},
            obstacles={ObstacleId(id): Obstacle(ObstacleId(id), HALL, Hindrance.LID, "lid") for id in BOTH},
        )
    ),
    things=(*begin().things, *(Thing(ThingId(id), "chest", ThingKind.GEAR, Lying(CRYPT, HALL)) for id in BOTH)),
)
SECRETS = [bytes([number]) * 32 for number in range(12)]


def entered(secret: bytes) -> Playing:
    """Delvers in a hall with two doors, two lids and two chests that look alike."""
    store = MemoryStore()
    store.create(ListedTable(ID, "The Crypt", "2026-01-31T19:00:00Z"), secret)
    playing = Playing(store)
    for command in (TWINS, LightUp(MAUD, TORCHES), EnterSite(MAIN, CRYPT)):
        playing.do(command)
    return playing


def ids(playing: Playing) -> list[list[str]]:
    """What the player's ids are for the two doors, lids and chests, in the order of the campaign's own."""
    known = playing.table.as_known
    return [
        [known(ONE, OpenDoor(MAUD, DoorId(id))).door for id in BOTH],
        [known(ONE, Dig(MAUD, ObstacleId(id))).obstacle for id in BOTH],
        [known(ONE, Take(MAUD, ThingId(id))).thing for id in BOTH],
    ]


def test_the_order_of_things_that_look_alike_says_nothing() -> None:
    """At one table the first of them is the one, at another the other; the player is sent the same bytes."""
    tables = [entered(secret) for secret in SECRETS]
    for kind in zip(*map(ids, tables), strict=True):
        assert {True, False} == {first < second for first, second in kind}
    told = [chronicle(playing.store, ID, ONE).noted for playing in tables]
    sent = {
        b"".join(wire.encode(event.told) for event in facts if not isinstance(event.told.event, DiceSealed))
        for facts in told
    }
    assert 1 == len(sent)


def test_a_restart_keeps_that_order() -> None:
    """The secret stays with the table."""
    for secret in SECRETS[:3]:
        playing = entered(secret)
        before = ids(playing)
        assert before == ids(playing.again())
