"""The number that a roll is held against, in words, for the dice line of the log."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from operator import attrgetter
from typing import Any, TypeAlias

from undercroft.books.delving import actions, body, fights
from undercroft.books.delving import checks as delving
from undercroft.books.hexcrawl import getting_lost, landmarks
from undercroft.books.neverwhere import (
    breath,
    effort,
    effort_at_work,
    effort_attacks,
    effort_combat,
    effort_on_the_move,
    elsewhere,
    fatigue,
    flying,
    hiking,
    hunger,
    injury,
    throwing,
)
from undercroft.books.neverwhere import checks as neverwhere
from undercroft.books.sovereign import (
    attacks,
    checks,
    doors,
    frail,
    gameplay_loop,
    hazards,
    narrative,
    poisons,
    saves,
    wandering,
)
from undercroft.books.violence import checks as violence
from undercroft.books.violence import (
    combat_rounds,
    dying,
    fighting,
    hirelings,
    morale,
    rituals,
    timekeeping,
)
from undercroft.kernel import wire
from undercroft.kernel.amounts import mixed
from undercroft.kernel.dice import D20
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.units import RuleId
from undercroft.table.bridge import rules_between_books as between
from undercroft.table.bridge.to_violence import trained, trained_attack

Target: TypeAlias = Callable[[Any, int], str]
"""The words for a number, from the input of the rule and the roll as it counts: `+1 = 9, against 10`."""

Number: TypeAlias = Callable[[Any], int | Fraction]


def target(rule: AnyRule, given: Mapping[str, Any], purpose: str, counted: int) -> str:
    """What a roll of a rule is held against; empty for an amount, a table, or a number that the outcome names."""
    words = _TARGETS.get((rule.id, purpose), _TARGETS.get((rule.id, "")))
    if words is None:
        return ""
    try:
        told: Given = wire.from_plain(rule.given, given)
    except wire.Unreadable:
        return ""
    return words(told, counted)


def listed() -> Iterable[tuple[RuleId, str]]:
    """The rules and purposes of rolls that are held against a number; any purpose of the rule if it is empty."""
    return _TARGETS.keys()


# Rolls that must reach a number


def _reach(number: Number, adds: Number | None = None) -> Target:
    """A total that must reach or beat a number; `adds` where the outcome does not name the total."""

    def words(given: Given, rolled: int) -> str:
        more = Fraction(adds(given)) if adds is not None else Fraction(0)
        total = f"{'+' if more > 0 else '-'}{mixed(abs(more))} = {mixed(rolled + more)}, " if more else ""
        return f"{total}against {mixed(number(given))}"

    return words


_ac: Number = attrgetter("ac")
_dc: Number = attrgetter("dc")
_mod: Number = attrgetter("mod")
_save_target: Number = attrgetter("target")
_sn: Number = attrgetter("sn")
_will: Number = attrgetter("will_mod")
_vit: Number = attrgetter("vit_mod")


def _usual(_: Given) -> int:
    return neverwhere.DEFAULT_SN


# Rolls that must stay under a number


def apart(rolled: int, number: int) -> str:
    """How far a roll is from a number: `1 under 9`, `exactly 9`."""
    away = rolled - number
    return f"{abs(away)} {'over' if away > 0 else 'under'} {number}" if away else f"exactly {number}"


def _under(number: Number, above: Number | None = None) -> Target:
    """A roll that must not be over a number, nor, if it is given, as low as another."""

    def words(given: Given, rolled: int) -> str:
        high, low = int(number(given)), int(above(given)) if above is not None else 0
        if low and rolled <= high:
            return f"{apart(rolled, high)} and {apart(rolled, low)}" if rolled > low else apart(rolled, low)
        return apart(rolled, high)

    return words


def _between(most: Number) -> Target:
    """An attack by Violence: over the Armour Class, and not over the attribute."""

    def words(given: Given, rolled: int) -> str:
        ac, high = int(_ac(given)), int(most(given))
        if rolled > high:
            return f"over {high}"
        if ac and rolled <= ac:
            return f"{'exactly' if rolled == ac else 'under'} AC {ac}"
        return f"exactly {high}" if rolled == high else f"over AC {ac} and under {high}" if ac else f"under {high}"

    return words


def _hireling(given: hirelings.Shaken, rolled: int) -> str:
    """A hireling holds over their Hit Dice and under their employer's Cunning."""
    if rolled <= given.hd and rolled != given.cunning:
        return apart(rolled, given.hd)
    return f"{apart(rolled, given.cunning)}{f' and over {given.hd}' if rolled < given.cunning else ''}"


def _wisdom(given: fights.Nerve, rolled: int) -> str:
    """A Wisdom check by Delving; a natural 20 always succeeds, a natural 1 never does."""
    if rolled in (D20.sides, 1):
        return f"a natural {rolled}"
    wis, dc = given.wis, delving.Check(score=given.wis).dc
    return f"{f'{wis:+} = {rolled + wis}, ' if wis else ''}{apart(rolled + wis, dc)}"


# Chances


def _chance(hits: Number, sides: int) -> Target:
    """A face not above a number: `chance 2 in 6`."""
    return lambda given, _: f"chance {hits(given)} in {sides}"


def _lost(given: getting_lost.Trek) -> int:
    return getting_lost.lost_chance(getting_lost.LOST_IN_TEN[given.terrain], getting_lost.LOST_WEATHER[given.weather])


# Every number


_EFFORTS: tuple[AnyRule, ...] = (
    effort.extra_effort,
    effort.extra_effort_instant,
    effort_at_work.extra_effort_dig,
    effort_at_work.extra_effort_lift,
    effort_on_the_move.extra_effort_hike,
    effort_on_the_move.extra_effort_jump,
    effort_on_the_move.extra_effort_run,
    effort_on_the_move.extra_effort_swim,
)
_STRAINS: tuple[AnyRule, ...] = (
    effort_combat.extra_effort_combat,
    effort_combat.feverish_defense,
    effort_attacks.all_out_attack,
    effort_attacks.mighty_blow,
    effort_attacks.precise_strike,
)


def _effort_will(given: effort.Pushing) -> int:
    return given.will_mod + (effort.MOTIVATED if given.motivated else 0)


def _pathfinding(given: between.Pathfinding) -> int:
    tools, sight = between.TOOLS * given.tools, between.POOR_VISIBILITY * given.poor_visibility
    return given.survival + tools + sight


def _thrown(given: throwing.Throwing) -> int:
    clumsy = given.improvised or not given.proficient
    return throwing.thrown_bonus(given.rab, clumsy, given.distance // given.increment)


def _demanded(given: neverwhere.Task) -> int:
    of = neverwhere.Demand
    return {of.PRECISION: given.dex_mod, of.POWER: given.str_mod, of.ENDURANCE: given.vit_mod}[given.kind]


_NUMBERS: tuple[tuple[AnyRule, str, Target], ...] = (
    (checks.check_skill, "skill check", _reach(_dc)),
    (checks.check_group, "group check", _reach(_dc)),
    (gameplay_loop.conversation, "as ruled", _reach(lambda given: given.ruling.dc, lambda given: given.ruling.mod)),
    (narrative.search_unspecified, "search", _reach(_dc, _mod)),
    (narrative.spiked_pit, "leap", _reach(lambda _: narrative.PIT_DC, _mod)),
    (doors.door_pick, "pick the lock", _reach(_dc)),
    (doors.door_stuck, "force the door", _reach(lambda _: doors.STUCK)),
    (doors.door_listen, "listen at the door", _reach(lambda _: doors.QUIET, _mod)),
    (attacks.combat_attack, "attack", _reach(_ac)),
    (attacks.combat_execution, "aim", _reach(lambda given: attacks.RANGE_DC[given.range_band], _mod)),
    (
        attacks.combat_execution,
        "saving throw",
        _reach(lambda given: given.target_save, lambda given: attacks.execution_penalty(given.combat_skill)),
    ),
    (saves.save_roll, "saving throw", _reach(_save_target, lambda given: given.modifier)),
    (poisons.poison_save, "saving throw", _reach(_save_target, lambda given: given.potency + given.medic_bonus)),
    (poisons.disease_onset, "saving throw", _reach(_save_target, lambda given: given.potency)),
    (poisons.counteract, "counteracting the toxin", _reach(_dc)),
    (hazards.suffocation_damage, "saving throw", _reach(_save_target)),
    (frail.untreated, "saving throw", _reach(_save_target, lambda given: given.modifier)),
    (frail.treatment, "skill check", _reach(lambda _: frail.TREATMENT_DC)),
    (wandering.wandering_check, "wandering encounter", _chance(lambda _: 1, 6)),
    (delving.check_d20, "check", _reach(_dc)),
    (actions.clue_check, "check", _reach(_dc, lambda given: given.int_score)),
    (body.rest_long, "check", _reach(lambda _: delving.NORMAL_DC, lambda given: given.con)),
    (fights.morale_check, "check", _wisdom),
    (getting_lost.getting_lost, "keeping the course", _chance(_lost, 10)),
    (landmarks.landmark_roll, "landmark", _chance(lambda given: given.in_six, 6)),
    (neverwhere.check, "check", _reach(_sn, lambda given: given.skill)),
    (neverwhere.generic_task, "check", _reach(_sn, _demanded)),
    (elsewhere.missing, "", _reach(_sn)),
    (throwing.throw_attack, "ranged attack", _reach(_ac, _thrown)),
    (hunger.forage, "Survival to find food", _reach(_usual, lambda given: given.survival)),
    (flying.fly, "Flying for a longer way", _reach(_usual, lambda given: given.fly_level)),
    (
        hiking.hike_roll,
        "hiking roll",
        _reach(_usual, lambda given: hiking.hiking_skill(given.survival, given.penalty, given.vit_mod)),
    ),
    (
        hiking.hike_group_roll,
        "hiking roll of the group",
        _reach(_usual, lambda given: Fraction(sum(given.survival_levels), len(given.survival_levels))),
    ),
    (breath.breath_round, "Will to stay conscious", _reach(lambda given: fatigue.weary_sn(given.fp), _will)),
    (fatigue.collapse, "Will to go on", _reach(lambda given: fatigue.weary_sn(given.fp), _will)),
    (fatigue.collapse, "Vit against a heart attack", _reach(lambda given: fatigue.weary_sn(given.fp), _vit)),
    (injury.crippling, "Vit against a lasting crippling", _reach(_usual, _vit)),
    (injury.zero_hp, "Will to stay awake", _reach(lambda given: injury.waking_sn(given.hp), _will)),
    (effort_attacks.mighty_blow, "mighty blow", _reach(_ac, lambda given: given.attack_bonus)),
    (
        effort_attacks.precise_strike,
        "precise strike",
        _reach(_ac, lambda given: given.attack_bonus + effort_attacks.PRECISE_TO_HIT),
    ),
    (
        effort_on_the_move.extra_effort_jump,
        "Jump roll",
        _reach(lambda given: given.jump_sn, lambda given: given.skill),
    ),
    *((rule, "Will for extra effort", _reach(effort.sn_of, _effort_will)) for rule in _EFFORTS),
    *((rule, "Vit against a lasting crippling", _reach(_usual, _vit)) for rule in _EFFORTS),
    *((rule, "Will for extra effort in combat", _reach(_usual, _will)) for rule in _STRAINS),
    (violence.attribute_check, "attribute check", _under(lambda given: given.attribute)),
    (violence.save, "saving throw", _under(_save_target, lambda given: given.source_hd or 0)),
    (combat_rounds.initiative, "initiative", _under(lambda given: given.agility + given.weapon_mod)),
    (fighting.attack, "attack", _between(lambda given: given.attribute)),
    (fighting.enemy_attack, "foe's attack", _between(lambda given: given.attack)),
    (trained_attack, "attack", _between(lambda given: trained(given.attribute, given.attack_bonus + given.skill))),
    (
        rituals.ritual,
        "Cunning check for the ritual",
        _under(lambda given: given.cunning, lambda given: given.damage_taken),
    ),
    (combat_rounds.pack_access, "Cunning check for the pack", _under(lambda given: given.cunning)),
    (dying.dying, "life or death", lambda given, rolled: apart(rolled, dying.scarred(given.scars))),
    (morale.morale_check, "morale", _under(lambda given: morale.morale_number(given.hd))),
    (hirelings.hireling_morale, "hireling morale", _hireling),
    (timekeeping.turn_encounter, "wandering monsters", _chance(lambda _: timekeeping.ENCOUNTER_ON, 6)),
    (timekeeping.watch_encounter, "encounter of the Watch", _chance(lambda _: timekeeping.ENCOUNTER_ON, 6)),
    (between.clue_check, "investigation", _reach(_dc, _mod)),
    (between.lost, "keeping the way", _reach(lambda given: between.KEEPING_SN[given.land], _pathfinding)),
)

_TARGETS: Mapping[tuple[RuleId, str], Target] = {(rule.id, purpose): words for rule, purpose, words in _NUMBERS}
