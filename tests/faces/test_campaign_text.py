"""The campaign file of a table in play: it keeps the referee's comments, and a changed file goes into the draft."""

import pytest
from msgspec.structs import replace

from tests.exchange.campaignfile.test_amending import MILL
from undercroft.exchange import campaignfile
from undercroft.faces.shared.campaign_text import campaign_text, draft_file, file_changes, kept_file
from undercroft.kernel.faults import BadInput
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Command
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.state.changes import ZoneChange
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.seats import REFEREE

SITE, YARD = SiteId("mill"), ZoneId("yard")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def table(store: MemoryStore) -> OpenTable:
    """A campaign that began from the file of the mill."""
    return Tables(store).begin("mill", campaignfile.read(MILL, "mill.toml"), file=MILL)


def act(table: OpenTable, command: Command) -> None:
    table.act(REFEREE, command, key=new_act())


def room(table: OpenTable, **fields: object) -> Prepare:
    """A change of the yard."""
    yard = table.now.sites[SITE].zones[YARD]
    return Prepare((ZoneChange(SITE, yard, replace(yard, **fields)),))


def without_head(text: str) -> str:
    return text.partition("\n\n")[2]


def test_a_file_that_nothing_changed_comes_back_to_the_letter(table: OpenTable) -> None:
    """Below the note that says when and from which line of the log it was written."""
    text = campaign_text(table)
    assert "# As it stood on day 1, 08:30. Table mill, line 8." == text.partition("\n")[0]
    assert MILL == without_head(text)


def test_what_the_browser_changes_is_written_into_the_file(table: OpenTable) -> None:
    """Played in, it is in the file; only drafted, it is in the file with the draft alone."""
    act(table, room(table, glance="Nettles, cut down."))
    assert MILL == without_head(campaign_text(table))
    drafted = MILL.replace("Nettles to the waist.", "Nettles, cut down.")
    assert drafted == without_head(campaign_text(table, draft=True))
    act(table, PlayIt())
    assert drafted == without_head(campaign_text(table))


def test_a_changed_file_goes_into_the_draft_and_its_comments_are_kept(store: MemoryStore, table: OpenTable) -> None:
    """Rooms, monsters and tables; the table plays on with the old version until they are played in."""
    text = campaign_text(table).replace("# nettles!", "# brambles!").replace("Nettles to", "Weeds to")
    text = text.replace("2 a ring", "2 a gold ring")
    text += '\n[bestiary.ghoul]\nname = "Ghoul"\nhd = 2\n'
    found = file_changes(store, table, text, "mill.toml")
    assert (
        "Mill yard: text “Nettles to the waist.”, now “Weeds to the waist.”",
        "Ghoul in the bestiary added",
        "Roll table Finds: new rows",
    ) == found.says
    assert ((), ()) == (found.clashes, found.not_taken)
    draft_file(table, found, text)
    assert ["sites/mill/zones/yard", "bestiary/ghoul", "tables/finds"] == [*table.now.draft]
    assert "Nettles to the waist." == table.now.sites[SITE].zones[YARD].glance
    assert (without_head(text), without_head(text)) == (
        kept_file(table),
        without_head(campaign_text(table, draft=True)),
    )


def test_play_goes_on_while_the_file_is_edited(store: MemoryStore, table: OpenTable) -> None:
    """What only play changed stays; what both changed is named, and stays as played."""
    text = campaign_text(table)
    act(table, room(table, name="Old yard", secret="A dog."))
    act(table, PlayIt())
    act(table, room(table, senses="Rain."))
    text = text.replace("Mill yard", "Mill court").replace("count = 6", "count = 4")
    found = file_changes(store, table, text, "mill.toml")
    assert ("Mill court: name was changed meanwhile to “Old yard”. Look at it, then change it again.",) == tuple(
        clash.replace("Mill yard", "Mill court") for clash in found.clashes
    )
    assert ("Rats in Grinding floor: number 6, now 4",) == found.says
    draft_file(table, found, text)
    act(table, PlayIt())
    yard = table.now.sites[SITE].zones[YARD]
    assert ("Old yard", "A dog.", "Rain.", 4) == (
        yard.name,
        yard.secret,
        yard.senses,
        next(iter(table.now.sites[SITE].creatures.values())).count,
    )


def test_a_file_without_a_mark_is_compared_with_the_one_read_last(store: MemoryStore, table: OpenTable) -> None:
    """The referee's own copy on disk, changed there: what play did since is no change of the file."""
    act(table, room(table, secret="A dog."))
    act(table, PlayIt())
    found = file_changes(store, table, MILL.replace("Rats", "Fat rats").replace("08:30", "09:00"), "mill.toml")
    assert ("Rats in Grinding floor: name “Rats”, now “Fat rats”",) == found.says
    assert ("the day and the hour: the clock of the table goes on",) == found.not_taken


def test_a_file_with_errors_changes_nothing(store: MemoryStore, table: OpenTable) -> None:
    """Every error is told with its line."""
    with pytest.raises(BadInput, match=r"mill.toml, line 15, sites.mill.zones.yard.doors\[0\].to"):
        file_changes(store, table, MILL.replace('to = "floor"', 'to = "roof"'), "mill.toml")
    assert {} == table.now.draft
