"""Checks for wanderers that were missed, rolled afterwards under the clock of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.hazard import hazard_die
from undercroft.books.sovereign.wandering import wandering_check
from undercroft.books.violence.timekeeping import turn_encounter
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.campaign import Campaign
from undercroft.table.missed import TimeMissed
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import delve_rounds, sovereign_turns, violence_turns
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import DelveRound, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.seats import REFEREE
from undercroft.table.whose import referee_only


class MissedChecks(Command, frozen=True, tag="missed_checks"):
    """Count so many turns that nobody counted, with the checks that were due in them; none, to let them be."""

    group: GroupId
    turns: Annotated[int, Meta(ge=0, le=1000)]


_COUNTED: Mapping[type[Scene], Callable[[Play, GroupId, str], None]] = {
    SovereignTurn: sovereign_turns.count_missed,
    DelveRound: delve_rounds.count_missed,
    ViolenceTurn: violence_turns.count_missed,
}
"""How each clock counts a turn that is past; the overloaded die is for turns that are played."""
_BY: Mapping[type[Scene], AnyRule] = {
    SovereignTurn: wandering_check,
    DelveRound: hazard_die,
    ViolenceTurn: turn_encounter,
}
"""What is thrown for each of them."""


def _checks(play: Play, act: MissedChecks) -> None:
    """No time passes: it has passed already."""
    scene = play.group(act.group).scene
    count = _COUNTED.get(type(scene)) if scene is not None else None
    if count is not None:
        for number in range(act.turns):
            count(play, act.group, f"missed-{number + 1}")
    play.tell(TimeMissed(act.group, Seconds(0)))


def _may_check(known: Campaign, seat: SeatId, act: MissedChecks) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or clock_of(group) is None:
        yield Reason("not_exploring", "They are not exploring a site.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for id, seconds in known.missed.items():
        group = known.groups.get(id)
        clock = clock_of(group) if group is not None else None
        turns = seconds // clock.step if clock is not None else 0
        if group is not None and clock is not None and turns:
            were = "was" if turns == 1 else "were"
            label = f"Check the {counted(turns, clock.called)} that {were} missed ({group.name})"
            yield Offer(MissedChecks(id, turns), label, rule=_BY.get(type(group.scene)) if group.scene else None)
            yield Offer(MissedChecks(id, 0), f"Let the missed {clock.called}s be ({group.name})")


ROOM = Room(steps={MissedChecks: _checks}, refusals={MissedChecks: _may_check}, offers=_offers)
