"""Delving's outcomes as sentences."""

from undercroft.books.delving import (
    actions,
    body,
    checks,
    dungeon_turn,
    encounters,
    exposure,
    fights,
    hazard,
    marching,
    movement,
    opening,
    party_turn,
    rounds,
    timers,
)
from undercroft.kernel.amounts import counted, how_long, series, signed
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Words

_NO_ROUND = {
    rounds.NoRound.IN_COMBAT: "the fight comes first",
    rounds.NoRound.NO_PARTY: "nobody here can act",
}
_NO_TURN = {
    party_turn.NoTurn.ONE_ACTION: "a turn has only one Action",
    party_turn.NoTurn.WALK_RUN_REPLACES_MOVE: "a walk or a run uses all the movement of a turn",
}
_NO_SEARCH = {
    actions.NoSearch.NOT_IN_ZONE: "they are not in that zone",
    actions.NoSearch.TOO_DARK: "it is too dark",
}
_NO_MOVE = {
    movement.NoMove.NOT_ADJACENT: "that zone does not border this one",
    movement.NoMove.NO_ACTION: "a second move costs the Action, which is spent",
}
_NO_WALK = {
    movement.NoWalk.TOO_FAR: f"{movement.PACES[movement.Speed.WALK].zones} zones is the limit",
    movement.NoWalk.EMPTY_PATH: "there is nowhere to go",
}
_NO_RUN = {
    movement.NoRun.TOO_FAR: f"{movement.PACES[movement.Speed.RUN].zones} zones is the limit",
    movement.NoRun.EMPTY_PATH: "there is nowhere to go",
    movement.NoRun.EXHAUSTED: "an Exhausted delver cannot run",
}
_NO_LONG_REST = {
    body.NoLongRest.TOO_SHORT: f"it takes {body.LONG_REST_HOURS} hours",
    body.NoLongRest.NO_RATION: "it takes a ration",
}


def _zones(number: int) -> str:
    return counted(number, "zone")


def _fatigue(number: int) -> str:
    return counted(number, "fatigue point")


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nobody"


def _scores(scores: tuple[int, ...]) -> str:
    return ", ".join(map(signed, scores))


# Rounds and turns


def _meaning(outcome: opening.Meaning) -> str:
    return "It has no length of its own." if outcome.seconds is None else f"It lasts {how_long(outcome.seconds)}."


def _marching(outcome: marching.Accepted) -> str:
    return f"Marching order: {', '.join(outcome.order)}." if outcome.order else "Nobody marches."


def _first_exposed(outcome: marching.FirstExposed) -> str:
    return "Nobody is there to face it." if outcome.pc is None else f"{outcome.pc} faces it first."


def _within(outcome: party_turn.Within) -> str:
    parts = [*(["a move"] if outcome.free_moves else []), *(["an Action"] if outcome.actions else [])]
    return f"That fits in one turn: {' and '.join(parts)}." if parts else "Nothing is done this turn."


def _party_acted(outcome: party_turn.PartyActed) -> str:
    return f"Acted: {_listed(outcome.acted)}. Held: {_listed(outcome.held)}.{_too_much(outcome.refused)}"


def _too_much(refused: FrozenMap[party_turn.NoTurn]) -> str:
    return "".join(f" Too much in the turn of {pc}: {_NO_TURN[reason]}." for pc, reason in refused.items())


def _dungeon_turn(outcome: dungeon_turn.DungeonTurnTaken) -> str:
    return f"{_coming(outcome.encounter)}{_run_out(outcome.expired)}"


def _completed(outcome: rounds.Completed) -> str:
    clock = how_long(outcome.clock)
    return (
        f"{_coming(outcome.encounter)}{_run_out(outcome.expired)}{_too_much(outcome.refused)} The clock shows {clock}."
    )


def _coming(encounter: bool) -> str:
    return "Something comes." if encounter else "All is quiet."


def _run_out(expired: tuple[str, ...]) -> str:
    return f" Run out: {', '.join(expired)}." if expired else ""


def _adjusted(outcome: dungeon_turn.Adjusted) -> str:
    left = ", ".join(f"{name} for {how_long(seconds)}" for name, seconds in outcome.left.items())
    return f"{f'Still going: {left}.' if left else 'Nothing else is timed.'}{_run_out(outcome.expired)}"


# Encounters and actions


def _violent(outcome: encounters.Violent) -> str:
    return "The others flee." if outcome.behaviour is encounters.Behaviour.FLEE else "The others attack."


def _placed(outcome: encounters.Placed) -> str:
    far = counted(outcome.distance_ft, "foot", "feet")
    return f"The others are seen {far} away." if outcome.distance_ft else "The others are upon the party when seen."


def _recovered(outcome: actions.Recovered) -> str:
    return f"{_change(outcome.applied, outcome.fp)}{_gathered(outcome.regained)}"


def _change(by: int, to: int) -> str:
    if not by:
        return f"Regains nothing, still at {_fatigue(to)}."
    return f"{'Loses' if by < 0 else 'Regains'} {_fatigue(abs(by))}, now {to}."


def _gathered(things: int) -> str:
    return f" Gathers up {counted(things, 'thing')}." if things else ""


def _clue(outcome: actions.ClueChosen) -> str:
    return f"Clue {outcome.clue_index + 1}, {'the plainest' if outcome.success else 'the vaguest'}."


# Movement


def _walked(outcome: movement.Walked) -> str:
    return f"Walks {_zones(outcome.zones)}.{_sprung(outcome.sprung_at)}"


def _ran(outcome: movement.Ran) -> str:
    tired = " Exhausted." if outcome.exhausted else ""
    on_end = f", {outcome.run_rounds} rounds in a row" if outcome.run_rounds > 1 else ""
    return f"Runs {_zones(outcome.zones)}{on_end}.{_sprung(outcome.sprung_at)}{tired}"


def _sprung(steps: tuple[int, ...]) -> str:
    if not steps:
        return ""
    traps = "A trap goes off at step" if len(steps) == 1 else "Traps go off at steps"
    return f" {traps} {series([str(step) for step in steps])}."


def _mapped(outcome: exposure.Mapped) -> str:
    return f"Now on the map: {', '.join(outcome.mapped)}." if outcome.mapped else "The map does not grow."


# Lights, fights and bodies


def _timed(outcome: timers.Timed) -> str:
    if outcome.clock is timers.Clock.GAME:
        return "The game clock counts."
    return "The wall clock counts: time is up." if outcome.expired else "The wall clock counts: there is time left."


def _turn_order(outcome: fights.TurnOrder) -> str:
    return f"The order of acting: {', '.join(outcome.order)}." if outcome.order else "Nobody fights."


WORDS: Words = {
    opening.Delving: "The party is delving: time passes in delve rounds.",
    opening.Combat: "The party is in a fight; the delve waits.",
    opening.NotDelving: "The party is not delving.",
    opening.InSeconds: lambda outcome: f"{how_long(outcome.seconds)}.",
    opening.InRounds: "{rounds:delve round}.",
    opening.Meaning: _meaning,
    marching.Accepted: _marching,
    marching.FirstExposed: _first_exposed,
    party_turn.Partition: "Zones: {zones}.",
    party_turn.Within: _within,
    party_turn.TurnRefused: lambda outcome: f"That does not fit in a turn: {_NO_TURN[outcome.reason]}.",
    party_turn.PartyActed: _party_acted,
    party_turn.TimerOff: "No timer is running.",
    party_turn.TimerRunning: "There is time left.",
    party_turn.TimerExpired: "Time is up: delvers who have not declared hold.",
    rounds.Completed: _completed,
    rounds.RoundRefused: lambda outcome: f"No delve round: {_NO_ROUND[outcome.reason]}.",
    dungeon_turn.DangerLevel: "The place is {danger}.",
    dungeon_turn.Adjusted: _adjusted,
    dungeon_turn.DungeonTurnTaken: _dungeon_turn,
    hazard.RandomEncounter: "Something comes: a random encounter.",
    hazard.Nothing: "Nothing comes.",
    encounters.Direction: "The others are at {oclock} o'clock, bearing {bearing_deg} degrees.",
    encounters.Placed: _placed,
    encounters.RollReaction: "Roll their reaction.",
    encounters.Hostile: "The others are hostile: no reaction roll.",
    encounters.Violent: _violent,
    encounters.Wary: lambda outcome: (
        f"The others are wary. Roll their reaction again in {how_long(outcome.reroll_in_s)}."
    ),
    encounters.Neutral: "The others are neutral and go on their way.",
    encounters.Cordial: "The others are cordial and will talk.",
    actions.Recovered: _recovered,
    actions.NoEffectExhausted: lambda outcome: f"Exhausted: no fatigue comes back.{_gathered(outcome.regained)}",
    actions.Found: "Found: {feature}.",
    actions.NoneRemaining: "No hidden feature is left to find here.",
    actions.SearchRefused: lambda outcome: f"No search: {_NO_SEARCH[outcome.reason]}.",
    actions.Clue: "A clue: {clue}.",
    actions.NoNewClue: "The character already has every clue.",
    actions.AlreadyFound: "That secret is already found.",
    actions.ClueChosen: _clue,
    actions.SecretFound: "The secret is found.",
    actions.NotFound: "Nothing comes of it.",
    movement.Allowance: (
        "{zones:zone} for {needs_action:the Action/free}; {springs_traps:springs every trap/notices traps}, "
        "{surprised:open to surprise/not surprised}, {maps:maps/does not map}."
    ),
    movement.Moved: "Moves on{action_spent:, for the Action}.",
    movement.MoveRefused: lambda outcome: f"Stays put: {_NO_MOVE[outcome.reason]}.",
    movement.Walked: _walked,
    movement.WalkRefused: lambda outcome: f"Does not walk: {_NO_WALK[outcome.reason]}.",
    movement.Ran: _ran,
    movement.RunRefused: lambda outcome: f"Does not run: {_NO_RUN[outcome.reason]}.",
    movement.Fit: "Can keep running; the limit is {limit:round}.",
    movement.RunOut: "Exhausted: the limit was {limit:round}.",
    exposure.NoTrap: "No trap goes off.",
    exposure.Detected: "The trap is noticed.",
    exposure.Sprung: "The trap goes off.",
    exposure.Surprised: lambda outcome: f"Surprised: {_listed(outcome.surprised)}.",
    exposure.Mapped: _mapped,
    movement.Distance: "{feet:foot/feet}, {squares:square}.",
    timers.Timed: _timed,
    timers.Lit: "{radius_ft:foot/feet} of light, for {rounds_left:more round}.",
    timers.Out: "The light is out.",
    fights.Initiative: "Initiative {initiative}.",
    fights.Endures: "{fp:fatigue point}{unconscious: and unconscious}.",
    fights.TurnOrder: _turn_order,
    fights.Steady: "No reason for a morale check yet.",
    fights.Holds: "The foes hold.",
    fights.Broken: "The foes break and flee, or surrender if they cannot.",
    checks.Success: "{critical:Critical success/Success} with {total}.",
    checks.Failure: "{critical:Critical failure/Failure} with {total}.",
    checks.Generated: lambda outcome: f"Rolled: {_scores(outcome.rolled)}. Opposites: {_scores(outcome.mirrored)}.",
    body.Pools: "{fp_max:fatigue point} and {hp_max:health point}.",
    body.Unhurt: "Unhurt.",
    body.Absorbed: "Loses only fatigue: {fp} left, health {hp}.",
    body.Wounded: "Wounded: fatigue {fp}, health {hp}.",
    body.Unconscious: "Drops unconscious: fatigue {fp}, health {hp}.",
    body.Dying: "No health left: dying.",
    body.Rested: "Rested: {fp:fatigue point}.",
    body.PartlyRested: "Rest cut short: {fp:fatigue point}.",
    body.RestNoEffect: "An hour's rest does nothing for the Exhausted.",
    body.SleptWell: "Slept well: {fp:fatigue point}, and not Exhausted.",
    body.SleptBadly: ("Slept badly, as good as an hour's rest: {fp:fatigue point}{exhausted:, and still Exhausted}."),
    body.LongRestRefused: lambda outcome: f"No long rest: {_NO_LONG_REST[outcome.reason]}.",
}
