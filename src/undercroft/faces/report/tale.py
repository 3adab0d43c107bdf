"""What a report tells of an event: in the log's words, shorter, or not at all. It remembers what it has told."""

from collections.abc import Iterable
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import in_coins
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.wounds import BlowName
from undercroft.faces.report.phrases import hit_points_now, things_taken
from undercroft.faces.views.short_names import capital, first_name, room_again
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.phrases import stopped, thing_named, within
from undercroft.server.chronicle import Noted
from undercroft.table.body.condition import Died, FpChanged, HpChanged, StrainChanged
from undercroft.table.encounter.parley import Bargained
from undercroft.table.encounter.stance import OthersDid, StanceTaken
from undercroft.table.encounter.start import EncounterOver
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, TimePassed
from undercroft.table.engine.subjects import group_does
from undercroft.table.exploration.encounter_turns import TurnsTaken
from undercroft.table.exploration.inhabitants import CreaturesCame, CreaturesLeft
from undercroft.table.exploration.turns import PersonRested
from undercroft.table.fight.attack import Struck
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.goes import Went
from undercroft.table.fight.morale import HirelingStood
from undercroft.table.fight.rescue import Tended
from undercroft.table.fight.start import OrderTaken
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.gear.carrying import Deed, Handled
from undercroft.table.road.camp import CampBroken
from undercroft.table.road.lost import SetRight
from undercroft.table.road.night import MorningCame, Woken
from undercroft.table.road.travel import MoveBegun
from undercroft.table.road.travel_day import DayBegan
from undercroft.table.rulings.words import outcome_words
from undercroft.table.session.notes import NoteWritten
from undercroft.table.session.sessions import Left, SessionBegan
from undercroft.table.site.doors import DoorChanged
from undercroft.table.site.listening import Heard
from undercroft.table.site.search import FoundNothing
from undercroft.table.site.traps import TrapDisarmed
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.seen_lands import SeenHex
from undercroft.table.state.sites import DoorState
from undercroft.table.town.experience import XpGained
from undercroft.table.town.selling import Sold
from undercroft.table.world.campaign_start import PersonJoined
from undercroft.table.world.country import HexEntered, HexesSeen, LandFeatureFound, name_of
from undercroft.table.world.darkness import LastLightOut, LightAgain
from undercroft.table.world.groups import MAIN, GroupFormed, GroupMoved
from undercroft.table.world.light import LightLow, LitUp, WentOut
from undercroft.table.world.sightings import CreaturesSeen, FeatureSeen, TrapSeen, ZoneSeen

_UNTOLD: tuple[type[Event], ...] = (
    Bargained,
    CampBroken,
    DayBegan,
    SessionBegan,
    FpChanged,
    GroupMoved,
    LightLow,
    LitUp,
    MorningCame,
    OrderTaken,
    PersonRested,
    StrainChanged,
    TimePassed,
    TurnsTaken,
    WentOut,
    Woken,
    XpGained,
)
_IDLE = frozenset({"waits", "moves", "is done for this round"})
_PACKED = frozenset({Deed.READIED, Deed.STOWED})
_BOTH = {
    (Choice.FIGHT, Response.FIGHT): "A fight breaks out.",
    (Choice.TALK, Response.TALK): "Both sides are ready to talk.",
}
"""The sentence for both sides where the others want the same as the party."""
_PASSED = frozenset({"slain", "they are gone", "after the fight", Response.IGNORE.words})


class PlaceAgain(str):
    """The sentence that only names a place the party visits again."""

    __slots__ = ("place",)
    place: str

    def __new__(cls, place: str) -> Self:
        """The sentence about this place."""
        made = super().__new__(cls, room_again(place))
        made.place = place
        return made


class _Row(Struct, frozen=True):
    """A sentence that lists several things; more with the same key are added to it."""

    key: str
    head: str
    parts: tuple[str, ...]
    one: str = "."
    many: str = "."
    taken: bool = False

    @property
    def text(self) -> str:
        """The sentence."""
        if self.taken:
            return f"{self.head}{things_taken(self.parts)}."
        return f"{self.head}{series(self.parts)}{self.one if len(self.parts) == 1 else self.many}"


class Tale:
    """Sentences, event by event; what was told before is told more briefly."""

    def __init__(self, now: Campaign) -> None:
        self._now = now
        self._known: set[str] = set()
        self._zone = ""
        self._before: Event | None = None
        self._told: Event | None = None
        """The event whose sentence is the last line."""
        self._missed = 0
        self._apart = False
        self._groups: dict[GroupId, Group] = {}
        """The groups as they were formed: those that have met again since have nobody now."""
        self._arriving: Group | None = None
        """The group that reached a hex last, while the party is split."""
        self._healing: tuple[str, str, tuple[tuple[str, int], ...]] = ("", "", ())
        """The last sentence about hit points, its cause, and whom it names."""
        self._row: _Row | None = None

    def of(self, note: Noted, lines: list[str]) -> None:
        """Add the sentences for this event to the lines."""
        as_it_was = [*lines]
        self._tell(note, lines, self._told if lines else None)
        if lines != as_it_was:
            self._told = note.told.event

    def _tell(self, note: Noted, lines: list[str], last: Event | None) -> None:
        """The same; `last` is the event that the last line tells of."""
        event, before = note.told.event, self._before
        self._before = event if note.says else before
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
            case FoeHurt() | HpChanged() if self._follows(event, last, lines):
                return
            case HpChanged(who=who, hp=hp, cause=cause, health=None) if cause and who in self._now.people:
                self._mends((self._now.people[who].name, hp), note.says, cause, lines)
                return
            case HexEntered(hex=hex) if isinstance(before, SetRight) and before.hex == hex:
                return
            case LightAgain() if isinstance(last, LastLightOut):
                lines[-1] = "The last light goes out, and they light another."
                return
            case DoorChanged(state=DoorState.OPEN, by=by) if self._opened(by, note.says, lines):
                return
            case TrapDisarmed(by=by) if by in self._now.people and isinstance(last, TrapSeen):
                lines.append(f"{self._now.people[by].name} disarms it.")
                return
            case _:
                pass
        lines += [said for said in self._said(event, note.says) if said and lines[-1:] != [said]]

    def _row_of(self, event: Event) -> _Row | None:
        """The list sentence for what several people do at once, or one person does with several things."""
        people = self._now.people
        match event:
            case Went(did="flees", who=who) if who in people:
                return _Row("flee", "", (people[who].name,), " flees.", " flee.")
            case Handled(deed=Deed.TOOK, who=who) if who in people:
                return _Row(f"take {who}", f"{people[who].name} takes", (event.what,), taken=True)
            case PersonJoined(person=person):
                return _Row("join", "", (person.name,), " joins the campaign.", " join the campaign.")
            case Sold(who=who) if who in people:
                sold = f"{thing_named(event.what, known=True)} for {in_coins(event.coppers)}"
                return _Row(f"sell {who}", f"{people[who].name} sells ", (sold,))
            case _:
                return None

    def missed(self) -> str:
        """The blows that missed since the last call."""
        missed, self._missed = self._missed, 0
        self._told = None if missed else self._told
        return f"{counted(missed, 'attack')} {'misses' if missed == 1 else 'miss'}." if missed else ""

    def _follows(self, event: FoeHurt | HpChanged, last: Event | None, lines: list[str]) -> bool:
        """Add the effect of a blow to the blow's sentence; return whether it was added."""
        match event, last:
            case FoeHurt(foe=foe, dead=dead), Struck(blow=BlowName.HIT | BlowName.HIT_EXACT) if last.foe == foe:
                hit = lines[-1] if event.veiled else f"{lines[-1].removesuffix('.')} for {event.damage}."
                lines[-1] = _killed(lines[-1]) if dead else hit
            case HpChanged(who=who), FoeStruck(blow=BlowName.HIT) if (last.who, last.name) == (who, event.cause):
                name = self._now.people[who].name
                left = f", and {name} goes down" if event.hp <= 0 else f": {counted(event.hp, 'hit point')} left"
                if event.health is not None and event.hp > 0:
                    left = f": {event.health.words}" if event.health.words else ""
                dealt = f" for {event.was - event.hp}" if event.was is not None and event.health is None else ""
                lines[-1] = f"{lines[-1].removesuffix('.')}{dealt}{left}."
            case _:
                return False
        self._told = event
        return True

    def _mends(self, now_at: tuple[str, int], says: str, cause: str, lines: list[str]) -> None:
        """Tell in one sentence the people who gain or lose hit points by the same cause."""
        line, before, whose = self._healing
        goes_on = bool(lines) and lines[-1] == line and cause == before
        whose = (*(place for place in whose if goes_on and place[0] != now_at[0]), now_at)
        lines[len(lines) - goes_on :] = [hit_points_now(cause, whose) if len(whose) > 1 else _sentence(says)]
        self._healing = (lines[-1], cause, whose)

    def _opened(self, by: PersonId | None, says: str, lines: list[str]) -> bool:
        """Tell that a door was opened; return whether the sentence says no more than that."""
        door = says.removesuffix(" is open.")
        if door == says:
            return False
        if lines and lines[-1] == f"{door} is stuck.":
            lines[-1] = f"{door} is stuck, and they force it open."
        else:
            opener = self._now.people.get(by) if by is not None else None
            who = "The party" if opener is None or not self._apart else opener.name
            lines.append(f"{who} opens {door[:1].lower()}{door[1:]}.")
        return True

    def _said(self, event: Event, says: str) -> Iterable[str]:
        """The sentence for an event, if there is one."""
        if isinstance(event, _UNTOLD) or not says or self._idle(event):
            return
        match event:
            case Struck(blow=BlowName.MISS) | FoeStruck(blow=BlowName.MISS):
                self._missed += 1
            case Struck(blow=BlowName.HIT | BlowName.HIT_EXACT) if event.who in self._now.people:
                does = "hits" if event.blow is BlowName.HIT else "hits and stuns"
                yield f"{self._now.people[event.who].name} {does} {within(event.name)} ({event.weapon})."
            case ZoneSeen() | CreaturesSeen() | CreaturesCame() | HexEntered() | HexesSeen():
                yield from self._seen(event, says)
            case GroupFormed(group=group):
                self._groups[group.id] = group
                yield self._band(group.id, says)
            case FeatureSeen() | LandFeatureFound() | Died():
                yield self._plainly(event, says)
            case Tended(saved=False, who=who, patient=patient) if not self._first(f"tended {who} {patient}"):
                yield f"{self._now.people[who].name} still cannot save {self._now.people[patient].name}."
            case NoteWritten(note=note):
                yield _sentence(note.text)
            case Settled():
                yield outcome_words(event)
            case MoveBegun(hex=hex):
                yield f"The day ends on the way to {name_of(self._now, hex)}."
            case EncounterOver(how=how) if how and says:
                yield _sentence(how)
            case _:
                yield _sentence(says)

    def _plainly(self, event: FeatureSeen | LandFeatureFound | Died, says: str) -> str:
        """A sentence with a subject, where the log has a label."""
        match event:
            case FeatureSeen():
                found = says.removeprefix("Found: ")
                return says if found == says else f"{self.does(event.group, 'find', 'finds')} {found}"
            case LandFeatureFound():
                found = says.removeprefix("Found: ")
                return f"{self.does(event.group, 'find', 'finds')} {found[:1].lower()}{found[1:]}"
            case Died(who=who, cause=cause):
                return f"{self._now.people[who].name} dies of {cause}." if cause and who in self._now.people else says

    def _seen(
        self, event: ZoneSeen | CreaturesSeen | CreaturesCame | HexEntered | HexesSeen, says: str
    ) -> Iterable[str]:
        """Describe each sight once; use the name of a hex that has one."""
        match event:
            case ZoneSeen(zone=zone):
                yield from self._place(zone.id, zone.name, says)
            case CreaturesSeen(creatures=there):
                yield says if self._first(f"creatures {there.id}") else ""
            case CreaturesCame():
                yield says
            case HexEntered(hex=hex, group=group):
                self._arriving = self._groups.get(group) if self._apart else None
                named = hex in self._now.seen_lands.hexes and self._now.seen_lands.hexes[hex].name
                yield "" if named and f"hex {hex}" not in self._known else says
            case HexesSeen(hexes=hexes):
                yield _arrived(self._arriving, hexes[0], says) if hexes and self._first(f"hex {hexes[0].id}") else ""

    def _band(self, group: GroupId, says: str) -> str:
        """Tell how the party splits up and meets again."""
        apart, self._apart = self._apart, group != MAIN
        if group != MAIN:
            return f"The party splits up. {says}"
        return "The party is together again." if apart else ""

    def does(self, group: GroupId | None, many: str, one: str) -> str:
        """A group and what it did, as it was called then; the party if it was not split."""
        return group_does(self._groups.get(group) if group is not None else None, many, one)

    def _idle(self, event: Event) -> bool:
        """Whether nothing came of the event."""
        match event:
            case Went(did=did):
                return did.lower() in _IDLE
            case HirelingStood(how=how):
                return how == "holds"
            case Heard(sounds=sounds):
                return not sounds
            case FoundNothing(none_left=none_left):
                return not none_left
            case Handled(deed=deed):
                return deed in _PACKED
            case EncounterOver(how=how) | CreaturesLeft(how=how):
                return how in _PASSED
            case Left(who=who):
                return who in self._now.people and not self._now.people[who].alive
            case _:
                return False

    def _place(self, zone: str, name: str, says: str) -> Iterable[str]:
        """Describe a place once, and only name it when the party is in it again."""
        there, self._zone = self._zone, zone
        if self._first(f"zone {zone}"):
            yield says
        elif zone != there:
            yield PlaceAgain(name)

    def _first(self, what: str) -> bool:
        known = what in self._known
        self._known.add(what)
        return not known


def _arrived(group: Group | None, hex: SeenHex, says: str) -> str:
    """What a group, or the party, sees of a hex, with its name first."""
    return (
        f"{group_does(group, 'reach', 'reaches')} {hex.name}. {says}" if hex.name and says != f"{hex.name}." else says
    )


def shortly(now: Campaign, text: str) -> str:
    """A text with people's short names, where each short name can mean only one of them."""
    shorts = [first_name(person.name) for person in now.people.values()]
    for person in now.people.values():
        short = first_name(person.name)
        if shorts.count(short) == 1 and short != person.name:
            text = text.replace(person.name, short)
    return text


def _sentence(text: str) -> str:
    """A text as a full sentence: with a capital and a full stop."""
    return stopped(capital(text))


def _killed(hit: str) -> str:
    """The sentence of a hit that killed: nobody stuns the dead."""
    return hit.replace(" hits and stuns ", " hits ", 1).replace(" hits ", " kills ", 1)
