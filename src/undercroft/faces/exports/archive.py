"""A file for each level of each site, in one ZIP file."""

from collections.abc import Callable

from undercroft.exchange.zip_files import zipped
from undercroft.faces.exports.exporter import Lack, Subject
from undercroft.faces.exports.file_names import file_name
from undercroft.faces.exports.floor_plans import FloorPlan, plans
from undercroft.table.state.campaign import Campaign

_NO_SITE = Lack("no_site", "there is no site to draw", "prepare one first")
_NO_ROOM_SEEN = Lack(
    "no_room_seen", "players have seen no room yet", "wait until they have, or export with every secret"
)


def no_rooms(now: Campaign, secrets: bool) -> Lack | None:
    """Why there is no map; None if there is one."""
    if secrets:
        return None if any(site.zones for site in now.sites.values()) else _NO_SITE
    return None if any(site.zones for site in now.seen.values()) else _NO_ROOM_SEEN


def level_by_level(subject: Subject, ending: str, drawn: Callable[[FloorPlan], str | bytes]) -> bytes:
    """A ZIP file with a map for each level of each site, numbered in their order."""
    found = enumerate(plans(subject), 1)
    return zipped((f"{number:02} {file_name(plan.title)}.{ending}", drawn(plan)) for number, plan in found)
