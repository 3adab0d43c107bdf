"""Recover: an Action that restores fatigue points."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.delving.actions import Recovered, recover
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.fatigue import set_fp
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.ammunition import Missiles, gather, lying, too_many
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did, with_time
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import DelveRound


class Recover(Command, frozen=True, tag="recover"):
    """Rest for a delve round, and gather up what can be used again."""

    who: PersonId
    destroyed: Missiles = 0
    """Of the missiles shot, those that broke."""
    lost: Missiles = 0
    """Of the missiles shot, those that cannot be found."""
    ABOUT = About(title="Recover for a round", deed="a breather", slot=Slot.REST)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.RECOVER)
        yield from too_many(known, self.who, self.destroyed, self.lost)
        group = known.group_of(self.who)
        if group is not None and group.scene is not None and not isinstance(group.scene, DelveRound):
            yield Reason("not_delving", "Recovering is for delve rounds.", recover.id)

    def do(self, play: Play) -> None:
        """Restore fatigue points, if the house counts any, and use up the Action."""
        person, group = play.now.people[self.who], play.now.group_of(self.who)
        if group is None:
            return
        to = group_audience(group.id)
        fatigue = play.now.house.fatigue
        if fatigue is not Fatigue.NONE:
            shot = lying(play.now, self.who)
            given = replace(bridge.weary(person, fatigue), spent=shot, destroyed=self.destroyed, lost=self.lost)
            outcome = play.settle(recover, given, by=person.seat, who=person.id, to=to, whole=True)
            if isinstance(outcome, Recovered):
                set_fp(play, self.who, person.fp + outcome.applied, cause="recovering", to=to)
        if lying(play.now, self.who):
            gather(play, self.who, self.destroyed + self.lost)
        did(play, self.who, Activity.RECOVER, "recovered")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    fatigue = known.house.fatigue
    for person, group in with_time(known, seat, Activity.OTHER):
        if not isinstance(group.scene, DelveRound):
            continue
        who = person.id
        weary = replace(bridge.weary(person, fatigue), spent=lying(known, who)) if fatigue is not Fatigue.NONE else None
        rule, given = (None, None) if weary is None else (recover, weary)
        step = step_of(known, who)
        yield Offer(Recover(who), "recover", subject=person.name, who=who, seconds=step, rule=rule, given=given)


PART = Part(commands=(Recover,), offers=_offers)
