"""The log and the report of a table as pages: what is looked for, session by session, for referee and players."""

from collections.abc import Iterator

import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES, ULF
from undercroft.faces.views.log.lines import LogFilter, LogLine
from undercroft.faces.views.log.pagination import A_PAGE, LogPage, LogSearch, log_page, sought_in
from undercroft.server.commands import Undo
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import WriteNote
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """Two sessions: a torch and the crypt in the first, the way out in the second; and a note that was undone."""
    with hosting() as running:
        for command in (
            BeginSession("The hall", (MAUD, ULF)),
            LightUp(MAUD, TORCHES),
            EnterSite(MAIN, CRYPT),
            WriteNote("100% of <b>it</b>"),
            Undo(),
            EndSession(),
            BeginSession("Home", (MAUD, ULF)),
            LeaveSite(MAIN),
        ):
            running.act(command)
        yield running


def line(number: int, text: str, *, public: bool = True) -> LogLine:
    """A line of a log."""
    return LogLine(number, None, "09:10", text, None, "", "", public, undone=False)


LINES = tuple(line(number, f"Line {number} of Maud") for number in range(250))


def test_a_log_comes_in_pages_the_newest_first() -> None:
    """A page beyond the last is the last; all of it is one page."""
    first = log_page(LINES, LogSearch())
    assert (249, 150, 1, 3, 250) == (
        first.lines[0].number,
        first.lines[-1].number,
        first.number,
        first.pages,
        first.found,
    )
    assert LogPage(tuple((line, ()) for line in LINES[49::-1]), 3, 3, 250) == log_page(LINES, LogSearch(page=9))
    assert A_PAGE < len(log_page(LINES, LogSearch(page=None)).lines)
    assert LogPage((), 1, 1, 0) == log_page((), LogSearch())


@pytest.mark.parametrize(
    "words, found",
    [
        ("line 24", 11),
        ("LINE 249", 1),
        ("%", 0),
        ("(a+)+$", 0),
        ("\\", 0),
        ("_", 0),
        ("09:10", 250),
        ("line 7 of m", 1),
    ],
)
def test_words_are_sought_as_they_stand(words: str, found: int) -> None:
    """Nothing in them means anything else, and capitals do not matter."""
    assert found == log_page(LINES, LogSearch(words=words)).found


def test_what_a_reader_asks_for_is_read_kindly() -> None:
    """Whatever makes no sense is what they would see first."""
    assert LogSearch(LogFilter.DICE, "torch", "Maud", 2) == sought_in(
        {"show": "dice", "q": " torch ", "about": "Maud", "page": "2"}
    )
    for page in ("0", "-1", "x", "9" * 40, "²"):
        assert LogSearch() == sought_in({"show": "gossip", "page": page})
    assert sought_in({"page": "all"}).page is None


def test_the_search_finds_the_roll_tables_of_the_books(host: Host) -> None:
    """Each is a button that rolls on its table."""
    found = host.seated().get(f"/t/{TABLE}/commands", headers=HTML).text
    assert 'data-post="/tables/violence.aftermath-flight" data-body="{}"' in found
    assert "roll 1d4 on the table of Violence" in found


def test_the_log_is_searched(host: Host) -> None:
    """What was undone is struck through and found all the same; markup in it is text."""
    page = host.seated().get(f"/t/{TABLE}/log", params={"q": "100%"}, headers=HTML).text
    assert "100% of &lt;b&gt;it&lt;/b&gt;" in page
    assert "is-undone" in page
    assert "2 lines with “100%”, the newest first." in page
    assert "<summary>Undone: write a note, “Note: 100% of &lt;b&gt;it&lt;/b&gt;" in page
    fold, _, after = page.partition("<summary>Undone: write a note, ")[2].partition("</details>")
    assert "is-undone" in fold
    assert "is-undone" not in after
    none = host.seated().get(f"/t/{TABLE}/log", params={"q": "dragon"}, headers=HTML).text
    assert "0 lines with “dragon”" in none
    about = host.seated().get(f"/t/{TABLE}/log", params={"about": "Maud", "q": "torch"}, headers=HTML).text
    assert "Maud lights a torch" in about


def test_a_report_of_one_session(host: Host) -> None:
    """Only what happened in it, under the scene in which it began; there is no third."""
    first = host.seated().get(f"/t/{TABLE}/report.md", params={"evening": "1"})
    assert 'attachment; filename="crypt-session-1-secret.md"' == first.headers["content-disposition"]
    assert first.text.startswith("# The Crypt: session 1, The hall\n")
    assert "A long hall." in first.text
    second = host.seated().get(f"/t/{TABLE}/report.md", params={"evening": "2"}).text
    assert "A long hall." not in second
    assert "## The Crypt\n" in second
    assert 404 == host.seated().get(f"/t/{TABLE}/report.md", params={"evening": "3"}).status_code


def test_a_report_for_players_has_no_secret() -> None:
    """What the whole party knows, chosen by the referee; a player has their own and no other."""
    with hosting() as host:
        host.act(BeginSession("The hall", (MAUD, ULF)))
        host.act(WriteNote("The chandler is the spy."))
        _check_reports(host)


def _check_reports(host: Host) -> None:
    referee = host.seated().get(f"/t/{TABLE}/report.md").text
    players = host.seated().get(f"/t/{TABLE}/report.md", params={"for": "players"})
    assert "with every secret" in referee
    assert "chandler" in referee
    assert "chandler" not in players.text
    assert "as the whole party knows it" in players.text
    assert 'attachment; filename="crypt.md"' == players.headers["content-disposition"]
    assert "as Seat 1 knows it" in host.seated(ONE).get(f"/t/{TABLE}/report.md", params={"for": "players"}).text


def test_the_report_as_a_page(host: Host) -> None:
    """With a way to each session, to the players' report, and to the file."""
    page = host.seated().get(f"/t/{TABLE}/report", headers=HTML).text
    for words in ("Session 1: The hall", "Session 2: Home", "With every secret", "For players", "/report.md?"):
        assert words in page
    assert "For players" not in host.seated(ONE).get(f"/t/{TABLE}/report", headers=HTML).text
