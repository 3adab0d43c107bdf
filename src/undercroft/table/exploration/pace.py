"""How far and how fast a person can go in a delve round, and what it costs them."""

from undercroft.books.delving import movement
from undercroft.books.delving.movement import Speed
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.body.condition import gain, time_of
from undercroft.table.body.exertion import RunCounted
from undercroft.table.body.fatigue import set_fp
from undercroft.table.bridge.loads import load
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.scenes import DelveRound
from undercroft.table.world import light

_WHY = {
    movement.NoMove.NOT_ADJACENT: "A move at delve speed goes only to the next zone.",
    movement.NoWalk.TOO_FAR: "That is farther than a walk of one delve round.",
    movement.NoRun.TOO_FAR: "That is farther than a run of one delve round.",
    movement.NoRun.EXHAUSTED: "{name} is Exhausted and cannot run.",
}
_RULE = {Speed.DELVE: movement.move_delve_speed.id, Speed.WALK: movement.move_walk.id, Speed.RUN: movement.move_run.id}


def too_far(known: Campaign, person: Person, speed: Speed, zones: int) -> Reason | None:
    """The reason a person cannot get there at that speed, by Delving."""
    match speed:
        case Speed.DELVE:
            outcome: object = movement.move_delve_speed(
                Script(), movement.Careful(zones == 1, is_second_move=False, action_left=True)
            )
        case Speed.WALK:
            outcome = movement.move_walk(Script(), movement.Path(zones))
        case Speed.RUN:
            outcome = movement.move_run(Script(), known.house.applied(movement.move_run, _running(person, zones)))
    if isinstance(outcome, movement.MoveRefused | movement.WalkRefused | movement.RunRefused):
        return Reason(outcome.reason, _WHY[outcome.reason].format(name=person.name), _RULE[speed])
    return None


def burdened(known: Campaign, group: Group, person: Person, speed: Speed) -> Reason | None:
    """The reason a person's load keeps them, and so the group, from moving at that speed."""
    burden = load(known, person)
    if burden.move is None:
        return Reason("too_heavy", f"{person.name} cannot move under that load.", burden.rule)
    turn = group.scene.going.get(person.id) if isinstance(group.scene, DelveRound) else None
    again = speed is Speed.DELVE and turn is not None and not turn.free_move
    if burden.slow and (again or speed is Speed.RUN):
        cannot = "move on a second time" if again else "run"
        return Reason(
            "overloaded", f"{person.name} is burdened (Move {burden.move} ft) and cannot {cannot}.", burden.rule
        )
    return None


def _running(person: Person, zones: int, sprung: tuple[int, ...] = ()) -> movement.Fleeing:
    return movement.Fleeing(
        zones,
        sprung,
        con=bridge.constitution(person),
        run_rounds_before=person.run_rounds,
        already_exhausted=person.is_in(State.EXHAUSTED),
    )


def walked(play: Play, zones: int, sprung: tuple[int, ...]) -> None:
    """Record a walk: how far, and where it triggered a trap."""
    play.settle(movement.move_walk, movement.Path(zones, sprung))


def ran(play: Play, group: GroupId, runners: tuple[PersonId, ...], zones: int, sprung: tuple[int, ...]) -> None:
    """Count a run: people who have run too long are Exhausted, and their candles go out."""
    to = group_audience(group)
    for who in runners:
        person = play.now.people[who]
        outcome = play.settle(movement.move_run, _running(person, zones, sprung))
        if isinstance(outcome, movement.Ran):
            play.tell(RunCounted(who, outcome.run_rounds), to=to)
            if outcome.exhausted and not person.is_in(State.EXHAUSTED):
                gain(play, who, Condition(State.EXHAUSTED, time_of(play, who), "ran too long"), to=to)
                set_fp(play, who, min(0, person.fp), cause=State.EXHAUSTED, to=to)
    for burning in play.now.lights_of(group):
        if burning.item == light.CANDLE and burning.holder in runners:
            light.go_out(play, burning, spent=False)
