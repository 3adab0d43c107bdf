"""The log as a seat reads it: one line for each thing that happened, with its rule, its dice and who knows of it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books import BOOKS, RULES
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.log.combined_lines import CombinedLine, combined_line
from undercroft.faces.views.log.undone_acts import undo_in_words
from undercroft.faces.views.short_names import capital
from undercroft.interpret.play import Answered, Source
from undercroft.interpret.words import say
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId, SeatId, Seconds
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted, retracted
from undercroft.table.engine.record import SceneBegan, SceneWentOn, Settled, Thrown, TimePassed, TurnsCounted
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import BY_SCENE, number_of, sets_number
from undercroft.table.rulings.words import beside, chosen, initiative, whose
from undercroft.table.sentences import sentence as in_words
from undercroft.table.session.handouts import HandoutHidden, HandoutShown
from undercroft.table.session.notes import Declared, NoteWritten, TextShown
from undercroft.table.session.shared_page import PageWritten
from undercroft.table.session.whispers import Whispered
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, GroupId
from undercroft.table.state.scenes import Exploring
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import PersonJoined, SeatTaken
from undercroft.table.world.prepared_handouts import HandoutPrepared

MANY = 2
"""From this many dice on, their sum is told."""
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
    """Each line with the undone lines to fold away under it, the newest first; only the line of an undo has any."""
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
    gone, playing = retracted(told), _playing(known)
    turn = before_it = 0
    counting = _Counting()
    rulings: Counter[ActId | None] = Counter()
    placed: list[tuple[int, int]] = []
    spans: dict[ActId | None, tuple[int, int]] = {}
    begun: dict[ActId | None, int] = {}
    for number, fact in enumerate(told):
        begun.setdefault(fact.act, number)
        turn = counting.at(fact, _turn(fact.event, turn, spans))
        if fact.act is not None:
            spans[fact.act] = spans.get(fact.act, (before_it, turn))[0], turn
        before_it = turn
        rulings[fact.act] += isinstance(fact.event, Settled)
        placed.append((turn, rulings[fact.act] if isinstance(fact.event, Settled) else 0))
    for number in reversed(range(len(told))):
        fact, (turn, ruling) = told[number], placed[number]
        line = _line(known, before + number, fact, undone=fact.act is not None and fact.act in gone)
        undid = None
        if isinstance(fact.event, Retracted) and fact.event.act in gone:
            undid = before + begun.get(fact.event.act, number)
        if line is not None and isinstance(fact.event, Retracted | Restored):
            line = replace(line, text=undo_in_words(known, fact.event, told))
        if line is not None:
            yield (
                replace(line, undid=undid, ruling=ruling, turn=turn, ears=_ears(known, playing, fact)),
                combined_line(known, fact),
            )


class _Counting:
    """The count of the turns that the log is in: the number of a turn is that of its place on the clock."""

    def __init__(self) -> None:
        self._since: dict[GroupId, Seconds] = {}
        self._group: GroupId | None = None
        self._step = Seconds(0)

    def at(self, fact: Told, number: int) -> int:
        """The turn or round at the time of a fact, as the clock shows it; `number` is that of the scene."""
        event = fact.event
        if isinstance(event, TurnsCounted):
            self._since[event.group] = event.since
        if isinstance(event, SceneBegan | SceneWentOn) and isinstance(event.scene, Exploring):
            self._group, self._step = event.group, BY_SCENE[type(event.scene)].step
        since = self._since.get(self._group) if self._group is not None else None
        if not number or since is None or fact.at < since or isinstance(event, Retracted | Restored):
            return number
        return max(number, (fact.at - since) // self._step + 1)


def _playing(known: Campaign) -> frozenset[SeatId]:
    """The seats that play a character."""
    return frozenset(person.seat for person in known.people.values() if person.seat in known.seats)


def _ears(known: Campaign, playing: frozenset[SeatId], told: Told) -> str:
    """The seats that were told, if others were not."""
    if playing.issubset(told.to):
        return ""
    return ", ".join(known.called(seat) for seat in known.seats if seat in told.to)


def _turn(event: Event, before: int, spans: Mapping[ActId | None, tuple[int, int]]) -> int:
    """The turn or round after this event: 0 on the road, in camp or in town; unchanged by an encounter or fight.

    An undo goes back to the turn before the act, a redo to the turn after it, as `spans` has them.
    """
    if isinstance(event, Retracted):
        return spans.get(event.act, (before, before))[0]
    if isinstance(event, Restored):
        return spans.get(event.act, (before, before))[1]
    if not isinstance(event, SceneBegan | SceneWentOn) or not sets_number(event):
        return before
    return number_of(event.scene) if isinstance(event.scene, Exploring) else 0


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


def _line(known: Campaign, number: int, told: Told, *, undone: bool) -> LogLine | None:
    event = told.event
    public = any(seat not in (REFEREE, SPECTATORS) for seat in told.to)
    time = time_of_day(known, told.at)
    if isinstance(event, Settled | Thrown):
        if not any(answered.answer for answered in event.throws):
            return None
        said, dice = ruling_words(event), source_of(event.throws)
        return LogLine(number, told.act, time, said, event.rule, cite(event.rule), dice, public, undone)
    said = in_words(known, event)
    if not said:
        return None
    routine, note = isinstance(event, ROUTINE), isinstance(event, NOTES)
    return LogLine(number, told.act, time, capital(said), None, "", "", public, undone, routine, note)


def ruling_words(event: Settled | Thrown) -> str:
    """What was rolled for, the dice and, for a seat that may know, the outcome."""
    if sides := initiative(event):
        return sides
    notes = beside(event)
    thrown = capital(f"{whose(event)}{dice_words(event.throws, notes)}")
    said = outcome_words(event) if isinstance(event, Settled) else ""
    because = f" Overruled: {event.overruled}." if isinstance(event, Settled) and event.overruled else ""
    again = _TOTAL_FIRST.match(said)
    if again is not None and _is_shown(again[1], thrown):
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
        return f"{shown} {'+' if rest > 0 else '-'} {abs(rest)} = {total}"
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
    return "" if not sources else "typed" if Source.TYPED in sources else "rolled"
