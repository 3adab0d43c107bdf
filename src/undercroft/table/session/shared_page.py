"""The shared page: notes that everybody at the table reads and writes."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.session.notes import not_own_seat, seat_name
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import MOST_TEXT, MessageId, Text
from undercroft.table.state.messages import SharedPage
from undercroft.table.state.seats import REFEREE


class WritePage(Command, frozen=True, tag="write_page"):
    """Write the shared page: add a paragraph at its end, or replace the whole text that you have read."""

    text: Text
    version: MessageId | None = None
    """The version that was read and is replaced; without it, the text is added."""
    seat: SeatId = REFEREE
    ABOUT = About(
        own_undo=True,
        title="Write the shared page",
        icon="note",
        while_waiting=True,
        for_seats=True,
        words="shared notes journal",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_own_seat(known, seat, self.seat, ())
        page = known.page
        if self.version is None:
            yield from self._adding(page)
        elif self.version != page.version:
            who = "The page was changed back" if page.by is None else f"{seat_name(known, page.by)} changed the page"
            yield Reason("changed", f"{who} since you read it. Read it again, then save yours.")
        elif self.text.strip() == page.text:
            yield Reason("unchanged", "The page says that already.")

    def _adding(self, page: SharedPage) -> Iterable[Reason]:
        if not self.text.strip():
            yield Reason("no_text", "Write what the page is to say.")
        elif len(_added(page, self.text)) > MOST_TEXT:
            yield Reason("too_long", f"The page is full: it holds {MOST_TEXT} characters. Shorten it first.")

    def do(self, play: Play) -> None:
        page = play.now.page
        text = _added(page, self.text) if self.version is None else self.text.strip()
        play.tell(PageWritten(SharedPage(text, MessageId(play.act or ""), self.seat, page.text)), to=TABLE)


def _added(page: SharedPage, text: str) -> str:
    return f"{page.text}\n\n{text.strip()}" if page.text else text.strip()


class PageWritten(Event, frozen=True, tag="table.page-written"):
    """A seat wrote the shared page."""

    page: SharedPage

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, page=self.page)

    def say(self, now: Campaign) -> str:
        return f"{seat_name(now, self.page.by or REFEREE)} wrote on the shared page."


PART = Part(commands=(WritePage,), events=(PageWritten,))
