"""How a campaign begins: its name, its house rules, its seats, its people, its sites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import surveying
from undercroft.table.campaign import Campaign, Group, with_person, with_site
from undercroft.table.country import arrive_in, begin_lands
from undercroft.table.groups import MAIN, GroupFormed
from undercroft.table.house import HouseRules
from undercroft.table.house_choices import changes, problems
from undercroft.table.lands import Lands
from undercroft.table.names import HexId, Label, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seats import SPECTATORS, Seat
from undercroft.table.sites import Site
from undercroft.table.telling import SECRET, TABLE, seats
from undercroft.table.things import Carried, Left, Thing
from undercroft.table.whose import referee_only

MOST_SAID = 3
"""Changed house rules that are told word by word."""


class Begin(Command, frozen=True, tag="begin"):
    """Open a campaign with all that its file holds."""

    name: Label
    house: HouseRules = HouseRules()
    day_begins: Seconds = Seconds(0)
    seats: tuple[Seat, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[Thing, ...] = ()
    sites: tuple[Site, ...] = ()
    party: tuple[PersonId, ...] = ()
    lands: Lands = Lands()
    hex: HexId | None = None
    """Where in the lands the party begins."""


class ChangeHouse(Command, frozen=True, tag="change_house"):
    """Play by other house rules from now on."""

    house: HouseRules


class CampaignBegan(Event, frozen=True, tag="table.campaign-began"):
    """A campaign begins."""

    name: str
    day_begins: Seconds
    house: HouseRules


class SeatTaken(Event, frozen=True, tag="table.seat-taken"):
    """Somebody sits down."""

    seat: Seat


class HouseChanged(Event, frozen=True, tag="table.house-changed"):
    """From now on these house rules hold; what was, stays as it was. `before` are those that held until then."""

    house: HouseRules
    before: HouseRules | None = None


class PersonJoined(Event, frozen=True, tag="table.person-joined"):
    """Somebody is known by name."""

    person: Person


class SitePlaced(Event, frozen=True, tag="table.site-placed"):
    """A site, as it truly is."""

    secret: ClassVar[bool] = True

    site: Site


class ThingPlaced(Event, frozen=True, tag="table.thing-placed"):
    """A thing, and where it lies. Whoever was not told what it is worth has no number there."""

    thing: Thing


def _began(campaign: Campaign, event: CampaignBegan) -> Campaign:
    return replace(campaign, name=event.name, day_begins=event.day_begins, house=event.house)


def _seat_taken(campaign: Campaign, event: SeatTaken) -> Campaign:
    return replace(campaign, seats={**campaign.seats, event.seat.id: event.seat})


def _house_changed(campaign: Campaign, event: HouseChanged) -> Campaign:
    return replace(campaign, house=event.house)


def _person_joined(campaign: Campaign, event: PersonJoined) -> Campaign:
    return with_person(campaign, event.person)


def _site_placed(campaign: Campaign, event: SitePlaced) -> Campaign:
    return with_site(campaign, event.site)


def _thing_placed(campaign: Campaign, event: ThingPlaced) -> Campaign:
    return replace(campaign, things={**campaign.things, event.thing.id: event.thing})


def seen_thing(thing: Thing) -> Thing:
    """A thing as those see it who do not know what it is worth."""
    return thing if thing.appraised else replace(thing, worth=None)


def _begin(play: Play, act: Begin) -> None:
    everybody = seats(SPECTATORS, *(seat.id for seat in act.seats))
    play.tell(CampaignBegan(act.name, act.day_begins, act.house), to=everybody)
    for seat in act.seats:
        play.tell(SeatTaken(seat), to=everybody)
    for person in act.people:
        play.tell(PersonJoined(person), to=TABLE)
    for thing in act.things:
        shown = seen_thing(thing)
        in_sight = isinstance(thing.place, Carried) or (act.hex is not None and thing.place == Left(act.hex))
        to = TABLE if in_sight else SECRET
        play.tell(ThingPlaced(thing), to=to if shown == thing else SECRET)
        if shown != thing:
            play.aside(ThingPlaced(shown), to=to)
    for site in act.sites:
        play.tell(SitePlaced(site))
    if act.lands.hexes:
        begin_lands(play, act.lands)
    if act.party:
        play.tell(GroupFormed(Group(MAIN, "The party", act.party, Seconds(0)), present=act.party), to=TABLE)
    if act.party and act.hex is not None:
        arrive_in(play, MAIN, act.hex)


def _change_house(play: Play, act: ChangeHouse) -> None:
    play.tell(HouseChanged(act.house, play.now.house), to=TABLE)


def _may_begin(known: Campaign, seat: SeatId, act: Begin) -> Iterable[Reason]:
    yield from _house_stands(known, seat, act)
    if known.name:
        yield Reason("begun", "This table has begun: what is new is added to it.")
    yield from surveying.faults(act.lands, (site.id for site in act.sites), act.hex)


def _house_stands(_: Campaign, seat: SeatId, act: Begin | ChangeHouse) -> Iterable[Reason]:
    yield from referee_only(seat)
    for problem in problems(act.house):
        yield Reason(problem.code, problem.what)


def _house_words(_: Campaign, it: HouseChanged) -> str:
    """What is answered otherwise than before, question by question."""
    if it.before is None:
        return f"House rules: {it.house.preset}."
    said = [f"{asks} Now {means}." for asks, means in changes(it.before, it.house)]
    more = f" And {counted(len(said) - MOST_SAID, 'answer')} more." if len(said) > MOST_SAID else ""
    return f"House rules: {' '.join(said[:MOST_SAID])}{more}" if said else "The house rules stay as they were."


ROOM = Room(
    arms={
        CampaignBegan: _began,
        SeatTaken: _seat_taken,
        HouseChanged: _house_changed,
        PersonJoined: _person_joined,
        SitePlaced: _site_placed,
        ThingPlaced: _thing_placed,
    },
    steps={Begin: _begin, ChangeHouse: _change_house},
    refusals={Begin: _may_begin, ChangeHouse: _house_stands},
    words={
        CampaignBegan: lambda _, it: f"{it.name} begins.",
        SeatTaken: lambda _, it: f"{it.seat.name} sits down.",
        HouseChanged: _house_words,
        PersonJoined: lambda _, it: f"{it.person.name} is on the roll.",
    },
)
