"""The next session on the pages of the referee and of players."""

from tests.http.hosting import TABLE, hosting
from tests.table.small_site import ONE
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table.exploration.bells import SetBell
from undercroft.table.session.next_session import PlanSession
from undercroft.table.session.sessions import BeginSession

DATE = "Tuesday 24 November, 19:30, at the old library"


def test_everybody_reads_when_the_next_session_is() -> None:
    """At the table between sessions, during a session on the page of notes; the referee also on the page Session."""
    with hosting() as host:
        assert "No date yet" in host.seated().get(f"/t/{TABLE}/evening").text
        assert "No session is planned yet" in host.seated().get(f"/t/{TABLE}/exports").text
        assert 422 == host.seated().get(f"/t/{TABLE}/export?as=ics").status_code
        host.act(PlanSession("2026-11-24 19:30", 180, "the old library"))
        assert f"<b>{DATE}</b>. It lasts about 3 h." in host.seated().get(f"/t/{TABLE}/evening").text
        for seat in (host.seated(), host.seated(ONE)):
            page = seat.get(f"/t/{TABLE}", headers={"accept": "text/html"}).text
            assert 'data-banner="session"' in page
            assert DATE in page
        host.act(BeginSession("The long stair"))
        host.act(PlanSession("2026-11-24 19:30", 180, "the old library"))
        assert 'data-banner="session"' not in host.seated(ONE).get(f"/t/{TABLE}").text
        assert DATE in host.seated(ONE).get(f"/t/{TABLE}/notes").text


def test_what_runs_out_is_told_with_its_time_first() -> None:
    """A whole sentence for each deadline, after the time that is left."""
    with hosting() as host:
        host.act(SetBell("the vespers bell", Seconds(host.table.now.clock + 10 * MINUTE), ()))
        page = host.seated().get(f"/t/{TABLE}/evening").text
        assert '<span class="muted">In 10 min:</span> The vespers bell.' in page
