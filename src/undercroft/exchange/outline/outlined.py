"""A site with everything in it: what an outline describes."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId, ThingId
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Guarded, Lying, Thing


class Outlined(Struct, frozen=True):
    """A site, and the things that lie in it or that its creatures have."""

    site: Site
    things: Mapping[ThingId, Thing] = {}


def outlined(site: Site, things: Iterable[Thing]) -> Outlined:
    """A site with those of the things that are in it."""
    return Outlined(site, {thing.id: thing for thing in things if _in(thing, site.id)})


def in_campaign(campaign: Campaign, whole: Outlined) -> Campaign:
    """The campaign with this site and its things, in place of the site of that id if there is one."""
    kept = {id: thing for id, thing in campaign.things.items() if not _in(thing, whole.site.id)}
    sites = {**campaign.sites, whole.site.id: whole.site}
    return replace(campaign, sites=sites, things={**kept, **whole.things})


def _in(thing: Thing, site: SiteId) -> bool:
    return isinstance(thing.place, Lying | Guarded) and thing.place.site == site
