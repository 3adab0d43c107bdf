"""Missed time: time in a site not checked for wandering monsters yet, by group."""

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId


class TimeMissed(SecretEvent, frozen=True, tag="table.time-missed"):
    """The missed time of a group changed: its time in a site without encounter checks."""

    group: GroupId
    seconds: Seconds

    def fold(self, campaign: Campaign) -> Campaign:
        others = {group: seconds for group, seconds in campaign.missed.items() if group != self.group}
        return replace(campaign, missed={**others, self.group: self.seconds} if self.seconds else others)


def miss(play: Play, group: GroupId, seconds: Seconds) -> None:
    """Add to a group's missed time, for the referee to deal with; outside a site it does not count."""
    if seconds > 0 and play.group(group).site is not None:
        play.tell(TimeMissed(group, Seconds(play.now.missed.get(group, 0) + seconds)))


PART = Part(events=(TimeMissed,))
