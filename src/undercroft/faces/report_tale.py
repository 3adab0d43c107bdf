"""What a report tells of an event: in the log's words, shorter, or not at all. It remembers what it has told."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.rounds import first_name
from undercroft.kernel.amounts import counted, series
from undercroft.server.chronicle import Noted
from undercroft.table.bodies import FpChanged, HpChanged, StrainChanged
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import Deed, Handled
from undercroft.table.country import HexEntered, HexesSeen
from undercroft.table.encounters import CreaturesLeft
from undercroft.table.evenings import EveningBegan, Left
from undercroft.table.groups import MAIN, GroupFormed
from undercroft.table.light import LightLow, LitUp, WentOut
from undercroft.table.listening import Heard
from undercroft.table.names import GroupId
from undercroft.table.notes import NoteWritten
from undercroft.table.opening import PersonJoined
from undercroft.table.passing import TimePassed
from undercroft.table.procedures.camping import MorningCame
from undercroft.table.procedures.courses import DayBegan
from undercroft.table.procedures.fight_attack import FoeHurt, Struck
from undercroft.table.procedures.fight_go import Went
from undercroft.table.procedures.fight_help import Tended
from undercroft.table.procedures.fight_morale import HirelingStood
from undercroft.table.procedures.fight_start import OrderTaken
from undercroft.table.procedures.fight_theirs import FoeStruck
from undercroft.table.procedures.meeting import MeetingOver
from undercroft.table.procedures.parleying import Bargained, Parleyed
from undercroft.table.procedures.reacting import OthersDid, StanceTaken
from undercroft.table.procedures.travelling import MoveBegun
from undercroft.table.rooms import Event
from undercroft.table.searching import FoundNothing
from undercroft.table.selling import Sold, with_article
from undercroft.table.sharing import XpGained
from undercroft.table.sightings import CreaturesSeen, ZoneSeen

_UNTOLD: tuple[type[Event], ...] = (
    Bargained,
    DayBegan,
    EveningBegan,
    FpChanged,
    LightLow,
    LitUp,
    MorningCame,
    OrderTaken,
    StrainChanged,
    TimePassed,
    WentOut,
    XpGained,
)
AGAIN = " again."
"""How a place is named that they have been to before."""
_IDLE = frozenset({"waits", "moves", "does no more"})
_PACKED = frozenset({Deed.READIED, Deed.STOWED})
_BOTH = {
    (Choice.FIGHT, Response.FIGHT): "It comes to blows.",
    (Choice.TALK, Response.TALK): "Both sides are ready to talk.",
}
"""Where the others want the same, it is told once."""
_PASSED = frozenset({"slain", "they are gone", "it has been fought out"})


class _Row(Struct, frozen=True):
    """A sentence with several things in a row; more of the same key go on in it."""

    key: str
    head: str
    parts: tuple[str, ...]
    one: str = "."
    many: str = "."

    @property
    def text(self) -> str:
        """The sentence."""
        return f"{self.head}{series(self.parts)}{self.one if len(self.parts) == 1 else self.many}"


class Tale:
    """Sentences, one event after the other; what was told before is told in short."""

    def __init__(self, now: Campaign) -> None:
        self._now = now
        self._known: set[str] = set()
        self._zone = ""
        self._before: Event | None = None
        self._missed = 0
        self._apart = False
        self._healing: tuple[str, str] = ("", "")
        self._row: _Row | None = None

    def of(self, one: Noted, lines: list[str]) -> None:
        """Add what is to be told of it to the sentences there are."""
        event, before = one.told.event, self._before
        self._before = event if one.says else before
        if (row := self._row_of(event)) is not None:
            more = self._row is not None and row.key == self._row.key and lines[-1:] == [self._row.text]
            self._row = replace(row, parts=self._row.parts + row.parts) if more and self._row else row
            lines[-1:] = [self._row.text] if more else [*lines[-1:], self._row.text]
            return
        match event:
            case OthersDid(does=does) if isinstance(before, StanceTaken) and lines:
                if both := _BOTH.get((before.stance, does)):
                    lines[-1] = both
                    return
            case FoeHurt() | HpChanged() if self._follows(event, lines):
                return
            case HpChanged(who=who, hp=hp, cause=cause) if cause and who in self._now.people:
                self._mends(f"{self._now.people[who].name} {hp}", one.says, cause, lines)
                return
            case _:
                pass
        lines += [said for said in self._said(event, one.says) if said and lines[-1:] != [said]]

    def _row_of(self, event: Event) -> _Row | None:
        """What several do at once, or one with several things, is told in one breath."""
        people = self._now.people
        match event:
            case Went(did="flees", who=who) if who in people:
                return _Row("flee", "", (people[who].name,), " flees.", " flee.")
            case Handled(deed=Deed.TOOK, who=who) if who in people:
                return _Row(f"take {who}", f"{people[who].name} takes ", (event.what,))
            case PersonJoined(person=person):
                return _Row("join", "On the roll: ", (person.name,))
            case Sold(who=who) if who in people:
                sold = f"{with_article(event.what)} for {in_coins(event.coppers)}"
                return _Row(f"sell {who}", f"{people[who].name} sells ", (sold,))
            case _:
                return None

    def missed(self) -> str:
        """The blows that did not land since this was last asked."""
        missed, self._missed = self._missed, 0
        return f"{counted(missed, 'blow')} {'misses' if missed == 1 else 'miss'}." if missed else ""

    def _follows(self, event: FoeHurt | HpChanged, lines: list[str]) -> bool:
        """What a blow did is told with the blow."""
        match event, lines:
            case FoeHurt(name=name), [*_, last] if f" hits {name}" in last or f" stuns {name}" in last:
                lines[-1] = f"{last.removesuffix('.')}{': dead' if event.dead else f' for {event.damage}'}."
            case HpChanged(who=who), [*_, last] if last == f"{event.cause} hits {self._now.people[who].name}.":
                left = "down" if event.hp <= 0 else f"{counted(event.hp, 'hit point')} left"
                lines[-1] = f"{last.removesuffix('.')}: {left}."
            case _:
                return False
        return True

    def _mends(self, now_at: str, says: str, cause: str, lines: list[str]) -> None:
        """Several who gain or lose by the same are told in one breath."""
        line, before = self._healing
        if not (lines and lines[-1] == line and cause == before):
            lines.append(_sentence(says))
        elif line.startswith(f"{_capital(cause)}: "):
            lines[-1] = f"{line.removesuffix(' hit points.')}, {now_at} hit points."
        else:
            first = line.partition(" hit point")[0].replace(": ", " ")
            lines[-1] = f"{_capital(cause)}: {first}, {now_at} hit points."
        self._healing = (lines[-1], cause)

    def _said(self, event: Event, says: str) -> Iterable[str]:
        """The sentence for it, if there is one."""
        if isinstance(event, _UNTOLD) or not says or self._idle(event):
            return
        match event:
            case Struck(blow=BlowName.MISS) | FoeStruck(blow=BlowName.MISS):
                self._missed += 1
            case Struck(blow=BlowName.HIT, who=who, name=name, weapon=weapon) if who in self._now.people:
                yield f"{self._now.people[who].name} hits {name} ({weapon})."
            case ZoneSeen() | CreaturesSeen() | HexEntered() | HexesSeen():
                yield from self._seen(event, says)
            case GroupFormed(group=group):
                yield self._band(group.id, says)
            case Parleyed(asking=asking, answer=answer) if asking:
                yield f"Asked for {asking}, they answer: {answer}."
            case Tended(saved=False, who=who, patient=patient) if not self._first(f"tended {who} {patient}"):
                yield f"{self._now.people[who].name} still cannot save {self._now.people[patient].name}."
            case NoteWritten(note=note):
                yield _sentence(note.text)
            case MoveBegun():
                yield f"{says.partition(':')[0]}."
            case MeetingOver(how=how) if how:
                yield _sentence(how)
            case _:
                yield _sentence(says)

    def _seen(self, event: ZoneSeen | CreaturesSeen | HexEntered | HexesSeen, says: str) -> Iterable[str]:
        """What they see is described once; a hex with a name is named by that."""
        match event:
            case ZoneSeen(zone=zone):
                yield from self._place(zone.id, zone.name, says)
            case CreaturesSeen(creatures=there):
                yield says if self._first(f"creatures {there.id}") else ""
            case HexEntered(hex=hex):
                named = hex in self._now.seen_lands.hexes and self._now.seen_lands.hexes[hex].name
                yield "" if named and f"hex {hex}" not in self._known else says
            case HexesSeen(hexes=hexes):
                yield says if hexes and self._first(f"hex {hexes[0].id}") else ""

    def _band(self, group: GroupId, says: str) -> str:
        """They part, and meet again."""
        apart, self._apart = self._apart, group != MAIN
        if group != MAIN:
            return f"They part. {says}"
        return f"Together again. {says}" if apart else ""

    def _idle(self, event: Event) -> bool:
        """Whether nothing came of it."""
        match event:
            case Went(did=did):
                return did in _IDLE
            case HirelingStood(how=how):
                return how == "holds"
            case Heard(sounds=sounds):
                return not sounds
            case FoundNothing(none_left=none_left):
                return not none_left
            case Handled(deed=deed):
                return deed in _PACKED
            case MeetingOver(how=how) | CreaturesLeft(how=how):
                return how in _PASSED
            case Left(who=who):
                return who in self._now.people and not self._now.people[who].alive
            case _:
                return False

    def _place(self, zone: str, name: str, says: str) -> Iterable[str]:
        """A place is described once, and named when they are in it again."""
        there, self._zone = self._zone, zone
        if self._first(f"zone {zone}"):
            yield says
        elif zone != there:
            yield f"{name}{AGAIN}"

    def _first(self, what: str) -> bool:
        known = what in self._known
        self._known.add(what)
        return not known


def shortly(now: Campaign, text: str) -> str:
    """A text with people by what they are called for short, where that can mean only one of them."""
    shorts = [first_name(person.name) for person in now.people.values()]
    for person in now.people.values():
        short = first_name(person.name)
        if shorts.count(short) == 1 and short != person.name:
            text = text.replace(person.name, short)
    return text


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sentence(text: str) -> str:
    """A text that stands by itself: with a capital and a full stop."""
    return f"{_capital(text)}{'.' if text[-1:].isalnum() else ''}"
