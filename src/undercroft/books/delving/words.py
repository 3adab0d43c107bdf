"""Delving's outcomes as sentences."""

from __future__ import annotations

from undercroft.books.delving import (
    actions,
    body,
    checks,
    dungeon_turn,
    encounters,
    fights,
    hazard,
    marching,
    movement,
    opening,
    party_turn,
    rounds,
    timers,
)
from undercroft.kernel.rules import Words


def _meaning(it: opening.Meaning) -> str:
    return "It has no length of its own." if it.seconds is None else f"It lasts {it.seconds} seconds."


def _first_exposed(it: marching.FirstExposed) -> str:
    return "Nobody is there to meet it." if it.pc is None else f"{it.pc} meets it first."


def _allowance(it: movement.Allowance) -> str:
    cost = "for the Action" if it.needs_action else "for free"
    traps = "springs every trap" if it.springs_traps else "notices traps"
    surprise = "open to surprise" if it.surprised else "not surprised"
    zones = "1 zone" if it.zones == 1 else f"{it.zones} zones"
    return f"{zones} {cost}; {traps}, {surprise}, {'maps' if it.maps else 'does not map'}."


def _walked(it: movement.Walked) -> str:
    return f"Walks {it.zones} zones.{_sprung(it.sprung_at)}"


def _ran(it: movement.Ran) -> str:
    tired = " Exhausted." if it.exhausted else ""
    return f"Runs {it.zones} zones, for {it.run_rounds} rounds on end now.{_sprung(it.sprung_at)}{tired}"


def _sprung(steps: tuple[int, ...]) -> str:
    return f" A trap goes off at step {', '.join(map(str, steps))}." if steps else ""


def _timed(it: timers.Timed) -> str:
    if it.clock is timers.Clock.GAME:
        return "The game clock counts."
    return "The wall clock counts, and time is up." if it.expired else "The wall clock counts, and time is left."


def _dungeon_turn(it: dungeon_turn.DungeonTurnTaken) -> str:
    return f"{_coming(it.encounter)}{_run_out(it.expired)}"


def _completed(it: rounds.Completed) -> str:
    return f"{_coming(it.encounter)}{_run_out(it.expired)} The clock shows {it.clock} seconds."


def _coming(encounter: bool) -> str:
    return "Something comes." if encounter else "All is quiet."


def _run_out(expired: tuple[str, ...]) -> str:
    return f" Run out: {', '.join(expired)}." if expired else ""


def _violent(it: encounters.Violent) -> str:
    return "They flee." if it.behaviour is encounters.Behaviour.FLEE else "They attack."


def _endures(it: fights.Endures) -> str:
    return f"{it.fp} fatigue points{' and unconscious' if it.unconscious else ''}."


def _clue(it: actions.ClueChosen) -> str:
    return f"Clue {it.clue_index + 1}, {'the plainest' if it.success else 'the vaguest'}."


WORDS: Words = {
    opening.Delving: "The party is delving: time goes by in delve rounds.",
    opening.Combat: "This is a fight; the delve waits.",
    opening.NotDelving: "This is no delve.",
    opening.InSeconds: "{seconds} seconds.",
    opening.InRounds: "{rounds} delve rounds.",
    opening.Meaning: _meaning,
    marching.Accepted: "They march in this order: {order}.",
    marching.FirstExposed: _first_exposed,
    party_turn.Partition: "Zones: {zones}.",
    party_turn.Within: "That fits: free moves {free_moves}, Actions {actions}.",
    party_turn.TurnRefused: "That does not fit in a turn: {reason}.",
    party_turn.PartyActed: "Acted: {acted}. Held: {held}.",
    party_turn.TimerOff: "Nobody keeps the time.",
    party_turn.TimerRunning: "There is time left.",
    party_turn.TimerExpired: "Time is up: who has not declared holds.",
    rounds.Completed: _completed,
    rounds.RoundRefused: "No delve round now: {reason}.",
    dungeon_turn.DangerLevel: "The place is {danger}.",
    dungeon_turn.Adjusted: "Left: {left}. Run out: {expired}.",
    dungeon_turn.DungeonTurnTaken: _dungeon_turn,
    hazard.RandomEncounter: "Something comes: a random encounter.",
    hazard.Nothing: "Nothing comes.",
    encounters.Direction: "They are at {oclock} o'clock, bearing {bearing_deg} degrees.",
    encounters.Placed: "They are seen {distance_ft} feet away.",
    encounters.RollReaction: "Throw for their reaction.",
    encounters.Hostile: "They are hostile; no reaction is thrown.",
    encounters.Violent: _violent,
    encounters.Wary: "They are wary. Throw again in {reroll_in_s} seconds.",
    encounters.Neutral: "They are neutral and go their way.",
    encounters.Cordial: "They are cordial and will talk.",
    actions.Recovered: "Regains {applied} fatigue points, now {fp}. Gathered up: {regained}.",
    actions.NoEffectExhausted: "Exhausted: no fatigue comes back. Gathered up: {regained}.",
    actions.Found: "Found: {feature}.",
    actions.NoneRemaining: "No hidden feature is left to find here.",
    actions.SearchRefused: "No search: {reason}.",
    actions.Clue: "A clue: {clue}.",
    actions.NoNewClue: "There is no clue they do not know.",
    actions.AlreadyFound: "That secret has been found.",
    actions.ClueChosen: _clue,
    actions.SecretFound: "The secret is found.",
    actions.NotFound: "Nothing comes of it.",
    movement.Allowance: _allowance,
    movement.Moved: "Moves on; Action spent: {action_spent}.",
    movement.MoveRefused: "Stays put: {reason}.",
    movement.Walked: _walked,
    movement.WalkRefused: "Does not walk: {reason}.",
    movement.Ran: _ran,
    movement.RunRefused: "Does not run: {reason}.",
    movement.Fit: "Can go on; the limit is {limit} rounds.",
    movement.RunOut: "Exhausted: the limit was {limit} rounds.",
    movement.NoTrap: "No trap stirs.",
    movement.Detected: "The trap is noticed.",
    movement.Sprung: "The trap goes off.",
    movement.Surprised: "Surprised: {surprised}.",
    movement.Mapped: "On the map now: {mapped}.",
    movement.Distance: "{feet} feet, {squares} squares.",
    timers.Timed: _timed,
    timers.Lit: "It burns: {radius_ft} feet of light for {rounds_left} more rounds.",
    timers.Out: "It is out.",
    fights.Initiative: "Initiative {initiative}.",
    fights.Endures: _endures,
    fights.TurnOrder: "They act in this order: {order}.",
    fights.Steady: "Nothing has shaken them yet.",
    fights.Holds: "They hold.",
    fights.Broken: "They break and flee, or surrender if they cannot.",
    checks.Success: "Success with {total}; critical: {critical}.",
    checks.Failure: "Failure with {total}; critical: {critical}.",
    checks.Generated: "Rolled {rolled}, mirrored {mirrored}.",
    body.Pools: "{fp_max} fatigue points and {hp_max} health points.",
    body.Unhurt: "Unhurt.",
    body.Absorbed: "Only fatigue is lost: {fp} left, health {hp}.",
    body.Wounded: "Wounded: fatigue {fp}, health {hp}.",
    body.Unconscious: "Drops unconscious: fatigue {fp}, health {hp}.",
    body.Dying: "No health left: dying.",
    body.Rested: "Rested: {fp} fatigue points.",
    body.PartlyRested: "Broken off: {fp} fatigue points.",
    body.RestNoEffect: "An hour's rest does nothing for the Exhausted.",
    body.SleptWell: "Slept well: {fp} fatigue points, Exhausted: {exhausted}.",
    body.SleptBadly: "Slept badly, as good as an hour's rest: {fp} fatigue points, Exhausted: {exhausted}.",
    body.LongRestRefused: "No long rest: {reason}.",
}
