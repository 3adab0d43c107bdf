"""The card of a prepared room: every field is changed as it is shown, and nothing else changes."""

import pytest

from undercroft.demo import campaign as demo
from undercroft.exchange.outline import Outlined, Sort, outlined, read_outline, write_outline
from undercroft.faces.views.prepare.room_card import CardField, prepared_room
from undercroft.faces.views.prepare.site_head import site_head
from undercroft.faces.views.prepare.site_writing import ROWS, Edit, edited
from undercroft.kernel.faults import BadInput
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import CreaturesId, ThingId, ZoneId
from undercroft.table.state.things import Guarded


@pytest.fixture(scope="module")
def whole() -> Outlined:
    """The ossuary of the demo, with the things in it."""
    begin = demo()
    return outlined(begin.sites[0], begin.things)


def test_a_field_that_is_sent_as_it_is_shown_changes_nothing(whole: Outlined) -> None:
    """Every field of every room, of all that is in it, and of the site."""
    known = Campaign(sites={whole.site.id: whole.site}, things=whole.things)
    places = read_outline(write_outline(whole), whole).places
    fields: list[tuple[Sort, str, CardField]] = [
        (Sort.SITE, whole.site.id, each) for each in site_head(known, whole).more
    ]
    for zone in whole.site.zones:
        card = prepared_room(whole, zone, places)
        assert card is not None
        fields += [(Sort.ZONE, zone, each) for each in card.fields.values()]
        fields += [
            (part.sort, part.id, each) for parts in card.parts.values() for part in parts for each in part.fields
        ]
    assert len(fields) > 500
    for sort, id, field in fields:
        assert whole == edited(known, whole, Edit(sort, id, field.name, field.value)), (sort, id, field)


def test_an_encounter_table_that_is_sent_as_it_is_shown_changes_nothing(whole: Outlined) -> None:
    """Rows keep their creatures and omens."""
    known = Campaign(sites={whole.site.id: whole.site}, things=whole.things)
    text = site_head(known, whole).text
    assert whole == edited(known, whole, Edit(Sort.SITE, whole.site.id, ROWS, text))
    fewer = edited(known, whole, Edit(Sort.SITE, whole.site.id, ROWS, text.split("\n")[2]))
    assert whole.site.encounters[2:3] == fewer.site.encounters


def test_a_value_that_does_not_fit_is_refused_with_what_to_enter(whole: Outlined) -> None:
    """And what is gone is named as gone."""
    known = Campaign(sites={whole.site.id: whole.site}, things=whole.things)
    with pytest.raises(BadInput, match="number"):
        edited(known, whole, Edit(Sort.ZONE, "chandlery", "level", "deep"))
    with pytest.raises(BadInput, match="no longer"):
        edited(known, whole, Edit(Sort.ZONE, "nowhere", "level", "2"))


def test_a_thing_is_given_to_creatures(whole: Outlined) -> None:
    """Where a thing is, is a choice of rooms and of creatures."""
    known = Campaign(sites={whole.site.id: whole.site}, things=whole.things)
    thing = next(iter(whole.things))
    given = edited(known, whole, Edit(Sort.THING, thing, "place", "with hesper"))
    assert Guarded(whole.site.id, CreaturesId("hesper")) == given.things[ThingId(thing)].place
    assert prepared_room(given, ZoneId("elsewhere"), ()) is None
