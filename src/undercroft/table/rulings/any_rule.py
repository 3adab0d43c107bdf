"""Settling any rule of any book at the referee's word."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.strict import checked
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, Audience, group_audience
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import NO_PERSON, no_group
from undercroft.table.engine.play import Play
from undercroft.table.rulings.words import RULES
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.seats import REFEREE


class SettleRule(Command, frozen=True, tag="settle_rule"):
    """Settle a rule of the books with the numbers you give, before a group or in secret.

    `by` is the character whose player rolls; without one, the referee rolls.
    """

    group: GroupId
    rule: Annotated[RuleId, Meta(max_length=100)]
    given: Mapping[str, Any] = {}
    by: PersonId | None = None
    secret: bool = False
    ABOUT = About(title="Roll on a rule", deed="a rule")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield no_group(known)
        if self.by is not None and self.by not in known.people:
            yield NO_PERSON
        rule = RULES.get(self.rule)
        if rule is None:
            yield Reason("no_rule", "No book has such a rule.")
            return
        try:
            rule(Script(), known.house.applied(rule, _read(rule, self.given)))
        except Unanswered:
            return
        except BadInput as fault:
            yield Reason("does_not_fit", f"{fault.what[:1].upper()}{fault.what[1:]}.", rule.id)

    def do(self, play: Play) -> None:
        """Settle the rule and log its outcome; the referee applies it."""
        rule = RULES[self.rule]
        to: Audience = SECRET if self.secret else group_audience(self.group)
        seat = play.now.people[self.by].seat if self.by is not None else REFEREE
        play.settle(rule, _read(rule, self.given), by=seat, to=to, whole=True, about=rule.title)


def _read(rule: AnyRule, given: Mapping[str, Any]) -> Given:
    situation: Given = checked(rule.given, given)
    return situation


PART = Part(commands=(SettleRule,))
