"""The log as a seat reads it: one line for each thing that happened, with its rule, its dice and who knows of it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books import BOOKS, RULES
from undercroft.faces.views.fact_places import fact_places
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.log.combined_lines import CombinedLine, combined_line
from undercroft.faces.views.log.undone_acts import undo_in_words
from undercroft.faces.views.log.vain_searches import VainSearch, in_one_sentence, vain_search
from undercroft.faces.views.short_names import capital
from undercroft.interpret.play import Answered, DieSource
from undercroft.interpret.words import say
from undercroft.kernel import wire
from undercroft.kernel.amounts import MINUS, counted
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.remembering import remembering
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import Settled, Thrown, TimePassed
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.rulings.words import beside, chosen, initiative, whose
from undercroft.table.sentences import may_say
from undercroft.table.sentences import sentence as in_words
from undercroft.table.session.handouts import HandoutHidden, HandoutShown
from undercroft.table.session.notes import Declared, NoteWritten, TextShown
from undercroft.table.session.shared_page import PageWritten
from undercroft.table.session.whispers import Whispered
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import PersonJoined, SeatTaken
from undercroft.table.world.prepared_handouts import HandoutPrepared

MANY = 2
"""From this many dice on, their sum is told."""
MOST_RULINGS = 8192
"""Rulings whose words are kept: those that the screens of a hundred tables show."""
_RULINGS = (Settled, Thrown)
_UNDOING = (Retracted, Restored)
ROUTINE: tuple[type[Event], ...] = (TimePassed, PersonJoined, SeatTaken)
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

    @property
    def moment(self) -> tuple[ActId | None, str]:
        """The act and the time that the line belongs to."""
        return self.act, self.time


def log_lines(known: Campaign, told: Sequence[Told]) -> tuple[LogLine, ...]:
    """Every line, the oldest first. A ruling with no other event has a line of its own."""
    return tuple(newest_first(known, told))[::-1]


def newest_first(known: Campaign, told: Sequence[Told], before: int = 0) -> Iterator[LogLine]:
    """The same, the newest first, written lazily; a stretch of undone acts is one line.

    What an undo passed over comes before the undone lines, so that these stay together.
    """
    last, acts, until = None, 0, 0
    held: list[LogLine] = []
    for line in _joined(known, told, before):
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


def folded(newest: Iterable[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """Each line with the lines to fold away under it, the newest first.

    Undone lines go under the line of their undo, and the searches of several people who find nothing under one line.
    """
    held: list[LogLine] = []
    for line, under in _undone_folded(newest):
        if held and (under or line.undone or line.moment != held[0].moment):
            yield from _searches_folded(held)
            held = []
        if not under and not line.undone and (held or line.search is not None):
            held.append(line)
        else:
            yield line, under
    yield from _searches_folded(held)


def _searches_folded(lines: Sequence[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """The lines of one moment from the newest vain search on, the searches under one line if there are several."""
    vain = tuple(line for line in lines if line.search is not None)
    said = in_one_sentence(line.search for line in reversed(vain) if line.search is not None)
    if said:
        rolled = next((line for line in vain if line.dice), vain[0])
        yield replace(vain[0], text=said, rule=rolled.rule, cite=rolled.cite, dice=rolled.dice), vain
    yield from ((line, ()) for line in lines if not said or line.search is None)


def _undone_folded(newest: Iterable[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """Each line with the undone lines to fold away under it; only the line of an undo has any."""
    undone: list[LogLine] = []
    for line in newest:
        if line.undone:
            undone.append(line)
            continue
        if line.undid is not None:
            yield line, tuple(undone)
        else:
            yield from ((each, ()) for each in (*undone, line))
        undone.clear()
    yield from ((each, ()) for each in undone)


def _undone(last: LogLine, acts: int, since: LogLine | None) -> LogLine:
    """The line of a stretch of undone acts; `since` is the last line that still holds. A single act keeps its name."""
    if acts == 1:
        return last
    back = "the beginning" if since is None else f"turn {last.turn}" if last.turn else last.time
    return replace(last, text=f"Undone: {counted(acts, 'act')}, back to {back}.")


def _joined(known: Campaign, told: Sequence[Told], before: int) -> Iterator[LogLine]:
    """The same, the newest first, written lazily; `before` is the number of events told before them.

    What happens to several people by the same cause is one line.
    """
    held: tuple[LogLine, CombinedLine | None] | None = None
    for line, drawn in _each(known, told, before):
        if held is not None and drawn is not None and drawn.goes_with(held[1]):
            both = drawn.followed_by(held[1])
            held = replace(held[0], text=both.text), both
            continue
        if held is not None:
            yield held[0]
        held = line, drawn
    if held is not None:
        yield held[0]


def _each(known: Campaign, told: Sequence[Told], before: int) -> Iterator[tuple[LogLine, CombinedLine | None]]:
    """Every line, uncombined."""
    found, playing = fact_places(told), _playing(known)
    gone, heard = found.gone, dict[tuple[SeatId, ...], tuple[bool, str]]()
    searches: dict[int, VainSearch] = {}
    for number in reversed(range(len(told))):
        fact = told[number]
        event = fact.event
        words = _words(known, event) if may_say(type(event)) else None
        if words is None:
            continue
        undid = None
        searches.update(vain_search(known, told, number))
        if isinstance(event, _UNDOING):
            words = replace(words, text=undo_in_words(known, event, told))
            if isinstance(event, Retracted) and event.act in gone:
                undid = before + found.begun.get(event.act, number)
        if fact.to not in heard:
            heard[fact.to] = _is_public(fact), _ears(known, playing, fact)
        place, (public, ears) = found.places[number], heard[fact.to]
        line = LogLine(
            before + number,
            fact.act,
            time_of_day(known, fact.at),
            words.text,
            words.rule,
            words.cite,
            words.dice,
            public,
            fact.act is not None and fact.act in gone,
            words.routine,
            words.note,
            place.ruling,
            place.turn,
            undid,
            ears,
            words.closed,
            searches.pop(number, None),
        )
        yield line, combined_line(known, fact)


def _playing(known: Campaign) -> frozenset[SeatId]:
    """The seats that play a character."""
    return frozenset(person.seat for person in known.people.values() if person.seat in known.seats)


def _ears(known: Campaign, playing: frozenset[SeatId], told: Told) -> str:
    """The seats that were told, if others were not."""
    if playing.issubset(told.to):
        return ""
    return ", ".join(known.called(seat) for seat in known.seats if seat in told.to)


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
    """What the line of an event says; None for an event without a line."""
    if isinstance(event, _RULINGS):
        return _ruling(event)
    said = in_words(known, event)
    if not said:
        return None
    closed = f"A whisper: {event.between(known)}" if isinstance(event, Whispered) else ""
    routine, note = isinstance(event, ROUTINE), isinstance(event, NOTES)
    return LineWords(capital(said), routine=routine, note=note, closed=closed)


def _is_public(told: Told) -> bool:
    """Whether a player was told."""
    return any(seat not in (REFEREE, SPECTATORS) for seat in told.to)


@remembering(MOST_RULINGS)
def _ruling(event: Settled | Thrown) -> LineWords | None:
    """What the line of a ruling says; None if no dice were thrown for it."""
    if not any(answered.answer for answered in event.throws):
        return None
    return LineWords(_ruling_words(event), event.rule, cite(event.rule), source_of(event.throws))


def ruling_words(event: Settled | Thrown) -> str:
    """What was rolled for, the dice and, for a seat that may know, the outcome."""
    return _ruling_words(event)


@remembering(MOST_RULINGS)
def _ruling_words(event: Settled | Thrown) -> str:
    if sides := initiative(event):
        return sides
    notes = beside(event)
    thrown = capital(f"{whose(event)}{dice_words(event.throws, notes)}")
    said = outcome_words(event) if isinstance(event, Settled) else ""
    because = f" Overruled: {event.overruled}." if isinstance(event, Settled) and event.overruled else ""
    again = _TOTAL_FIRST.match(said)
    if again is not None and _is_shown(again[1], thrown):
        if sum(isinstance(answered.question, Throw) for answered in event.throws) > 1:
            return f"{thrown}. {capital(said[again.end() :])}{because}"
        colon = not again[0].endswith(", ") and ("=" in thrown or any(notes))
        return f"{thrown}{':' if colon else ','} {said[again.end() :]}{because}"
    against = _TOTAL_AGAINST.match(said)
    if against is not None and _is_shown(against[1], thrown):
        return f"{thrown}, {said[against.start(2) :]}{because}"
    alone = _TOTAL_ALONE.fullmatch(said)
    if alone is not None and _is_shown(alone[1], thrown):
        return f"{thrown}.{because}"
    within = _TOTAL_WITHIN.match(said)
    if within is not None and _is_shown(within[2], thrown):
        said = f"{within[1]}{said[within.end() :]}"
    return f"{thrown}. {said}{because}".strip() if said else f"{thrown}.{because}"


_TOTAL_FIRST = re.compile(r"(?:Exactly |On a )?(\d+)(?: damage: | damage, |: )")
"""An outcome that begins with the total, which the dice have just shown."""

_TOTAL_AGAINST = re.compile(r"(\d+) (against \d+: )")
"""An outcome that begins with the total and the number that it is held against."""

_TOTAL_ALONE = re.compile(r"(\d+) damage(?: from the fall)?\.")
"""An outcome that only repeats the total."""

_TOTAL_WITHIN = re.compile(r"(.*?) with (\d+)\b")
"""An outcome that names the total later: `Failure with 7`."""


def _is_shown(total: str, thrown: str) -> bool:
    """Whether the dice line names a total already."""
    return re.search(rf"(?:[:=]|\bto) {total}\b", thrown) is not None


def dice_words(throws: Sequence[Answered], notes: Sequence[str] = ()) -> str:
    """The rolls and choices of a ruling so far: `damage 1d6+1: 3 + 1 = 4; a Scar moves it up`, with a note on each."""
    noted = zip(throws, notes or ("",) * len(throws), strict=True)
    return "; ".join(f"{said}{note}" for answered, note in noted if (said := _throw(answered)))


def _throw(answered: Answered) -> str:
    """What a roll was for, its dice and their sum, or what was chosen."""
    question = answered.question
    if not isinstance(question, Throw):
        return chosen(question, str(answered.answer))
    return f"{question.purpose} {text(question.roll)}: {_sum(answered.faces, total_of(question.roll, answered.faces))}"


def _sum(faces: Sequence[int], total: int) -> str:
    """The faces of a roll and what they come to; where some do not count, they are only listed.

    >>> _sum((4, 4), 8), _sum((5,), 5), _sum((4,), 5), _sum((6, 5, 4, 1), 15)
    ('4 + 4 = 8', '5', '4 + 1 = 5', '6, 5, 4, 1: 15 in all')
    """
    shown, rest = " + ".join(map(str, faces)), total - sum(faces)
    if not rest:
        return shown if len(faces) < MANY else f"{shown} = {total}"
    if len(faces) == 1:
        return f"{shown} {'+' if rest > 0 else MINUS} {abs(rest)} = {total}"
    return f"{', '.join(map(str, faces))}: {total} in all"


def outcome_words(event: Settled) -> str:
    """A ruling's outcome in the words of its book; empty if the rule is in no book, or has changed since."""
    rule = RULES.get(event.rule)
    if rule is None:
        return ""
    try:
        outcome = wire.from_plain(rule.outcome_type, event.outcome)
    except wire.Unreadable:
        return ""
    return say(BOOKS[rule.book].words, outcome)


def source_of(throws: Sequence[Answered]) -> str:
    rolled = (answered for answered in throws if not isinstance(answered.question, Choice))
    sources = {source for answered in rolled for source in answered.sources}
    if len(sources) > 1:
        return "part typed, part server"
    return "" if not sources else "typed" if DieSource.TYPED in sources else "rolled"
