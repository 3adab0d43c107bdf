"""Any rule of any book, settled at the table on the referee's word: what it is settled on, whose dice, who hears."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.strict import checked
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId, PersonId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.ruling_words import RULES
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class SettleRule(Command, frozen=True, tag="settle_rule"):
    """Settle a rule of the books on these inputs: before a group, by somebody's dice or the referee's, or in secret."""

    group: GroupId
    rule: Annotated[RuleId, Meta(max_length=100)]
    given: Mapping[str, Any] = {}
    by: PersonId | None = None
    secret: bool = False


def _settle(play: Play, act: SettleRule) -> None:
    """What comes of it stands in the log; what is to be made of it is the referee's to say."""
    rule = RULES[act.rule]
    to: Audience = SECRET if act.secret else group_audience(act.group)
    seat = play.now.people[act.by].seat if act.by is not None else REFEREE
    play.settle(rule, _read(rule, act.given), by=seat, to=to, whole=True)


def _read(rule: AnyRule, given: Mapping[str, Any]) -> Given:
    situation: Given = checked(rule.given, given)
    return situation


def _may_settle(known: Campaign, seat: SeatId, act: SettleRule) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")
    if act.by is not None and act.by not in known.people:
        yield Reason("no_person", "Nobody goes by that name.")
    rule = RULES.get(act.rule)
    if rule is None:
        yield Reason("no_rule", "No book has such a rule.")
        return
    try:
        rule(Script(), known.house.applied(rule, _read(rule, act.given)))
    except Unanswered:
        return
    except BadInput as fault:
        yield Reason("does_not_fit", f"{fault}.", rule.id)


ROOM = Room(steps={SettleRule: _settle}, refusals={SettleRule: _may_settle})
