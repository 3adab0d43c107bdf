"""Copying a site or the lands of one campaign into another that is in play."""

from undercroft.kernel.faults import NotFound
from undercroft.table.preparing.places import AddLands, AddSite
from undercroft.table.state.ids import SiteId
from undercroft.table.state.things import Guarded, Lying
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


def _lies_in(place: object, site: SiteId) -> bool:
    return isinstance(place, Lying | Guarded) and place.site == site
