"""What people write about a room, as its card shows it."""

from __future__ import annotations

from tests.http.seating import TABLE, room
from undercroft.table.groups import MAIN
from undercroft.table.names import SiteId
from undercroft.table.notes import WriteNote
from undercroft.table.procedures.exploring import EnterSite


def test_a_note_in_markdown() -> None:
    """Its emphasis and lists are drawn; a tag in it is shown as it was written, and so is a text too long to read."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        zone = hall.table.now.groups[MAIN].zone
        hall.act(WriteNote("**Twelve** bells <img src=x onerror=alert(1)>\n\n- tin\n- lead", about=str(zone)))
        card = hall.sit().get(f"/t/{TABLE}/panels/room").text
        assert "<strong>Twelve</strong> bells &lt;img src=x onerror=alert(1)&gt;" in card
        assert "<li>lead</li>" in card
        hall.act(WriteNote("[" * 101 + "<b>", about=str(zone)))
        assert "[" * 101 + "&lt;b&gt;" in hall.sit().get(f"/t/{TABLE}/panels/room").text
