"""A campaign in play as a campaign file, to start another from: all people and things as they are now."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.campaignfile.amending import write_into
from undercroft.exchange.campaignfile.entries import Taken
from undercroft.exchange.campaignfile.lore import linked
from undercroft.exchange.campaignfile.reading import problems
from undercroft.exchange.campaignfile.writing import PAID, in_site, on_person, write
from undercroft.kernel.units import Seconds
from undercroft.table.engine.time_words import moment
from undercroft.table.gear.prices import ITEMS
from undercroft.table.lore.lookup import bestiary
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import NEVER, Lapse
from undercroft.table.state.ids import WELL_FORMED, CreaturesId, MonsterId, PersonId, ThingId
from undercroft.table.state.lands import Lands
from undercroft.table.state.lore import Monster
from undercroft.table.state.people import Person
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Carried, Gone, Guarded, Lying, Thing, ThingPlace
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.light import lasts

Id = TypeVar("Id", bound=str)

_LONGEST = 56
"""The length of a new id, with room for a number after it."""


class CampaignStanding(Struct, frozen=True):
    """The start of a campaign that goes on from here, and what a campaign file cannot hold."""

    begin: Begin
    left: tuple[str, ...]


_NOTES = ("As it stood on ", "Left behind: ", "To mend: ")
"""How the first lines of a file begin that Undercroft wrote."""


def write_standing(campaign: Campaign, *, file: str = "", mark: str = "") -> str:
    """The file of a campaign as it is now, written into the referee's own file if there is one.

    Its first lines give the date, the mark by which the version is found again, and what is left behind.
    """
    standing = as_it_stands(campaign)
    text = write_into(without_notes(file), standing.begin) if file else write(standing.begin)
    stood, left, mend = _NOTES
    notes = [f"{stood}{moment(campaign, campaign.clock)}. {mark}".rstrip()]
    notes += [f"{left}{part}" for part in standing.left]
    notes += [f"{mend}{problem.path}: {problem.what} ({problem.fix})" for problem in problems(text)]
    return "".join((*(f"# {' '.join(note.split())}\n" for note in notes), "\n", text))


def without_notes(text: str) -> str:
    """A file without the notes that Undercroft wrote at its top."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    number = 0
    while number < len(lines) and lines[number].removeprefix("# ").startswith(_NOTES):
        number += 1
    number += bool(number and number < len(lines) and not lines[number].strip())
    return "".join(lines[number:])


def as_it_stands(campaign: Campaign) -> CampaignStanding:
    """The campaign from now on: its clock starts at the current time, and every light is out."""
    called = _Called(
        _Names(campaign.people),
        _Names(id for site in campaign.sites.values() for id in site.creatures),
        _Names(campaign.things),
    )
    people = sorted(
        (_person(person, called) for person in campaign.people.values()), key=lambda person: person.role in PAID
    )
    sites = tuple(_site(site, called, bestiary(campaign)) for site in campaign.sites.values())
    begin = Begin(
        name=campaign.name,
        house=campaign.house,
        day_begins=Seconds(campaign.day_begins + campaign.clock),
        seats=tuple(_seats(campaign)),
        people=tuple(people),
        things=_in_order(tuple(_things(campaign, called)), people, sites),
        sites=sites,
        party=tuple(called.people.new(member) for member in _party(campaign)),
        lands=_lands(campaign),
        bestiary=tuple(campaign.bestiary.values()),
        tables=tuple(campaign.roll_tables.values()),
        hex=next((group.hex for group in campaign.groups.values() if group.members), None),
    )
    return CampaignStanding(begin, tuple(_left_behind(campaign)))


class _Names(Generic[Id]):
    """Ids that a file accepts. An id from play that is too long, or has other letters, gets a new one."""

    def __init__(self, ids: Iterable[Id]) -> None:
        known = tuple(ids)
        fitting = {id for id in known if WELL_FORMED.fullmatch(id)}
        taken = Taken(fitting)
        self._new: dict[Id, str] = {}
        for id in known:
            self._new[id] = id if id in fitting else taken.free(_plain(id))
            taken.take(self._new[id])

    def new(self, id: Id) -> Id:
        """The id in the file."""
        return self._new.get(id, id)  # type: ignore[return-value]


def _plain(id: str) -> str:
    """The letters and digits of an id."""
    plain = normalize("NFKD", id).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST].strip("-") or "unnamed"


class _Called(Struct, frozen=True):
    """The ids of people, creatures and things, some of them new."""

    people: _Names[PersonId]
    creatures: _Names[CreaturesId]
    things: _Names[ThingId]


def _seats(campaign: Campaign) -> Iterator[Seat]:
    """The seats, where seats of the same name get a number."""
    taken: set[str] = set()
    for seat in campaign.seats.values():
        name, number = seat.name, 1
        while name in taken:
            number += 1
            name = f"{seat.name[:_LONGEST]} {number}"
        taken.add(name)
        yield replace(seat, name=name)


def _person(person: Person, called: _Called) -> Person:
    employer = None if person.employer is None else called.people.new(person.employer)
    conditions = tuple(replace(condition, since=Seconds(0)) for condition in person.conditions)
    hp_max = max(1, person.hp_max, person.hp)
    return replace(
        person,
        id=called.people.new(person.id),
        employer=employer,
        conditions=conditions,
        hp=max(0, person.hp),
        hp_max=hp_max,
    )


def _party(campaign: Campaign) -> Iterator[PersonId]:
    """The members of every group, one group after the other."""
    for group in campaign.groups.values():
        for member in group.members:
            person = campaign.people.get(member)
            if person is not None and person.alive and not person.retired:
                yield member


def _site(site: Site, called: _Called, monsters: Mapping[MonsterId, Monster]) -> Site:
    """A site with the creatures left in it, and nobody halfway over an obstacle."""
    creatures = {
        called.creatures.new(id): replace(
            linked(group, monsters), id=called.creatures.new(id), known_to=(), reaction=None, answer=None
        )
        for id, group in site.creatures.items()
        if group.count > 0
    }
    features = {
        id: replace(feature, things=tuple(map(called.things.new, feature.things)))
        for id, feature in site.features.items()
    }
    obstacles = {
        id: replace(obstacle, things=tuple(map(called.things.new, obstacle.things)), over=(), down=())
        for id, obstacle in site.obstacles.items()
    }
    known = {*creatures, *monsters}
    rows = tuple(
        replace(row, creatures=None) if row.creatures is not None and row.creatures not in known else row
        for row in site.encounters
    )
    return replace(site, creatures=creatures, features=features, obstacles=obstacles, encounters=rows)


def _lands(campaign: Campaign) -> Lands:
    monsters = bestiary(campaign)
    creatures = {id: linked(group, monsters) for id, group in campaign.lands.creatures.items()}
    return replace(campaign.lands, creatures=creatures)


def _things(campaign: Campaign, called: _Called) -> Iterator[Thing]:
    """The things that still exist, and those that a site names."""
    named = {thing for site in campaign.sites.values() for thing in _named_in(site)}
    for thing in campaign.things.values():
        if thing.id in named or (thing.count and not isinstance(thing.place, Gone)):
            place = _place(thing.place, campaign, called)
            item = thing.item if thing.item in ITEMS else ""
            yield replace(_put_out(thing, campaign), id=called.things.new(thing.id), place=place, item=item)


def _named_in(site: Site) -> Iterator[ThingId]:
    yield from (door.key for door in site.doors.values() if door.key is not None)
    yield from (trap.thing for trap in site.traps.values() if trap.thing is not None)
    yield from (thing for feature in site.features.values() for thing in feature.things)
    yield from (thing for obstacle in site.obstacles.values() for thing in obstacle.things)


def _place(place: ThingPlace, campaign: Campaign, called: _Called) -> ThingPlace:
    """The place of a thing, by the ids of the file. The things of the dead lie where they died."""
    match place:
        case Carried(by=by):
            return replace(place, by=called.people.new(by))
        case Guarded(site=site, by=by):
            creatures = campaign.sites[site].creatures.get(by) if site in campaign.sites else None
            if creatures is not None and creatures.count > 0:
                return Guarded(site, called.creatures.new(by))
            return Lying(site, creatures.zone) if creatures is not None and creatures.zone is not None else Gone()
        case _:
            return place


def _put_out(thing: Thing, campaign: Campaign) -> Thing:
    light = campaign.lights.get(thing.id)
    if light is None:
        return thing
    if light.until is None:
        return replace(thing, burnt=max(1, thing.burnt))
    return replace(thing, burnt=max(1, lasts(light.item) - max(0, light.until - campaign.now_of(light.holder))))


def _in_order(things: tuple[Thing, ...], people: Sequence[Person], sites: Sequence[Site]) -> tuple[Thing, ...]:
    """The things by owner, as a file lists them."""
    owned = [thing for person in people for thing in on_person(person.id, things)]
    owned += [thing for site in sites for thing in in_site(site, things)]
    written = {thing.id for thing in owned}
    return (*owned, *(thing for thing in things if thing.id not in written))


def _left_behind(campaign: Campaign) -> Iterator[str]:
    """What a campaign file has no place for."""
    for group in campaign.groups.values():
        if group.members and group.site is not None:
            yield f"{group.name} is in {group.site}, {group.zone}; the new campaign begins outside"
    if sum(bool(group.members) for group in campaign.groups.values()) > 1:
        yield "the split of the party"
    if campaign.seen:
        yield "what the players have seen of the sites"
    for timer in campaign.timers.values():
        if timer.lapse not in (Lapse.LIGHT, Lapse.WARNING):
            endless = "for good" if timer.lasting else "until it is ended"
            yield f"{timer.what}, {endless if timer.due == NEVER else f'due on {moment(campaign, timer.due)}'}"
    yield from (
        f"dice that were asked for: {wanted.questions[0].question.purpose}" for wanted in campaign.wanted.values()
    )
    if campaign.notes:
        yield f"{len(campaign.notes)} notes; they are in the log"
    if campaign.xp_pool:
        yield f"{campaign.xp_pool} XP not shared out yet"
