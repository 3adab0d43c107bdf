"""A site with everything in it: what an outline describes."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

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


def _in(thing: Thing, site: SiteId) -> bool:
    return isinstance(thing.place, Lying | Guarded) and thing.place.site == site
