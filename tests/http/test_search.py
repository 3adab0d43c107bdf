"""The search: what it lists, and the cards of the rooms that it finds."""

import re
from collections import Counter

from tests import known_ids
from tests.http.seating import PRIYA, TABLE, room
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, PersonId, SiteId, ThingId
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


def test_a_room_that_is_found_opens_its_card() -> None:
    """One can walk to an explored room that is not here; a player sees no room that nobody has seen."""
    with room(secret=bytes(32)) as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        hall.act(LightUp(PersonId("tam"), ThingId("torches")))
        hall.act(Move(MAIN, DoorId("stair-nave")))
        referee, player = hall.sit(), hall.sit(PRIYA)
        site, group = hall.table.now.sites[SiteId("chapel")], hall.table.now.groups[MAIN]
        seen = hall.table.now.seen[SiteId("chapel")].zones
        listed = referee.get(f"/t/{TABLE}/commands").text
        assert set(site.zones) == set(re.findall(r'data-sheet="rooms/([^"]+)"', listed))
        for zone in site.zones:
            card = referee.get(f"/t/{TABLE}/rooms/{zone}")
            assert site.zones[zone].name in card.text
            assert (zone in seen and zone != group.zone) == ("Walk there" in card.text)
            assert (zone not in seen) == ("not explored yet" in card.text)
            assert "data-command" not in card.text or zone == group.zone
            known = known_ids.zone(hall.table, PRIYA, zone)
            assert (200 if zone in seen else 404) == player.get(f"/t/{TABLE}/rooms/{known}").status_code
            assert 404 == player.get(f"/t/{TABLE}/rooms/{zone}").status_code


def test_what_can_be_done_now_is_found_by_the_words_of_its_command() -> None:
    """And the commands come by name; no line says "at once" of what takes time."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        listed = hall.sit().get(f"/t/{TABLE}/commands").text
        (roll,) = re.findall(
            r'<li data-now data-words="([^"]*)" hidden>\s*<button[^>]*>\s*<b>Roll an encounter</b>', listed
        )
        assert "wandering" in roll
        titles = re.findall(r'<button type="button" data-form="[^"]*"><b>(.*?)</b>', listed)
        assert sorted(titles) == titles
        assert len(titles) > 50
        assert "at once" not in re.findall(r"data-now .*?</li>", listed, re.DOTALL)[0]


def test_nothing_is_listed_twice() -> None:
    """Of what reads the same one line is shown; a command that can be given at once needs no form beside it."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        listed = hall.sit().get(f"/t/{TABLE}/commands").text
        lines = re.findall(r"<b>(.*?)</b>\s*<span class=\"muted\">(.*?)</span>", listed, re.DOTALL)
        by_kind = Counter((name.lower(), what if "rule:" in what or "table of" in what else "") for name, what in lines)
        assert len(lines) > 300
        assert [] == [name for (name, _), times in by_kind.items() if times > 1]
