"""Pictures of maps: kept by the referee, pinned in the draft, shown to players with the rooms they know."""

import pytest
from msgspec.structs import replace

from tests.table.preparing.crypt import door, in_the_hall, play_in, room
from tests.table.small_site import CELL, CRYPT, HALL, OAK, ONE, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.outcome import outcome
from undercroft.table.preparing.parts import head_of
from undercroft.table.session.seating import TakeSeat
from undercroft.table.site.movement import Move
from undercroft.table.state.changes import SiteChange, part_of
from undercroft.table.state.ids import PictureId
from undercroft.table.state.pictures import MOST_BYTES_IN_ALL, MOST_PICTURE_BYTES, Picture, Pin
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import DoorState
from undercroft.table.world.groups import MAIN
from undercroft.table.world.pictures import AddPicture, HidePicture, ShowPicture

MAP = Picture(PictureId("c0ffee" + "0" * 58), 1200, 900, 40_000, "vault of the lich")
HERE, THERE = Pin(1111, 2222), Pin(7373, 8484)
SEATS = (ONE, TWO, SPECTATORS)


def pictured(table: Tabletop, picture: Picture = MAP) -> SiteChange:
    """The change that gives the first level of the crypt a picture."""
    head = head_of(table.now.sites[CRYPT])
    return SiteChange(head, replace(head, pictures={1: picture.id}))


@pytest.fixture
def table() -> Tabletop:
    """Two delvers in the hall; the level has a picture on which the hall and the cell beyond the door are pinned."""
    table = in_the_hall()
    table.do(AddPicture(MAP))
    play_in(table, pictured(table))
    play_in(table, room(table, HALL, pin=HERE))
    play_in(table, room(table, CELL, pin=THERE))
    return table


def told(table: Tabletop, seat: SeatId) -> str:
    """Everything that a seat knows, as a phone could get it."""
    return wire.encode(table.known(seat)).decode()


def test_a_picture_and_its_pins_are_secret_until_shown(table: Tabletop) -> None:
    """No seat has its id, its name or a pin, not even that of the room they stand in."""
    for seat in SEATS:
        assert not [word for word in (MAP.id, "lich", "1111", "2222", "7373") if word in told(table, seat)]


def test_a_shown_picture_has_the_pins_of_seen_rooms(table: Tabletop) -> None:
    """The hall is pinned for everybody; the cell is not, until they see it."""
    table.do(ShowPicture(CRYPT))
    for seat in SEATS:
        known = table.known(seat)
        assert [MAP.id] == [*known.shown]
        assert HERE == known.seen[CRYPT].zones[HALL].pin
        assert "7373" not in told(table, seat)
        assert "lich" not in told(table, seat)
    play_in(table, door(table, OAK, state=DoorState.NO_DOOR), tell=True)
    table.do(Move(MAIN, OAK))
    assert THERE == table.known(ONE).seen[CRYPT].zones[CELL].pin


def test_each_group_has_the_pins_of_the_rooms_it_saw(table: Tabletop) -> None:
    """While the party is split, those who stayed learn nothing of the room that the others found."""
    play_in(table, door(table, OAK, state=DoorState.NO_DOOR), tell=True)
    table.do(Split(MAIN, (ULF,), "scouts"))
    scouts = next(id for id in table.now.groups if id != MAIN)
    table.do(Move(scouts, OAK))
    table.do(ShowPicture(CRYPT))
    assert THERE == table.known(TWO).seen[CRYPT].zones[CELL].pin
    assert HERE == table.known(ONE).seen[CRYPT].zones[HALL].pin
    assert "7373" not in told(table, ONE)
    assert "7373" not in told(table, SPECTATORS)


def test_hidden_again_and_undone(table: Tabletop) -> None:
    """Hiding takes it from every seat; undo of the hiding gives it back, undo of the showing takes it."""
    table.do(ShowPicture(CRYPT))
    table.do(HidePicture(MAP.id))
    assert {} == table.known(ONE).shown
    table.undo()
    assert [MAP.id] == [*table.known(ONE).shown]
    table.undo()
    assert {} == table.known(ONE).shown
    assert "1111" not in told(table, ONE)
    assert [MAP.id] == [*table.now.pictures]


def test_reasons_against_showing(table: Tabletop) -> None:
    """Only the referee shows, only what is there and not shown yet, and hides only what is shown."""
    assert ["referee_only"] == codes(table, ShowPicture(CRYPT), ONE)
    assert ["no_picture"] == codes(table, ShowPicture(CRYPT, 2))
    assert ["not_shown"] == codes(table, HidePicture(MAP.id))
    table.do(ShowPicture(CRYPT))
    assert ["already_shown"] == codes(table, ShowPicture(CRYPT))


def test_a_player_who_comes_later_sees_it(table: Tabletop) -> None:
    """As everybody at the table does."""
    table.do(ShowPicture(CRYPT))
    table.sit("late")
    table.do(TakeSeat(SeatId("late"), "Late"))
    assert CRYPT == table.known(SeatId("late")).shown[MAP.id].site
    assert HERE == table.known(SeatId("late")).seen[CRYPT].zones[HALL].pin


def test_a_picture_of_a_site_they_do_not_know_names_no_site() -> None:
    """A map found elsewhere: its picture alone. Where it belongs they learn when they come there."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(AddPicture(MAP))
    play_in(table, pictured(table), room(table, HALL, pin=HERE))
    table.do(ShowPicture(CRYPT))
    assert [None] == [shown.site for shown in table.known(ONE).shown.values()]
    assert CRYPT not in told(table, ONE)
    table.do(EnterSite(MAIN, CRYPT))
    assert [CRYPT] == [shown.site for shown in table.known(ONE).shown.values()]
    assert HERE == table.known(ONE).seen[CRYPT].zones[HALL].pin


def test_pins_and_pictures_are_part_of_the_draft() -> None:
    """In words, merged with what others change, and undone as one act."""
    table = in_the_hall()
    table.do(AddPicture(MAP))
    table.do(Prepare((pictured(table), room(table, HALL, pin=HERE))))
    assert ["new picture", "new pin on the picture"] == [
        line.says.partition(": ")[2] for line in not_in_play_yet(table.now)
    ]
    table.do(PlayIt())
    assert HERE == table.now.sites[CRYPT].zones[HALL].pin
    table.undo()
    assert table.now.sites[CRYPT].zones[HALL].pin is None
    assert {} == table.now.sites[CRYPT].pictures


def test_a_picture_that_is_not_kept_is_left_out() -> None:
    """The rest of the change is made, and it says what is missing."""
    table = in_the_hall()
    head = head_of(table.now.sites[CRYPT])
    change = SiteChange(head, replace(head, name="Deep crypt", pictures={1: MAP.id}))
    found = outcome(table.now, (change,))
    assert ["a picture of it is not kept with this campaign"] == [found.left[part_of(change)]]
    assert [replace(head, name="Deep crypt")] == [done.after for done in found.changes]


def test_a_pin_moved_in_play(table: Tabletop) -> None:
    """Players keep the old one, unless they are told."""
    table.do(ShowPicture(CRYPT))
    play_in(table, room(table, HALL, pin=Pin(1, 2)))
    assert HERE == table.known(ONE).seen[CRYPT].zones[HALL].pin
    moved = room(table, HALL, pin=Pin(3, 4))
    play_in(table, moved, tell=True)
    assert Pin(3, 4) == table.known(ONE).seen[CRYPT].zones[HALL].pin


def test_a_campaign_keeps_so_many_bytes_of_pictures() -> None:
    """One more is refused, one that is there already is not."""
    table = in_the_hall()
    for number in range(MOST_BYTES_IN_ALL // MOST_PICTURE_BYTES):
        table.do(AddPicture(replace(MAP, id=PictureId(f"{number:064x}"), size=MOST_PICTURE_BYTES)))
    assert ["pictures_too_big"] == codes(table, AddPicture(MAP))
    assert [] == codes(table, AddPicture(replace(MAP, id=PictureId(f"{0:064x}"))))
