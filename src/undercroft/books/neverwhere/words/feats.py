"""Sentences for weights, running, flying and throwing, food, water and sleep, and extra effort."""

from __future__ import annotations

from undercroft.books.neverwhere import (
    effort,
    effort_at_work,
    effort_attacks,
    effort_combat,
    effort_on_the_move,
    effort_targets,
    elsewhere,
    flying,
    hunger,
    lifting,
    overexertion,
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
FLAWS = {
    overexertion.Flaw.BAD_BACK: "a bad back",
    overexertion.Flaw.CRIPPLED_LEG: "a crippled leg",
    overexertion.Flaw.CRIPPLED_LEGS: "crippled legs",
    overexertion.Flaw.STRAIN: "a strain",
}
SITES = {
    overexertion.Site.BACK: " in the back, which only rest heals",
    overexertion.Site.FOOT: " in a foot",
    overexertion.Site.LEG: " in a leg",
    None: "",
}
RAISES = {
    effort_targets.Raises.BL: "Basic Lift, and not Str",
    effort_targets.Raises.MILEAGE: "the day's mileage",
    effort_targets.Raises.MOVE: "Move",
    effort_targets.Raises.DISTANCE: "the distance",
    effort_targets.Raises.STR: "Str, for this one time",
}
NO_STRAINING = {
    effort_combat.NoStraining.NOT_ENABLED: "The referee does not allow extra effort in combat.",
    effort_combat.NoStraining.ALREADY_FEVERISH: "They are defending feverishly already.",
    effort_combat.NoStraining.UNCONSCIOUS: "They have passed out.",
}


def _fatigue(fp: int) -> str:
    return f"costs {counted(fp, 'fatigue point')}" if fp else "costs no fatigue"


# Weights


def _managed(it: lifting.Managed) -> str:
    return f"That can be done, up to {mixed(it.limit)} kg. {ACTIONS[it.action]}"


def _strained(it: lifting.Strained) -> str:
    return f"Carrying it {_fatigue(it.fp)}."


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
    return f"The run {_fatigue(it.fp)}."


def _hungry(it: hunger.Hungry) -> str:
    return f"Hunger {_fatigue(it.fp)}."


def _found(it: hunger.Found) -> str:
    return f"Finds {counted(it.meals, 'meal')}." if it.meals else "Finds nothing to eat."


def _thirsty(it: hunger.Thirsty) -> str:
    return f"Thirst {_fatigue(it.fp)}."


def _parched(it: hunger.Parched) -> str:
    return f"Thirst {_fatigue(it.fp)} and {counted(it.hp, 'hit point')}."


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
    return f"Lack of sleep {_fatigue(it.pool)} in all." if it.pool else "Not up late yet."


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


# Extra effort


def _target(it: effort_targets.Target) -> str:
    return f"It raises {RAISES[it.target]}."


def _no_flaw(it: overexertion.NoFlaw) -> str:
    return f"It hurts{SITES[it.site]}, but no flaw stays."


def _temporary(it: overexertion.Temporary) -> str:
    return f"It hurts{SITES[it.site]}: {FLAWS[it.flaw]} for {counted(it.weeks, 'week')}."


def _permanent(it: overexertion.Permanent) -> str:
    return f"It hurts{SITES[it.site]}: {FLAWS[it.flaw]} for good."


def _raised(it: effort.Raised) -> str:
    return f"{it.percent} per cent more, against {it.sn}; the effort {_fatigue(it.fp_cost)}."


def _unaided(it: effort.Unaided) -> str:
    return f"No more than usual, against {it.sn}; the effort {_fatigue(it.fp_cost)}."


def _disaster(it: effort.Disaster) -> str:
    return f"It fails, against {it.sn}; the effort {_fatigue(it.fp_cost)}.{_toll(it)}"


def _toll(it: effort.Toll) -> str:
    if not it.hp:
        return ""
    lost = f" {counted(it.hp, 'hit point')} lost{SITES[it.site]}"
    if it.flaw is None:
        return f"{lost}, but no flaw stays."
    lasts = "good" if it.weeks is None else counted(it.weeks, "week")
    return f"{lost}: {FLAWS[it.flaw]} for {lasts}."


def _hour(it: effort_at_work.Hour) -> str:
    dug = f"{counted(it.litres, 'litre')} this hour" if it.litres else "Nothing this hour"
    return f"{dug}, which {_fatigue(it.fp)}.{_toll(it)}"


def _day(it: effort_on_the_move.Day) -> str:
    missing = counted(it.missing_fp, "fatigue point")
    return f"{mixed(it.km)} km that day; {missing} missing at the stop.{_toll(it)}"


def _jump(it: effort_on_the_move.Jump) -> str:
    far = "Falls short" if it.distance is None else f"Jumps {mixed(it.distance)} m"
    return f"{far}, which {_fatigue(it.fp)}.{_toll(it)}"


def _lifting_minute(it: effort_at_work.LiftingMinute) -> str:
    if not it.bl:
        return f"Nothing is lifted, which {_fatigue(it.fp)}.{_toll(it)}"
    borne = f"{mixed(it.limit)} kg on the back{'' if it.carried else ', which is not enough'}"
    return f"Basic Lift is {mixed(it.bl)} kg for a minute, {borne}; the minute {_fatigue(it.fp)}."


def _leg(it: effort_on_the_move.Leg) -> str:
    far = f"Runs {mixed(it.metres)} m" if it.metres else "Gets nowhere"
    return f"{far}, which {_fatigue(it.fp)}.{_toll(it)}"


def _swimming_minute(it: effort_on_the_move.SwimmingMinute) -> str:
    far = f"Swims at Move {mixed(it.move)} for a minute" if it.move else "Gets nowhere"
    return f"{far}, which {_fatigue(it.fp)}.{_toll(it)}"


# Extra effort in combat


def _allowed(it: effort_combat.Allowed) -> str:
    return f"It may be done. {_left(it.fp, it.hp)}"


def _wasted(it: effort_combat.Wasted) -> str:
    return f"The effort comes to nothing; an ordinary action is left. {_left(it.fp, it.hp)}"


def _mishap(it: effort_combat.Mishap) -> str:
    return f"The effort comes to nothing and hurts an arm or leg. {_left(it.fp, it.hp)}"


def _left(fp: int, hp: int) -> str:
    lost = f"; {counted(hp, 'hit point')} lost" if hp else ""
    return f"Fatigue points now {fp}{lost}."


def _straining_refused(it: effort_combat.StrainingRefused) -> str:
    return NO_STRAINING[it.reason]


def _feverish(it: effort_combat.Feverish) -> str:
    return f"Armor Class {it.ac} until their next turn. {_left(it.fp, it.hp)}"


def _all_out(it: effort_attacks.AllOut) -> str:
    bonuses = ", ".join(f"{bonus:+}" for bonus in it.bonuses)
    return (
        f"Attacks at {bonuses}, and Armor Class {it.ac} until their next turn; the foe gets an attack of opportunity. "
        f"{_left(it.fp, it.hp)}"
    )


def _heavy_hit(it: effort_attacks.HeavyHit) -> str:
    return f"A mighty hit for {it.damage} damage. {_left(it.fp, it.hp)}"


def _miss(it: effort_attacks.Miss) -> str:
    return f"Miss. {_left(it.fp, it.hp)}"


def _precise_hit(it: effort_attacks.PreciseHit) -> str:
    double = ", for double damage" if it.double else ""
    return f"A precise hit{double}. {_opening(it.enemy_bonus)} {_left(it.fp, it.hp)}"


def _precise_miss(it: effort_attacks.PreciseMiss) -> str:
    return f"Miss. {_opening(it.enemy_bonus)} {_left(it.fp, it.hp)}"


def _opening(bonus: int) -> str:
    return f"That enemy strikes back at {bonus:+} until their next turn."


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
    effort_targets.Target: _target,
    effort_targets.Forbidden: "No effort makes a breath last longer.",
    effort.Raised: _raised,
    effort.Free: "{percent} per cent more, against {sn}, and no effort at all.",
    effort.Unaided: _unaided,
    effort.Disaster: _disaster,
    effort.EffortRefused: "The unconscious make no effort.",
    overexertion.NoFlaw: _no_flaw,
    overexertion.Temporary: _temporary,
    overexertion.Permanent: _permanent,
    effort_at_work.Hour: _hour,
    effort_on_the_move.Day: _day,
    effort_on_the_move.Jump: _jump,
    effort_at_work.LiftingMinute: _lifting_minute,
    effort_on_the_move.Leg: _leg,
    effort_on_the_move.SwimmingMinute: _swimming_minute,
    effort_combat.Allowed: _allowed,
    effort_combat.Wasted: _wasted,
    effort_combat.Mishap: _mishap,
    effort_combat.StrainingRefused: _straining_refused,
    effort_combat.Feverish: _feverish,
    effort_attacks.AllOut: _all_out,
    effort_attacks.Illegal: "An all-out attack is for melee only.",
    effort_attacks.HeavyHit: _heavy_hit,
    effort_attacks.Miss: _miss,
    effort_attacks.PreciseHit: _precise_hit,
    effort_attacks.PreciseMiss: _precise_miss,
    elsewhere.CriticalSuccess: "Critical success with {total}, by our proposal: the text does not say.",
    elsewhere.Success: "Success with {total}, by our proposal: the text does not say.",
    elsewhere.Failure: "Failure with {total}, by our proposal: the text does not say.",
    elsewhere.CriticalFailure: "Critical failure with {total}, by our proposal: the text does not say.",
    elsewhere.Undefined: "The text does not say; the referee decides.",
}
