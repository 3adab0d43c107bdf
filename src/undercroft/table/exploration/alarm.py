"""The alarm in a site: the referee raises it or ends it."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, with_site
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE


class RaiseAlarm(Command, frozen=True, tag="raise_alarm"):
    """Raise the alarm in a site, or end it."""

    site: SiteId
    alerted: bool = True
    ABOUT = About(title="Raise the alarm")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and self.site not in known.sites:
            yield Reason("no_such_site", "There is no such place.")

    def do(self, play: Play) -> None:
        play.tell(AlarmRaised(self.site, self.alerted))


class AlarmRaised(SecretEvent, frozen=True, tag="table.alarm-raised"):
    """The alarm was raised in a site, or ended."""

    site: SiteId
    alerted: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return with_site(campaign, replace(campaign.sites[self.site], alerted=self.alerted))

    def say(self, _now: Campaign) -> str:
        return "The alarm is raised." if self.alerted else "The alarm dies down."


PART = Part(commands=(RaiseAlarm,), events=(AlarmRaised,))
