"""Sentences for the core, digging, battle and march, and breath."""

from fractions import Fraction
from math import ceil

from undercroft.books.neverwhere import (
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
from undercroft.kernel.amounts import counted, how_long, mixed, signed
from undercroft.kernel.rules import Words
from undercroft.kernel.units import HOUR, MINUTE


def _success(outcome: checks.Success) -> str:
    margin = f"by {mixed(outcome.margin)}" if outcome.margin else "which is just enough"
    return f"Success with {mixed(outcome.total)}, {margin}."


def _failure(outcome: checks.Failure) -> str:
    if outcome.impossible:
        return "Failure: nobody with that skill can do it."
    short = f"short by {mixed(outcome.margin)}" if outcome.margin else "which only equals the number"
    return f"Failure with {mixed(outcome.total)}, {short}."


def _stats(outcome: characters.Stats) -> str:
    body = (
        f"{counted(outcome.hp, 'hit point')}, {counted(outcome.fp, 'fatigue point')}, Armor Class {mixed(outcome.ac)}"
    )
    limbs = f"Move {mixed(outcome.move)}, Basic Lift {mixed(outcome.bl)} kg"
    mind = f"Will {mixed(outcome.will)}, Perception {mixed(outcome.per)}"
    saves = f"Fortitude {mixed(outcome.fort)}, Reflexes {mixed(outcome.re)}"
    attacks = f"attacks in melee {mixed(outcome.mab)}, at range {mixed(outcome.rab)}"
    return f"{body}, {limbs}. {mind}, {saves}, {attacks}."


def _left(outcome: fatigue.Left) -> str:
    return f"Fatigue points now {outcome.fp}, hit points {outcome.hp}{'; unconscious' if outcome.unconscious else ''}."


def _exhausted(outcome: fatigue.Exhausted) -> str:
    slower = f", and Armor Class is {-outcome.ac_mod} lower" if outcome.ac_mod else ""
    return f"Exhausted: Str counts as {outcome.str_for_checks} in checks{slower}."


def _level(outcome: encumbrance.Level) -> str:
    load = f"{LOADS[outcome.index].capitalize()} encumbrance"
    slowed = (
        f"Move times {mixed(outcome.move_factor)}, Armor Class {outcome.ac_mod}"
        if outcome.index
        else "nothing slows them"
    )
    return f"{load}: {slowed}{'; every round costs a fatigue point' if outcome.strained else ''}."


def _modified(outcome: circumstances.Modified) -> str:
    throw = f"{signed(outcome.modifier)} to the roll." if outcome.modifier else "Nothing is added to the roll."
    return throw if outcome.die is None else f"{throw} The die counts as {outcome.die}."


def _factor(outcome: terrain.Factor) -> str:
    going = f", and the going is {outcome.terrain_class.replace('_', ' ')}" if outcome.terrain_class else ""
    return f"The weather {_slowing(outcome.factor)}{going}."


def _road(outcome: terrain.Road) -> str:
    going = outcome.terrain_class.replace("_", " ")
    return f"On the road the going is {going}; the weather {_slowing(outcome.factor)}."


def _slowing(factor: Fraction) -> str:
    return "does not slow the march" if factor == 1 else f"multiplies the distance by {mixed(factor)}"


def _breath(outcome: breath.Limit) -> str:
    full = "" if outcome.exact.denominator == 1 else f", {outcome.full_rounds} of them in full"
    return f"The breath lasts {counted(outcome.exact, 'round')}{full}."


def _dug(outcome: working_hours.Dug) -> str:
    takes = how_long(ceil(outcome.hours * HOUR / MINUTE) * MINUTE)
    fatigue = counted(outcome.fp, "fatigue point")
    return f"It takes {takes} and costs each who works at that rate {fatigue}."


def _rested(outcome: recovery.Recovered) -> str:
    points = (outcome.fp, "fatigue point"), (outcome.hp, "hit point")
    regained = " and ".join(counted(number, kind) for number, kind in points if number)
    return f"Regains {regained or 'nothing'}."


def _holding(outcome: breath.Holding) -> str:
    if outcome.used == 1:
        return "Holds on, to the last of the breath."
    return f"Holds on: {mixed(outcome.used)} of the breath is used up."


LOADS = ("no", "light", "medium", "heavy", "extra-heavy")
"""The levels of encumbrance, by their index."""

BLEEDING = {True: ", and loses a hit point every minute", False: ""}
NOT_THAT_WAY = {
    circumstances.NoOption.NO_TIME_IN_COMBAT: "A fight leaves no time to take longer.",
    circumstances.NoOption.NO_TAKING_TEN_IN_COMBAT: "In a fight you must roll the die.",
    circumstances.NoOption.TOO_HASTY: "It cannot be done in so short a time.",
}
NO_DIGGING = {
    digging.NoDigging.NEEDS_PICK: "Ground this hard cannot be dug as it is; it must be broken and shovelled.",
    digging.NoDigging.NOT_NEEDED: "The ground is loose already; nobody needs to break it.",
}

WORDS: Words = {
    checks.CriticalSuccess: "Critical success with {total}.",
    checks.Success: _success,
    checks.Failure: _failure,
    checks.CriticalFailure: "Critical failure with {total}.",
    characters.Stats: _stats,
    characters.SkillLevel: "The skill adds {level}.",
    characters.CannotAttempt: "Nobody tries that without training.",
    encumbrance.Level: _level,
    encumbrance.Immovable: "It is too heavy to move at all.",
    fatigue.Left: _left,
    fatigue.Halved: "Tired: Move is halved.",
    fatigue.Normal: "Not so tired: Move is as it was.",
    fatigue.Exhausted: _exhausted,
    fatigue.Fit: "Not exhausted.",
    fatigue.Acts: "Goes on by force of will.",
    fatigue.Collapsed: "Collapses: can talk or sleep until fatigue points come back.",
    fatigue.HeartAttack: "Collapses from a heart attack.",
    recovery.Recovered: _rested,
    injury.UntilHealed: "Crippled until every hit point is back.",
    injury.ForWeeks: "Crippled for {n:week}.",
    injury.Permanent: "Crippled for good.",
    injury.Disabled: lambda outcome: f"Stays awake{BLEEDING[outcome.bleeding]}.",
    injury.Unconscious: lambda outcome: f"Falls unconscious{BLEEDING[outcome.bleeding]}.",
    injury.Dead: "Dies.",
    circumstances.Modified: _modified,
    circumstances.OptionRefused: lambda outcome: NOT_THAT_WAY[outcome.reason],
    digging.Rate: "{litres_per_hour:litre} an hour, for {fp_per_hour:fatigue point} an hour.",
    digging.NeedsPick: "This takes a pick first.",
    digging.NotNeeded: "It is loose already; there is nothing to break.",
    digging.GangRate: "Together they clear {rate:litre} an hour.",
    digging.LoosenedOnly: "The team loosens {rate:litre} an hour, and nobody clears it away.",
    digging.GangRefused: lambda outcome: NO_DIGGING[outcome.reason],
    working_hours.Dug: _dug,
    working_hours.Never: "At that rate it will never be done.",
    digging.Remaining: "Still to be broken: {to_break:litre}. Only to be shovelled: {to_shovel:litre}.",
    battle.Tiring: "The battle costs {fp:fatigue point}.",
    battle.TooShort: "The fight was too short to tire anybody.",
    battle.Exempt: "The character neither attacked nor was attacked: no fatigue.",
    battle.Disabled: "Battles cost no fatigue at this table.",
    hiking.MarchingMove: "Move {move} on the march: ideally {ideal_km} km a day.",
    hiking.Farther: "The march goes {bonus} farther.",
    hiking.NoFarther: "The march goes no farther than usual.",
    hiking.AllFarther: "The group stays together, and all march {bonus} farther.",
    hiking.NoneFarther: "The group stays together, and nobody marches farther than usual.",
    hiking.Together: "Together they go {km} km.",
    hiking.Apart: "The group splits up, and each goes their own distance, in km: {distances}.",
    hiking.SplitRefused: "The group rolled together and cannot split up.",
    hiking.Marched: "{km} km, and the whole day went into it.",
    working_hours.Missing: "{fp:fatigue point} missing at the stop.",
    terrain.TerrainClass: "The going is {terrain_class}.",
    terrain.Factor: _factor,
    terrain.Road: _road,
    breath.Limit: _breath,
    breath.Holding: _holding,
    breath.Burning: "Out of breath: fatigue points now {fp}, hit points {hp}.",
    breath.PassedOut: "Passes out: fatigue points now {fp}, hit points {hp}.",
    breath.Suffocated: "Suffocates.",
}
