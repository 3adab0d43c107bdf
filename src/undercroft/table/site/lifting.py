"""Lifting a portcullis, or lifting or shoving a heavy lid, alone or together.

By Neverwhere the weight decides; by Sovereign an Exert check does.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import asdict

from undercroft.books.neverwhere.effort_at_work import HarderLifting, LiftingMinute, extra_effort_lift
from undercroft.books.neverwhere.lifting import Feat, Helpers, Managed, Trying, lift, lift_together
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, GroupCheck, Success, check_group
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.exertion import Percent, no_effort, strength, suffer
from undercroft.table.body.fatigue import goes_on, spent
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did, why_not_help, with_time
from undercroft.table.site import obstacles
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Feats
from undercroft.table.state.ids import ObstacleId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Hindrance, Obstacle

WAYS: Mapping[Hindrance, tuple[Feat, ...]] = {
    Hindrance.PORTCULLIS: (Feat.TWO_HANDS,),
    Hindrance.LID: (Feat.TWO_HANDS, Feat.SHOVE),
}
"""How heavy obstacles can be moved."""

_DOES = {Feat.TWO_HANDS: "lift", Feat.SHOVE: "shove aside"}


class Heave(Command, frozen=True, tag="heave"):
    """Lift something heavy or shove it aside, alone or with helpers, with or without extra effort."""

    who: PersonId
    obstacle: ObstacleId
    how: Feat = Feat.TWO_HANDS
    helpers: tuple[PersonId, ...] = ()
    effort: Percent = 0
    ABOUT = About(title="Lift or shove something heavy", slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.FEAT)
        yield from obstacles.no_use(known, self.who, self.obstacle, WAYS)
        yield from no_effort(known.house, self.effort)
        obstacle = obstacles.before(known, self.who, self.obstacle)
        if obstacle is not None and obstacle.kind in WAYS and self.how not in WAYS[obstacle.kind]:
            yield Reason("not_that_way", f"The {obstacle.name} cannot be moved like that.")
        yield from why_not_help(known, self.who, self.helpers)

    def do(self, play: Play) -> None:
        """Move the obstacle if all hands together are strong enough."""
        group, obstacle = obstacles.standing(play, self.who, self.obstacle)
        to = around(self.who)
        hands = tuple(hand for hand in (self.who, *self.helpers) if goes_on(play, hand, to=to))
        moved = _by_weight if play.now.house.feats is Feats.NEVERWHERE else _by_check
        if hands and moved(play, hands, self, obstacle, to):
            obstacles.clear(play, group, obstacle)
        else:
            obstacles.held(play, group, obstacle, self.who)
        for hand in (self.who, *self.helpers):
            did(play, hand, Activity.FEAT, f"heaved at the {obstacle.name}")


def _by_check(play: Play, hands: tuple[PersonId, ...], command: Heave, obstacle: Obstacle, to: Audience) -> bool:
    people = tuple(play.now.people[hand] for hand in hands)
    outcome = play.settle(check_group, exerting(people, obstacle.dc), by=play.now.people[command.who].seat, to=to)
    return isinstance(outcome, Success)


def exerting(people: tuple[Person, ...], dc: int | None) -> GroupCheck:
    """The leader's Strength and Exert, with what the helpers add or take."""
    roller, *others = (bridge.check(person, Attribute.STR, Skill.EXERT) for person in people)
    return GroupCheck(roller, tuple(others), WHEN_IN_DOUBT if dc is None else dc)


def _by_weight(play: Play, hands: tuple[PersonId, ...], command: Heave, obstacle: Obstacle, to: Audience) -> bool:
    helpers = Helpers(tuple(bridge.neverwhere(play.now.people[hand]).str_ for hand in hands))
    pooled = Fraction(play.settle(lift_together, helpers, to=to, whole=True).bl)
    if command.effort and command.who in hands:
        pooled += _extra_effort(play, command.who, command.effort, to)
    if pooled <= 0:
        return False
    given = Trying(obstacle.kilograms or Fraction(0), pooled, command.how)
    return isinstance(play.settle(lift, given, to=to), Managed)


def _extra_effort(play: Play, who: PersonId, percent: int, to: Audience) -> Fraction:
    """What extra effort adds to a character's Basic Lift; a failed effort takes all of it away."""
    person = play.now.people[who]
    basic_lift = bridge.neverwhere(person).basic_lift
    given = HarderLifting(percent=percent, **asdict(strength(person, play.now.house)), load=Fraction(0), bl=basic_lift)
    outcome = play.settle(extra_effort_lift, given, by=person.seat, who=person.id, to=to, whole=True)
    if not isinstance(outcome, LiftingMinute):
        return Fraction(0)
    suffer(play, who, outcome, outcome.fp, cause="lifting", to=to)
    return Fraction(outcome.bl - basic_lift)


def _asked(
    known: Campaign, group: Group, people: tuple[Person, ...], obstacle: ObstacleId, how: Feat
) -> tuple[AnyRule, Given | None]:
    """The rule that decides; its situation where the seat knows the obstacle and no hand may fail first."""
    failing = any(spent(known.house, person) for person in people)
    known_obstacle = None if failing else obstacles.truth(known, group, obstacle)
    if known.house.feats is not Feats.NEVERWHERE:
        return check_group, None if known_obstacle is None else exerting(people, known_obstacle.dc)
    helpers = Helpers(tuple(bridge.neverwhere(person).str_ for person in people))
    pooled = lift_together(Script(), known.house.applied(lift_together, helpers)).bl
    return lift, None if known_obstacle is None else Trying(known_obstacle.kilograms or Fraction(0), pooled, how)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, group in with_time(known, seat, Activity.FEAT):
        for obstacle in obstacles.at_hand(known, group):
            yield from _heaves(known, group, person, obstacle)


def _heaves(known: Campaign, group: Group, person: Person, obstacle: SeenObstacle) -> Iterable[Offer]:
    """Alone, and with everybody who has the time."""
    idle = tuple(
        helper
        for helper in known.able_in(group.id)
        if helper != person and not any(why_not_help(known, person.id, (helper.id,)))
    )
    for how in WAYS.get(obstacle.kind, ()):
        for helpers, detail in (((), ""), (idle, ", all together")) if idle else (((), ""),):
            act = Heave(person.id, obstacle.id, how, tuple(helper.id for helper in helpers))
            rule, given = _asked(known, group, (person, *helpers), obstacle.id, how)
            what, step = f"the {obstacle.name}", step_of(known, person.id)
            yield Offer(
                act, _DOES[how], what, person.name, person.id, detail=detail, seconds=step, rule=rule, given=given
            )


PART = Part(commands=(Heave,), offers=_offers)
