"""Whispers, handouts and the shared page as a seat reads them, and what of them it has not read."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.faces.views.seat_names import player_of
from undercroft.kernel import wire
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.time_words import moment
from undercroft.table.session.handouts import DropHandout, HideHandout, ShowHandout
from undercroft.table.session.shared_page import WritePage
from undercroft.table.session.whispers import Thread, threads, unread
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Whispering
from undercroft.table.state.ids import MessageId
from undercroft.table.state.messages import Handout, WhisperLine
from undercroft.table.state.seats import REFEREE, SPECTATORS


class News(Struct, frozen=True):
    """What a seat has not read: whispers, and handouts by their titles."""

    whispers: int = 0
    by: tuple[str, ...] = ()
    """Who whispered, each once."""
    handouts: tuple[str, ...] = ()
    at: str = ""
    """The place on the page of notes that opens what is new, where that is one thread or one handout."""

    @property
    def count(self) -> int:
        """How many messages are new."""
        return self.whispers + len(self.handouts)

    @property
    def words(self) -> str:
        """What is new, such as `2 whispers from the referee`; nothing where all is read."""
        said: list[str] = []
        if self.whispers:
            many = "a whisper" if self.whispers == 1 else f"{self.whispers} whispers"
            said.append(f"{many} from {series(self.by)}")
        if self.handouts:
            said.append("a handout" if len(self.handouts) == 1 else f"{len(self.handouts)} handouts")
        return series(said) if said else ""


def news(known: Campaign, seat: SeatId) -> News:
    """What a seat has not read; the spectators read nothing that is theirs alone."""
    if seat == SPECTATORS:
        return News()
    lines = [line for line in known.whispers if unread(line, seat)]
    by = tuple(dict.fromkeys(_writer(known, line.by) for line in lines))
    handouts = [handout for handout in known.handouts.values() if unread(handout, seat)]
    fresh = [f"whispers-{thread_id(thread)}" for thread in threads(known, seat) if thread.unread]
    fresh += [f"on-handout-{handout.id}" for handout in handouts]
    titles = tuple(handout.title for handout in handouts)
    return News(len(lines), by, titles, fresh[0] if len(fresh) == 1 else "")


class WhisperView(Struct, frozen=True):
    """One whisper: who wrote it, when, and whether it is new or was seen."""

    by: str
    mine: bool
    when: str
    text: str
    new: bool
    seen: bool
    """For the seat's own: whether anybody else has read it."""


class ThreadView(Struct, frozen=True):
    """A thread: its name, who reads it, its whispers, and the command that answers."""

    id: str
    title: str
    readers: str
    lines: tuple[WhisperView, ...]
    new: int
    unread: tuple[MessageId, ...]
    answer: Mapping[str, Any]
    """The fields of a whisper in this thread, without its text."""


class HandoutView(Struct, frozen=True):
    """A handout: who has it, whether it is new, and for the referee what can be done with it."""

    handout: Handout
    whom: str
    new: bool
    public: bool
    read_by: str = ""
    show: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """The players who can be shown it, each with the command."""
    hide: Mapping[str, Any] | None = None
    drop: Mapping[str, Any] | None = None


def thread_views(known: Campaign, seat: SeatId) -> tuple[ThreadView, ...]:
    """The threads of a seat, the newest first: a player always has one with the referee, the referee with each."""
    found = {thread.members: thread for thread in threads(known, seat)}
    always = known.seats if seat == REFEREE else (seat,)
    empty = (Thread((other,), ()) for other in always if (other,) not in found)
    return tuple(_thread(known, seat, thread) for thread in (*found.values(), *empty))


def may_whisper_to_players(known: Campaign, seat: SeatId) -> bool:
    """Whether a seat may whisper to several seats, or to other players."""
    others = [other for other in known.seats if other != seat]
    return bool(others) and (seat == REFEREE or known.house.whispering is Whispering.ALL)


def thread_id(thread: Thread) -> str:
    """The id of a thread on the page of notes."""
    return "-".join(thread.members)


def _thread(known: Campaign, seat: SeatId, thread: Thread) -> ThreadView:
    others = [member for member in thread.members if member != seat]
    names = [player_of(known, member) for member in others]
    if seat == REFEREE:
        title, readers = series(names), "only you and " + ("this player" if len(names) == 1 else "these players")
    elif others:
        title, readers = series(names), "only you, they and the referee"
    else:
        title, readers = "The referee", "only you and the referee"
    first, *also = others or [REFEREE]
    answer = {"seat": seat, "to": first, "also": also}
    lines = tuple(_line(known, seat, line) for line in thread.lines)
    unread_ids = tuple(line.id for line in thread.lines if unread(line, seat))
    return ThreadView(thread_id(thread), title, readers, lines, thread.unread, unread_ids, answer)


def _line(known: Campaign, seat: SeatId, line: WhisperLine) -> WhisperView:
    mine = line.by == seat
    by = "You" if mine else _writer(known, line.by)
    by = f"{by[:1].upper()}{by[1:]}"
    seen = mine and len(line.read_by) > 1
    return WhisperView(by, mine, moment(known, line.at), line.text, unread(line, seat), seen)


def _writer(known: Campaign, seat: SeatId) -> str:
    return "the referee" if seat == REFEREE else player_of(known, seat)


def handout_views(known: Campaign, seat: SeatId) -> tuple[HandoutView, ...]:
    """The handouts of a seat, the newest first; the referee's with what can be done with them."""
    return tuple(_handout(known, seat, handout) for handout in (*known.handouts.values(),)[::-1])


def _handout(known: Campaign, seat: SeatId, handout: Handout) -> HandoutView:
    new = unread(handout, seat) and seat != SPECTATORS
    if seat != REFEREE:
        return HandoutView(handout, _whom(known, seat, handout), new, handout.everybody)
    readers = [player_of(known, other) for other in handout.read_by if other in known.seats]
    without = [other for other in known.seats if other not in handout.shown_to] if not handout.everybody else []
    show = [(player_of(known, other), wire.plain(ShowHandout(handout.id, (other,)))) for other in without]
    if without:
        show.insert(0, ("the whole table", wire.plain(ShowHandout(handout.id, everybody=True))))
    return HandoutView(
        handout,
        _whom(known, seat, handout),
        new,
        handout.everybody,
        series(readers) if readers else "",
        tuple(show),
        wire.plain(HideHandout(handout.id)) if handout.shown else None,
        None if handout.shown else wire.plain(DropHandout(handout.id)),
    )


def _whom(known: Campaign, seat: SeatId, handout: Handout) -> str:
    if handout.everybody:
        return "whole table"
    if not handout.shown:
        return "prepared"
    others = [player_of(known, other) for other in handout.shown_to if other != seat]
    if seat == REFEREE:
        return f"only {series(others)}"
    return f"you and {series(others)}" if others else "only you"


class PageView(Struct, frozen=True):
    """The shared page: its paragraphs, who wrote it last, and the text before that."""

    text: str
    paragraphs: tuple[str, ...]
    version: MessageId
    by: str
    restores: Mapping[str, Any] | None
    """The command that brings the text before back."""


def page_view(known: Campaign, seat: SeatId) -> PageView:
    """The shared page as a seat reads it."""
    page = known.page
    paragraphs = tuple(part for part in page.text.split("\n\n") if part.strip())
    by = "" if page.by is None else "you" if page.by == seat else _writer(known, page.by)
    back = page.by is not None and page.before != page.text and seat != SPECTATORS
    restores = wire.plain(WritePage(page.before, page.version, seat)) if back else None
    return PageView(page.text, paragraphs, page.version, by, restores)


class NoteView(Struct, frozen=True):
    """A note of the log that a seat reads."""

    text: str
    by: str


def own_notes(known: Campaign, seat: SeatId) -> tuple[NoteView, ...]:
    """The notes that a seat reads, the newest first."""
    return tuple(
        NoteView(note.text, "you" if note.by == seat else _writer(known, note.by)) for note in known.notes[::-1]
    )
