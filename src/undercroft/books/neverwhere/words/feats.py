"""Sentences for weights, running, flying and throwing, food, water and sleep, and what the book leaves out."""

from __future__ import annotations

from undercroft.books.neverwhere import (
    elsewhere,
    flying,
    hunger,
    lifting,
    pulling,
    running,
    sleep,
    throwing,
)
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
LOADS = ("no", "light", "medium", "heavy", "extra-heavy")


def fatigue(fp: int) -> str:
    """What something costs."""
    return f"costs {counted(fp, 'fatigue point')}" if fp else "costs no fatigue"


# Weights


def _managed(it: lifting.Managed) -> str:
    return f"That can be done, up to {mixed(it.limit)} kg. {ACTIONS[it.action]}"


def _strained(it: lifting.Strained) -> str:
    return f"Carrying it {fatigue(it.fp)}."


def _full_turns(it: lifting.FullTurns) -> str:
    return f"Picking it up takes {counted(it.n, 'full turn')}."


def _moves(it: pulling.Moves) -> str:
    strain = " Every round costs a fatigue point." if it.strained else ""
    return f"It moves, as {mixed(it.effective)} kg would: {LOADS[it.level_index]} encumbrance.{strain}"


def _one_hand(it: throwing.OneHand) -> str:
    return f"One hand will do: {_steps(it.actions)}."


def _two_hands(it: throwing.TwoHands) -> str:
    return f"It takes both hands: {_steps(it.actions)}."


def _steps(actions: tuple[throwing.Step, ...]) -> str:
    return ", then ".join(STEPS[step] for step in actions)


def _hit(it: throwing.Hit) -> str:
    return f"Hit with {it.total}{', for double damage' if it.double else ''}."


# Running, food, water and sleep


def _tired(it: running.Tired) -> str:
    return f"The run {fatigue(it.fp)}."


def _hungry(it: hunger.Hungry) -> str:
    return f"Hunger {fatigue(it.fp)}."


def _found(it: hunger.Found) -> str:
    return f"Finds {counted(it.meals, 'meal')}." if it.meals else "Finds nothing to eat."


def _thirsty(it: hunger.Thirsty) -> str:
    return f"Thirst {fatigue(it.fp)}."


def _parched(it: hunger.Parched) -> str:
    return f"Thirst {fatigue(it.fp)} and {counted(it.hp, 'hit point')}."


def _still_hungry(it: hunger.StillHungry) -> str:
    return _kept(it.pool, "hunger")


def _still_thirsty(it: hunger.StillThirsty) -> str:
    return _kept(it.pool, "thirst")


def _still_tired(it: sleep.StillTired) -> str:
    return _kept(it.pool, "lack of sleep")


def _kept(pool: int, cause: str) -> str:
    return (
        f"{counted(pool, 'fatigue point')} still lost to {cause}." if pool else f"Nothing is lost to {cause} any more."
    )


def _sleep_lost(it: sleep.SleepLost) -> str:
    return f"Lack of sleep {fatigue(it.pool)} in all." if it.pool else "Not up late yet."


def _groggy(it: sleep.AwakeGroggy) -> str:
    active = "" if it.interval.active is None else f", or {it.interval.active} active"
    again = f"The next roll comes after {it.interval.idle} minutes idle{active}."
    return f"Stays awake against {it.sn}, groggy: -2 to Dex and Int, -4 to Will. {again}"


def _effective_day(it: sleep.EffectiveDay) -> str:
    if not it.awake_clock_reset:
        return "No sleep at all: the old day goes on."
    return f"Can stay up for {counted(it.effective_day, 'hour')} today."


def _effective_sleep(it: sleep.EffectiveSleep) -> str:
    return (
        f"It counts as {counted(it.effective, 'hour')} of sleep." if it.effective else "It counts as no sleep at all."
    )


WORDS: Words = {
    lifting.Managed: _managed,
    lifting.TooHeavy: "Too heavy: {limit} kg is the limit.",
    lifting.Strained: _strained,
    lifting.CannotCarry: "Too heavy to carry: {limit} kg is the limit.",
    lifting.MoveAction: "Picking it up takes a move action.",
    lifting.FullTurns: _full_turns,
    lifting.NeedsGrapple: "They must be grappled first.",
    lifting.Shifted: "It gives way.",
    lifting.UseSlam: "Whoever can resist must be slammed, by the combat guide.",
    pulling.Moves: _moves,
    pulling.CannotMove: "It does not budge: it pulls like {effective} kg, and {limit} kg is the limit.",
    running.Distance: "{metres} m in a straight line.",
    running.Tired: _tired,
    flying.DaysFlight: "{km} km in a day, at Move {air_move} in the air.",
    flying.RoundsFlight: "{metres} m in a round, at Move {air_move} in the air.",
    throwing.OneHand: _one_hand,
    throwing.TwoHands: _two_hands,
    throwing.CannotThrow: "Too heavy to throw.",
    throwing.Hit: _hit,
    throwing.Miss: "Miss with {total}.",
    throwing.Blunder: "Blunder with {total}: it flies at one of their own.",
    throwing.OutOfRange: "Too far away to throw at.",
    throwing.Damage: "{damage} damage.",
    hunger.Hungry: _hungry,
    hunger.StillHungry: _still_hungry,
    hunger.Found: _found,
    hunger.Hydrated: "Water enough.",
    hunger.Thirsty: _thirsty,
    hunger.Parched: _parched,
    hunger.StillThirsty: _still_thirsty,
    sleep.SleepLost: _sleep_lost,
    sleep.NoRoll: "Not drowsy.",
    sleep.AwakeGroggy: _groggy,
    sleep.Asleep: "Falls asleep against {sn}, until woken or slept out.",
    sleep.EffectiveDay: _effective_day,
    sleep.EffectiveSleep: _effective_sleep,
    sleep.StillTired: _still_tired,
    elsewhere.CriticalSuccess: "Critical success with {total}, by our proposal: the text does not say.",
    elsewhere.Success: "Success with {total}, by our proposal: the text does not say.",
    elsewhere.Failure: "Failure with {total}, by our proposal: the text does not say.",
    elsewhere.CriticalFailure: "Critical failure with {total}, by our proposal: the text does not say.",
    elsewhere.Undefined: "The text does not say; the referee decides.",
}
