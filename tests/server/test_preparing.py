"""The draft at an open table: it outlives the server, undo passes over it, and what a screen sends is read strictly."""

import pytest
from msgspec.structs import replace

from tests.server.tabling import ID, in_the_hall
from tests.table.small_site import CRYPT, HALL, MAUD, OAK, ONE
from undercroft.kernel.faults import RuleInputError
from undercroft.server.commands import Undo, read_command
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.store.store import Store
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.site.doors import OpenDoor
from undercroft.table.state.changes import DoorChange, ZoneChange, part_of
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, Zone

LOFT = ZoneChange(CRYPT, after=Zone(ZoneId("loft"), "Tallow loft", "Candles."))
LADDER = DoorChange(CRYPT, after=Door(DoorId("ladder"), (HALL, ZoneId("loft")), DoorState.NO_DOOR, "ladder"))


def test_draft_outlives_the_server_and_undo_passes_over_it(store: Store) -> None:
    playing = in_the_hall(store)
    playing.do(OpenDoor(MAUD, OAK), ONE)
    cursor = playing.table.cursor(ONE)
    playing.do(Prepare((LOFT, LADDER)))
    playing.table.close()

    again = OpenTable(store, ID)
    assert {part_of(LOFT): LOFT, part_of(LADDER): LADDER} == again.now.draft
    assert cursor == again.cursor(ONE)
    again.act(REFEREE, Undo(), key="undo")

    (seen,) = again.known(ONE).seen.values()
    assert [DoorState.CLOSED] == [door.state for door in seen.doors.values()]
    assert {part_of(LOFT), part_of(LADDER)} == set(again.now.draft)


def test_play_it_is_the_act_that_undo_undoes(store: Store) -> None:
    playing = in_the_hall(store)
    playing.do(Prepare((LOFT, LADDER)))
    before = playing.digests()
    playing.do(PlayIt())
    assert ZoneId("loft") in playing.table.now.sites[CRYPT].zones

    playing.do(Undo())

    assert before == playing.digests()
    assert {part_of(LOFT), part_of(LADDER)} == set(OpenTable(store, ID).now.draft)


def test_second_screen_is_refused_with_what_is_there_now(store: Store) -> None:
    """Two screens of the referee: the first change stays, the second is told what it says."""
    playing = in_the_hall(store)
    hall = playing.table.now.sites[CRYPT].zones[HALL]
    playing.do(Prepare((ZoneChange(CRYPT, hall, replace(hall, glance="A hall of skulls.")),)))

    refused = playing.ask(Prepare((ZoneChange(CRYPT, hall, replace(hall, glance="A hall of bones.")),)))

    assert isinstance(refused, Refused)
    assert "A hall of skulls." in refused.reasons[0].what


def test_changes_are_read_strictly() -> None:
    """By their part; a wrong field is named, and nothing is taken for something else."""
    sent = {"kind": "prepare", "changes": [{"part": "zone", "site": "crypt", "after": {"id": "loft", "name": "Loft"}}]}
    assert Prepare((ZoneChange(CRYPT, after=Zone(ZoneId("loft"), "Loft")),)) == read_command(sent)
    misspelt = {"part": "zone", "site": "crypt", "after": {"id": "loft", "name": "Loft", "glanse": "Candles."}}
    with pytest.raises(RuleInputError) as fault:
        read_command({"kind": "prepare", "changes": [misspelt]})
    assert ("changes[0].after.glanse", "did you mean glance?") == (fault.value.field, fault.value.fix)
    with pytest.raises(RuleInputError):
        read_command({"kind": "prepare", "changes": [{"part": "cellar"}]})
