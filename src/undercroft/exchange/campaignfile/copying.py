"""Copying a site, the lands or a person of one campaign into another that is in play."""

from msgspec.structs import replace

from undercroft.kernel.faults import NotFound
from undercroft.kernel.units import SeatId
from undercroft.table.characters.characters import AddPerson
from undercroft.table.preparing.places import AddLands, AddSite
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Guarded, Lying
from undercroft.table.world.campaign_start import Begin


def copied_site(begin: Begin, id: str) -> AddSite:
    """The command that adds a site of a campaign to another, with all that lies in it."""
    site = next((site for site in begin.sites if site.id == id), None)
    if site is None:
        known = ", ".join(site.id for site in begin.sites)
        fix = f"there are {known}" if known else "it has no site at all"
        raise NotFound("no_such_site", f"{begin.name} has no site “{id[:60]}”", fix)
    things = tuple(thing for thing in begin.things if _lies_in(thing.place, site.id))
    return AddSite(site, things)


def copied_lands(begin: Begin) -> AddLands:
    """The command that adds the lands of a campaign to another."""
    if not begin.lands.hexes:
        raise NotFound("no_such_lands", f"{begin.name} has no lands", "choose a file with a map of hexes")
    return AddLands(begin.lands)


def copied_person(begin: Begin, id: str, seat: SeatId = REFEREE) -> AddPerson:
    """The command that adds a person of a campaign to another, with what they carry, under free ids."""
    person = next((person for person in begin.people if person.id == id), None)
    if person is None:
        known = ", ".join(person.id for person in begin.people)
        fix = f"there are {known}" if known else "it has nobody at all"
        raise NotFound("no_such_person", f"{begin.name} has no person “{id[:60]}”", fix)
    nameless = PersonId("")
    carried = tuple(
        replace(thing, id=ThingId(""), place=replace(thing.place, by=nameless))
        for thing in begin.things
        if isinstance(thing.place, Carried) and thing.place.by == person.id
    )
    return AddPerson(replace(person, id=nameless, seat=seat, employer=None), carried)


def _lies_in(place: object, site: SiteId) -> bool:
    return isinstance(place, Lying | Guarded) and place.site == site
