"""Heaving: a portcullis, a lid or anything heavy is lifted or shoved, alone or together.

By Neverwhere its weight decides; by Sovereign an Exert check does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from undercroft.books.neverwhere.effort_at_work import HarderLifting, LiftingMinute, extra_effort_lift
from undercroft.books.neverwhere.lifting import Feat, Helpers, Managed, Trying, lift, lift_together
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, GroupCheck, Success, check_group
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, obstacles
from undercroft.table.bodies import around
from undercroft.table.campaign import Campaign, Group
from undercroft.table.exertion import Percent, no_effort, strength, suffer
from undercroft.table.fatigue import goes_on
from undercroft.table.house import Feats
from undercroft.table.names import ObstacleId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seen import SeenObstacle
from undercroft.table.sites import Hindrance, Obstacle
from undercroft.table.telling import Audience

WAYS: Mapping[Hindrance, tuple[Feat, ...]] = {
    Hindrance.PORTCULLIS: (Feat.TWO_HANDS,),
    Hindrance.LID: (Feat.TWO_HANDS, Feat.SHOVE),
}
"""How heavy things may be moved."""

_DOES = {Feat.TWO_HANDS: "lift", Feat.SHOVE: "shove aside"}


class Heave(Command, frozen=True, tag="heave"):
    """Lift something heavy or shove it aside, with others or alone, with extra effort or without."""

    who: PersonId
    obstacle: ObstacleId
    how: Feat = Feat.TWO_HANDS
    helpers: tuple[PersonId, ...] = ()
    effort: Percent = 0


def _heave(play: Play, act: Heave) -> None:
    """Everybody's Basic Lift counts; it moves, or it does not."""
    group, obstacle = obstacles.standing(play, act.who, act.obstacle)
    to = around(play, act.who)
    hands = tuple(one for one in (act.who, *act.helpers) if goes_on(play, one, to=to))
    moves = _by_weight if play.now.house.feats is Feats.NEVERWHERE else _by_check
    if hands and moves(play, hands, act, obstacle, to):
        obstacles.clear(play, group, obstacle)
    else:
        obstacles.held(play, group, obstacle, act.who)
    for one in (act.who, *act.helpers):
        did(play, one, Activity.FEAT, f"heaved at the {obstacle.name}")


def _by_check(play: Play, hands: tuple[PersonId, ...], act: Heave, obstacle: Obstacle, to: Audience) -> bool:
    people = tuple(play.now.people[one] for one in hands)
    outcome = play.settle(check_group, exerting(people, obstacle.dc), by=play.now.people[act.who].seat, to=to)
    return isinstance(outcome, Success)


def exerting(people: tuple[Person, ...], dc: int | None) -> GroupCheck:
    """Strength and Exert of whoever leads, with what the others add or take."""
    roller, *others = (bridge.check(one, Attribute.STR, Skill.EXERT) for one in people)
    return GroupCheck(roller, tuple(others), WHEN_IN_DOUBT if dc is None else dc)


def _by_weight(play: Play, hands: tuple[PersonId, ...], act: Heave, obstacle: Obstacle, to: Audience) -> bool:
    helpers = Helpers(tuple(bridge.neverwhere(play.now.people[one]).str_ for one in hands))
    pooled = Fraction(play.settle(lift_together, helpers, to=to, whole=True).bl)
    if act.effort and act.who in hands:
        pooled += _harder(play, act.who, act.effort, to)
    if pooled <= 0:
        return False
    given = Trying(obstacle.kilograms or Fraction(0), pooled, act.how)
    return isinstance(play.settle(lift, given, to=to), Managed)


def _harder(play: Play, who: PersonId, percent: int, to: Audience) -> Fraction:
    """What an effort adds to somebody's Basic Lift; gone wrong, it takes all of it away."""
    person = play.now.people[who]
    own, able = bridge.neverwhere(person).basic_lift, strength(person, play.now.house)
    given = HarderLifting(
        percent=percent,
        fp=able.fp,
        fp_max=able.fp_max,
        will_mod=able.will_mod,
        vit_mod=able.vit_mod,
        load=Fraction(0),
        bl=own,
    )
    outcome = play.settle(extra_effort_lift, given, by=person.seat, who=person.id, to=to, whole=True)
    if not isinstance(outcome, LiftingMinute):
        return Fraction(0)
    suffer(play, who, outcome, outcome.fp, cause="lifting", to=to)
    return Fraction(outcome.bl - own)


def _asked(
    known: Campaign, group: Group, people: tuple[Person, ...], obstacle: ObstacleId, how: Feat
) -> tuple[AnyRule, Given | None]:
    """The rule that will decide, and on what, for whoever knows the thing."""
    it = obstacles.truth(known, group, obstacle)
    if known.house.feats is not Feats.NEVERWHERE:
        return check_group, None if it is None else exerting(people, it.dc)
    helpers = Helpers(tuple(bridge.neverwhere(one).str_ for one in people))
    pooled = lift_together(Script(), helpers).bl
    return lift, None if it is None else Trying(it.kilograms or Fraction(0), pooled, how)


def _may_heave(known: Campaign, seat: SeatId, act: Heave) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.FEAT)
    yield from obstacles.no_use(known, act.who, act.obstacle, WAYS)
    yield from no_effort(known.house, act.effort)
    it = obstacles.before(known, act.who, act.obstacle)
    if it is not None and it.kind in WAYS and act.how not in WAYS[it.kind]:
        yield Reason("not_that_way", f"The {it.name} cannot be moved like that.")
    for helper in act.helpers:
        yield from helping(known, act.who, helper)


def helping(known: Campaign, who: PersonId, helper: PersonId) -> Iterable[Reason]:
    """Why somebody cannot lend a hand with something."""
    person, group = known.people.get(helper), known.group_of(helper)
    if helper == who or person is None or not person.able or group is None or group != known.group_of(who):
        yield Reason("helper_not_here", "Whoever helps must be there, and able to.")
    elif any(busy(known, person.seat, helper, Activity.FEAT)):
        yield Reason("helper_busy", f"{person.name} is busy.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group = known.group_of(who)
        if group is None or any(busy(known, seat, who, Activity.FEAT)):
            continue
        for it in obstacles.at_hand(known, group):
            yield from _at(known, group, known.people[who], it)


def _at(known: Campaign, group: Group, person: Person, it: SeenObstacle) -> Iterable[Offer]:
    """Alone, and with everybody who has the time."""
    idle = tuple(one for one in known.able_in(group.id) if one != person and not any(helping(known, person.id, one.id)))
    for how in WAYS.get(it.kind, ()):
        label = f"{person.name}: {_DOES[how]} the {it.name}"
        rule, given = _asked(known, group, (person,), it.id, how)
        yield Offer(Heave(person.id, it.id, how), label, person.id, None, rule, given)
        if idle:
            act = Heave(person.id, it.id, how, tuple(one.id for one in idle))
            rule, given = _asked(known, group, (person, *idle), it.id, how)
            yield Offer(act, f"{label}, all together", person.id, None, rule, given)


ROOM = Room(steps={Heave: _heave}, refusals={Heave: _may_heave}, offers=_offers)
