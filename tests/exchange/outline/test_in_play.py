"""An outline changed in mid-play: drafted, put into play, and undone like every other change."""

from tests.exchange.outline.test_round_trip import DEMO
from tests.table.tabletop import Tabletop
from undercroft import demo
from undercroft.exchange.outline import in_campaign, outlined, read_outline, write_outline
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.parts import differences
from undercroft.table.state.ids import CreaturesId, DoorId, ThingId, ZoneId
from undercroft.table.state.things import Guarded

(OSSUARY,) = DEMO


def test_an_edited_outline_is_put_into_play() -> None:
    """Everything that the outline changed, and nothing else, as one act."""
    table = Tabletop()
    table.do(demo.campaign())
    before = table.now
    text = (
        write_outline(OSSUARY)
        .replace("bronze door, locked 10", "bronze door, locked 11")
        .replace(
            "9 Weigh-chamber",
            "8a Tallow loft\nread: Racks of candles.\n  > 8 ladder, locked, iron key\n\n9 Weigh-chamber",
        )
        .replace("  4 Votaries HD 1 AC 1 1d6\n", "  4 Votaries HD 1 AC 1 1d6\n  $ iron key, with Hesper Crake\n")
    )
    found = read_outline(text, outlined(before.sites[OSSUARY.site.id], before.things.values()))
    assert () == found.notes
    changes = tuple(differences(before, in_campaign(before, found.whole)))
    assert 4 == len(changes)
    table.do(Prepare(changes))
    table.do(PlayIt())
    now = table.now
    assert found.whole == outlined(now.sites[OSSUARY.site.id], now.things.values())
    site = now.sites[OSSUARY.site.id]
    assert 11 == site.doors[DoorId("weigh-door")].lock_dc
    assert "8a" == site.zones[ZoneId("tallow-loft")].label
    assert Guarded(site.id, CreaturesId("hesper")) == now.things[ThingId("iron-key")].place
    assert before.people == now.people


def test_an_outline_is_a_new_site() -> None:
    """It is added to a running campaign, beside the site that is there."""
    table = Tabletop()
    table.do(demo.campaign())
    before = table.now
    found = read_outline("# Barn\n1 Hay loft\nread: Dust.\n  > 2 hatch\n2 Stall\nread: Straw.\n  2 orcs\n")
    table.do(Prepare(tuple(differences(before, in_campaign(before, found.whole)))))
    table.do(PlayIt())
    assert {*before.sites, found.whole.site.id} == {*table.now.sites}
    assert found.whole == outlined(table.now.sites[found.whole.site.id], table.now.things.values())
