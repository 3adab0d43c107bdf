"""The campaign, the conversation, attributes, skills, time, and advancement."""

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
from undercroft.books.sovereign.words.refusals import refused
from undercroft.kernel.amounts import counted, how_long, minutes, mixed, signed
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
    skills.Mastery.BEST_OF_A_VILLAGE: "Probably the best in the village.",
    skills.Mastery.MASTERY: "A master, among the best in a city.",
    skills.Mastery.WORLD_CLASS: "As good as anybody in the world.",
}
_BENEFITS = {
    benefits.Benefit.HP: "hit points",
    benefits.Benefit.SAVES: "saves",
    benefits.Benefit.ATTACK: "attack bonus",
    benefits.Benefit.POINTS: "advancement points",
    benefits.Benefit.FEAT: "a Feat",
    benefits.Benefit.MAGIC: "magic",
}
_RESULT = {
    gameplay_loop.Result.JUST_HAPPENS: "It just happens.",
    gameplay_loop.Result.SUCCESS: "It works.",
    gameplay_loop.Result.FAILURE: "It fails, as announced.",
}


def _prepared(outcome: big_picture.Prepared) -> str:
    return f"{counted(outcome.clock_add_s // WEEK, 'week')} later: {outcome.module}, and they stand at its door."


def _told(outcome: gameplay_loop.Told) -> str:
    perceived = f"You notice: {', '.join(outcome.told)}." if outcome.told else "Nothing stands out."
    return f"{perceived} What do you do?"


def _found(outcome: narrative.FoundByMethod) -> str:
    return f"Found after {minutes(outcome.seconds)}." if outcome.seconds else "Found, at once."


def _not_found(outcome: narrative.NothingByMethod) -> str:
    return f"Nothing found after {minutes(outcome.seconds)}." if outcome.seconds else "Nothing there."


def _notation(outcome: notation.Notation) -> str:
    roller = "The group rolls" if outcome.group else "Roll"
    pair = f"{' or '.join(outcome.attrs)} and {outcome.skill}"
    if outcome.against:
        return f"{roller} with {pair} against {' or '.join(outcome.against.attrs)} and {outcome.against.skill}."
    return f"{roller} with {pair}{'' if outcome.dc is None else f' against {outcome.dc}'}."


def _save(outcome: saves.SaveChosen) -> str:
    return "The referee says which save." if outcome.save is None else f"{outcome.save.capitalize()} save."


def _fight(outcome: keeping_time.FightTime) -> str:
    clock = minutes(outcome.clock_seconds)
    fought = how_long(outcome.inner_seconds)
    return f"The fight took {fought}; it costs a turn, and the clock moves on {clock}."


def _turns(outcome: keeping_time.TurnsPassed) -> str:
    return f"{counted(outcome.turns, 'turn')}, {minutes(outcome.seconds)}." if outcome.turns else "No time passes."


def _respite(outcome: keeping_time.RespitePassed) -> str:
    days, hours = divmod(outcome.seconds // HOUR, DAY // HOUR)
    passed = " and ".join(counted(n, unit) for n, unit in ((days, "day"), (hours, "hour")) if n)
    if not passed:
        return "No time passes."
    healing = f", with {counted(outcome.mornings, 'morning')} on the way" if outcome.mornings else ""
    return f"{passed} later{healing}."


def _shares(outcome: advancement.Shares) -> str:
    over = f" Lost: {outcome.lost}." if outcome.lost > 0 else f" Given on top: {-outcome.lost}." if outcome.lost else ""
    each = counted(outcome.delver_xp, "experience point")
    return f"{each} for each Delver, {mixed(outcome.henchman_xp)} for each henchman.{over}"


def _advanced(outcome: benefits.Advanced) -> str:
    return f"Level {outcome.level}. In this order: {', '.join(_BENEFITS[benefit] for benefit in outcome.benefits)}."


def _points(outcome: advancement_points.PointsGained) -> str:
    only = f", {outcome.restricted} of them for attributes and peaceful skills only" if outcome.restricted else ""
    return f"{counted(outcome.total, 'advancement point')}{only}." if outcome.total else "No advancement points."


def _credited(outcome: advancement_points.Credited) -> str:
    kept = f", with {counted(outcome.credit, 'point')} towards the next level" if outcome.credit else ""
    return f"The skill is at {outcome.skill}{kept}."


def _abilities(outcome: classes.ClassAbilities) -> str:
    has = [
        *(["Masterful Expertise"] if outcome.masterful_expertise else []),
        *(["Quick Learner"] if outcome.quick_learner else []),
        *([f"Killing Blow {signed(outcome.killing_blow)}"] if outcome.killing_blow else []),
        *(["Veteran's Luck"] if outcome.veterans_luck else []),
    ]
    return f"{', '.join(has)}." if has else "None of these abilities."


def _gear(outcome: equipment.Gear) -> str:
    return f"{equipment.in_coins(outcome.price_c)}, {counted(outcome.points, 'point')} of encumbrance."


def _scores(outcome: creation.ScoresRolled) -> str:
    return f"The scores: {', '.join(f'{attribute} {outcome.scores[attribute]}' for attribute in Attribute)}."


WORDS: Words = {
    big_picture.Prepared: _prepared,
    big_picture.PickRefused: refused("That is not played next"),
    big_picture.Changed: "The Delver is now {status}.",
    big_picture.ChangeRefused: "The dead do not come back.",
    big_picture.InScope: "The rules allow it.",
    big_picture.FeatureRefused: "This game leaves that out on purpose.",
    gameplay_loop.Fits: "The table is complete.",
    gameplay_loop.Violations: lambda outcome: (
        f"Too many or too few: {', '.join(_SEATS[seat] for seat in outcome.fields)}."
    ),
    gameplay_loop.Resolved: lambda outcome: _RESULT[outcome.result],
    gameplay_loop.Renegotiate: "Nothing happens yet; keep talking.",
    gameplay_loop.Told: _told,
    gameplay_loop.Accepted: "The group does so.",
    gameplay_loop.AskSpokesperson: "{who} speaks for the group.",
    gameplay_loop.Enabled: "The rule is in use.",
    gameplay_loop.RuleRefused: "This campaign does not use that rule.",
    rulings.JustHappens: "It just happens.",
    rulings.HappensAtCost: "It happens, at its price.",
    rulings.RollForIt: "Roll for it.",
    rulings.Succeeded: "Success.",
    rulings.Failed: "Failure.",
    rulings.Revised: "The ruling changes. What do you say?",
    rulings.Kept: "The ruling stays as it is. What do you say?",
    rulings.Withdrawn: "The player leaves it. Nothing is spent.",
    narrative.Across: "Safely across.",
    narrative.Fallen: "Into the pit: {damage} damage, and stuck at the bottom.",
    narrative.CrossedSlowly: "The pit is filled and crossed; it took {turns:turn}.",
    narrative.Found: "Found.",
    narrative.Nothing: "Nothing turns up.",
    narrative.TrapTriggered: "Nothing turns up, but something clicks: a trap goes off.",
    narrative.FoundByMethod: _found,
    narrative.NothingByMethod: _not_found,
    attributes.Complete: "Five attributes, as it should be.",
    attributes.Modified: "The modifier is {mod:+}.",
    attributes.Applies: "The {applies:modifier/score itself} counts.",
    attributes.StrengthChanged: "Strength {score}, STR {mod:+}; carries {readied} Readied and {stowed} Stowed.",
    attributes.ConstitutionChanged: (
        "Constitution {score}, CON {mod:+}; bears {strain_max} strain, and {air_rounds:round} without air."
    ),
    attributes.AttributeChanged: "The score is now {score}, the modifier {mod:+}.",
    notation.Notation: _notation,
    hit_points.HitDiceRolled: "The hit dice come to {rolled}.",
    hit_points.FirstHitPoints: "Hit points to begin with: {hp_max}.",
    hit_points.NpcHitPoints: "Hit points: {hp}.",
    saves.Saved: "Saved{natural: by a natural 20}.",
    saves.NotSaved: "{natural:Not saved: a natural 1/Not saved}.",
    saves.Target: "The save needs {target} or more.",
    saves.SaveChosen: _save,
    skills.Meaning: lambda outcome: _MASTERY[outcome.meaning],
    skills.Skills: lambda outcome: f"That is {' or '.join(outcome.skills)}.",
    skills.Chosen: "Roll {pair}.",
    skills.ChoiceRefused: "That attribute and skill do not fit.",
    checks.CheckCalled: "Make a check: {spec}.",
    checks.NoCheck: "No check is needed.",
    checks.Difficult: lambda outcome: f"DC {outcome.dc}: {_DIFFICULTY[outcome.row]}.",
    checks.Automatic: "Too easy for a check: it is done.",
    checks.Success: "Success with {total}.",
    checks.Failure: "Failure with {total}.",
    checks.Cannot: "It cannot be done.",
    checks.BadLuck: "Bad luck: it goes wrong.",
    checks.Complication: "It is done, but there is a complication.",
    checks.NpcModifier: "The NPC rolls at {mod:+}.",
    checks.ActiveWins: "{total} against {dc}: they change the situation.",
    checks.PassiveWins: "{total} against {dc}: the situation stays as it is.",
    keeping_time.TurnsPassed: _turns,
    keeping_time.FightTime: _fight,
    keeping_time.Used: "It works. Uses this turn: {used}.",
    keeping_time.UseRefused: "Not again this turn; the limit is reached.",
    keeping_time.RespitePassed: _respite,
    advancement.TreasureXp: "{xp:experience point} for treasure.",
    advancement.MonsterXp: "{xp:experience point} for monsters.",
    advancement.Pool: "The party shares {pool:experience point}.",
    advancement.Shares: _shares,
    advancement.LevelReached: "Level {level}.",
    benefits.Advanced: _advanced,
    benefits.AdvanceRefused: "No new level before the Delver is in a settlement.",
    benefits.MoreHitPoints: "The hit dice come to {rolled}; the maximum is now {hp_max} hit points.",
    benefits.SaveBase: "Saves need {base}, before attributes.",
    benefits.AttackBonus: "The attack bonus is {attack_bonus}.",
    benefits.NewFeat: "This level brings {feat:a/no} Feat.",
    benefits.Spells: "Spells up to level {max_spell_level}; {cast:cast/casts} a day, {prepared} prepared.",
    benefits.NoSpells: "No spells.",
    advancement_points.PointsGained: _points,
    advancement_points.SkillRaised: "The skill is at {skill}. Points left: {points}.",
    advancement_points.SkillRefused: refused("The skill stays as it is"),
    advancement_points.AttributeRaised: "The score is {score}. Points left: {points}.",
    advancement_points.AttributeRefused: refused("The score stays as it is"),
    advancement_points.Credited: _credited,
    advancement_points.Redirect: "That skill cannot be better; {points:point} for the other.",
    advancement_points.FreeImprovement: "That skill is as good as it may be: improve something else.",
    advancement_points.CreditRefused: "That skill cannot be better; name another for the points.",
    creation.ScoresRolled: _scores,
    creation.Improved: "Scores: {scores}. Skills: {skills}.",
    creation.ImprovementRefused: refused("Those improvements do not count"),
    creation.Gold: "{gold} gold pieces to spend.",
    classes.ClassRow: "{die_bonus:+} on each hit die, {attack_bonus:+} to attacks; first feats: {starting_feats}.",
    classes.ClassAbilities: _abilities,
    equipment.Gear: _gear,
    equipment.Terms: "{wage_g:gold piece} a month, in advance, and {share} a share.",
}
