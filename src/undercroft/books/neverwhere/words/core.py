"""Sentences for the core, digging, battle and march, and breath."""

from __future__ import annotations

from undercroft.books.neverwhere import (
    basic_lift,
    battle,
    breath,
    characters,
    checks,
    circumstances,
    digging,
    encumbrance,
    fatigue,
    hiking,
    injury,
    recovery,
    terrain,
    working_hours,
)
from undercroft.kernel.amounts import counted, mixed
from undercroft.kernel.rules import Words


def _failure(it: checks.Failure) -> str:
    if it.impossible:
        return "Failure: nobody of that skill can do it."
    short = f"short by {mixed(it.margin)}" if it.margin else "which only meets the number"
    return f"Failure with {mixed(it.total)}, {short}."


def _stats(it: characters.Stats) -> str:
    body = f"{counted(it.hp, 'hit point')}, {counted(it.fp, 'fatigue point')}, Armor Class {mixed(it.ac)}"
    limbs = f"Move {mixed(it.move)}, Basic Lift {mixed(it.bl)} kg"
    mind = f"Will {mixed(it.will)}, Perception {mixed(it.per)}, Fortitude {mixed(it.fort)}, Reflexes {mixed(it.re)}"
    return f"{body}, {limbs}. {mind}, attacks in melee {mixed(it.mab)}, at range {mixed(it.rab)}."


def _left(it: fatigue.Left) -> str:
    return f"Fatigue points now {it.fp}, hit points {it.hp}{'; unconscious' if it.unconscious else ''}."


def _exhausted(it: fatigue.Exhausted) -> str:
    slower = f", and {-it.ac_mod} less Armor Class" if it.ac_mod else ""
    return f"Exhausted: Str counts as {it.str_for_checks} in checks{slower}."


def _level(it: encumbrance.Level) -> str:
    slowed = f"Move times {it.move_factor}, Armor Class {it.ac_mod}" if it.index else "nothing slows them"
    return f"{LOADS[it.name]}: {slowed}{'; every round costs a fatigue point' if it.strained else ''}."


def _modified(it: circumstances.Modified) -> str:
    throw = f"{it.modifier:+} to the throw." if it.modifier else "Nothing is added to the throw."
    return throw if it.die is None else f"{throw} The die counts as {it.die}."


def _weeks(it: injury.ForWeeks) -> str:
    return f"Crippled for {counted(it.n, 'week')}."


def _disabled(it: injury.Disabled) -> str:
    return f"Stays awake{', and loses a hit point every minute' if it.bleeding else ''}."


def _unconscious(it: injury.Unconscious) -> str:
    return f"Falls unconscious{', and loses a hit point every minute' if it.bleeding else ''}."


def _recovered(it: recovery.Recovered) -> str:
    return f"Regains {counted(it.fp, 'fatigue point')} and {counted(it.hp, 'hit point')}."


def _tiring(it: battle.Tiring) -> str:
    return f"The battle costs {counted(it.fp, 'fatigue point')}."


def _missing(it: working_hours.Missing) -> str:
    return f"{counted(it.fp, 'fatigue point')} missing on stopping."


def _factor(it: terrain.Factor) -> str:
    going = f", and the going is {GOING[it.terrain_class]}" if it.terrain_class else ""
    return f"The weather multiplies the distance by {mixed(it.factor)}{going}."


def _road(it: terrain.Road) -> str:
    weather = f"the weather multiplies the distance by {mixed(it.factor)}"
    return f"On the road the going is {GOING[it.terrain_class]}; {weather}."


def _rate(it: digging.Rate) -> str:
    return f"{counted(it.litres_per_hour, 'litre')} an hour; fatigue points an hour: {it.fp_per_hour}."


def _dug(it: working_hours.Dug) -> str:
    return f"It takes {counted(it.hours, 'hour')}; fatigue points lost by each who works at that rate: {it.fp}."


def _remaining(it: digging.Remaining) -> str:
    shovel = counted(it.to_shovel, "litre")
    return f"Still to be broken: {counted(it.to_break, 'litre')}. Only to be shovelled: {shovel}."


def _no_digging(it: digging.GangRefused) -> str:
    if it.reason is digging.NoDigging.NEEDS_PICK:
        return "Ground this hard cannot be dug as it is; it must be broken and shovelled."
    return "The ground is loose already; nobody needs to break it."


def _holding(it: breath.Holding) -> str:
    return "Holds on, to the last of the breath." if it.used == 1 else f"Holds on: {it.used} of the breath is used up."


def _breath(it: breath.Limit) -> str:
    return f"The breath lasts {counted(it.exact, 'round')}; full ones: {it.full_rounds}."


GOING = {
    terrain.Terrain.VERY_BAD: "very bad",
    terrain.Terrain.BAD: "bad",
    terrain.Terrain.AVERAGE: "average",
    terrain.Terrain.GOOD: "good",
}
NOT_THAT_WAY = {
    circumstances.NoOption.NO_TIME_IN_COMBAT: "A fight leaves no time to take longer over it.",
    circumstances.NoOption.NO_TAKING_TEN_IN_COMBAT: "In a fight the die must be thrown.",
    circumstances.NoOption.TOO_HASTY: "It cannot be done in so short a time.",
}
LOADS = {
    encumbrance.Burden.NONE: "No encumbrance",
    encumbrance.Burden.LIGHT: "Light encumbrance",
    encumbrance.Burden.MEDIUM: "Medium encumbrance",
    encumbrance.Burden.HEAVY: "Heavy encumbrance",
    encumbrance.Burden.EXTRA_HEAVY: "Extra-heavy encumbrance",
}

WORDS: Words = {
    checks.CriticalSuccess: "Critical success with {total}.",
    checks.Success: "Success with {total}, by {margin}.",
    checks.Failure: _failure,
    checks.CriticalFailure: "Critical failure with {total}.",
    characters.Stats: _stats,
    characters.SkillLevel: "The skill adds {level}.",
    characters.CannotAttempt: "Nobody tries that without training.",
    basic_lift.BasicLift: "Basic Lift is {bl} kg.",
    encumbrance.Level: _level,
    encumbrance.Immovable: "It is too heavy to move at all.",
    fatigue.Left: _left,
    fatigue.Halved: "Tired: Move is halved.",
    fatigue.Normal: "Not so tired: Move is as it was.",
    fatigue.Exhausted: _exhausted,
    fatigue.Fit: "Not exhausted.",
    fatigue.Acts: "Goes on by force of will.",
    fatigue.Collapsed: "Collapses: can talk or sleep until fatigue points come back.",
    fatigue.HeartAttack: "Collapses of a heart attack.",
    recovery.Recovered: _recovered,
    injury.UntilHealed: "Crippled until every hit point is back.",
    injury.ForWeeks: _weeks,
    injury.Permanent: "Crippled for good.",
    injury.Disabled: _disabled,
    injury.Unconscious: _unconscious,
    injury.Dead: "Dies.",
    circumstances.Modified: _modified,
    circumstances.OptionRefused: lambda it: NOT_THAT_WAY[it.reason],
    digging.Rate: _rate,
    digging.NeedsPick: "This takes a pick first.",
    digging.NotNeeded: "It is loose already; there is nothing to break.",
    digging.GangRate: lambda it: f"Together they clear {counted(it.rate, 'litre')} an hour.",
    digging.LoosenedOnly: lambda it: f"They loosen {counted(it.rate, 'litre')} an hour, and nobody clears it away.",
    digging.GangRefused: _no_digging,
    working_hours.Dug: _dug,
    working_hours.Never: "At that rate it is never done.",
    digging.Remaining: _remaining,
    battle.Tiring: _tiring,
    battle.TooShort: "The fight was too short to tire anybody.",
    battle.Exempt: "Neither struck nor was struck at: no fatigue.",
    battle.Disabled: "Battles cost no fatigue at this table.",
    hiking.MarchingMove: "Move {move} on the march: ideally {ideal_km} km a day.",
    hiking.Farther: "The march goes farther by {bonus}.",
    hiking.NoFarther: "The march goes no farther than usual.",
    hiking.AllFarther: "They stay together, and all march farther by {bonus}.",
    hiking.NoneFarther: "They stay together, and nobody marches farther than usual.",
    hiking.Together: "Together they go {km} km.",
    hiking.Apart: "They split up and go their own distances, in km: {distances}.",
    hiking.SplitRefused: "They rolled as a group and cannot split up.",
    hiking.Marched: "{km} km, and the whole day went into it.",
    working_hours.Missing: _missing,
    terrain.TerrainClass: lambda it: f"The going is {GOING[it.terrain_class]}.",
    terrain.Factor: _factor,
    terrain.Road: _road,
    breath.Limit: _breath,
    breath.Holding: _holding,
    breath.Burning: "Out of breath: fatigue points now {fp}, hit points {hp}.",
    breath.PassedOut: "Passes out: fatigue points now {fp}, hit points {hp}.",
    breath.Suffocated: "Dies for want of air.",
}
