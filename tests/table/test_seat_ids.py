"""The ids that players are sent: given at first sight, the same ever after, and no more than a number."""

from typing import NewType

import pytest
from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.seat_ids import NotGiven, SeatIds
from undercroft.table.session.notes import Declare
from undercroft.table.site.doors import OpenDoor
from undercroft.table.state import ids
from undercroft.table.state.deadlines import Job, Lapse, Timer
from undercroft.table.state.ids import (
    COMPOUND,
    FAMILIES,
    OPEN_IDS,
    BodyId,
    CreaturesId,
    DoorId,
    PersonId,
    SiteId,
    SubjectId,
    ZoneId,
)
from undercroft.table.state.people import Condition, Person

ONE, TWO = SeatId("one"), SeatId("two")


class Seen(Struct, frozen=True):
    """Things of several kinds."""

    door: DoorId = DoorId("")
    site: SiteId = SiteId("")
    creatures: tuple[CreaturesId, ...] = ()
    body: BodyId | None = None


def test_every_kind_of_id_is_decided() -> None:
    """Players are sent another in its place, or there is a reason why not."""
    kinds = {kind for kind in vars(ids).values() if isinstance(kind, NewType)}
    assert {*kinds, ids.WareId, ids.ServiceId} == {*FAMILIES, *COMPOUND, *OPEN_IDS}


def test_ids_tell_the_order_in_which_a_seat_was_told_and_nothing_else() -> None:
    """Whatever the things are called in the campaign."""
    first = SeatIds("table", ONE).sent(Seen(DoorId("vault-of-the-lich"), creatures=(CreaturesId("doppelganger"),)))
    assert first == SeatIds("table", ONE).sent(Seen(DoorId("a"), creatures=(CreaturesId("z"),)))
    assert first.door < first.creatures[0]
    assert first != SeatIds("table", TWO).sent(Seen(DoorId("a"), creatures=(CreaturesId("z"),)))


class Mentioned(Struct, frozen=True):
    """Things whose ids say more of each other."""

    subject: SubjectId = SubjectId("")
    zone: ZoneId = ZoneId("")
    body: BodyId = BodyId("")


def test_only_a_name_that_may_pass_to_another_thing_is_asked_again() -> None:
    """A being's name as a subject may come to be a room's; the same fact is then sent in other words, once for good."""
    own = SeatIds("table", ONE)
    own.sent(Mentioned(body=BodyId("rats")))
    about = Mentioned(subject=SubjectId("rats"))
    first = own.sent(about)
    assert not own.lasting
    own.sent(Mentioned(zone=ZoneId("rats")))
    assert own.lasting
    second = own.sent(about)
    assert (True, True) == (own.lasting, first != second)
    own.sent(Mentioned(body=BodyId("bats")))
    assert second == own.sent(about)


def test_a_thing_keeps_its_id() -> None:
    """In every field of its kind, and in none of another kind; after a restart too."""
    own = SeatIds("table", ONE)
    seen = own.sent(Seen(DoorId("crypt"), SiteId("crypt"), (CreaturesId("rats"),), BodyId("rats")))
    assert str(seen.door) != str(seen.site)
    assert str(seen.body) == str(seen.creatures[0])
    restarted = SeatIds("table", ONE, own.named)
    assert seen == restarted.sent(Seen(DoorId("crypt"), SiteId("crypt"), (CreaturesId("rats"),), BodyId("rats")))


def test_a_command_means_what_the_seat_was_told_of() -> None:
    """Within a declaration too."""
    own = SeatIds("table", ONE)
    command = OpenDoor(PersonId("maud"), DoorId("oak"))
    declared = Declare(PersonId("maud"), "Open it.", {"kind": "open_door", "who": "maud", "door": "oak"})
    for given in (command, declared):
        assert given == own.meant(own.sent(given))
    assert "oak" not in str(own.sent(declared))


@pytest.mark.parametrize("door", ["oak", "slab", "i00002-000000", "nonsense"])
def test_what_a_seat_was_not_given_is_nothing(door: str) -> None:
    """The campaign's own id of a door that it was told of is no better than one that nobody has."""
    own = SeatIds("table", ONE)
    who = own.sent(OpenDoor(PersonId("maud"), DoorId("oak"))).who
    with pytest.raises(NotGiven):
        own.meant(OpenDoor(who, DoorId(door)))


def test_locks_that_a_person_failed_at_are_doors_as_the_seat_knows_them() -> None:
    """A sheet names no door by the campaign's own id."""
    own = SeatIds("table", ONE)
    door = own.sent(Seen(DoorId("oak"))).door
    maud = Person(PersonId("maud"), "Maud", ONE, locks={DoorId("oak"): 3})
    assert {door: 3} == own.sent(maud).locks


def test_an_id_of_another_kind_is_nothing_either() -> None:
    """A person is not a door."""
    own = SeatIds("table", ONE)
    who = own.sent(OpenDoor(PersonId("maud"), DoorId("oak"))).who
    with pytest.raises(NotGiven):
        own.meant(OpenDoor(who, DoorId(who)))


def test_ids_in_text_are_found_by_what_is_beside_them() -> None:
    """What a timer or a job is about, and whom a counter of a condition counts for."""
    own = SeatIds("table", ONE)
    door = own.sent(Seen(DoorId("oak"))).door
    who = own.sent(OpenDoor(PersonId("maud"), DoorId("oak"))).who
    battering = Timer(ids.TimerId("door-oak"), Lapse.BATTERING, "battering", 0, 60, (), about="oak")  # type: ignore[arg-type]
    poison = Timer(ids.TimerId("p"), Lapse.POISON, "poison", 0, 60, (), about="oak")  # type: ignore[arg-type]
    assert (door, "oak") == (own.sent(battering).about, own.sent(poison).about)
    job = Job(ids.TimerId("door-oak"), "battering", 0, (), about="oak", site=SiteId("crypt"))  # type: ignore[arg-type]
    assert door == own.sent(job).about
    dying = Condition("mortally_injured", 0, marks={"by maud": 1, "tried": 2})  # type: ignore[arg-type]
    assert {f"by {who}": 1, "tried": 2} == own.sent(dying).marks


class Ware(Struct, frozen=True):
    """What is seen of a ware."""

    name: str
    price: int


class Stall(Struct, frozen=True):
    """Wares that are seen at once."""

    wares: dict[ids.ThingId, Ware]


def test_things_that_look_alike_are_in_no_order_of_the_campaigns_ids() -> None:
    """Seen at once they are told by what is seen of them; where that is the same, the key of the table decides."""
    wares = {ids.ThingId("a"): Ware("flask", 9), ids.ThingId("b"): Ware("flask", 9), ids.ThingId("c"): Ware("cup", 1)}
    orders: set[tuple[str, ...]] = set()
    for number in range(12):
        own = SeatIds("table", ONE, (), bytes([number]))
        given = list(own.sent(Stall(wares)).wares)
        orders.add(tuple(named.id for named in own.named))
        assert sorted(given) == given
    assert {("c", "a", "b"), ("c", "b", "a")} == orders
