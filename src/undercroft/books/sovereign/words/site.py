"""The dungeon: its turns, doors, encounters and fights."""

from collections.abc import Sequence

from undercroft.books.sovereign import (
    arms,
    attacks,
    combat,
    doors,
    dungeon,
    dungeon_time,
    encounters,
    entry,
    parley,
    reactions,
    situations,
    surprise,
    wandering,
)
from undercroft.books.sovereign.reactions import Response
from undercroft.kernel.amounts import counted, minutes, series
from undercroft.kernel.phrases import creatures_named
from undercroft.kernel.rules import Words


def _check_every(outcome: wandering.CheckEvery) -> str:
    if outcome.interval is None:
        return "No wandering checks here."
    return f"A wandering check every {'turn' if outcome.interval == 1 else f'{outcome.interval} turns'}."


def _contents(outcome: wandering.Contents) -> str:
    return f"Encounter: {creatures_named(outcome.name)}."


def _by_entrance(outcome: surprise.ByEntrance) -> str:
    return f"The others come by {outcome.name}." if outcome.name else f"The others come by entrance {outcome.entrance}."


def _turn_spent(outcome: dungeon.TurnSpent) -> str:
    coming = " Something comes." if outcome.encounter else ""
    noise = " The noise attracts something." if outcome.noise_encounter else ""
    return f"Turn {outcome.turn_number} is over.{coming}{noise} The clock shows {minutes(outcome.clock)}."


_PLACES = {
    wandering.Location.ALERTED_ORGANIZED: "Its organised defenders are alerted.",
    wandering.Location.UNALERT_ORGANIZED: "Its organised defenders do not know yet.",
    wandering.Location.NO_ORGANIZED_DEFENSE: "Nobody organises a defence here.",
    wandering.Location.FEW_MOBILE: "Very few here move about.",
    wandering.Location.ABANDONED_NOOK: "This nook is abandoned.",
    wandering.Location.UNKNOWN_CHAMBER: "Those who live here do not know this chamber.",
}


def _pick_refused(outcome: doors.PickRefused) -> str:
    if outcome.reason is doors.NoPicking.NO_TOOLS:
        return "Without thieves' tools the lock cannot be tried."
    return "The character failed at this lock, and needs another level before trying again."


def _battered(outcome: doors.BatteredDown) -> str:
    if not outcome.turns:
        return "The door breaks at once."
    checks = counted(outcome.extra_checks, "wandering check")
    return f"The door breaks after {counted(outcome.turns, 'turn')}, with {checks} for the noise."


def _entered(outcome: entry.Entered) -> str:
    if outcome.style is entry.Style.HARD:
        return "The party charges in: it looks hostile, springs any trap at the door, and may surprise those inside."
    return "The party opens carefully: not hostile, no surprise, a chance to notice traps."


_COSTS = {
    combat.Cost.MAIN: "That is a Main action.",
    combat.Cost.MOVE: "That is a Move action.",
    combat.Cost.MAIN_AND_MOVE: "That is both the Main and the Move action.",
    combat.Cost.INSTANT: "That is an Instant action, and takes the place of the Main.",
    combat.Cost.FREE: "That is a Free action.",
}


def _protected(outcome: arms.Protected) -> str:
    hinders = ", ".join(
        f"{skill} {penalty}"
        for skill, penalty in (("Sneak", outcome.sneak_penalty), ("Exert", outcome.exert_penalty))
        if penalty
    )
    price = f"; {outcome.price_g} gold" if outcome.price_g else ""
    return f"Armour class {outcome.ac}{f'; {hinders}' if hinders else ''}; encumbrance {outcome.points}{price}."


def _weapon(outcome: arms.WeaponRow) -> str:
    damage = f"1d{outcome.weapon_die}{f' and {outcome.adds}' if outcome.adds else ''}"
    shock = "" if outcome.shock is None else f"Shock {outcome.shock} up to armour class {outcome.shock_ac}"
    reach = "" if outcome.range_ft is None else f"{outcome.range_ft} feet, {outcome.most_ft} at most"
    traits = ", ".join(_TRAITS[trait] for trait in outcome.traits)
    price = f"{outcome.price_g} gold" if outcome.price_g else "free"
    parts = (damage, shock, " or ".join(outcome.attributes), reach, traits, price, f"encumbrance {outcome.points}")
    return f"{'; '.join(part for part in parts if part)}."


_TRAITS = {
    arms.Trait.TWO_HANDED: "two-handed",
    arms.Trait.THROWN: "can be thrown",
    arms.Trait.RELOAD: "must be reloaded",
    arms.Trait.SLOW_RELOAD: "slow to reload",
    arms.Trait.MURDEROUS: "murderous",
    arms.Trait.SUBTLE: "subtle",
    arms.Trait.LESS_LETHAL: "less lethal",
    arms.Trait.LONG: "long",
    arms.Trait.NUMEROUS: "five to an item",
}


def _initiative(outcome: combat.Order) -> str:
    if len(outcome.order) == len(("the Delvers", "the foes")):
        first = "The Delvers act" if outcome.order[0] == 0 else "The foes act"
        return f"Initiative {outcome.totals[0]} against {outcome.totals[1]}. {first} first."
    names = ["the Delvers" if side == 0 else f"side {side}" for side in outcome.order]
    return f"The order of acting: {', '.join(names)}."


_MOTIVES = {
    parley.DIRECTIVE: "to do what they were made for",
    "suffering": "others to suffer",
    "alien, unintelligible": "something alien that nobody understands",
    "emotional, dream logic, personal": "something personal, by their feelings and the logic of dreams",
}
"""The motives that the page does not name as things."""


def motives_in_words(motives: Sequence[str]) -> str:
    """What creatures want, after “they usually want”."""
    return series([_MOTIVES.get(motive, motive) for motive in motives])


def _met_in_corridor(outcome: surprise.InCorridor) -> str:
    far = counted(outcome.distance_ft, "foot", "feet")
    return f"The others are {f'{far} away' if outcome.distance_ft else 'upon the party'} when first noticed."


WORDS: Words = {
    dungeon.TurnSpent: _turn_spent,
    dungeon_time.Continue: "Turns are still counted.",
    dungeon_time.Stop: "Nobody counts turns here any more.",
    dungeon_time.Fits: "That fits in a turn.",
    dungeon_time.TooMuch: "{who} can do one significant thing in a turn, not more.",
    dungeon_time.Cost: "That takes {turns:turn}.",
    dungeon_time.Alertness: lambda outcome: _PLACES[outcome.location],
    dungeon_time.Lit: "The light burns for {turns_left:more turn}.",
    dungeon_time.Out: "The light has burnt out.",
    doors.Unlocked: "{total}: the lock opens.",
    doors.LockHolds: "{total}: the lock holds. No second try before level {barred_until_level}.",
    doors.PickRefused: _pick_refused,
    doors.BatteredDown: _battered,
    doors.Impossible: "Nobody can batter down this door.",
    doors.ByMagic: "The spell says how long that takes.",
    doors.FlungOpen: "{total}: the door flies open.",
    doors.OpensLater: "{total}: it does not budge at once. It opens after {turns:turn}.",
    doors.Heard: lambda outcome: f"Heard: {'; '.join(outcome.heard)}." if outcome.heard else "Nothing is heard.",
    entry.Entered: _entered,
    encounters.Combat: "A fight breaks out.",
    encounters.Parley: "The others are ready to talk.",
    encounters.Chase: "The others give chase.",
    encounters.TheyFlee: "The others turn and flee.",
    encounters.Ignored: "The others go on with what they were doing.",
    surprise.DelverSurprise: "The Delvers {possible:can be surprised/are on their guard}.",
    surprise.Stunned: "{total} against {dc}: they are stunned for a round.",
    surprise.Alert: "{total} against {dc}: they are not surprised.",
    surprise.NotPossible: "The others cannot be surprised.",
    surprise.InCorridor: _met_in_corridor,
    surprise.ByEntrance: _by_entrance,
    wandering.CheckEvery: _check_every,
    wandering.Due: "A wandering check is due.",
    wandering.NotDue: "No wandering check this turn; {counter:turn} counted so far.",
    wandering.Encounter: "An encounter comes this turn.",
    wandering.NoEncounter: "No encounter.",
    wandering.Contents: _contents,
    reactions.Chosen: "The Delvers' action: {column}.",
    reactions.Fights: f"{{total}}: {Response.FIGHT.words}.",
    reactions.Runs: f"{{total}}: {Response.RUN.words}.",
    reactions.Talks: f"{{total}}: {Response.TALK.words}.",
    reactions.Chases: f"{{total}}: {Response.CHASE.words}.",
    reactions.Ignores: f"{{total}}: {Response.IGNORE.words}.",
    reactions.Confidence: "The others are {could_win:sure/not sure} they would win.",
    reactions.AttackAtOnce: "These would attack on sight.",
    reactions.FetchAllies: "These would rather fetch allies than fight.",
    parley.Leverage: "The Delvers' leverage is worth {leverage}.",
    parley.Offered: "The others offer {given} at most.",
    parley.OnlyTalk: "Pleasantries or posturing, nothing of worth.",
    parley.Wants: lambda outcome: f"The others usually want {motives_in_words(outcome.motives)}.",
    combat.Order: _initiative,
    combat.ActionCost: lambda outcome: _COSTS[outcome.cost],
    combat.Stays: "The foes fight on.",
    combat.Retreats: "The foes have had enough and leave.",
    arms.Protected: _protected,
    arms.WeaponRow: _weapon,
    attacks.Hit: "{total}: a hit.",
    attacks.Miss: "{total}: a miss.",
    attacks.Damage: "{damage} damage.",
    attacks.Missed: "The shot goes wide.",
    attacks.Slain: "The victim drops: Mortally Injured, or unconscious if the weapon spares life.",
    attacks.MaxDamage: "The victim lives, but takes all the damage the weapon can do.",
    situations.Advantage: "{to_hit:+} to hit and {damage:+} damage.",
    situations.Guard: "Armour class {ac}.",
    situations.LuckUsed: "Luck turns the attack.",
    situations.LuckSpared: "The attack stays as it is, and the luck is kept.",
}
