"""What a player holds in the hand."""

from tests.http.seating import DAN, TABLE, room
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def test_the_light_that_someone_else_carries() -> None:
    """Who has no light of their own reads by which one they see, and that there is none when there is none."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        dan = hall.sit(DAN)
        assert '<span class="detail">dark, no light</span>' in dan.get(f"/t/{TABLE}/panels/me").text
        hall.act(LightUp(PersonId("tam"), ThingId("torches")))
        assert '<span class="detail">torch light 30 ft</span>' in dan.get(f"/t/{TABLE}/panels/me").text
