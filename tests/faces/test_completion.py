"""What the Tab key may put at the end of a line."""

import pytest

from tests.table.small_site import CRYPT, MAUD, TORCHES, begin
from undercroft.faces.terminal.completion import completions
from undercroft.faces.terminal.console import Console
from undercroft.server.new_ids import new_key
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


@pytest.fixture
def session() -> Console:
    """The referee's end of the crypt, the party in its hall."""
    table = Tables(MemoryStore()).begin("crypt", begin())
    for command in (LightUp(MAUD, TORCHES), EnterSite(MAIN, CRYPT)):
        table.act(REFEREE, command, key=new_key())
    return Console(table)


@pytest.mark.parametrize(
    "line, expected",
    [
        ("", None),
        ("quick_c", ["quick_character"]),
        ("unlo", ["unlock"]),
        ("search m", ["maud"]),
        ("open maud o", ["oak", "open_door"]),
        ("as ", ["maud", "one", "referee", "spectators", "two", "ulf"]),
        ("help quick", ["quick_character"]),
        ("show u", ["ulf"]),
        ("use_dice seat=", ["seat=one", "seat=two"]),
        ("use_dice seat=one d", ["dice="]),
        ("use_dice seat=one dice=", ["dice=rolled", "dice=typed"]),
        ("note everybody=", ["everybody=false", "everybody=true"]),
        ("take who=u", ["who=ulf"]),
        ("dance who=", []),
        ("take colour=", []),
        ("begin_evening present=[", []),
    ],
)
def test_only_what_fits_the_words_before_is_completed(session: Console, line: str, expected: list[str] | None) -> None:
    """Offers by their words, then fields and what they may hold; at the beginning everything that can be said."""
    *before, begun = line.split(" ")
    found = completions(session, ("show", "quit"), before, begun)
    if expected is None:
        assert {"show", "quit", "search", "maud", "undo", "note"} <= set(found)
    else:
        assert expected == found
