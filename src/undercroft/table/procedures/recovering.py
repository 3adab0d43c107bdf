"""Recover: an Action spent on getting one's breath back."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.delving.actions import Recovered, recover
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.campaign import Campaign
from undercroft.table.fatigue import set_fp
from undercroft.table.house import Fatigue
from undercroft.table.names import PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import DelveRound
from undercroft.table.telling import group as group_audience


class Recover(Command, frozen=True, tag="recover"):
    """Rest for a delve round, and gather up what can be used again."""

    who: PersonId


def _recover(play: Play, act: Recover) -> None:
    """The pool is the one that the house counts; where it counts none, only things are gathered up."""
    person, group = play.now.people[act.who], play.now.group_of(act.who)
    if group is None:
        return
    to = group_audience(group.id)
    fatigue = play.now.house.fatigue
    if fatigue is not Fatigue.NONE:
        outcome = play.settle(recover, bridge.weary(person, fatigue), by=person.seat, who=person.id, to=to, whole=True)
        if isinstance(outcome, Recovered):
            set_fp(play, act.who, person.fp + outcome.applied, cause="recovering", to=to)
    did(play, act.who, Activity.RECOVER, "recovered")


def _may_recover(known: Campaign, seat: SeatId, act: Recover) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.RECOVER)
    group = known.group_of(act.who)
    if group is not None and group.scene is not None and not isinstance(group.scene, DelveRound):
        yield Reason("not_delving", "Recovering is for delve rounds.", recover.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        refused = tuple(_may_recover(known, seat, Recover(who)))
        if any(reason.code not in ("one_action", "walk_run_replaces_move") for reason in refused):
            continue
        person, fatigue = known.people[who], known.house.fatigue
        rule = None if fatigue is Fatigue.NONE else recover
        given = None if fatigue is Fatigue.NONE else bridge.weary(person, fatigue)
        yield Offer(Recover(who), f"{person.name}: recover", who, None, rule, given, refused)


ROOM = Room(
    steps={Recover: _recover},
    refusals={Recover: _may_recover},
    offers=_offers,
)
