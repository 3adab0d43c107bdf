"""Crossing: pits jumped or climbed through, cliffs, flooded passages swum, gas gone through; and who gets stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from undercroft.books.neverwhere.breath import Exertion, Readiness
from undercroft.books.neverwhere.effort_on_the_move import HarderJump, Jump, extra_effort_jump
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck, Success, check_skill
from undercroft.books.sovereign.falling import fall_controlled
from undercroft.books.sovereign.poisons import LEAST_TOXIN_DC
from undercroft.books.sovereign.units import ROUND, Skill
from undercroft.kernel.units import METRES_IN_A_FOOT, SeatId, Seconds
from undercroft.table import bridge, obstacles
from undercroft.table.airless import breath_lasts, comes_to_air, round_of, without_air
from undercroft.table.bodies import State, around
from undercroft.table.campaign import Campaign, Group
from undercroft.table.exertion import Percent, no_effort, strength, suffer
from undercroft.table.falls import AGILE, drop, fall, leap
from undercroft.table.fatigue import goes_on
from undercroft.table.names import ObstacleId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.poisons import Dose, expose
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seen import SeenObstacle
from undercroft.table.sites import Hindrance, Obstacle
from undercroft.table.telling import Audience
from undercroft.table.whose import not_theirs
from undercroft.table.wounds import together


class Way(StrEnum):
    """How somebody means to get past."""

    JUMP = "jump"
    CLIMB = "climb"
    DROP = "drop"
    SWIM = "swim"
    HOLD_BREATH = "hold_breath"
    BREATHE = "breathe"


WAYS: Mapping[Hindrance, tuple[Way, ...]] = {
    Hindrance.PIT: (Way.JUMP, Way.CLIMB, Way.DROP),
    Hindrance.CLIFF: (Way.CLIMB, Way.DROP),
    Hindrance.FLOODED: (Way.SWIM,),
    Hindrance.GAS: (Way.HOLD_BREATH, Way.BREATHE),
}
_STUCK_IN = (Hindrance.PIT, Hindrance.FLOODED)
"""What somebody can be pulled out of."""

_DOES = {
    Way.JUMP: "jump the {}",
    Way.CLIMB: "climb the {}",
    Way.DROP: "drop down the {}",
    Way.SWIM: "swim the {}",
    Way.HOLD_BREATH: "hold a breath and go through the {}",
    Way.BREATHE: "go through the {}",
}


class Cross(Command, frozen=True, tag="cross"):
    """Get past something; a jump may be made with extra effort, and breath taken in several ways."""

    who: PersonId
    obstacle: ObstacleId
    way: Way
    effort: Percent = 0
    readiness: Readiness = Readiness.DEEP_BREATH


class PullOut(Command, frozen=True, tag="pull_out"):
    """Get somebody out of a pit or out of the water, back to where the others are."""

    who: PersonId
    patient: PersonId
    obstacle: ObstacleId


def exerting(person: Person, dc: int | None) -> SkillCheck:
    """The check of somebody who jumps or climbs, with the attribute they like."""
    modifier = max(bridge.modifier(person, attribute) for attribute in AGILE)
    return SkillCheck(modifier, bridge.skill(person, Skill.EXERT), WHEN_IN_DOUBT if dc is None else dc)


def _cross(play: Play, act: Cross) -> None:
    """Whoever can exert themselves tries; it is what they do with their time."""
    group, obstacle = obstacles.standing(play, act.who, act.obstacle)
    did(play, act.who, Activity.FEAT, _DOES[act.way].format(obstacle.name))
    if goes_on(play, act.who, to=around(play, act.who)):
        _WAYS[act.way](play, act, group, obstacle)


def _jump(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    to = around(play, act.who)
    leaps = _leaps_far if act.effort else _leaps
    if leaps(play, act, obstacle, to):
        obstacles.get_over(play, group, obstacle, act.who)
    else:
        _falls_in(play, group, obstacle, act.who, to)


def _leaps(play: Play, act: Cross, obstacle: Obstacle, to: Audience) -> bool:
    person = play.now.people[act.who]
    check = exerting(person, obstacle.dc)
    return isinstance(play.settle(check_skill, check, by=person.seat, who=person.id, to=to), Success)


def _leaps_far(play: Play, act: Cross, obstacle: Obstacle, to: Audience) -> bool:
    """A leap goes as many metres as Move has; an effort makes it longer, but it must still come off."""
    person = play.now.people[act.who]
    body, able = bridge.neverwhere(person), strength(person, play.now.house)
    given = HarderJump(
        percent=act.effort,
        fp=able.fp,
        fp_max=able.fp_max,
        will_mod=able.will_mod,
        vit_mod=able.vit_mod,
        distance=body.move,
        skill=bridge.neverwhere_skill(body.dex_mod),
    )
    outcome = play.settle(extra_effort_jump, given, by=person.seat, who=person.id, to=to, whole=True)
    if not isinstance(outcome, Jump):
        return False
    suffer(play, act.who, outcome, outcome.fp, cause="a leap", to=to)
    wide = (obstacle.across_ft or 0) * METRES_IN_A_FOOT
    return outcome.distance is not None and outcome.distance >= wide


def _falls_in(play: Play, group: Group, obstacle: Obstacle, who: PersonId, to: Audience) -> None:
    obstacles.go_down(play, group, obstacle, who)
    fall(play, who, Fraction(obstacle.feet or 0), to=to)


def _climb(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    """Out of a pit one only slips back; anywhere else one falls."""
    to = around(play, act.who)
    if _leaps(play, act, obstacle, to):
        obstacles.get_over(play, group, obstacle, act.who)
    elif act.who in obstacle.down:
        obstacles.held(play, group, obstacle, act.who)
    elif obstacle.kind is Hindrance.PIT:
        _falls_in(play, group, obstacle, act.who, to)
    else:
        fall(play, act.who, Fraction(obstacle.feet or 0), to=to)
        _lands(play, group, obstacle, act.who)


def _lands(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Whoever falls down a cliff is at its foot: where they began, or where they wanted to be."""
    if group.zone == obstacle.to:
        obstacles.get_over(play, group, obstacle, who)
    else:
        obstacles.held(play, group, obstacle, who)


def _drop(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    """Into the pit, or down the cliff."""
    if obstacle.kind is Hindrance.PIT:
        obstacles.go_down(play, group, obstacle, act.who)
    drop(play, act.who, Fraction(obstacle.feet or 0), to=around(play, act.who))
    if obstacle.kind is Hindrance.CLIFF:
        obstacles.get_over(play, group, obstacle, act.who)


def _swim(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    """Whoever runs out of air lies in the water."""
    to, rounds = around(play, act.who), obstacle.rounds or 0
    if without_air(play, act.who, rounds, exertion=Exertion.MILD, readiness=act.readiness, to=to):
        obstacles.get_over(play, group, obstacle, act.who)
    else:
        obstacles.go_down(play, group, obstacle, act.who)


def _hold_breath(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    """Whose breath does not last takes one in the middle of it."""
    to, rounds = around(play, act.who), obstacle.rounds or 0
    if breath_lasts(play, act.who, rounds, exertion=Exertion.MILD, readiness=act.readiness, to=to):
        obstacles.get_over(play, group, obstacle, act.who)
    else:
        _breathe(play, act, group, obstacle)


def _breathe(play: Play, act: Cross, group: Group, obstacle: Obstacle) -> None:
    """The gas is a poison like others; whoever it does not fell is through."""
    dose = Dose(potency=obstacle.potency, dc=max(LEAST_TOXIN_DC, obstacle.dc or 0))
    expose(play, act.who, dose, to=around(play, act.who))
    if play.now.people[act.who].able:
        obstacles.get_over(play, group, obstacle, act.who)


_WAYS: Mapping[Way, Callable[[Play, Cross, Group, Obstacle], None]] = {
    Way.JUMP: _jump,
    Way.CLIMB: _climb,
    Way.DROP: _drop,
    Way.SWIM: _swim,
    Way.HOLD_BREATH: _hold_breath,
    Way.BREATHE: _breathe,
}


def _pull_out(play: Play, act: PullOut) -> None:
    """Rounds count: first they pass, then whoever helps must come through it themselves."""
    group, obstacle = obstacles.standing(play, act.who, act.obstacle)
    to, house = around(play, act.who), play.now.house
    flooded = obstacle.kind is Hindrance.FLOODED
    rounds = obstacle.rounds or 0
    play.spend(group.id, Seconds(rounds * round_of(house)) if flooded else ROUND)
    if not goes_on(play, act.who, to=to) or act.patient not in obstacle.down:
        return
    if flooded:
        through = without_air(play, act.who, rounds, exertion=Exertion.MILD, readiness=Readiness.DEEP_BREATH, to=to)
    else:
        through = _leaps(play, Cross(act.who, act.obstacle, Way.CLIMB), obstacle, to)
    if through:
        obstacles.come_out(play, group, obstacle, act.patient)
        if play.now.people[act.patient].is_in(State.DROWNING):
            comes_to_air(play, act.patient, to)
    elif flooded:
        obstacles.go_down(play, group, obstacle, act.who)
    else:
        obstacles.held(play, group, obstacle, act.who)


def _may_cross(known: Campaign, seat: SeatId, act: Cross) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.FEAT)
    yield from obstacles.no_use(known, act.who, act.obstacle, WAYS)
    yield from no_effort(known.house, act.effort)
    it, group = obstacles.before(known, act.who, act.obstacle), known.group_of(act.who)
    if it is None or group is None or it.kind not in WAYS:
        return
    if act.who in it.over:
        yield Reason("across_already", f"{known.people[act.who].name} is across.")
    elif act.way not in ways(it, group, act.who):
        yield Reason("not_that_way", f"That is no way past the {it.name} from there.")


def ways(it: SeenObstacle, group: Group, who: PersonId) -> tuple[Way, ...]:
    """How somebody can get past it from where they are."""
    if who in it.down:
        return tuple(way for way in (Way.CLIMB, Way.SWIM) if way in WAYS[it.kind])
    if it.kind is Hindrance.CLIFF and group.zone != it.to:
        return (Way.CLIMB,)
    if it.kind is Hindrance.PIT and it.to is None:
        return (Way.CLIMB, Way.DROP)
    return WAYS[it.kind]


def _may_pull_out(known: Campaign, seat: SeatId, act: PullOut) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    yield from together(known, act.who, act.patient)
    yield from obstacles.no_use(known, act.who, act.obstacle, _STUCK_IN)
    it = obstacles.before(known, act.who, act.obstacle)
    if it is not None and (act.patient not in it.down or act.who in it.down):
        yield Reason("not_in_it", "There is nobody to be pulled out from there.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group = known.group_of(who)
        if group is None or any(not_theirs(known, seat, who)):
            continue
        person = known.people[who]
        for it in obstacles.at_hand(known, group):
            yield from _past(known, seat, person, it)
            for patient in it.down:
                act = PullOut(who, patient, it.id)
                if not any(_may_pull_out(known, seat, act)):
                    yield Offer(act, f"{person.name}: pull {known.people[patient].name} out of the {it.name}", who)


def _past(known: Campaign, seat: SeatId, person: Person, it: SeenObstacle) -> Iterable[Offer]:
    """Every way past it, with its numbers for whoever knows them."""
    group = known.group_of(person.id)
    if group is None or it.kind not in WAYS or person.id in it.over:
        return
    real = obstacles.truth(known, group, it.id)
    for way in ways(it, group, person.id):
        act = Cross(person.id, it.id, way)
        offer = Offer(act, f"{person.name}: {_DOES[way].format(it.name)}", person.id)
        refused = tuple(_may_cross(known, seat, act))
        if way in (Way.JUMP, Way.CLIMB):
            given = exerting(person, real.dc) if real is not None else None
            offer = Offer(act, offer.label, person.id, None, check_skill, given, refused)
        elif way is Way.DROP:
            height = leap(person, Fraction(real.feet or 0)) if real is not None else None
            offer = Offer(act, offer.label, person.id, None, fall_controlled, height, refused)
        else:
            offer = Offer(act, offer.label, person.id, None, refused=refused)
        yield offer


ROOM = Room(
    steps={Cross: _cross, PullOut: _pull_out},
    refusals={Cross: _may_cross, PullOut: _may_pull_out},
    offers=_offers,
)
