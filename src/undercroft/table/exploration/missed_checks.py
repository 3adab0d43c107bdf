"""Encounter checks for missed time in a site, rolled afterwards by the site's clock."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.missed_time import TimeMissed


class MissedChecks(Command, frozen=True, tag="missed_checks"):
    """Roll the wandering checks of missed turns; with 0 turns, drop them."""

    group: GroupId
    turns: Annotated[int, Meta(ge=0, le=1000)]
    ABOUT = About(
        title="Roll missed checks", deed="missed wandering checks", rank=30, words="wandering monster encounter check"
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if clock_of(known.groups.get(self.group)) is None:
            yield not_exploring(known.groups.get(self.group))

    def do(self, play: Play) -> None:
        """Make the checks without spending time, which has passed already."""
        clock = clock_of(play.group(self.group))
        if clock is not None:
            for number in range(self.turns):
                clock.count_missed(play, self.group, f"missed-{number + 1}")
        play.tell(TimeMissed(self.group, Seconds(0)))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for id, seconds in known.missed.items():
        group = known.groups.get(id)
        clock = clock_of(group)
        turns = seconds // clock.step if clock is not None else 0
        if group is not None and clock is not None and turns:
            what = f"the checks of {counted(turns, f'missed {clock.called}')}"
            yield Offer(MissedChecks(id, turns), "Roll", what, note=group.name, rule=clock.missed)
            yield Offer(MissedChecks(id, 0), "Skip", "the missed checks", note=group.name)


PART = Part(commands=(MissedChecks,), offers=_offers)
