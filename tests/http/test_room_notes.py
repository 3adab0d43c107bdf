"""What people write about a room, as its card shows it."""

from tests.http.seating import TABLE, room
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.ids import SiteId, SubjectId
from undercroft.table.world.groups import MAIN


def test_a_note_in_markdown() -> None:
    """Its emphasis and lists are drawn; a tag in it is shown as it was written, and so is a text too long to read."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        zone = hall.table.now.groups[MAIN].zone
        hall.act(
            WriteNote("**Twelve** bells <img src=x onerror=alert(1)>\n\n- tin\n- lead", about=SubjectId(str(zone)))
        )
        card = hall.sit().get(f"/t/{TABLE}/panels/room").text
        assert "<strong>Twelve</strong> bells &lt;img src=x onerror=alert(1)&gt;" in card
        assert "<li>lead</li>" in card
        hall.act(WriteNote("[" * 101 + "<b>", about=SubjectId(str(zone))))
        assert "[" * 101 + "&lt;b&gt;" in hall.sit().get(f"/t/{TABLE}/panels/room").text
