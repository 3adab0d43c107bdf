"""An outline and a site are one thing: each gives the other back."""

import pytest
from hypothesis import given, settings

from tests.exchange.campaignfile.campaigns import campaigns
from undercroft import demo
from undercroft.exchange.outline import Outlined, outlined, read_outline, write_outline
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


@settings(max_examples=60)
@given(campaigns())
def test_the_full_form_holds_everything(begin: Begin) -> None:
    """Any site that a campaign file can hold, field for field."""
    for whole in wholes(begin):
        assert whole == read_outline(write_outline(whole, full=True)).whole


@settings(max_examples=60)
@given(campaigns())
def test_the_short_form_keeps_what_it_does_not_show(begin: Begin) -> None:
    """Unchanged, it changes nothing."""
    for whole in wholes(begin):
        assert whole == read_outline(write_outline(whole), whole).whole
