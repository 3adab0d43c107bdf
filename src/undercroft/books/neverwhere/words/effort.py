"""Sentences for extra effort: at work, on the move and in a fight."""

from undercroft.books.neverwhere import (
    effort,
    effort_at_work,
    effort_attacks,
    effort_combat,
    effort_on_the_move,
    effort_targets,
    overexertion,
)
from undercroft.books.neverwhere.words.feats import fatigue
from undercroft.kernel.amounts import counted, mixed, signed
from undercroft.kernel.rules import Words

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
    effort_combat.NoStraining.ALREADY_FEVERISH: "The character is defending feverishly already.",
    effort_combat.NoStraining.UNCONSCIOUS: "The character has passed out.",
}


# Extra effort


def _temporary(outcome: overexertion.Temporary) -> str:
    return f"It hurts{SITES[outcome.site]}: {FLAWS[outcome.flaw]} for {counted(outcome.weeks, 'week')}."


def _disaster(outcome: effort.Disaster) -> str:
    return f"It fails, against {outcome.sn}; the effort {fatigue(outcome.fp_cost)}.{_toll(outcome)}"


def _toll(outcome: effort.Toll) -> str:
    if not outcome.hp:
        return ""
    lost = f" {counted(outcome.hp, 'hit point')} lost{SITES[outcome.site]}"
    if outcome.flaw is None:
        return f"{lost}, but no flaw stays."
    lasts = "good" if outcome.weeks is None else counted(outcome.weeks, "week")
    return f"{lost}: {FLAWS[outcome.flaw]} for {lasts}."


def _hour(outcome: effort_at_work.Hour) -> str:
    dug = f"{counted(outcome.litres, 'litre')} this hour" if outcome.litres else "Nothing this hour"
    return f"{dug}, which {fatigue(outcome.fp)}.{_toll(outcome)}"


def _day(outcome: effort_on_the_move.Day) -> str:
    missing = counted(outcome.missing_fp, "fatigue point")
    return f"{mixed(outcome.km)} km that day; {missing} missing at the stop.{_toll(outcome)}"


def _jump(outcome: effort_on_the_move.Jump) -> str:
    far = "Falls short" if outcome.distance is None else f"Jumps {mixed(outcome.distance)} m"
    return f"{far}, which {fatigue(outcome.fp)}.{_toll(outcome)}"


def _lifting_minute(outcome: effort_at_work.LiftingMinute) -> str:
    if not outcome.bl:
        return f"Nothing is lifted, which {fatigue(outcome.fp)}.{_toll(outcome)}"
    borne = f"up to {mixed(outcome.limit)} kg on the back{'' if outcome.carried else ', which is not enough'}"
    return f"Basic Lift is {mixed(outcome.bl)} kg for a minute, {borne}; the minute {fatigue(outcome.fp)}."


def _leg(outcome: effort_on_the_move.Leg) -> str:
    far = f"Runs {mixed(outcome.metres)} m" if outcome.metres else "Gets nowhere"
    return f"{far}, which {fatigue(outcome.fp)}.{_toll(outcome)}"


def _swimming_minute(outcome: effort_on_the_move.SwimmingMinute) -> str:
    far = f"Swims at Move {mixed(outcome.move)} for a minute" if outcome.move else "Gets nowhere"
    return f"{far}, which {fatigue(outcome.fp)}.{_toll(outcome)}"


# Extra effort in combat


def _left(fp: int, hp: int) -> str:
    lost = f"; {counted(hp, 'hit point')} lost" if hp else ""
    return f"Fatigue points now {fp}{lost}."


def _all_out(outcome: effort_attacks.AllOut) -> str:
    bonuses = ", ".join(signed(bonus) for bonus in outcome.bonuses)
    return (
        f"Attacks at {bonuses}, and Armor Class {outcome.ac} until their next turn; "
        f"the foe gets an attack of opportunity. {_left(outcome.fp, outcome.hp)}"
    )


def _precise_hit(outcome: effort_attacks.PreciseHit) -> str:
    double = ", for double damage" if outcome.double else ""
    return f"A precise hit{double}. {_opening(outcome.enemy_bonus)} {_left(outcome.fp, outcome.hp)}"


def _opening(bonus: int) -> str:
    return f"That foe strikes back at {signed(bonus)} until the fighter's next turn."


WORDS: Words = {
    effort_targets.Target: lambda outcome: f"It raises {RAISES[outcome.target]}.",
    effort_targets.Forbidden: "No effort makes a breath last longer.",
    effort.Raised: lambda outcome: (
        f"{outcome.percent} % more, against {outcome.sn}; the effort {fatigue(outcome.fp_cost)}."
    ),
    effort.Free: "{percent} % more, against {sn}; the effort costs nothing.",
    effort.Unaided: lambda outcome: f"No more than usual, against {outcome.sn}; the effort {fatigue(outcome.fp_cost)}.",
    effort.Disaster: _disaster,
    effort.EffortRefused: "The unconscious make no effort.",
    overexertion.NoFlaw: lambda outcome: f"It hurts{SITES[outcome.site]}, but no flaw stays.",
    overexertion.Temporary: _temporary,
    overexertion.Permanent: lambda outcome: f"It hurts{SITES[outcome.site]}: {FLAWS[outcome.flaw]} for good.",
    effort_at_work.Hour: _hour,
    effort_on_the_move.Day: _day,
    effort_on_the_move.Jump: _jump,
    effort_at_work.LiftingMinute: _lifting_minute,
    effort_on_the_move.Leg: _leg,
    effort_on_the_move.SwimmingMinute: _swimming_minute,
    effort_combat.Allowed: lambda outcome: f"The character may do it. {_left(outcome.fp, outcome.hp)}",
    effort_combat.Wasted: lambda outcome: (
        f"The effort fails; an ordinary action is left. {_left(outcome.fp, outcome.hp)}"
    ),
    effort_combat.Mishap: lambda outcome: f"The effort fails and hurts an arm or leg. {_left(outcome.fp, outcome.hp)}",
    effort_combat.StrainingRefused: lambda outcome: NO_STRAINING[outcome.reason],
    effort_combat.Feverish: lambda outcome: (
        f"Armor Class {outcome.ac} until their next turn. {_left(outcome.fp, outcome.hp)}"
    ),
    effort_attacks.AllOut: _all_out,
    effort_attacks.Illegal: "An all-out attack is for melee only.",
    effort_attacks.HeavyHit: lambda outcome: (
        f"A mighty hit for {outcome.damage} damage. {_left(outcome.fp, outcome.hp)}"
    ),
    effort_attacks.Miss: lambda outcome: f"Miss. {_left(outcome.fp, outcome.hp)}",
    effort_attacks.PreciseHit: _precise_hit,
    effort_attacks.PreciseMiss: lambda outcome: (
        f"Miss. {_opening(outcome.enemy_bonus)} {_left(outcome.fp, outcome.hp)}"
    ),
}
