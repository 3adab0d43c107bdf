"""Doing the same thing turn after turn: recovering for rounds, searching until something is found."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from undercroft.books.delving.actions import recover
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.dying import left_to_die
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.pending_encounters import undealt
from undercroft.table.exploration.stretches import StretchBegan, marks
from undercroft.table.exploration.turns import ExploringCommand
from undercroft.table.site.group_deeds import deed
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Doing, Stretch
from undercroft.table.state.scenes import DelveRound

USUAL = 10
"""The turns or rounds that are offered."""


class _KeepOn(ExploringCommand, frozen=True):
    """Something everybody in a group does turn after turn, until something interrupts."""

    doing: ClassVar[Doing]

    turns: Annotated[int, Meta(ge=1, le=1000)] = USUAL

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            return
        yield from undealt(known, group)
        yield from left_to_die(known, group.id)
        able = known.able_in(group.id)
        refused = [tuple(deed(self.doing, person.id).why_not(known, seat)) for person in able]
        if refused and all(refused):
            yield from refused[0]

    def do(self, play: Play) -> None:
        """Do it in this turn, and in the next ones, as waiting goes on."""
        group = play.group(self.group)
        clock = clock_of(group)
        if clock is not None:
            left = Seconds(self.turns * clock.step)
            play.tell(StretchBegan(Stretch(group.id, left, (), marks(play.now, group.id), doing=self.doing)))


class KeepRecovering(_KeepOn, frozen=True, tag="keep_recovering"):
    """Let everybody recover for some delve rounds, until everybody is fresh or something interrupts."""

    doing = Doing.RECOVER
    ABOUT = About(title="Recover for several rounds", icon="hourglass", rank=251)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        if group is not None and clock_of(group) is not None and not isinstance(group.scene, DelveRound):
            yield Reason("not_delving", "Recovering is for delve rounds.", recover.id)


class KeepSearching(_KeepOn, frozen=True, tag="keep_searching"):
    """Let everybody search turn after turn, until something is found, nothing is left or something interrupts."""

    doing = Doing.SEARCH
    ABOUT = About(title="Search until something is found", icon="search", rank=252)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        clock = clock_of(group)
        if clock is None:
            continue
        takes, steps = Seconds(USUAL * clock.step), f"up to {USUAL} {clock.called}s"
        if isinstance(group.scene, DelveRound):
            act = KeepRecovering(group.id)
            yield _kept_up(act, "everybody recovers", group, cost=steps, takes=takes)
        hunt, what = KeepSearching(group.id), "everybody searches until something is found"
        yield _kept_up(hunt, what, group, cost=steps, takes=takes)


def _kept_up(act: _KeepOn, what: str, group: Group, *, cost: str, takes: Seconds) -> Offer:
    return Offer(act, what, subject=group.name, cost=cost, seconds=takes, at_most=True, open_only=True)


PART = Part(commands=(KeepRecovering, KeepSearching), offers=_offers)
