"""The log as a seat reads it: one line for each thing that happened, with its rule, its dice and who knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Union

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books import BOOKS, RULES
from undercroft.faces.views.breaths import Breath, breath
from undercroft.interpret.play import Answered, Source
from undercroft.interpret.words import say
from undercroft.kernel import wire
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.history import retracted
from undercroft.table.moments import time_of_day
from undercroft.table.names import ActId
from undercroft.table.notes import Declared, NoteWritten, TextShown, Whispered
from undercroft.table.opening import PersonJoined, SeatTaken
from undercroft.table.passing import TimePassed
from undercroft.table.procedures.lookout import number_of
from undercroft.table.rooms import Event
from undercroft.table.scenes import Chase, Exploring, Fight, Meeting
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.settled import Settled, Thrown
from undercroft.table.staging import SceneBegan, SceneWentOn
from undercroft.table.table import WORDS
from undercroft.table.telling import Told

ROUTINE: tuple[type[Event], ...] = (TimePassed, PersonJoined, SeatTaken)
NOTES: tuple[type[Event], ...] = (NoteWritten, Whispered, Declared, TextShown)


class LogLine(Struct, frozen=True):
    """One line: where its dice came from, whether players know of it, whether it was taken back."""

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
    """Time that passed, people who sat down: nothing anybody would look for."""
    note: bool = False
    ruling: int = 0
    """The how-manieth ruling of its act it is, from 1; 0 for what is none."""
    turn: int = 0
    """The turn or round in which it happened; 0 outside."""
    ears: str = ""
    """Which seats heard of it, where some who play did not."""


def log_lines(known: Campaign, told: Sequence[Told]) -> tuple[LogLine, ...]:
    """Every line, the oldest first. A ruling that brought nothing else to tell is a line of its own."""
    return tuple(newest_first(known, told))[::-1]


def newest_first(known: Campaign, told: Sequence[Told], before: int = 0) -> Iterator[LogLine]:
    """The same, the newest first, each written when it is wanted; `before` is how much was told before that.

    What befalls several by the same cause is one line.
    """
    held: tuple[LogLine, Breath | None] | None = None
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


def _each(known: Campaign, told: Sequence[Told], before: int) -> Iterator[tuple[LogLine, Breath | None]]:
    """Every line by itself."""
    gone, playing = retracted(told), _playing(known)
    turn = 0
    rulings: Counter[ActId | None] = Counter()
    placed: list[tuple[int, int]] = []
    for one in told:
        turn = _turn(one.event, turn)
        rulings[one.act] += isinstance(one.event, Settled)
        placed.append((turn, rulings[one.act] if isinstance(one.event, Settled) else 0))
    for number in reversed(range(len(told))):
        one, (turn, ruling) = told[number], placed[number]
        line = _line(known, before + number, one, undone=one.act is not None and one.act in gone)
        if line is not None:
            yield replace(line, ruling=ruling, turn=turn, ears=_ears(known, playing, one)), breath(known, one)


def _playing(known: Campaign) -> frozenset[SeatId]:
    """The seats that play somebody."""
    return frozenset(person.seat for person in known.people.values() if person.seat in known.seats)


def _ears(known: Campaign, playing: frozenset[SeatId], told: Told) -> str:
    """The seats that heard of something which others did not."""
    if playing.issubset(told.to):
        return ""
    return ", ".join(one.name for seat, one in known.seats.items() if seat in told.to)


def _turn(event: Event, before: int) -> int:
    """The turn or round that is counted after this: none on the road, in camp or in town; met or fought, the same."""
    if not isinstance(event, SceneBegan | SceneWentOn):
        return before
    if isinstance(event.scene, Exploring):
        return number_of(event.scene)
    return before if isinstance(event.scene, Meeting | Chase | Fight) else 0


class Kept(StrEnum):
    """Which lines of a log are wanted."""

    ALL = "all"
    PUBLIC = "public"
    DICE = "dice"
    NOTES = "notes"


def kept(lines: Iterable[LogLine], which: Kept) -> Iterator[LogLine]:
    """The lines of one kind."""
    wants: Mapping[Kept, Callable[[LogLine], bool]] = {
        Kept.ALL: lambda _: True,
        Kept.PUBLIC: lambda line: line.public,
        Kept.DICE: lambda line: bool(line.dice),
        Kept.NOTES: lambda line: line.note,
    }
    return filter(wants[which], lines)


def _line(known: Campaign, number: int, told: Told, *, undone: bool) -> LogLine | None:
    event = told.event
    public = any(seat not in (REFEREE, SPECTATORS) for seat in told.to)
    time = time_of_day(known, told.at)
    if isinstance(event, Settled | Thrown):
        if not any(answered.answer for answered in event.throws):
            return None
        text = _ruling(event)
        return LogLine(
            number, told.act, time, text, event.rule, cite(event.rule), _source(event.throws), public, undone
        )
    words = WORDS.get(type(event))
    text = words(known, event) if words is not None else ""
    if not text:
        return None
    routine, note = isinstance(event, ROUTINE), isinstance(event, NOTES)
    return LogLine(number, told.act, time, sentence(text), None, "", "", public, undone, routine, note)


def sentence(text: str) -> str:
    """With a capital to begin with."""
    return f"{text[:1].upper()}{text[1:]}"


def cite(rule: RuleId) -> str:
    """Where a rule stands: book and heading."""
    found = RULES.get(rule)
    return f"{found.cite.book}, {found.cite.heading}" if found is not None else ""


def _ruling(event: Settled | Thrown) -> str:
    """What was thrown for, what fell, and, for whoever may know, what came of it."""
    whose = f"{event.about}, " if event.about else ""
    thrown = sentence(f"{whose}{'; '.join(_throws(event.throws))}")
    said = outcome_words(event) if isinstance(event, Settled) else ""
    because = f" Overruled: {event.overruled}." if isinstance(event, Settled) and event.overruled else ""
    return f"{thrown}. {said}{because}".strip() if said else f"{thrown}.{because}"


def _throws(throws: Sequence[Answered]) -> Iterator[str]:
    for answered in throws:
        shown = answered.answer if isinstance(answered.answer, str) else " + ".join(map(str, answered.answer))
        yield f"{answered.question.purpose}: {shown}"


def outcome_words(event: Settled) -> str:
    """A ruling's outcome as its book says it; nothing where the rule is none of a book's, or has changed since."""
    rule = RULES.get(event.rule)
    if rule is None:
        return ""
    try:
        outcome = wire.from_plain(Union[rule.outcomes], event.outcome)  # noqa: UP007 - a union made at run time
    except wire.Unreadable:
        return ""
    return say(BOOKS[rule.book].words, outcome)


def _source(throws: Sequence[Answered]) -> str:
    sources = {source for answered in throws for source in answered.sources}
    if not sources:
        return ""
    if len(sources) > 1:
        return "typed and server"
    return "typed" if sources == {Source.TYPED} else "server"
