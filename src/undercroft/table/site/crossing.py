"""Crossing pits, cliffs, flooded passages and gas, and pulling out characters who get stuck."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec.structs import asdict

from undercroft.books.neverwhere.breath import Readiness
from undercroft.books.neverwhere.effort_on_the_move import HarderJump, Jump, extra_effort_jump
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck, Success, check_skill
from undercroft.books.sovereign.falling import fall_controlled
from undercroft.books.sovereign.poisons import LEAST_TOXIN_DC
from undercroft.books.sovereign.units import ROUND, Skill
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.units import METRES_IN_A_FOOT, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.breath import breath_lasts, comes_to_air, round_of, without_air
from undercroft.table.body.exertion import Percent, no_effort, strength, suffer
from undercroft.table.body.falling import AGILE, drop, fall, leap
from undercroft.table.body.fatigue import goes_on
from undercroft.table.body.wounds import not_together
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did
from undercroft.table.site import obstacles
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import ObstacleId, PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.treatment.poison import Dose, expose


class CrossingMethod(StrEnum):
    """How a character gets past an obstacle."""

    JUMP = "jump"
    CLIMB = "climb"
    DROP = "drop"
    SWIM = "swim"
    HOLD_BREATH = "hold_breath"
    BREATHE = "breathe"


WAYS: Mapping[Hindrance, tuple[CrossingMethod, ...]] = {
    Hindrance.PIT: (CrossingMethod.JUMP, CrossingMethod.CLIMB, CrossingMethod.DROP),
    Hindrance.CLIFF: (CrossingMethod.CLIMB, CrossingMethod.DROP),
    Hindrance.FLOODED: (CrossingMethod.SWIM,),
    Hindrance.GAS: (CrossingMethod.HOLD_BREATH, CrossingMethod.BREATHE),
}
_STUCK_IN = (Hindrance.PIT, Hindrance.FLOODED)
"""The obstacles a character can be pulled out of."""

_DOES = {
    CrossingMethod.JUMP: "jump",
    CrossingMethod.CLIMB: "climb",
    CrossingMethod.DROP: "drop down",
    CrossingMethod.SWIM: "swim",
    CrossingMethod.HOLD_BREATH: "hold a breath and go through",
    CrossingMethod.BREATHE: "go through",
}


class Cross(Command, frozen=True, tag="cross"):
    """Get past an obstacle; a jump can use extra effort, a dive needs a breath."""

    who: PersonId
    obstacle: ObstacleId
    way: CrossingMethod
    effort: Percent = 0
    readiness: Readiness = Readiness.DEEP_BREATH
    ABOUT = About(title="Cross an obstacle", rank=140, slot=Slot.OBSTACLE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.FEAT)
        yield from obstacles.no_use(known, self.who, self.obstacle, WAYS)
        yield from no_effort(known.house, self.effort)
        obstacle, group = obstacles.before(known, self.who, self.obstacle), known.group_of(self.who)
        if obstacle is None or group is None or obstacle.kind not in WAYS:
            return
        if self.who in obstacle.over:
            yield Reason("across_already", f"{known.people[self.who].name} is across.")
        elif self.way not in ways(obstacle, group, self.who):
            yield Reason("not_that_way", f"Nobody gets past the {obstacle.name} from there.")

    def do(self, play: Play) -> None:
        """Try to cross, if the character is not too exhausted; the attempt takes their turn."""
        group, obstacle = obstacles.standing(play, self.who, self.obstacle)
        did(play, self.who, Activity.FEAT, f"{_DOES[self.way]} the {obstacle.name}")
        if goes_on(play, self.who, to=around(self.who)):
            _WAYS[self.way](play, self, group, obstacle)


class FillPit(Command, frozen=True, tag="fill_pit"):
    """Fill a pit with furniture, coffins or rubble that lies about, so that everybody can cross; it takes the turn."""

    who: PersonId
    obstacle: ObstacleId
    ABOUT = About(title="Fill a pit")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from busy(known, seat, self.who, Activity.FEAT)
        yield from obstacles.no_use(known, self.who, self.obstacle, (Hindrance.PIT,))
        obstacle = obstacles.before(known, self.who, self.obstacle)
        if obstacle is not None and obstacle.down:
            yield Reason("somebody_in_it", "Get everybody out of the pit first.")

    def do(self, play: Play) -> None:
        group, obstacle = obstacles.standing(play, self.who, self.obstacle)
        obstacles.clear(play, group, obstacle)
        did(play, self.who, Activity.FEAT, f"filled the {obstacle.name}")


class PullOut(Command, frozen=True, tag="pull_out"):
    """Pull a character out of a pit or out of the water, back to the others."""

    who: PersonId
    patient: PersonId
    obstacle: ObstacleId
    ABOUT = About(title="Pull a person out")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        yield from not_together(known, self.who, self.patient)
        yield from obstacles.no_use(known, self.who, self.obstacle, _STUCK_IN)
        obstacle = obstacles.before(known, self.who, self.obstacle)
        if obstacle is not None and (self.patient not in obstacle.down or self.who in obstacle.down):
            yield Reason("not_in_it", "Nobody is in there to pull out.")

    def do(self, play: Play) -> None:
        """Spend the rounds it takes; then the helper must manage the climb or the dive."""
        group, obstacle = obstacles.standing(play, self.who, self.obstacle)
        to, house = around(self.who), play.now.house
        flooded = obstacle.kind is Hindrance.FLOODED
        rounds = obstacle.rounds or 0
        play.spend(group.id, Seconds(rounds * round_of(house)) if flooded else ROUND)
        if not goes_on(play, self.who, to=to) or self.patient not in obstacle.down:
            return
        if flooded:
            through = without_air(play, self.who, rounds, readiness=Readiness.DEEP_BREATH, to=to)
        else:
            through = _passed_check(play, self.who, obstacle, to)
        if through:
            obstacles.come_out(play, group, obstacle, self.patient)
            if play.now.people[self.patient].is_in(State.DROWNING):
                comes_to_air(play, self.patient, to)
        elif flooded:
            obstacles.go_down(play, group, obstacle, self.who)
        else:
            obstacles.held(play, group, obstacle, self.who)


def exerting(person: Person, dc: int | None) -> SkillCheck:
    """The check of a character who jumps or climbs, with the better attribute."""
    modifier = max(bridge.modifier(person, attribute) for attribute in AGILE)
    return SkillCheck(modifier, bridge.skill(person, Skill.EXERT), WHEN_IN_DOUBT if dc is None else dc)


def _jump(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    to = around(command.who)
    if command.effort:
        made_it = _jumped_with_effort(play, command, obstacle, to)
    else:
        made_it = _passed_check(play, command.who, obstacle, to)
    if made_it:
        obstacles.get_over(play, group, obstacle, command.who)
    else:
        _fall_in(play, group, obstacle, command.who, to)


def _passed_check(play: Play, who: PersonId, obstacle: Obstacle, to: Audience) -> bool:
    person = play.now.people[who]
    check = exerting(person, obstacle.dc)
    return isinstance(play.settle(check_skill, check, by=person.seat, who=person.id, to=to), Success)


def _jumped_with_effort(play: Play, command: Cross, obstacle: Obstacle, to: Audience) -> bool:
    """Leap as many metres as Move, and further with extra effort; the leap must still succeed."""
    person = play.now.people[command.who]
    body = bridge.neverwhere(person)
    given = HarderJump(
        percent=command.effort,
        **asdict(strength(person, play.now.house)),
        distance=body.move,
        skill=bridge.neverwhere_skill(body.dex_mod),
    )
    outcome = play.settle(extra_effort_jump, given, by=person.seat, who=person.id, to=to, whole=True)
    if not isinstance(outcome, Jump):
        return False
    suffer(play, command.who, outcome, outcome.fp, cause="a leap", to=to)
    wide = (obstacle.across_ft or 0) * METRES_IN_A_FOOT
    return outcome.distance is not None and outcome.distance >= wide


def _fall_in(play: Play, group: Group, obstacle: Obstacle, who: PersonId, to: Audience) -> None:
    obstacles.go_down(play, group, obstacle, who)
    fall(play, who, Fraction(obstacle.feet or 0), to=to, spikes=obstacle.spikes)


def _climb(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    """A failed climb out of a pit only slips back; any other failed climb is a fall."""
    to = around(command.who)
    if _passed_check(play, command.who, obstacle, to):
        obstacles.get_over(play, group, obstacle, command.who)
    elif command.who in obstacle.down:
        obstacles.held(play, group, obstacle, command.who)
    elif obstacle.kind is Hindrance.PIT:
        _fall_in(play, group, obstacle, command.who, to)
    else:
        fall(play, command.who, Fraction(obstacle.feet or 0), to=to, spikes=obstacle.spikes)
        _land(play, group, obstacle, command.who)


def _land(play: Play, group: Group, obstacle: Obstacle, who: PersonId) -> None:
    """Put a character who fell at the foot of the cliff: where they began, or where they wanted to be."""
    if group.zone == obstacle.to:
        obstacles.get_over(play, group, obstacle, who)
    else:
        obstacles.held(play, group, obstacle, who)


def _drop(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    """Drop into the pit, or down the cliff."""
    if obstacle.kind is Hindrance.PIT:
        obstacles.go_down(play, group, obstacle, command.who)
    drop(play, command.who, Fraction(obstacle.feet or 0), to=around(command.who), spikes=obstacle.spikes)
    if obstacle.kind is Hindrance.CLIFF:
        obstacles.get_over(play, group, obstacle, command.who)


def _swim(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    """A swimmer who runs out of air stays in the water."""
    to, rounds = around(command.who), obstacle.rounds or 0
    if without_air(play, command.who, rounds, readiness=command.readiness, to=to):
        obstacles.get_over(play, group, obstacle, command.who)
    else:
        obstacles.go_down(play, group, obstacle, command.who)


def _hold_breath(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    """A character whose breath does not last breathes the gas."""
    to, rounds = around(command.who), obstacle.rounds or 0
    if breath_lasts(play, command.who, rounds, readiness=command.readiness, to=to):
        obstacles.get_over(play, group, obstacle, command.who)
    else:
        _breathe(play, command, group, obstacle)


def _breathe(play: Play, command: Cross, group: Group, obstacle: Obstacle) -> None:
    """The gas is a poison; a character who is still able to act gets through."""
    dose = Dose(potency=obstacle.potency, dc=max(LEAST_TOXIN_DC, obstacle.dc or 0))
    expose(play, command.who, dose, to=around(command.who))
    if play.now.people[command.who].able:
        obstacles.get_over(play, group, obstacle, command.who)


_WAYS: Mapping[CrossingMethod, Callable[[Play, Cross, Group, Obstacle], None]] = {
    CrossingMethod.JUMP: _jump,
    CrossingMethod.CLIMB: _climb,
    CrossingMethod.DROP: _drop,
    CrossingMethod.SWIM: _swim,
    CrossingMethod.HOLD_BREATH: _hold_breath,
    CrossingMethod.BREATHE: _breathe,
}


def ways(obstacle: SeenObstacle, group: Group, who: PersonId) -> tuple[CrossingMethod, ...]:
    """How a character can get past an obstacle from where they are."""
    if who in obstacle.down:
        return tuple(way for way in (CrossingMethod.CLIMB, CrossingMethod.SWIM) if way in WAYS[obstacle.kind])
    if obstacle.kind is Hindrance.CLIFF and group.zone != obstacle.to:
        return (CrossingMethod.CLIMB,)
    if obstacle.kind is Hindrance.PIT and obstacle.to is None:
        return (CrossingMethod.CLIMB, CrossingMethod.DROP)
    return WAYS[obstacle.kind]


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        group = known.group_of(who)
        if group is None or any(not_theirs(known, seat, who)):
            continue
        person = known.people[who]
        for obstacle in obstacles.at_hand(known, group):
            yield from _past(known, group, person, obstacle)
            for patient in obstacle.down:
                act, what = PullOut(who, patient, obstacle.id), known.people[patient].name
                out = f" out of the {obstacle.name}"
                step = step_of(known, who)
                yield Offer(act, "pull", what, person.name, who, detail=out, seconds=step, open_only=True)


def _past(known: Campaign, group: Group, person: Person, obstacle: SeenObstacle) -> Iterable[Offer]:
    """Every way past it, with its numbers for a seat that knows them."""
    if obstacle.kind not in WAYS or person.id in obstacle.over:
        return
    real = obstacles.truth(known, group, obstacle.id)
    for way in ways(obstacle, group, person.id):
        rule: AnyRule | None = None
        given: Given | None = None
        if way in (CrossingMethod.JUMP, CrossingMethod.CLIMB):
            rule, given = check_skill, exerting(person, real.dc) if real is not None else None
        elif way is CrossingMethod.DROP:
            rule, given = fall_controlled, leap(person, Fraction(real.feet or 0)) if real is not None else None
        act, what = Cross(person.id, obstacle.id, way), f"the {obstacle.name}"
        step = step_of(known, person.id)
        yield Offer(act, _DOES[way], what, person.name, person.id, seconds=step, rule=rule, given=given)


PART = Part(commands=(Cross, FillPit, PullOut), offers=_offers)
