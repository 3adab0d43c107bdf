"""Violence's outcomes as sentences."""

from undercroft.books.violence import (
    advancement,
    characters,
    checks,
    combat_rounds,
    dying,
    enemies,
    equipment,
    fighting,
    hirelings,
    mishaps,
    morale,
    reactions,
    rituals,
    scars,
    surprise,
    timekeeping,
    wounds,
)
from undercroft.books.violence.mishaps import Effect
from undercroft.kernel.amounts import counted, signed
from undercroft.kernel.rules import Words

_DOUBLED = {1: "", 2: " for double damage"}
_STUNNED = "The target is stunned, and another attack follows."


def _chain(outcome: wounds.Chain) -> str:
    attacks = ", ".join(BLOWS[blow] for blow in outcome.attacks)
    stunned = " The target is stunned." if outcome.stunned else ""
    return f"{attacks.capitalize()}: {outcome.damage} damage in all. AC {outcome.ac} now.{stunned}"


BLOWS = {
    wounds.BlowName.MISS: "a miss",
    wounds.BlowName.MISS_EXACT: "an exact miss",
    wounds.BlowName.ARMOUR_WORN: "an armour hit",
    wounds.BlowName.WORN_EXACT: "an exact armour hit",
    wounds.BlowName.HIT: "a hit",
    wounds.BlowName.HIT_EXACT: "an exact hit",
}
"""What an attack does, in few words."""


def _mishap(outcome: mishaps.MishapHappens) -> str:
    return f"A Mishap of {outcome.total}. {' '.join(_effect(effect, amount) for effect, amount in outcome.effects)}"


def _effect(effect: Effect, amount: int) -> str:
    match effect:
        case Effect.DAMAGE:
            return f"{amount} damage."
        case Effect.BEARS:
            return f"{counted(amount, 'bear')} on the scene."
        case Effect.BRAWN | Effect.AGILITY | Effect.CUNNING:
            return f"{effect.title()} {amount} for good."
        case Effect.XP:
            return f"{-amount} XP lost; a character who falls below 0 dies."
        case Effect.ROLLS_OWED:
            return f"{counted(amount, 'more mishap')} to settle."
        case _:
            return f"{_EFFECT[effect]}{' Twice.' if amount > 1 else ''}"


_EFFECT = {
    Effect.FIRST_WORD_REPLACED: "The first word becomes another at random.",
    Effect.SECOND_WORD_REPLACED: "The second word becomes another at random.",
    Effect.SECOND_WORD_LOST: "The second word is forgotten, and a new one takes its place.",
    Effect.WORD_LEARNED: "The new word is learned.",
    Effect.OTHER_TARGET: "It strikes another character.",
    Effect.RITUAL_WORKS: "The ritual works.",
    Effect.RITUAL_FAILS: "The ritual fails.",
    Effect.OPPOSITE_EFFECT: "The opposite happens.",
    Effect.NO_RITUALS: "No more rituals, ever.",
}


_SIDES = {surprise.Side.ADVENTURERS: "the adventurers", surprise.Side.ENEMIES: "the foes"}


def _may_act(outcome: surprise.MayAct) -> str:
    acting = [_SIDES[surprise.Side(side)] for side, may in outcome.may_act.items() if may]
    return f"Acting this round: {' and '.join(acting)}." if acting else "Nobody acts this round."


_UNITS = {surprise.Unit.FEET: ("foot", "feet"), surprise.Unit.YARDS: ("yard", "yards")}

_NOT_QUICK = {
    combat_rounds.NotQuick.SURPRISED: "they are surprised",
    combat_rounds.NotQuick.NO_ATTACK: "an attack takes longer",
}
_NO_GO = {
    combat_rounds.NoGo.TOO_MANY_ACTIONS: "there are too many actions in it",
    combat_rounds.NoGo.RITUAL_AND_MOVE: "a ritual leaves no time to move",
}
_NO_EXERTION = {
    checks.NoExertion.SAVE: "a save cannot be bought",
    checks.NoExertion.TOO_MUCH: "it would cost more than there is",
}


def _hireling(outcome: hirelings.Hireling) -> str:
    carries = "" if outcome.slots is None else f" Carries {counted(outcome.slots, 'thing')}."
    dice = counted(outcome.hd, "Hit Die", "Hit Dice")
    return f"A hireling with {dice}, 1d3 for any job, for {outcome.wage_sp_per_day} silver a day.{carries}"


def _elapsed(outcome: timekeeping.Elapsed) -> str:
    spans = (outcome.watches, "Watch", "Watches"), (outcome.turns, "turn", "turns"), (outcome.rounds, "round", "rounds")
    parts = ", ".join(counted(*span) for span in spans if span[0])
    return f"{counted(outcome.minutes, 'minute')}: {parts}." if parts else "No time at all."


_COMING = {True: "Something comes.", False: "All is quiet."}


def _stats(outcome: equipment.Stats) -> str:
    parts = [f"{outcome.sp} sp"]
    parts += [] if outcome.damage is None else [f"{outcome.damage} damage with this hit"]
    parts += [f"{signed(outcome.initiative)} to initiative"] if outcome.initiative else []
    parts += [] if outcome.ac is None else [f"AC {outcome.ac}"]
    parts += [] if outcome.special is None else [outcome.special.lower()]
    return f"{'; '.join(parts)}."


def _even_shares(outcome: advancement.EvenShares) -> str:
    lost = f"; {outcome.lost} lost to rounding" if outcome.lost else ""
    return f"{counted(outcome.each, 'experience point')} for each{lost}."


def _level(outcome: advancement.Level) -> str:
    melee = signed(outcome.melee)
    return f"Level {outcome.n}: {outcome.health_max} health, recovery {outcome.recovery}, {melee} in melee."


def _character(outcome: characters.Character) -> str:
    scores = f"Agility {outcome.agility}, Brawn {outcome.brawn}, Cunning {outcome.cunning}"
    body = f"{outcome.health} health, AC {outcome.ac}, {counted(outcome.scars, 'Scar')}"
    return f"{scores}; {body}; {outcome.money_sp} sp; occupation {outcome.occupation}; {_EXTRA[outcome.extra]}."


_EXTRA = {
    characters.Extra.CUNNING: "sharper than most",
    characters.Extra.BRAWN: "stronger than most",
    characters.Extra.AGILITY: "nimbler than most",
    characters.Extra.HEALTH: "healthier than most",
    characters.Extra.POISON: "2 less on saves against poison",
    characters.Extra.SPELLS: "2 less on saves against spells",
    characters.Extra.MONEY: "richer than most",
    characters.Extra.ARMOUR: "2 more AC",
    characters.Extra.RECOVERY: "1 more on recovery",
    characters.Extra.DAMAGE: "1 more damage",
    characters.Extra.RITUAL: "a ritual for free",
}


WORDS: Words = {
    fighting.Chosen: lambda outcome: f"Roll against {outcome.name.title()}.",
    scars.Total: "That counts as {total}.",
    fighting.Hit: lambda outcome: f"{outcome.r}: a hit{_DOUBLED[outcome.damage_factor]}.",
    fighting.HitExact: lambda outcome: f"Exactly {outcome.r}: a hit{_DOUBLED[outcome.damage_factor]}. {_STUNNED}",
    fighting.ArmourWorn: "{r}: no damage, but the armour is worn down to AC {ac}.",
    fighting.WornExact: f"Exactly {{r}}: no damage, but the armour is worn down to AC {{ac}}. {_STUNNED}",
    fighting.MissExact: f"Exactly {{r}}: no hit. {_STUNNED}",
    fighting.Miss: "{r}: a miss.",
    wounds.Wounded: "{damage} damage, which leaves {health} health.",
    wounds.Down: "{damage} damage: down to 0 health.",
    wounds.Dead: "{damage} damage: a killing blow.",
    wounds.Chain: _chain,
    wounds.Worn: "The armour is worn down to AC {ac} until the encounter ends.",
    wounds.Broken: "The armour is broken: AC 0 until it is repaired.",
    wounds.Restored: "The armour is as good as before: AC {ac}.",
    dying.Dead: "Dead, with {scars:Scar}.",
    dying.Unconscious: "Alive with {scars:Scar}. Wakes at 1 health in {rounds:round}, in round {wakes_round}.",
    combat_rounds.Before: "Acts before the foes.",
    combat_rounds.BeforeWithQuickAction: "Has a quick action first, then acts before the foes.",
    combat_rounds.After: "Acts after the foes.",
    combat_rounds.Done: "Done before the fight begins.",
    combat_rounds.QuickRefused: lambda outcome: f"No quick action: {_NOT_QUICK[outcome.reason]}.",
    combat_rounds.Fits: "That fits in the round.",
    combat_rounds.GoRefused: lambda outcome: f"That does not fit in the round: {_NO_GO[outcome.reason]}.",
    combat_rounds.Found: "Found; that takes the action. Usable from round {usable_round}.",
    combat_rounds.FoundNow: "Found at once, and ready to use.",
    combat_rounds.Forgone: "It stays in the pack.",
    combat_rounds.Searching: "Searches the pack through round {until_round}; usable from round {usable_round}.",
    combat_rounds.NoCheck: "No check is needed outside a fight.",
    rituals.Cast: "The ritual works.",
    rituals.CastExact: "The ritual works, for twice as long or with twice the strength; the caster chooses.",
    rituals.Mishap: "The ritual fails by {margin}. Roll the Mishap.",
    rituals.RitualRefused: "No ritual for a caster who has moved this round.",
    mishaps.MishapHappens: _mishap,
    surprise.MayAct: _may_act,
    surprise.Distance: lambda outcome: f"The others are {counted(outcome.value, *_UNITS[outcome.unit])} away.",
    reactions.Attitude: lambda outcome: f"Their attitude is {outcome.name.lower()}.",
    morale.Due: "Roll their morale.",
    morale.NotDue: "No morale roll.",
    morale.FightsOn: "The foes fight on.",
    morale.Rallied: "The foes rally: one more attack each in the next round, and no more morale checks.",
    morale.Breaks: "The foes break, and {retreat} at the first chance.",
    morale.Rally: "{attacks:attack} in round {round}, then as before; no more morale checks in this encounter.",
    morale.Regroup: "The foes gather and strike again.",
    morale.Ambush: "The foes lie in ambush.",
    morale.Pursue: "The foes shadow the party.",
    morale.Grudge: "The foes bear a grudge.",
    hirelings.Holds: "The hireling holds.",
    hirelings.Wavers: "The hireling wavers, and stays for {cost_sp} silver more.",
    hirelings.Heroic: "A hero: one more attack in the next round, and no more morale checks in this fight.",
    hirelings.Flees: "The hireling runs, and will never serve again.",
    hirelings.NotTested: "The hireling needs no morale check.",
    hirelings.Stays: "The hireling stays; {purse_sp} silver left.",
    hirelings.Hireling: _hireling,
    timekeeping.Elapsed: _elapsed,
    timekeeping.TurnSpent: "{minutes} minutes.",
    timekeeping.RandomEncounter: "Something comes: an encounter.",
    timekeeping.Quiet: "Nothing comes.",
    timekeeping.NotChecked: "No check this turn.",
    timekeeping.TurnTaken: lambda outcome: f"{outcome.minutes} minutes pass. {_COMING[outcome.encounter]}",
    timekeeping.WatchSpent: "{hours} hours.",
    timekeeping.WatchTaken: lambda outcome: f"{outcome.hours} hours pass. {_COMING[outcome.encounter]}",
    checks.Exact: "A great success.",
    checks.Success: "Done.",
    checks.Failure: "Fails by {over}.",
    checks.Exerted: "Succeeds by exertion; the attribute drops to {new_attribute}.",
    checks.Saved: "Saved.",
    checks.Failed: "Not saved.",
    checks.Immune: "Saved, and immune for the rest of the encounter.",
    checks.Bought: "Succeeds by exertion; the attribute drops to {new_attribute}.",
    checks.ExertionRefused: lambda outcome: f"Exertion does not help: {_NO_EXERTION[outcome.reason]}.",
    checks.Rested: "{health} health in the morning.",
    characters.Character: _character,
    advancement.FoesXp: "{xp:experience point}: {each} for each.",
    advancement.Gathered: "{pool:experience point} to share.",
    advancement.EvenShares: _even_shares,
    advancement.Level: _level,
    equipment.Stats: _stats,
    enemies.EnemyStats: (
        "Attack {attack}, {attacks_per_round:attack} a round, saves on {save_target}, {health} health."
    ),
}
