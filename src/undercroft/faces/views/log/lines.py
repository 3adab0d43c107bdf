"""The log as a seat reads it: one line for each thing that happened, with its rule, its dice and who knows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.fact_places import FactPlace, fact_places
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.log.combined_lines import CombinedLine, combined_line
from undercroft.faces.views.log.ruling_words import MOST_RULINGS, ruling_words, source_of
from undercroft.faces.views.log.undone_acts import undo_in_words
from undercroft.faces.views.log.vain_searches import VainSearch, vain_search
from undercroft.faces.views.short_names import capital, room_again
from undercroft.kernel.amounts import counted
from undercroft.kernel.noting import Noting, as_read
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Settled, Thrown, TimePassed
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.sentences import sentence as in_words
from undercroft.table.session.handouts import HandoutHidden, HandoutShown
from undercroft.table.session.notes import Declared, NoteWritten, TextShown
from undercroft.table.session.shared_page import PageWritten
from undercroft.table.session.whispers import Whispered
from undercroft.table.site.search import FoundNothing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import PersonJoined, SeatTaken
from undercroft.table.world.prepared_handouts import HandoutPrepared
from undercroft.table.world.sightings import ZoneSeen

_RULINGS = (Settled, Thrown)
UNDOING = (Retracted, Restored)
ROUTINE: tuple[type[Event], ...] = (PersonJoined, SeatTaken)
NOTES: tuple[type[Event], ...] = (
    *(NoteWritten, Whispered, Declared, TextShown, PageWritten),
    *(HandoutPrepared, HandoutShown, HandoutHidden),
)


class LogLine(Struct, frozen=True):
    """One line: where its dice came from, whether players know of it, and whether it was undone."""

    number: int
    act: ActId | None
    time: str
    text: str
    rule: RuleId | None
    cite: str
    dice: str
    public: bool
    undone: bool
    routine: bool = False
    """Routine, such as time that passed or people who joined: nothing a reader would look for."""
    note: bool = False
    ruling: int = 0
    """The number of the ruling within its act, from 1; 0 for a line that is not a ruling."""
    turn: int = 0
    """The turn or round in which it happened; 0 outside."""
    undid: int | None = None
    """For an undo that still counts, the number of the first event that it undid."""
    ears: str = ""
    """The seats that were told, if some players were not."""
    closed: str = ""
    """What a player's page shows of a whisper until it is tapped: who whispers to whom, and not what."""
    search: VainSearch | None = None
    """For a search that found nothing, whose it is and what it came to."""
    vain: bool = False
    """The roll of an encounter check that brought nothing."""
    part: bool = False
    """Whether players were told less of it than the referee reads here."""

    @property
    def moment(self) -> tuple[ActId | None, str]:
        """The act and the time that the line belongs to."""
        return self.act, self.time


def log_lines(known: Campaign, told: Sequence[Told]) -> tuple[LogLine, ...]:
    """Every line, the oldest first. A ruling with no other event has a line of its own."""
    return tuple(newest_first(known, told))[::-1]


def newest_first(known: Campaign, told: Sequence[Told], before: int = 0) -> Iterator[LogLine]:
    """The same, the newest first, written lazily; `before` is the number of events told before them."""
    return combined(kept_lines(known, told, before))


def combined(kept: Iterable[KeptLine]) -> Iterator[LogLine]:
    """The lines of facts as they are read; a stretch of undone acts is one line.

    What an undo passed over comes before the undone lines, so that these stay together.
    """
    last, acts, until = None, 0, 0
    held: list[LogLine] = []
    for line in _joined(kept):
        if line.undid is not None:
            last, acts, until = last or line, acts + 1, min(until, line.undid) if acts else line.undid
            continue
        if last is not None and line.undone:
            held.append(line)
            continue
        if last is not None and line.number < until:
            yield from (*held, _undone(last, acts, line))
            last, acts, held = None, 0, []
        yield line
    if last is not None:
        yield from (*held, _undone(last, acts, None))


def _undone(last: LogLine, acts: int, since: LogLine | None) -> LogLine:
    """The line of a stretch of undone acts; `since` is the last line that still holds. A single act keeps its name."""
    if acts == 1:
        return last
    back = "the beginning" if since is None else f"turn {last.turn}" if last.turn else last.time
    return replace(last, text=f"Undone: {counted(acts, 'act')}, back to {back}.")


def _joined(lines: Iterable[KeptLine]) -> Iterator[LogLine]:
    """The lines of facts, where what happens to several people by the same cause is one line."""
    held: LogLine | None = None
    with_others: CombinedLine | None = None
    for kept in lines:
        line, drawn = kept.line, kept.drawn
        if line is None:
            continue
        if held is not None and drawn is not None and drawn.goes_with(with_others):
            with_others = drawn.followed_by(with_others)
            held = replace(held, text=with_others.text)
            continue
        if held is not None:
            yield held
        held, with_others = line, drawn
    if held is not None:
        yield held


def kept_lines(known: Campaign, told: Sequence[Told], before: int, since: int = 0) -> Iterator[KeptLine]:
    """What each fact says, the newest first, from the place `since` on. Most lines are as they were last time."""
    found, players = fact_places(told, known), playing(known)
    gone, heard = found.gone, dict[tuple[SeatId, ...], tuple[bool, str]]()
    searches: dict[int, VainSearch] = {}
    for number in reversed(found.telling):
        if number < since:
            return
        fact = told[number]
        event = fact.event
        if isinstance(event, FoundNothing):
            searches.update(vain_search(known, told, number))
        undid = None
        if isinstance(event, Retracted) and event.act in gone:
            undid = before + found.begun.get(event.act, number)
        to = _heard_by(fact)
        if to not in heard:
            heard[to] = _is_public(to), _ears(known, players, to)
        undone = fact.act is not None and fact.act in gone
        place, again = found.places[number], number in found.before and found.again(number)
        about = before + number, undone, undid, place, *heard[to], searches.pop(number, None), again
        kept = _KEPT.get(id(fact))
        if kept is None or kept.about != about or not as_read(known, kept.read):
            kept = _made(known, told, fact, LineAbout(*about))
        yield kept


class LineAbout(NamedTuple):
    """What a line says of its fact that does not stand in the fact."""

    number: int
    undone: bool
    undid: int | None
    place: FactPlace
    public: bool
    ears: str
    search: VainSearch | None
    again: bool
    """Whether it shows a room whose text was told before."""


class KeptLine(NamedTuple):
    """The line of a fact, if it has one, and with what others it may be combined."""

    fact: Told
    about: LineAbout
    read: Mapping[str, Any]
    """The parts of the campaign that it was made from."""
    line: LogLine | None
    drawn: CombinedLine | None


MOST_KEPT = 65_536
"""Lines that are kept: those of a hundred tables. They are dropped in one step."""
_KEPT: dict[int, KeptLine] = {}


def _made(known: Campaign, told: Sequence[Told], fact: Told, about: LineAbout) -> KeptLine:
    """The line of a fact; that of an undo is not kept, as it names what was undone."""
    noting = Noting(known)
    reading = cast("Campaign", noting)
    event, words = fact.event, _words(reading, fact.event)
    if words is not None and about.again and isinstance(event, ZoneSeen):
        words = replace(words, text=room_again(event.zone.name))
    undoing = isinstance(event, UNDOING)
    if words is not None and isinstance(event, UNDOING):
        words = replace(words, text=undo_in_words(known, event, told))
    line = None if words is None else _line(reading, fact, words, about)
    last = _KEPT.get(id(fact))
    if last is not None and last.line == line:  # the same line of all times, as it is drawn once
        line = last.line
    made = KeptLine(fact, about, noting.read, line, combined_line(reading, fact))
    if not undoing:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[id(fact)] = made
    return made


def kept_again(known: Campaign, told: Sequence[Told], kept: KeptLine) -> KeptLine:
    """The line of a fact as it is now, by the same place in the log."""
    return kept if as_read(known, kept.read) else _made(known, told, kept.fact, kept.about)


def _line(known: Campaign, fact: Told, words: LineWords, about: LineAbout) -> LogLine:
    return LogLine(
        about.number,
        fact.act,
        time_of_day(known, fact.at),
        words.text,
        words.rule,
        words.cite,
        words.dice,
        about.public,
        about.undone,
        words.routine,
        words.note,
        about.place.ruling,
        about.place.turn,
        about.undid,
        about.ears,
        words.closed,
        about.search,
        about.place.vain,
        any(_text(known, copy.event) != _text(known, fact.event) for copy in fact.copies),
    )


def playing(known: Campaign) -> frozenset[SeatId]:
    """The seats that play a character."""
    return frozenset(person.seat for person in known.people.values() if person.seat in known.seats)


def _heard_by(told: Told) -> tuple[SeatId, ...]:
    """The seats that were told a fact or a redacted copy of it."""
    return (*told.to, *(seat for copy in told.copies for seat in copy.to))


def _ears(known: Campaign, players: frozenset[SeatId], to: tuple[SeatId, ...]) -> str:
    """The seats that were told, if others were not."""
    if players.issubset(to):
        return ""
    return ", ".join(known.called(seat) for seat in known.seats if seat in to)


class LogFilter(StrEnum):
    """The lines of a log to show."""

    ALL = "all"
    PUBLIC = "public"
    DICE = "dice"
    NOTES = "notes"


def filtered(lines: Iterable[LogLine], which: LogFilter) -> Iterator[LogLine]:
    """The lines of one kind."""
    wants: Mapping[LogFilter, Callable[[LogLine], bool]] = {
        LogFilter.ALL: lambda _: True,
        LogFilter.PUBLIC: lambda line: line.public,
        LogFilter.DICE: lambda line: bool(line.dice),
        LogFilter.NOTES: lambda line: line.note,
    }
    return filter(wants[which], lines)


class LineWords(Struct, frozen=True):
    """What a line says of its event, without its time and its audience."""

    text: str
    rule: RuleId | None = None
    cite: str = ""
    dice: str = ""
    routine: bool = False
    note: bool = False
    closed: str = ""


def _words(known: Campaign, event: Event) -> LineWords | None:
    """What the line of an event says; None for an event without a line, and for time: it stands beside every line."""
    if isinstance(event, _RULINGS):
        return _ruling(event)
    if isinstance(event, TimePassed):
        return None
    said = in_words(known, event)
    if not said:
        return None
    closed = f"A whisper: {event.between(known)}" if isinstance(event, Whispered) else ""
    routine, note = isinstance(event, ROUTINE), isinstance(event, NOTES)
    return LineWords(capital(said), routine=routine, note=note, closed=closed)


def _text(known: Campaign, event: Event) -> str:
    words = _words(known, event)
    return "" if words is None else words.text


def _is_public(to: tuple[SeatId, ...]) -> bool:
    """Whether a player was told."""
    return any(seat not in (REFEREE, SPECTATORS) for seat in to)


@remembering(MOST_RULINGS)
def _ruling(event: Settled | Thrown) -> LineWords | None:
    """What the line of a ruling says; None if no dice were thrown for it."""
    if not any(answered.answer for answered in event.throws):
        return None
    return LineWords(ruling_words(event), event.rule, cite(event.rule), source_of(event.throws))
