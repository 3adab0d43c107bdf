"""Characters: made by a book's own rules or in one act, added whole, equipped, changed by hand, retired.

Nobody waits for somebody who is making a character, and whoever is made is on the roll, not yet in the party.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.big_picture import Entry, Status, roster
from undercroft.books.sovereign.classes import CLASS_TABLE, ClassId
from undercroft.books.sovereign.creation import IMPROVEMENTS, create_improvements
from undercroft.books.sovereign.units import SCORES, Attribute, Skill
from undercroft.kernel.dice import Choice
from undercroft.kernel.naming import check_name
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, light, outfitting, purses, wares
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.making import POINTS, ByNeverwhere, BySovereign, Feat, Made, Way, by_sovereign, made
from undercroft.table.names import Label, Name, PersonId, Text
from undercroft.table.opening import PersonJoined, ThingPlaced, seen_thing
from undercroft.table.packs import PACKS, PackName
from undercroft.table.people import Person, Role, Sheet
from undercroft.table.play import Play
from undercroft.table.roll import free_id, free_name, known_to, name_of, name_taken, not_on_their_roll, not_their_seat
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, TABLE, Audience
from undercroft.table.things import Carried, Thing
from undercroft.table.whose import referee_only


class CreateCharacter(Command, frozen=True, tag="create_character"):
    """Make a character by a book's rules; what is not said beforehand is asked, question by question."""

    seat: SeatId
    name: Name
    way: Way = BySovereign()
    about: Text = ""

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.name)


class QuickCharacter(Command, frozen=True, tag="quick_character"):
    """Make one of Sovereign's Delvers in one act, with a pack of gear paid for as far as the gold goes."""

    seat: SeatId
    name: Name
    pack: PackName = PackName.DELVER
    class_id: ClassId | None = None
    feats: Annotated[tuple[Feat, ...], Meta(max_length=10)] = ()

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.name)


class AddPerson(Command, frozen=True, tag="add_person"):
    """Put somebody on the roll as they are, with what they carry. Creatures are known to the referee alone."""

    person: Person
    things: tuple[Thing, ...] = ()

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.person.name)


class SetSheet(Command, frozen=True, tag="set_sheet"):
    """Set numbers by hand under the bridge's names, or none again; name feats and an occupation."""

    who: PersonId
    numbers: Mapping[str, Annotated[int, Meta(ge=-1_000, le=10_000)] | None] = {}
    feats: Annotated[tuple[Label, ...], Meta(max_length=20)] | None = None
    occupation: Text | None = None


class Retire(Command, frozen=True, tag="retire"):
    """Somebody leaves for good, or so they say."""

    who: PersonId


class ComeBack(Command, frozen=True, tag="come_back"):
    """Somebody who had left is on the roll again."""

    who: PersonId


class SheetChanged(Event, frozen=True, tag="table.sheet-changed"):
    """Somebody's sheet stands so now."""

    who: PersonId
    sheet: Sheet


class RosterChanged(Event, frozen=True, tag="table.roster-changed"):
    """Somebody has left, or is back; whoever leaves is in no group any more."""

    who: PersonId
    retired: bool


def _sheet_changed(campaign: Campaign, event: SheetChanged) -> Campaign:
    person = campaign.people.get(event.who)
    return campaign if person is None else with_person(campaign, replace(person, sheet=event.sheet))


def _roster_changed(campaign: Campaign, event: RosterChanged) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    campaign = with_person(campaign, replace(person, retired=event.retired))
    groups = {
        id: replace(group, members=tuple(one for one in group.members if one != event.who))
        for id, group in campaign.groups.items()
    }
    return replace(campaign, groups=groups, present=tuple(one for one in campaign.present if one != event.who))


# Making


def join(play: Play, person: Person, coppers: int = 0) -> Person:
    """Somebody is on the roll, fresh, with a purse if there is anything in it."""
    fresh = replace(person, fp=bridge.fatigue_max(person, play.now.house.fatigue))
    play.tell(PersonJoined(fresh), to=TABLE)
    if coppers:
        play.tell(ThingPlaced(purses.purse(person.id, coppers)), to=TABLE)
    return fresh


def _joined(play: Play, seat: SeatId, name: str, one: Made, about: str = "") -> Person:
    person = Person(
        free_id(play.now, name, seat),
        free_name(play.now, normalize("NFC", name)),
        seat,
        sheet=one.sheet,
        hp=one.hp,
        hp_max=one.hp,
        scars=one.scars,
        about="\n".join(text for text in (about, one.about) if text),
    )
    return join(play, person, one.coppers)


def _create(play: Play, act: CreateCharacter) -> None:
    _joined(play, act.seat, act.name, made(play, act.seat, act.way), act.about)


def _quick(play: Play, act: QuickCharacter) -> None:
    """The pack says what is raised and improved; of its gear they have what they can pay for and carry."""
    pack = PACKS[act.pack]
    way = BySovereign(act.class_id or pack.class_id, tuple(pack.skills), act.feats)

    def raised(choice: Choice) -> str:
        return next(attribute for attribute in pack.bodies if attribute in choice.options)

    one = by_sovereign(play, act.seat, way, raised)
    person = _joined(play, act.seat, act.name, one)
    lots = wares.within(pack.lots, one.coppers, *bridge.load_limits(person))
    outfitting.buy(play, person, lots, wares.price(lots))


def _add(play: Play, act: AddPerson) -> None:
    to = known_to(act.person)
    play.tell(PersonJoined(act.person), to=to)
    for thing in act.things:
        _place(play, thing, to)


def _place(play: Play, thing: Thing, to: Audience) -> None:
    shown = seen_thing(thing)
    play.tell(ThingPlaced(thing), to=to if shown == thing else SECRET)
    if shown != thing:
        play.aside(ThingPlaced(shown), to=to)


# By hand


def _set_sheet(play: Play, act: SetSheet) -> None:
    person = play.now.people[act.who]
    numbers = {**person.sheet.overrides, **act.numbers}
    sheet = replace(
        person.sheet,
        overrides={name: number for name, number in numbers.items() if number is not None},
        feats=person.sheet.feats if act.feats is None else act.feats,
        occupation=person.sheet.occupation if act.occupation is None else act.occupation,
    )
    play.tell(SheetChanged(act.who, sheet), to=known_to(person))


def _retire(play: Play, act: Retire) -> None:
    play.settle(roster, Entry(Status.ACTIVE, Status.RETIRED))
    leave(play, act.who)


def leave(play: Play, who: PersonId) -> None:
    """Somebody is gone: their lights go out, and what was due for them is due no more."""
    person = play.now.people[who]
    for lit in tuple(play.now.lights.values()):
        if lit.holder == who:
            light.go_out(play, lit, spent=False)
    for timer in tuple(play.now.timers.values()):
        if timer.person == who:
            play.drop_timer(timer)
    play.tell(RosterChanged(who, retired=True), to=known_to(person))


def _come_back(play: Play, act: ComeBack) -> None:
    play.settle(roster, Entry(Status.RETIRED, Status.ACTIVE))
    play.tell(RosterChanged(act.who, retired=False), to=known_to(play.now.people[act.who]))


# Why not


def _may_create(known: Campaign, seat: SeatId, act: CreateCharacter) -> Iterable[Reason]:
    yield from not_their_seat(known, seat, act.seat)
    yield from name_taken(known, act.name)
    if isinstance(act.way, BySovereign):
        yield from _improvements(act.way.improvements)
        yield from _too_many_feats(act.way.class_id, act.way.feats)
    if isinstance(act.way, ByNeverwhere):
        yield from _points(act.way)


def _improvements(picks: tuple[str, ...]) -> Iterable[Reason]:
    known = {*Attribute, *Skill}
    if any(pick not in known for pick in picks):
        yield Reason("unknown_improvement", "Improve attributes and skills of Sovereign.", create_improvements.id)
    elif picks and len(picks) != IMPROVEMENTS:
        yield Reason("count", f"Name all {IMPROVEMENTS} improvements, or none to be asked.", create_improvements.id)


def _too_many_feats(class_id: ClassId | None, feats: tuple[Feat, ...]) -> Iterable[Reason]:
    most = {one: sum(map(int, re.findall(r"\d+", row.starting_feats))) for one, row in CLASS_TABLE.items()}
    if len(feats) > (max(most.values()) if class_id is None else most[class_id]):
        yield Reason("too_many_feats", "No class of that kind begins with so many feats.")


def _points(way: ByNeverwhere) -> Iterable[Reason]:
    if sum(way.scores) != POINTS or not all(score in SCORES for score in way.scores):
        what = f"Four scores from {SCORES[0]} to {SCORES[-1]}, {POINTS} in all."
        yield Reason("not_the_points", what)


def _may_quick(known: Campaign, seat: SeatId, act: QuickCharacter) -> Iterable[Reason]:
    yield from not_their_seat(known, seat, act.seat)
    yield from name_taken(known, act.name)
    yield from _too_many_feats(act.class_id or PACKS[act.pack].class_id, act.feats)


def _may_add(known: Campaign, seat: SeatId, act: AddPerson) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.person.id in known.people:
        yield Reason("person_taken", "Somebody goes by that name already.")
    elif act.person.role is not Role.CREATURE:
        yield from name_taken(known, act.person.name)
    if act.person.seat != REFEREE and act.person.seat not in known.seats:
        yield Reason("no_seat", "There is no such seat.")
    yield from _unknown_numbers(act.person.sheet.overrides)
    if any(thing.id in known.things for thing in act.things):
        yield Reason("thing_taken", "Something goes by that name already.")
    if any(not isinstance(thing.place, Carried) or thing.place.by != act.person.id for thing in act.things):
        yield Reason("not_carried", "They come with what they carry, and nothing else.")


def _unknown_numbers(names: Iterable[str]) -> Iterable[Reason]:
    for name in names:
        if name not in bridge.settable():
            yield Reason("unknown_number", f"No number “{name[:40]}” can be set.")


def _may_set(known: Campaign, seat: SeatId, act: SetSheet) -> Iterable[Reason]:
    yield from not_on_their_roll(known, seat, act.who)
    if act.numbers:
        yield from referee_only(seat)
    yield from _unknown_numbers(name for name, number in act.numbers.items() if number is not None)


def _may_retire(known: Campaign, seat: SeatId, act: Retire | ComeBack) -> Iterable[Reason]:
    yield from not_on_their_roll(known, seat, act.who)
    person, group = known.people.get(act.who), known.group_of(act.who)
    if person is None:
        return
    leaves = isinstance(act, Retire)
    if not person.alive:
        yield Reason("dead", f"{person.name} is dead.", roster.id)
    elif person.retired == leaves:
        yield Reason("retired" if leaves else "not_retired", f"{person.name} has {'' if leaves else 'not '}left.")
    if group is not None and group.site is not None:
        yield Reason("in_a_site", "They must be out of the site first.")
    if any(wanted.blocks for wanted in known.wanted.values()):
        yield Reason("dice_wanted", "Dice are wanted first.")


ROOM = Room(
    arms={SheetChanged: _sheet_changed, RosterChanged: _roster_changed},
    steps={
        CreateCharacter: _create,
        QuickCharacter: _quick,
        AddPerson: _add,
        SetSheet: _set_sheet,
        Retire: _retire,
        ComeBack: _come_back,
    },
    refusals={
        CreateCharacter: _may_create,
        QuickCharacter: _may_quick,
        AddPerson: _may_add,
        SetSheet: _may_set,
        Retire: _may_retire,
        ComeBack: _may_retire,
    },
    words={
        SheetChanged: lambda now, it: f"{name_of(now, it.who)}'s sheet has changed.",
        RosterChanged: lambda now, it: (
            f"{name_of(now, it.who)} {'leaves the company' if it.retired else 'is back on the roll'}."
        ),
    },
)
