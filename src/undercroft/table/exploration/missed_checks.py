"""Missed encounter checks, rolled afterwards by the site's clock."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.hazard import hazard_die
from undercroft.books.sovereign.wandering import wandering_check
from undercroft.books.violence.timekeeping import turn_encounter
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import NOT_EXPLORING
from undercroft.table.engine.play import Play
from undercroft.table.exploration import delve_rounds, sovereign_turns, violence_turns
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import DelveRound, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.missed_time import TimeMissed


class MissedChecks(Command, frozen=True, tag="missed_checks"):
    """Make the encounter checks of missed turns; 0 turns to drop them."""

    group: GroupId
    turns: Annotated[int, Meta(ge=0, le=1000)]
    ABOUT = About(deed="checks that were missed", rank=30)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            yield NOT_EXPLORING

    def do(self, play: Play) -> None:
        """Make the checks without spending time, which has passed already."""
        scene = play.group(self.group).scene
        count = _COUNTED.get(type(scene)) if scene is not None else None
        if count is not None:
            for number in range(self.turns):
                count(play, self.group, f"missed-{number + 1}")
        play.tell(TimeMissed(self.group, Seconds(0)))


_COUNTED: Mapping[type[Scene], Callable[[Play, GroupId, str], None]] = {
    SovereignTurn: sovereign_turns.count_missed,
    DelveRound: delve_rounds.count_missed,
    ViolenceTurn: violence_turns.count_missed,
}
"""How each clock makes the check of a missed turn; the overloaded die is only for turns that are played."""
_BY: Mapping[type[Scene], AnyRule] = {
    SovereignTurn: wandering_check,
    DelveRound: hazard_die,
    ViolenceTurn: turn_encounter,
}
"""The rule of each clock's check."""


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for id, seconds in known.missed.items():
        group = known.groups.get(id)
        clock = clock_of(group) if group is not None else None
        turns = seconds // clock.step if clock is not None else 0
        if group is not None and clock is not None and turns:
            were = "was" if turns == 1 else "were"
            what = f"the {counted(turns, clock.called)} that {were} missed"
            rule = _BY.get(type(group.scene)) if group.scene else None
            yield Offer(MissedChecks(id, turns), "Check", what, note=group.name, rule=rule)
            yield Offer(MissedChecks(id, 0), "Let", f"the missed {clock.called}s be", note=group.name)


PART = Part(commands=(MissedChecks,), offers=_offers)
