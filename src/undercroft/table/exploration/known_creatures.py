"""The creatures that each group has met: what is settled with them stays settled when groups part and join."""

from collections.abc import Callable

from msgspec.structs import replace

from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, with_site
from undercroft.table.state.ids import CreaturesId, GroupId, SiteId


class CreaturesKnown(SecretEvent, frozen=True, tag="table.creatures-known"):
    """The groups that have met some creatures."""

    site: SiteId
    creatures: CreaturesId
    to: tuple[GroupId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        site = campaign.sites[self.site]
        known = replace(site.creatures[self.creatures], known_to=self.to)
        return with_site(campaign, replace(site, creatures={**site.creatures, self.creatures: known}))


def share(play: Play, met: GroupId, other: GroupId) -> None:
    """Let another group know all creatures that a group has met."""
    _change(play, lambda groups: (*groups, other) if met in groups and other not in groups else groups)


def forget(play: Play, gone: GroupId) -> None:
    """Take a dissolved group out of what is known of creatures, so that a new group of its name is new to them."""
    _change(play, lambda groups: tuple(group for group in groups if group != gone))


def _change(play: Play, after: Callable[[tuple[GroupId, ...]], tuple[GroupId, ...]]) -> None:
    for site in play.now.sites.values():
        for creatures in site.creatures.values():
            known = after(creatures.known_to)
            if known != creatures.known_to:
                play.tell(CreaturesKnown(site.id, creatures.id, known))


PART = Part(events=(CreaturesKnown,))
