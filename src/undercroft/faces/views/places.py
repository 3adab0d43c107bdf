"""The place where a group is, as it knows it."""

from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.scenes import Town


def place_of(known: Campaign, group: Group) -> tuple[str, str]:
    """The site and the room, the settlement, or the country."""
    site, zone = known.seen_by(group), known.seen_zone_of(group)
    if site is not None:
        return site.name, zone.name if zone is not None else ""
    if isinstance(group.scene, Town):
        return group.scene.name, known.seen_lands.name
    return known.seen_lands.name or known.name, ""
