"""Sentences for weights, running, flying and throwing, food, water and sleep, and what the book leaves out."""

from undercroft.books.neverwhere import elsewhere, flying, hunger, lifting, pulling, running, sleep, throwing
from undercroft.books.neverwhere.words.core import LOADS
from undercroft.kernel.amounts import counted, mixed
from undercroft.kernel.rules import Words

ACTIONS = {
    lifting.Action.MOVE: "It takes a move action.",
    lifting.Action.FULL_ROUND: "It takes a full round or more.",
    lifting.Action.STANDARD: "In a fight it takes a standard action.",
    None: "It takes as long as the referee says.",
}
STEPS = {
    throwing.Step.MOVE_ACTION: "a move action to pick it up",
    throwing.Step.FULL_TURN: "a full turn to pick it up",
    throwing.Step.STANDARD_ACTION: "a standard action to throw it",
}


def fatigue(fp: int) -> str:
    """The fatigue cost of something."""
    return f"costs {counted(fp, 'fatigue point')}" if fp else "costs no fatigue"


# Weights


def _moves(outcome: pulling.Moves) -> str:
    strain = " Every round costs a fatigue point." if outcome.strained else ""
    return f"It moves, as {mixed(outcome.effective)} kg would: {LOADS[outcome.level_index]} encumbrance.{strain}"


def _steps(actions: tuple[throwing.Step, ...]) -> str:
    return ", then ".join(STEPS[step] for step in actions)


def _hit(outcome: throwing.Hit) -> str:
    return f"Hit with {outcome.total}{', for double damage' if outcome.double else ''}."


# Running, food, water and sleep


def _found(outcome: hunger.Found) -> str:
    return f"Finds {counted(outcome.meals, 'meal')}." if outcome.meals else "Finds nothing to eat."


def _kept(pool: int, cause: str) -> str:
    left = counted(pool, "fatigue point")
    return f"{left} still lost to {cause}." if pool else f"Nothing is lost to {cause} any more."


def _sleep_lost(outcome: sleep.SleepLost) -> str:
    return f"Lack of sleep {fatigue(outcome.pool)} in all." if outcome.pool else "Not up late yet."


def _groggy(outcome: sleep.AwakeGroggy) -> str:
    active = "" if outcome.interval.active is None else f" or {outcome.interval.active} active ones"
    again = f"The next roll comes after {outcome.interval.idle} idle minutes{active}."
    return f"Against {outcome.sn}: stays awake, groggy, with −2 to Dex and Int and −4 to Will. {again}"


def _effective_day(outcome: sleep.EffectiveDay) -> str:
    if not outcome.awake_clock_reset:
        return "No sleep at all: the old day goes on."
    if not outcome.effective_day:
        return "Cannot stay up at all today."
    return f"Can stay up for {counted(outcome.effective_day, 'hour')} today."


def _effective_sleep(outcome: sleep.EffectiveSleep) -> str:
    worth = f"{counted(outcome.effective, 'hour')} of sleep" if outcome.effective else "no sleep at all"
    return f"It counts as {worth}."


WORDS: Words = {
    lifting.BasicLift: "Basic Lift is {bl} kg.",
    lifting.Managed: lambda outcome: f"That can be done, up to {mixed(outcome.limit)} kg. {ACTIONS[outcome.action]}",
    lifting.TooHeavy: "Too heavy: {limit} kg is the limit.",
    lifting.Strained: lambda outcome: f"Carrying it {fatigue(outcome.fp)}.",
    lifting.CannotCarry: "Too heavy to carry: {limit} kg is the limit.",
    lifting.MoveAction: "Picking it up takes a move action.",
    lifting.FullTurns: "Picking it up takes {n:full turn}.",
    lifting.NeedsGrapple: "The target must be grappled first.",
    lifting.Shifted: "It gives way.",
    lifting.UseSlam: "A target that can resist must be slammed, by the combat guide.",
    pulling.Moves: _moves,
    pulling.CannotMove: "It does not budge: it pulls like {effective} kg, and {limit} kg is the limit.",
    running.Distance: "{metres} m in a straight line.",
    running.Tired: lambda outcome: f"The run {fatigue(outcome.fp)}.",
    flying.DaysFlight: "{km} km in a day, at Move {air_move} in the air.",
    flying.RoundsFlight: "{metres} m in a round, at Move {air_move} in the air.",
    throwing.OneHand: lambda outcome: f"One hand will do: {_steps(outcome.actions)}.",
    throwing.TwoHands: lambda outcome: f"It takes both hands: {_steps(outcome.actions)}.",
    throwing.CannotThrow: "Too heavy to throw.",
    throwing.Hit: _hit,
    throwing.Miss: "Miss with {total}.",
    throwing.Blunder: "Blunder with {total}: it flies at one of their own.",
    throwing.OutOfRange: "Too far away to throw at.",
    throwing.Damage: "{damage} damage.",
    hunger.Hungry: lambda outcome: f"Hunger {fatigue(outcome.fp)}.",
    hunger.StillHungry: lambda outcome: _kept(outcome.pool, "hunger"),
    hunger.Found: _found,
    hunger.Hydrated: "Water enough.",
    hunger.Thirsty: lambda outcome: f"Thirst {fatigue(outcome.fp)}.",
    hunger.Parched: lambda outcome: f"Thirst {fatigue(outcome.fp)} and {counted(outcome.hp, 'hit point')}.",
    hunger.StillThirsty: lambda outcome: _kept(outcome.pool, "thirst"),
    sleep.SleepLost: _sleep_lost,
    sleep.NoRoll: "Not drowsy.",
    sleep.AwakeGroggy: _groggy,
    sleep.Asleep: "Against {sn}: falls asleep, until woken or slept out.",
    sleep.EffectiveDay: _effective_day,
    sleep.EffectiveSleep: _effective_sleep,
    sleep.StillTired: lambda outcome: _kept(outcome.pool, "lack of sleep"),
    elsewhere.CriticalSuccess: "Critical success with {total}, by our proposal: the text does not say.",
    elsewhere.Success: "Success with {total}, by our proposal: the text does not say.",
    elsewhere.Failure: "Failure with {total}, by our proposal: the text does not say.",
    elsewhere.CriticalFailure: "Critical failure with {total}, by our proposal: the text does not say.",
    elsewhere.Undefined: "The text does not say; the referee decides.",
}
