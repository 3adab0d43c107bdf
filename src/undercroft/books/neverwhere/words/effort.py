"""Sentences for extra effort: at work, on the move and in a fight."""

from __future__ import annotations

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
from undercroft.kernel.amounts import counted, mixed
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
    effort_combat.NoStraining.ALREADY_FEVERISH: "They are defending feverishly already.",
    effort_combat.NoStraining.UNCONSCIOUS: "They have passed out.",
}


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
    return f"{it.percent} per cent more, against {it.sn}; the effort {fatigue(it.fp_cost)}."


def _unaided(it: effort.Unaided) -> str:
    return f"No more than usual, against {it.sn}; the effort {fatigue(it.fp_cost)}."


def _disaster(it: effort.Disaster) -> str:
    return f"It fails, against {it.sn}; the effort {fatigue(it.fp_cost)}.{_toll(it)}"


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
    return f"{dug}, which {fatigue(it.fp)}.{_toll(it)}"


def _day(it: effort_on_the_move.Day) -> str:
    missing = counted(it.missing_fp, "fatigue point")
    return f"{mixed(it.km)} km that day; {missing} missing at the stop.{_toll(it)}"


def _jump(it: effort_on_the_move.Jump) -> str:
    far = "Falls short" if it.distance is None else f"Jumps {mixed(it.distance)} m"
    return f"{far}, which {fatigue(it.fp)}.{_toll(it)}"


def _lifting_minute(it: effort_at_work.LiftingMinute) -> str:
    if not it.bl:
        return f"Nothing is lifted, which {fatigue(it.fp)}.{_toll(it)}"
    borne = f"{mixed(it.limit)} kg on the back{'' if it.carried else ', which is not enough'}"
    return f"Basic Lift is {mixed(it.bl)} kg for a minute, {borne}; the minute {fatigue(it.fp)}."


def _leg(it: effort_on_the_move.Leg) -> str:
    far = f"Runs {mixed(it.metres)} m" if it.metres else "Gets nowhere"
    return f"{far}, which {fatigue(it.fp)}.{_toll(it)}"


def _swimming_minute(it: effort_on_the_move.SwimmingMinute) -> str:
    far = f"Swims at Move {mixed(it.move)} for a minute" if it.move else "Gets nowhere"
    return f"{far}, which {fatigue(it.fp)}.{_toll(it)}"


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
}
