"""Injury and healing, poison, chases, loads, hazards and travel."""

from fractions import Fraction

from undercroft.books.sovereign import (
    chases,
    encumbrance,
    falling,
    frail,
    hazards,
    healing,
    injury,
    poisons,
    stabilising,
    strain,
    transport,
    travel,
)
from undercroft.books.sovereign.words.refusals import refused
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Words
from undercroft.kernel.units import DAY, HOUR


def _patched_up(outcome: healing.PatchedUp) -> str:
    if not outcome.applied:
        return f"No first aid was given: {counted(outcome.hp, 'hit point')}, strain {outcome.strain}."
    times = "once" if outcome.applied == 1 else f"{outcome.applied} times"
    return f"First aid {times}: healed to {counted(outcome.hp, 'hit point')}; strain is now {outcome.strain}."


def _slept(outcome: healing.Healed) -> str:
    return f"Wakes with {counted(outcome.hp, 'hit point')}, {outcome.gained or 'none'} of them regained."


def _collapsed(outcome: strain.Collapsed) -> str:
    return f"Too much to bear: unconscious for {counted(outcome.seconds // HOUR, 'hour')}, strain {outcome.strain}."


def _poisoned(outcome: poisons.Poisoned) -> str:
    lasting = f" A lasting penalty of {outcome.penalty}." if outcome.penalty else ""
    down = " Unconscious." if outcome.unconscious else ""
    return f"{outcome.damage or 'No'} damage; strain is {outcome.strain}.{lasting}{down}"


def _infected(outcome: poisons.Infected) -> str:
    days = outcome.harm_in_s // DAY
    return f"Infected; it breaks out in {counted(days, 'day')}." if days else "Infected; it breaks out at once."


def _combat(outcome: chases.Combat) -> str:
    pairs = ", ".join(f"{attacker} on {target}" for attacker, target in outcome.pairs)
    return f"A fight, and the {outcome.initiative} act first: {pairs}."


def _usable(outcome: encumbrance.Usable) -> str:
    return (
        f"Usable after {counted(outcome.main_actions, 'Main Action')}." if outcome.main_actions else "Usable at once."
    )


def _carried(outcome: encumbrance.Carried) -> str:
    pushed = ("within limits", "limits pushed once", "limits pushed twice")[outcome.tier]
    return f"It can be carried, {pushed}: Move {counted(outcome.move, 'foot', 'feet')}."


def _fallen(outcome: falling.Fallen) -> str:
    return f"{outcome.damage} damage from the fall." if outcome.dice_count else "Too short a fall to hurt."


def _height(feet: Fraction, dice: int) -> str:
    return f"{counted(feet, 'foot', 'feet')}, {f'{dice}d6 damage' if dice else 'too short to hurt'}"


def _strain_added(outcome: hazards.StrainAdded) -> str:
    return f"{counted(outcome.strain_added, 'point')} of strain." if outcome.strain_added else "No strain."


def _arrived(outcome: travel.Arrived) -> str:
    return f"The party arrives after {counted(outcome.days, 'day')}." if outcome.days else "The party arrives at once."


WORDS: Words = {
    injury.Unhurt: "No harm done.",
    injury.Hurt: "Hurt: {hp:hit point} left.",
    injury.MortallyInjured: "Mortally Injured: helpless and dying.",
    injury.Dead: "Dead.",
    injury.KnockedOut: "Knocked out for a turn; then up again with one hit point{rises_frail:, Frail}.",
    injury.LyingStill: refused("The character cannot act"),
    injury.Dragged: "The character can be dragged as a load of {encumbrance:point}.",
    stabilising.FullRounds: "{full_rounds:full round} since the fall.",
    stabilising.Alive: "Still alive; there is hope.",
    stabilising.BledOut: "Dead: nobody came in time.",
    stabilising.Stabilised: "Stabilised: {total} against DC {dc}.",
    stabilising.StillDying: "Still dying: {total} against DC {dc}.",
    stabilising.RescueRefused: refused("No attempt"),
    stabilising.Incapacitated: "Not on their feet yet.",
    stabilising.Recovered: "Back on their feet with {hp:hit point}{frail:, Frail}.",
    frail.DeadAgain: "Dead: the Frail do not come back a second time.",
    frail.NoHpGain: "Sleep gives the Frail no hit points.",
    frail.HpGainStillFrail: "The hit points count, and Frailty remains.",
    frail.Normal: "A Frail character can do that like anybody else.",
    frail.Nursed: "No longer Frail.",
    frail.NotYet: "The week in bed is not over.",
    frail.NursingRefused: refused("Bed rest like this cures nothing"),
    frail.Cured: "No longer Frail, with {total}.",
    frail.NotCured: "The hour was wasted, with {total}.",
    frail.TreatmentRefused: refused("No treatment"),
    frail.Doomed: "The character gets worse, and will die on day {dies_day} after the fall.",
    frail.Recovering: "The character will stop being Frail on day {clears_day} after the fall.",
    healing.Healed: _slept,
    healing.NotHealed: "The night heals nothing; hit points stay at {hp}.",
    healing.Patched: "Healed to {hp:hit point}; strain is now {strain}.",
    healing.AidRefused: refused("No first aid"),
    healing.PatchedUp: _patched_up,
    strain.StrainMax: "Bears {strain_max:point} of strain.",
    strain.Applied: "It works; strain is {strain}.",
    strain.Blocked: "It does nothing: that would be too much strain, which stays at {strain}.",
    strain.Borne: "Strain is {strain}.",
    strain.Collapsed: _collapsed,
    strain.Rested: "Strain in the morning is {strain}.",
    poisons.Resisted: "Resisted.",
    poisons.TakesHold: "The poison takes hold.",
    poisons.MedicBonus: lambda outcome: f"Treatment adds {outcome.bonus or 'nothing'} to the save.",
    poisons.Poisoned: _poisoned,
    poisons.Clock: "{turns:turn} to live.",
    poisons.NoClock: "The toxin does not kill.",
    poisons.Neutralised: "The toxin is counteracted, with {total}.",
    poisons.StillPoisoned: "The toxin keeps working, with {total}.",
    poisons.AntidoteRefused: refused("Nothing can be done"),
    poisons.Healthy: "Not infected.",
    poisons.Infected: _infected,
    chases.Overtaken: "Caught: the pursuers are faster.",
    chases.Outrun: "Escaped: the pursuers are too slow.",
    chases.EvenRace: "Nobody is faster: roll the chase.",
    chases.ChaseModifier: "The situation gives the pursuers {modifier:+}.",
    chases.Caught: "Caught: the pursuers needed {dc} and got {total}.",
    chases.Escaped: "Escaped: the pursuers needed {dc} and got {total}.",
    chases.Combat: _combat,
    chases.NoCombat: "The pursuers catch up and do not attack.",
    encumbrance.EncumbrancePoints: "{points:point} of encumbrance.",
    encumbrance.Limits: "Carries up to {readied} Readied and {stowed} Stowed points.",
    encumbrance.Usable: _usable,
    encumbrance.AccessRefused: refused("It cannot be used"),
    encumbrance.Carried: _carried,
    encumbrance.TooHeavy: "Too heavy to haul any distance.",
    transport.Hired: "{cost_g} gold, for {capacity:point} of load.",
    transport.CaravanRefused: refused("It goes nowhere"),
    falling.Fallen: _fallen,
    falling.Halved: lambda outcome: (
        f"Controlled, against {outcome.dc}: it counts as {_height(outcome.effective_feet, outcome.fall_dice)}."
    ),
    falling.FullFall: lambda outcome: (
        f"Out of control, against {outcome.dc}: a fall of {_height(outcome.effective_feet, outcome.fall_dice)}."
    ),
    falling.LeapRefused: refused("Nothing can be controlled"),
    hazards.Breathing: "Breath for {quarters_left:more round} of keeping still; a round of action uses four.",
    hazards.OutOfAir: "Out of air.",
    hazards.HoldsOut: "Holds out another round.",
    hazards.Chokes: "Hurt: {hp:hit point} left.",
    hazards.ChokedDown: "Suffocation takes the last hit point.",
    hazards.StrainAdded: _strain_added,
    hazards.Applies: "Food and water count.",
    hazards.Waived: "Food and water do not count: the wilderness feeds them.",
    travel.Arrived: _arrived,
}
