"""What a player's last roll came to, and what has happened to their characters and before their eyes since."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields

from undercroft.faces.views.fact_places import fact_places
from undercroft.faces.views.log.lines import ROUTINE
from undercroft.faces.views.log.ruling_words import ruling_words, source_of
from undercroft.faces.views.short_names import capital, first_name
from undercroft.interpret.play import Answered
from undercroft.kernel.amounts import series
from undercroft.kernel.dice import Throw
from undercroft.kernel.notation import text
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.condition import ConditionGained, ConditionLost, Died, HpChanged
from undercroft.table.body.needs import Ate
from undercroft.table.characters.characters import SheetChanged
from undercroft.table.characters.joining import WaitingChanged
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import SceneBegan, SceneEnded, Settled, Thrown, TimePassed
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import clock_of, exploring, number_by_now
from undercroft.table.exploration.wandering import EventHappened
from undercroft.table.fight.armour_wear import ArmourBroke
from undercroft.table.fight.field import FightTurned
from undercroft.table.fight.goes import Went
from undercroft.table.fight.morale import FoesBroke
from undercroft.table.gear.buying import Equipped
from undercroft.table.gear.carrying import Handled
from undercroft.table.road.camp import WatchesSet
from undercroft.table.road.night import MorningCame
from undercroft.table.sentences import says
from undercroft.table.site.doors import DoorChanged
from undercroft.table.site.sprung_traps import TrapEscaped, TrapSprung
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import DoorState
from undercroft.table.town.advancement import Grew
from undercroft.table.town.experience import XpGained
from undercroft.table.world.darkness import LastLightOut
from undercroft.table.world.groups import GroupFormed, GroupMoved, GroupOrdered
from undercroft.table.world.sightings import FeatureSeen, ZoneSeen

MOST_LINES = 4
"""The lines of a card that fit beside the dice."""
MOST_DICE = 4
FEW = 2
"""After more than so many turns or rounds nobody looks for a card any more."""
STAYS = HOUR
"""How long a card stays where no turns are counted, on the characters' clock."""

DOINGS: tuple[type[Event], ...] = (
    *ROUTINE,
    *(TimePassed, Ate, DoorChanged, Equipped, FightTurned, GroupFormed, GroupOrdered, Handled),
    *(MorningCame, SheetChanged, WaitingChanged, WatchesSet, Went),
)
"""What characters do of their own will, or what happens every day: the log has it, and nobody misses it."""
_BESIDE: tuple[type[Event], ...] = (*DOINGS, Settled, Thrown)
WITNESSED: tuple[type[Event], ...] = (TrapSprung, ZoneSeen, LastLightOut, EventHappened, FoesBroke)
"""What everybody who is told of it sees with their own eyes, with or without a roll."""
HELD_SHUT = frozenset({DoorState.STUCK, DoorState.LOCKED, DoorState.BARRED})
"""What is found out about a door that does not open."""


class DieThrown(Struct, frozen=True):
    """A throw as it lies on the table: its faces, its dice and its purpose."""

    faces: tuple[int, ...]
    dice: str
    purpose: str
    total: int | None = None
    """What the roll comes to; None for a single die that counts as it lies."""


class ResultLine(Struct, frozen=True):
    """One thing that happened; `tone` is the colour of its sign, which also has a shape of its own."""

    number: int
    text: str
    tone: str = ""
    icon: str = "right"
    beside: bool = False
    """Whether a wide screen shows it in a panel of its own."""


class OwnResult(Struct, frozen=True):
    """The last roll of a seat, if there was one, and what happened to its characters since."""

    number: int
    """The newest fact in it: a card that was dismissed stays away until there is a newer one."""
    title: str
    when: str
    """The turn or round of the roll, else of the newest line; the time where none are counted."""
    says: tuple[ResultLine, ...]
    dice: tuple[DieThrown, ...] = ()
    source: str = ""
    since: tuple[ResultLine, ...] = ()

    @property
    def newest(self) -> ResultLine:
        """The last line."""
        return (*self.says, *self.since)[-1]


def own_result(known: Campaign, seat: SeatId, told: Sequence[Told], before: int = 0) -> OwnResult | None:
    """The card of a seat, from what it was told; `before` is the number of facts before these."""
    if seat in (REFEREE, SPECTATORS):
        return None
    mine = frozenset(who for who, person in known.people.items() if person.seat == seat)
    facts, rolled = _from_last_roll(seat, told, before)
    own = [fact.event for _, fact in facts if _is_roll(seat, fact.event)] if rolled else []
    act = facts[0][1].act if rolled else None
    rolls = [event for event in own if isinstance(event, Settled | Thrown)]
    result = tuple(_direct(known, mine, seat, [fact for fact in facts if fact[1].act == act])) if own else ()
    since = [fact for fact in facts if fact[1].act != act] if rolled else facts
    later = tuple(_befallen(known, mine, since))[-MOST_LINES:]
    hit = any(mine & people_in(fact.event) for number, fact in since if number in {line.number for line in later})
    if rolls and not result:
        number = max(number for number, fact in facts if fact.event is rolls[-1])
        result = (ResultLine(number, ruling_words(rolls[-1]), icon="die"),)
    lines = (*result[:MOST_LINES], *later)
    if not lines:
        return None
    newest = max(line.number for line in lines)
    when, past = _moment(known, mine, told, newest - before)
    if past:
        return None
    if rolls:
        when, _ = _moment(known, mine, told, next(number for number, fact in facts if fact.event is rolls[0]) - before)
    return OwnResult(
        newest,
        _title(known, mine, rolls, hit=hit),
        when,
        result[:MOST_LINES],
        tuple(dice_thrown(answered for event in rolls for answered in event.throws))[-MOST_DICE:],
        source_of([answered for event in rolls for answered in event.throws]),
        later,
    )


def _moment(known: Campaign, mine: Iterable[PersonId], told: Sequence[Told], place: int) -> tuple[str, bool]:
    """When a fact happened to a seat's characters, and whether that is long past."""
    at = told[place].at
    group = next((group for who in mine if (group := known.group_of(who)) is not None), None)
    fight = fight_of(group)
    if fight is not None:
        began = _round(told, place)
        return f"round {began}", fight.round - began > FEW
    clock = clock_of(exploring(group)) if group is not None else None
    turn = fact_places(told, known).places[place].turn
    if group is not None and clock is not None and turn:
        return f"{clock.called} {turn}", number_by_now(group) - turn > FEW
    return time_of_day(known, at), is_past(max((known.now_of(who) for who in mine), default=at), at)


def is_past(now: Seconds, at: Seconds) -> bool:
    """Whether what was rolled then is too long ago to be shown next to what happens now."""
    return now - at > STAYS


def _round(told: Sequence[Told], place: int) -> int:
    """The round of a fact of a fight."""
    turned = (fact.event.round for fact in reversed(told[: place + 1]) if isinstance(fact.event, FightTurned))
    return max(1, next(turned, 1))


def dice_thrown(throws: Iterable[Answered]) -> Iterator[DieThrown]:
    """The throws that people see, without the choices between them."""
    for answered in throws:
        if isinstance(answered.question, Throw) and answered.faces:
            roll, faces = answered.question.roll, answered.faces
            total = total_of(roll, faces)
            alone = faces == (total,)
            yield DieThrown(faces, text(roll), answered.question.purpose, None if alone else total)


def _is_roll(seat: SeatId, event: Event) -> bool:
    """Whether an event is a ruling with dice of the seat's own."""
    return isinstance(event, Settled | Thrown) and event.by == seat and any(dice_thrown(event.throws))


def _from_last_roll(seat: SeatId, told: Sequence[Told], before: int) -> tuple[list[tuple[int, Told]], bool]:
    """What still holds from the first roll of the last act with rolls of the seat's own on; else all, and False.

    Nothing is older than the act in which the last scene began or ended, or in which the group came to another room: a
    card does not follow into the next scene or room.
    """
    gone, act, upto, changed = fact_places(told).gone, None, 0, None
    newest: list[tuple[int, Told]] = []
    for at in reversed(range(len(told))):
        fact = told[at]
        if fact.act is not None and fact.act in gone:
            continue
        if (upto and fact.act not in (None, act)) or (changed is not None and fact.act not in (None, changed)):
            break
        if isinstance(fact.event, SceneBegan | SceneEnded | GroupMoved):
            changed = fact.act
        newest.append((before + at, fact))
        if _is_roll(seat, fact.event):
            act, upto = fact.act, len(newest)
    sprung = [each for each in newest[upto:] if each[1].act == act and is_witnessed(each[1].event)]
    return (newest[:upto] + sprung if upto else newest)[::-1], upto > 0


def _title(known: Campaign, mine: frozenset[PersonId], rolls: Sequence[Settled | Thrown], *, hit: bool) -> str:
    """Whose roll it was, where the seat plays several; without a roll, whether its characters were `hit`."""
    if not rolls:
        return "What happened to you" if hit else "What happened"
    names = tuple(dict.fromkeys(first_name(roll.about.partition(", ")[0]) for roll in rolls if roll.about))
    several = sum(known.people[who].alive for who in mine) > 1
    roll = "Your roll" if len(names) <= 1 else "Your rolls"
    return f"{roll} for {series(names)}" if several and names else roll


def _direct(
    known: Campaign, mine: frozenset[PersonId], seat: SeatId, facts: Iterable[tuple[int, Told]]
) -> Iterator[ResultLine]:
    """What came of the roll: all until the next ruling of another, and then what concerns the seat's characters."""
    alone = True
    for number, fact in facts:
        if isinstance(fact.event, Settled | Thrown):
            alone = fact.event.by == seat
        elif is_witnessed(fact.event) or (
            not isinstance(fact.event, DOINGS) and (alone or _concerns(mine, fact.event))
        ):
            yield from _line(known, number, fact.event)


def _befallen(known: Campaign, mine: frozenset[PersonId], facts: Iterable[tuple[int, Told]]) -> Iterator[ResultLine]:
    """What happened to the seat's characters, or before their eyes."""
    for number, fact in facts:
        event = fact.event
        if is_witnessed(event) or (not isinstance(event, _BESIDE) and _concerns(mine, event)):
            yield from _line(known, number, fact.event)


def _concerns(mine: frozenset[PersonId], event: Event) -> bool:
    """Whether an event is about the seat's characters."""
    return bool(mine & people_in(event))


def is_witnessed(event: Event) -> bool:
    """Whether the seat's characters cannot but see it."""
    return isinstance(event, WITNESSED) or (isinstance(event, DoorChanged) and event.state in HELD_SHUT)


def _line(known: Campaign, number: int, event: Event) -> Iterator[ResultLine]:
    if said := says(known, event):
        tone, icon = _sign(event)
        yield ResultLine(number, capital(said), tone, icon, isinstance(event, ZoneSeen))


def _sign(event: Event) -> tuple[str, str]:
    """The colour and the shape beside a line."""
    if isinstance(event, HpChanged) and event.was is not None:
        return ("rust", "heart") if event.hp < event.was else ("verd", "plus")
    return next((sign for kind, sign in _SIGNS.items() if isinstance(event, kind)), ("", "right"))


_SIGNS: Mapping[type[Event], tuple[str, str]] = {
    Died: ("rust", "cross"),
    ConditionGained: ("ember", "warning"),
    ConditionLost: ("verd", "check"),
    TrapSprung: ("ember", "warning"),
    TrapEscaped: ("verd", "check"),
    ArmourBroke: ("ember", "shield"),
    DoorChanged: ("ember", "door"),
    FoesBroke: ("verd", "flag"),
    ZoneSeen: ("", "map"),
    LastLightOut: ("ember", "moon"),
    EventHappened: ("ember", "warning"),
    FeatureSeen: ("verd", "eye"),
    XpGained: ("verd", "plus"),
    Grew: ("verd", "plus"),
}


def people_in(event: Event) -> frozenset[PersonId]:
    """The people that an event names."""
    named = (getattr(event, name) for name in _person_fields(type(event)))
    return frozenset(PersonId(who) for value in named for who in ((value,) if isinstance(value, str) else value or ()))


@cache
def _person_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that hold a person or several."""
    return tuple(field.name for field in fields(kind) if _holds_people(field.type))


def _holds_people(kind: object) -> bool:
    """Whether a type is that of a person's id, or a collection or an option of them."""
    return kind is PersonId or any(part is PersonId for part in get_args(kind))
