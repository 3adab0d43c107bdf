"""An outline and a site are one thing: each gives the other back."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from tests.exchange.campaignfile.campaigns import campaigns
from tests.figures import WRITTEN, soak
from undercroft import demo
from undercroft.exchange.outline import Outlined, outlined, read_outline, write_outline
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, ThingId
from undercroft.table.state.things import Guarded, Thing, ThingKind
from undercroft.table.world.campaign_start import Begin


def wholes(begin: Begin) -> list[Outlined]:
    """The sites of a campaign, each with its things."""
    return [outlined(site, begin.things) for site in begin.sites]


DEMO = wholes(demo.campaign())


@pytest.mark.parametrize("whole", DEMO, ids=lambda whole: whole.site.id)
def test_the_demo_reads_back(whole: Outlined) -> None:
    """The full form alone, and the short form with the site it was written from; neither has anything to mend."""
    full = read_outline(write_outline(whole, full=True))
    assert whole == full.whole
    assert () == full.notes
    short = read_outline(write_outline(whole), whole)
    assert whole == short.whole
    assert () == short.notes
    assert [*whole.site.zones] == [*short.whole.site.zones]
    assert [*whole.site.doors] == [*short.whole.site.doors]


@soak(WRITTEN)
@settings(max_examples=WRITTEN)
@given(campaigns())
def test_both_forms_hold_everything(begin: Begin) -> None:
    """Any site that a campaign file can hold, field for field; the short form keeps what it does not show."""
    for whole in wholes(begin):
        assert whole == read_outline(write_outline(whole, full=True)).whole
        assert whole == read_outline(write_outline(whole), whole).whole


@pytest.mark.parametrize("name", ["L8", "8 Bells", "Level 2", "Rooms", "Wandering monsters", "a: b"])
def test_names_that_look_like_something_else(name: str) -> None:
    """A site, a room and a secret whose names would be read as other things come back as they were."""
    text = "1 Hall\n> 2 door\n* niche\n  clue: Dust.\n* plug\n  clue: Wet.\n2 Crypt\n"
    whole = read_outline(text, name=name).whole
    (first, *_), (niche, *_) = whole.site.zones.values(), whole.site.features.values()
    zones = {**whole.site.zones, first.id: replace(first, name="orcs")}
    features = {**whole.site.features, niche.id: replace(niche, what="? niche")}
    fog = Creatures(CreaturesId("fog"), "fog, and damp; cold", 1, Fraction(1), None)
    site = replace(whole.site, name=name, zones=zones, features=features, creatures={fog.id: fog})
    horn = Thing(ThingId("horn"), "horn; a drum", ThingKind.GEAR, Guarded(site.id, fog.id))
    odd = Outlined(site, {horn.id: horn})
    assert odd == read_outline(write_outline(odd, full=True)).whole
    assert odd == read_outline(write_outline(odd), odd).whole
