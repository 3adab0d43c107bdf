"""A world that is made of changes alone equals the world of a campaign file."""

from tests.table.tabletop import Tabletop
from undercroft import demo
from undercroft.exchange import campaignfile
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.parts import differences
from undercroft.table.referee.reveal_map import PlaceInHex
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN


def test_demo_is_rebuilt_through_the_draft():
    """Seats, people with their gear, sites, lands and treasure, from an empty campaign to an equal file."""
    wanted = demo.campaign()
    table = Tabletop()
    table.do(Begin(wanted.name, wanted.house, wanted.day_begins))
    changes = tuple(differences(table.now, campaignfile.world_of(wanted)))
    for start in range(0, len(changes), 40):
        table.do(Prepare(changes[start : start + 40]))
    table.do(PlayIt())
    assert wanted.hex is not None
    table.do(PlaceInHex(MAIN, wanted.hex))

    assert {} == table.now.draft
    made = campaignfile.as_it_stands(table.now).begin
    assert wanted == made
    assert wanted == campaignfile.read(campaignfile.write(made), "rebuilt")
