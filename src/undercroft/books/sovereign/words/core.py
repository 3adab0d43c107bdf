"""The campaign, the conversation, attributes, skills, time, and growing up."""

from __future__ import annotations

from undercroft.books.sovereign import (
    advancement,
    advancement_points,
    attributes,
    benefits,
    big_picture,
    checks,
    classes,
    creation,
    equipment,
    gameplay_loop,
    hit_points,
    keeping_time,
    narrative,
    notation,
    rulings,
    saves,
    skills,
)
from undercroft.books.sovereign.units import WEEK, Attribute
from undercroft.kernel.amounts import counted, minutes
from undercroft.kernel.rules import Words
from undercroft.kernel.units import DAY, HOUR

_DIFFICULTY = {
    6: "simple, yet more than everyday work",
    8: "a challenge for a professional",
    10: "for skilled experts, who may fail",
    12: "only a master can rely on it",
    14: "masters only, and they will mostly fail",
}
_SEATS = {
    gameplay_loop.Off.GMS: "referees",
    gameplay_loop.Off.PLAYERS: "players",
    gameplay_loop.Off.DELVERS: "Delvers",
}
_MASTERY = {
    skills.Mastery.UNTRAINED: "No training at all.",
    skills.Mastery.BASIC_COMPETENCE: "Competent, no more.",
    skills.Mastery.PROFESSIONAL: "As good as a professional.",
    skills.Mastery.BEST_OF_A_VILLAGE: "Probably the best of the village.",
    skills.Mastery.MASTERY: "A master, among the best of a city.",
    skills.Mastery.WORLD_CLASS: "As good as anybody in the world.",
}
_BENEFITS = {
    benefits.Benefit.HP: "hit points",
    benefits.Benefit.SAVES: "saves",
    benefits.Benefit.ATTACK: "attack bonus",
    benefits.Benefit.POINTS: "advancement points",
    benefits.Benefit.FEAT: "the Feat",
    benefits.Benefit.MAGIC: "magic",
}
_RESULT = {
    gameplay_loop.Result.JUST_HAPPENS: "It just happens.",
    gameplay_loop.Result.SUCCESS: "It works.",
    gameplay_loop.Result.FAILURE: "It fails, as announced.",
}
_SKILL_STAYS = {
    advancement_points.NoSkillRaise.MAXIMUM: "nobody is better than that",
    advancement_points.NoSkillRaise.LEVEL: "it takes a higher level",
    advancement_points.NoSkillRaise.POINTS: "there are too few points",
}
_SCORE_STAYS = {
    advancement_points.NoAttributeRaise.NO_MORE: "all raises are bought",
    advancement_points.NoAttributeRaise.SCORE_18: "18 is the most there is",
    advancement_points.NoAttributeRaise.LEVEL: "it takes a higher level",
    advancement_points.NoAttributeRaise.POINTS: "there are too few points",
}
_NOT_PLAYED = {
    big_picture.NoModule.NOT_OFFERED: "the referee does not offer it",
    big_picture.NoModule.NOTHING_OFFERED: "the referee has nothing on offer",
}
_NOT_IMPROVED = {
    creation.NoImprovement.COUNT: "there are four, no more and no fewer",
    creation.NoImprovement.ATTRIBUTE_MAX: "no attribute goes above 18",
    creation.NoImprovement.SKILL_MAX: "no skill goes above 1 yet",
}


def _prepared(it: big_picture.Prepared) -> str:
    return f"{counted(it.clock_add_s // WEEK, 'week')} later: {it.module}, and they stand at its door."


def _violations(it: gameplay_loop.Violations) -> str:
    return f"Too many or too few: {', '.join(_SEATS[seat] for seat in it.fields)}."


def _told(it: gameplay_loop.Told) -> str:
    return f"You perceive: {', '.join(it.told)}. What do you do?" if it.told else "Nothing stands out. What do you do?"


def _found(it: narrative.FoundByMethod) -> str:
    return f"Found, after {minutes(it.seconds)}." if it.seconds else "Found, at once."


def _not_found(it: narrative.NothingByMethod) -> str:
    return f"Nothing, after {minutes(it.seconds)}." if it.seconds else "Nothing there."


def _modified(it: attributes.Modified) -> str:
    return f"The modifier is {it.mod:+d}."


def _applies(it: attributes.Applies) -> str:
    return "The modifier counts." if it.applies else "The score itself counts."


def _strength(it: attributes.StrengthChanged) -> str:
    return f"Strength {it.score}, STR {it.mod:+d}; carries {it.readied} Readied and {it.stowed} Stowed."


def _constitution(it: attributes.ConstitutionChanged) -> str:
    airless = counted(it.air_rounds, "Round")
    return f"Constitution {it.score}, CON {it.mod:+d}; bears {it.strain_max} strain, and {airless} without air."


def _attribute(it: attributes.AttributeChanged) -> str:
    return f"The score is {it.score} now, the modifier {it.mod:+d}."


def _notation(it: notation.Notation) -> str:
    who = "The group rolls" if it.group else "Roll"
    pair = f"{' or '.join(it.attrs)} and {it.skill}"
    if it.against:
        return f"{who} with {pair} against {' or '.join(it.against.attrs)} and {it.against.skill}."
    return f"{who} with {pair}{'' if it.dc is None else f' against {it.dc}'}."


def _skills(it: skills.Skills) -> str:
    return f"That is {' or '.join(it.skills)}."


def _difficult(it: checks.Difficult) -> str:
    return f"DC {it.dc}: {_DIFFICULTY[it.row]}."


def _npc(it: checks.NpcModifier) -> str:
    return f"The NPC rolls at {it.mod:+d}."


def _saved(it: saves.Saved) -> str:
    return "Saved by a natural 20." if it.natural else "Saved."


def _not_saved(it: saves.NotSaved) -> str:
    return "Not saved: a natural 1." if it.natural else "Not saved."


def _save(it: saves.SaveChosen) -> str:
    return "The referee says which save." if it.save is None else f"{it.save.capitalize()} save."


def _turns(it: keeping_time.TurnsPassed) -> str:
    return f"{counted(it.turns, 'Turn')}, {minutes(it.seconds)}."


def _fight(it: keeping_time.FightTime) -> str:
    clock = minutes(it.clock_seconds)
    fought = counted(it.inner_seconds, "second")
    return f"The fight took {fought}; it costs a Turn, and the clock moves on {clock}."


def _respite(it: keeping_time.RespitePassed) -> str:
    days, hours = divmod(it.seconds // HOUR, DAY // HOUR)
    passed = " and ".join(counted(n, unit) for n, unit in ((days, "day"), (hours, "hour")) if n)
    return f"{passed} later. Mornings on the way: {it.mornings}." if passed else "No time passes."


def _shares(it: advancement.Shares) -> str:
    over = f" Lost: {it.lost}." if it.lost > 0 else f" Given besides: {-it.lost}." if it.lost else ""
    return f"{it.delver_xp} experience for each Delver, {it.henchman_xp} for each henchman.{over}"


def _advanced(it: benefits.Advanced) -> str:
    return f"Level {it.level}. In this order: {', '.join(_BENEFITS[benefit] for benefit in it.benefits)}."


def _feat(it: benefits.NewFeat) -> str:
    return "This level brings a Feat." if it.feat else "This level brings no Feat."


def _points(it: advancement_points.PointsGained) -> str:
    only = f", {it.restricted} of them for attributes and peaceful skills only" if it.restricted else ""
    return f"{counted(it.total, 'advancement point')}{only}."


def _credited(it: advancement_points.Credited) -> str:
    kept = f", with {counted(it.credit, 'point')} towards the next level" if it.credit else ""
    return f"The skill is at {it.skill}{kept}."


def _redirect(it: advancement_points.Redirect) -> str:
    return f"That skill cannot be better; {counted(it.points, 'point')} for the other."


def _class(it: classes.ClassRow) -> str:
    return f"{it.die_bonus:+d} on each hit die, {it.attack_bonus:+d} to attacks; feats at first: {it.starting_feats}."


def _abilities(it: classes.ClassAbilities) -> str:
    has = [
        *(["Masterful Expertise"] if it.masterful_expertise else []),
        *(["Quick Learner"] if it.quick_learner else []),
        *([f"Killing Blow {it.killing_blow:+d}"] if it.killing_blow else []),
        *(["Veteran's Luck"] if it.veterans_luck else []),
    ]
    return f"{', '.join(has)}." if has else "None of these abilities."


def _gear(it: equipment.Gear) -> str:
    return f"{equipment.in_coins(it.price_c)}, {counted(it.points, 'point')} of encumbrance."


def _scores(it: creation.ScoresRolled) -> str:
    return f"The scores: {', '.join(f'{attribute} {it.scores[attribute]}' for attribute in Attribute)}."


WORDS: Words = {
    big_picture.Prepared: _prepared,
    big_picture.PickRefused: lambda it: f"That is not played next: {_NOT_PLAYED[it.reason]}.",
    big_picture.Changed: "The Delver is {status} now.",
    big_picture.ChangeRefused: "The dead do not come back.",
    big_picture.InScope: "Nothing in the rules speaks against it.",
    big_picture.FeatureRefused: "This game leaves that out on purpose.",
    gameplay_loop.Fits: "The table is complete.",
    gameplay_loop.Violations: _violations,
    gameplay_loop.Resolved: lambda it: _RESULT[it.result],
    gameplay_loop.Renegotiate: "Nothing happens yet; talk on.",
    gameplay_loop.Told: _told,
    gameplay_loop.Accepted: "So the group does.",
    gameplay_loop.AskSpokesperson: "{who} speaks for the group.",
    gameplay_loop.Enabled: "The rule is in use.",
    gameplay_loop.RuleRefused: "This campaign does without that rule.",
    rulings.JustHappens: "It just happens.",
    rulings.HappensAtCost: "It happens, at its price.",
    rulings.RollForIt: "Roll for it.",
    rulings.Succeeded: "Success.",
    rulings.Failed: "Failure.",
    rulings.Revised: "The ruling is changed; what do you say?",
    rulings.Kept: "The ruling stands; what do you say?",
    rulings.Withdrawn: "They leave it, and nothing is spent.",
    narrative.Across: "Safely across.",
    narrative.Fallen: "Into the pit: {damage} damage, and stuck at the bottom.",
    narrative.CrossedSlowly: lambda it: f"The pit is filled and crossed; it took {counted(it.turns, 'Turn')}.",
    narrative.Found: "Found.",
    narrative.Nothing: "Nothing turns up.",
    narrative.TrapTriggered: "Nothing turns up, but something clicks: a trap goes off.",
    narrative.FoundByMethod: _found,
    narrative.NothingByMethod: _not_found,
    attributes.Complete: "Five attributes, as it should be.",
    attributes.Modified: _modified,
    attributes.Applies: _applies,
    attributes.StrengthChanged: _strength,
    attributes.ConstitutionChanged: _constitution,
    attributes.AttributeChanged: _attribute,
    notation.Notation: _notation,
    hit_points.HitDiceRolled: "The hit dice come to {rolled}.",
    hit_points.FirstHitPoints: "Hit points to begin with: {hp_max}.",
    hit_points.NpcHitPoints: "Hit points: {hp}.",
    saves.Saved: _saved,
    saves.NotSaved: _not_saved,
    saves.Target: "The save needs {target} or more.",
    saves.SaveChosen: _save,
    skills.Meaning: lambda it: _MASTERY[it.meaning],
    skills.Skills: _skills,
    skills.Chosen: "Roll {pair}.",
    skills.ChoiceRefused: "That pair does not fit what is done.",
    checks.CheckCalled: "Make a check: {spec}.",
    checks.NoCheck: "No check is needed.",
    checks.Difficult: _difficult,
    checks.Automatic: "Too easy for a check: it is done.",
    checks.Success: "Success with {total}.",
    checks.Failure: "Failure with {total}.",
    checks.Cannot: "It cannot be done.",
    checks.BadLuck: "Bad luck: it goes wrong.",
    checks.Complication: "It is done, but there is a complication.",
    checks.NpcModifier: _npc,
    checks.ActiveWins: "{total} against {dc}: they change the situation.",
    checks.PassiveWins: "{total} against {dc}: the situation stays as it is.",
    keeping_time.TurnsPassed: _turns,
    keeping_time.FightTime: _fight,
    keeping_time.Used: "It works. Uses this Turn: {used}.",
    keeping_time.UseRefused: "Not again this Turn; the limit is reached.",
    keeping_time.RespitePassed: _respite,
    advancement.TreasureXp: "{xp} experience for treasure.",
    advancement.MonsterXp: "{xp} experience for monsters.",
    advancement.Pool: "The party shares {pool} experience.",
    advancement.Shares: _shares,
    advancement.LevelReached: "Level {level}.",
    benefits.Advanced: _advanced,
    benefits.AdvanceRefused: "No new level before they reach a settlement.",
    benefits.MoreHitPoints: "Rolled {rolled}; the maximum is {hp_max} hit points now.",
    benefits.SaveBase: "Saves need {base}, before attributes.",
    benefits.AttackBonus: "The attack bonus is {attack_bonus}.",
    benefits.NewFeat: _feat,
    benefits.Spells: "Spells up to level {max_spell_level}; casts a day: {cast}, prepared: {prepared}.",
    benefits.NoSpells: "No spells.",
    advancement_points.PointsGained: _points,
    advancement_points.SkillRaised: "The skill is at {skill}. Points left: {points}.",
    advancement_points.SkillRefused: lambda it: f"The skill stays as it is: {_SKILL_STAYS[it.reason]}.",
    advancement_points.AttributeRaised: "The score is {score}. Points left: {points}.",
    advancement_points.AttributeRefused: lambda it: f"The score stays as it is: {_SCORE_STAYS[it.reason]}.",
    advancement_points.Credited: _credited,
    advancement_points.Redirect: _redirect,
    advancement_points.FreeImprovement: "That skill is as good as it may be: improve something else.",
    advancement_points.CreditRefused: "That skill cannot be better; name another for the points.",
    creation.ScoresRolled: _scores,
    creation.Improved: "Scores: {scores}. Skills: {skills}.",
    creation.ImprovementRefused: lambda it: f"Those improvements do not stand: {_NOT_IMPROVED[it.reason]}.",
    creation.Gold: "{gold} gold pieces to spend.",
    classes.ClassRow: _class,
    classes.ClassAbilities: _abilities,
    equipment.Gear: _gear,
    equipment.Terms: "{wage_g} gold a month, in advance, and {share} of a share.",
}
