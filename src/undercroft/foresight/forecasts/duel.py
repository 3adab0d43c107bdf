"""A duel by Violence: one adventurer against one foe, to the end."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.violence.combat_rounds import After, Fighter, initiative
from undercroft.books.violence.enemies import ATTACKS_PER_ROUND, attack_of
from undercroft.books.violence.fighting import (
    ArmourWorn,
    Attack,
    EnemyAttack,
    Hit,
    HitExact,
    MissExact,
    WornExact,
    attack,
    enemy_attack,
)
from undercroft.books.violence.morale import (
    Band,
    Breaks,
    Due,
    Enemy,
    Rallied,
    Rallying,
    RoundEnds,
    morale_check,
    morale_rally,
    morale_trigger,
)
from undercroft.books.violence.units import ArmourClass, HitDice, Score
from undercroft.books.violence.wounds import Armour, Broken, Wound, Wounded, armour_wear, damage
from undercroft.foresight.forecasts.answers import ForecastAnswer, ForecastCase, Question, groups_of, often, rows_of
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import until
from undercroft.interpret.policy import NEVER
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import AnyRule, Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.fight import stats
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter as TableFighter
from undercroft.table.state.combatants import Foe, Phase
from undercroft.table.state.creatures import blows
from undercroft.table.state.fights import fight_of, on_their_feet
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.scenes import Fight

MOST_STATES = 12_000
"""States followed in about a second; what they leave out is the answer's rest."""
MOST_HEALTH = 60
Health = Annotated[int, Meta(ge=1, le=MOST_HEALTH)]


class Duel(Given, frozen=True, kw_only=True):
    """An adventurer and a foe. Scars move no roll."""

    health: Annotated[Health, says("the adventurer's health")] = 6
    ac: Annotated[ArmourClass, says("their Armour Class")] = 4
    agility: Annotated[Score, says("their Agility")] = 10
    attribute: Annotated[Score, says("the attribute they attack with")] = 12
    weapon: Annotated[str, says("their damage, such as 1d8")] = "1d8"
    foe_hd: Annotated[HitDice, says("the foe's Hit Dice")] = 1
    foe_health: Annotated[Health, says("the foe's health")] = 4
    foe_ac: Annotated[ArmourClass, says("the foe's Armour Class")] = 4
    foe_weapon: Annotated[str, says("the foe's damage")] = "1d6"
    fearless: Annotated[bool, says("does the foe fight to the death?")] = False

    def __post_init__(self) -> None:
        parse_few(self.weapon)
        parse_few(self.foe_weapon)


class _State(Struct, frozen=True):
    """A duel between two throws. `go` says whose they are: the adventurer's before or after the foe's, or the foe's."""

    health: int
    ac: int
    stunned: bool
    foe: int
    foe_ac: int
    foe_stunned: bool
    first: bool
    """Whether the adventurer acts before the foe."""
    go: int
    attacks: int = 0
    """Attacks that the foe has left this round."""
    hurt: bool = False
    """Whether the foe was hurt this round."""
    tested: bool = False
    immune: bool = False
    extra: int = 0
    fled: bool = False

    @property
    def over(self) -> bool:
        return not self.health or not self.foe or self.fled


@lru_cache(maxsize=4096)
def _of(rule: AnyRule, given: Given) -> Odds[Any]:
    """The odds of a rule that many states ask for; no roll is moved by Scars."""
    return odds.of_rule(rule, given, NEVER)


BEFORE, FOE, AFTER, ENDS = range(4)
"""The parts of a round."""


def duel(given: Duel, house: HouseRules) -> ForecastAnswer:
    """The chance to win, with how it ends."""
    order = _of(initiative, house.applied(initiative, Fighter(scars=0, agility=given.agility)))
    start = order.by(lambda end: _begun(given, first=not isinstance(end, After)))
    ends = until(lambda state: _next(given, house, state), start, lambda state: state.over, most_states=MOST_STATES)
    named = ends.ends.by(_end)
    won = named.chance(lambda end: end != FELL)
    rows = rows_of((end, _chance_of(named, end)) for end in (SLAIN, FLED, FELL))
    sentence = f"The adventurer wins {often(won)}."
    rest = ends.ends.unexplored
    assumes = (_NO_SCARS, *((_SIMULATE,) if rest > TOO_MUCH else ()))
    return ForecastAnswer(sentence, won, "end", rows, "chance", unexplored=rest, assumes=assumes)


SLAIN, FLED, FELL = "the foe is slain", "the foe gives up", "the adventurer falls"
TOO_MUCH = Fraction(1, 100)
_NO_SCARS = "Nobody uses Scars, flees or drinks a potion."
_SIMULATE = "A second was not enough to follow all of it: simulate this fight instead."


def _chance_of(named: Odds[str], end: str) -> Fraction:
    return named.chance(lambda outcome: outcome == end)


def _end(state: _State) -> str:
    return FELL if not state.health else FLED if state.fled else SLAIN


def _begun(given: Duel, *, first: bool) -> _State:
    return _State(
        given.health, given.ac, stunned=False, foe=given.foe_health, foe_ac=given.foe_ac, foe_stunned=False,
        first=first, go=BEFORE if first else FOE, attacks=ATTACKS_PER_ROUND.at(given.foe_hd),
    )  # fmt: skip


def _next(given: Duel, house: HouseRules, state: _State) -> Odds[_State] | _State:
    """The next throw or change."""
    match state.go:
        case 0 | 2:
            return _strikes(given, house, state)
        case 1:
            return _foe_strikes(given, house, state)
        case _:
            return _round_ends(given, house, state)


def _passed(given: Duel, state: _State) -> _State:
    """The same duel with the next part of the round."""
    if state.go == FOE:
        return replace(state, go=ENDS if state.first else AFTER, attacks=0, extra=0)
    if state.go == AFTER:
        return replace(state, go=ENDS)
    return replace(state, go=FOE, attacks=ATTACKS_PER_ROUND.at(given.foe_hd) + state.extra)


def _strikes(given: Duel, house: HouseRules, state: _State) -> Odds[_State] | _State:
    """The adventurer strikes, again after an exact roll; a stun costs the go."""
    if state.stunned:
        return _passed(given, replace(state, stunned=False))
    blow = Attack(scars=0, attribute=given.attribute, ac=state.foe_ac)
    return _of(attack, house.applied(attack, blow)).then(lambda end: _struck(given, house, state, end))


def _struck(given: Duel, house: HouseRules, state: _State, end: object) -> Odds[_State] | _State:
    exact = isinstance(end, HitExact | WornExact | MissExact)
    now = replace(state, foe_stunned=state.foe_stunned or exact)
    if isinstance(end, ArmourWorn):
        now = replace(now, foe_ac=end.ac)
    if not isinstance(end, Hit):
        return now if exact else _passed(given, now)
    wound = Wound(scars=0, expr=given.weapon, health=state.foe, adventurer=False, damage_factor=end.damage_factor)

    def wounded(harm: object) -> _State:
        left = harm.health if isinstance(harm, Wounded) else 0
        hit = replace(now, foe=left, hurt=now.hurt or left < state.foe)
        return hit if exact or not left else _passed(given, hit)

    return _of(damage, house.applied(damage, wound)).by(wounded)


def _foe_strikes(given: Duel, house: HouseRules, state: _State) -> Odds[_State] | _State:
    """The foe makes all its attacks, and one more for each exact one; a stun costs them."""
    if state.foe_stunned or not state.attacks:
        return _passed(given, replace(state, foe_stunned=False))
    blow = house.applied(enemy_attack, EnemyAttack(attack_of(given.foe_hd), state.ac, given.foe_hd))
    return _of(enemy_attack, blow).then(lambda end: _hit(given, house, state, end))


def _hit(given: Duel, house: HouseRules, state: _State, end: object) -> Odds[_State] | _State:
    exact = isinstance(end, HitExact | WornExact | MissExact)
    now = replace(state, stunned=state.stunned or exact, attacks=state.attacks - (not exact))
    if isinstance(end, ArmourWorn):
        return replace(now, ac=_worn(given, house, state.ac))
    if not isinstance(end, Hit):
        return now
    wound = Wound(scars=0, expr=given.foe_weapon, health=state.health, adventurer=True, damage_factor=end.damage_factor)
    harm = _of(damage, house.applied(damage, wound))
    return harm.by(lambda hurt: replace(now, health=hurt.health if isinstance(hurt, Wounded) else 0))


def _worn(given: Duel, house: HouseRules, ac: int) -> int:
    struck = Armour(ac=ac, ac_base=max(ac, given.ac), natural=False, encounter_over=False, broken=False)
    end = armour_wear(Script(), house.applied(armour_wear, struck))
    return 0 if isinstance(end, Broken) else end.ac


def _round_ends(given: Duel, house: HouseRules, state: _State) -> Odds[_State] | _State:
    """Morale at the end of the round, then the next round."""
    fresh = replace(state, hurt=False, go=BEFORE if state.first else FOE)
    if not state.first:
        fresh = replace(fresh, attacks=ATTACKS_PER_ROUND.at(given.foe_hd) + state.extra)
    trigger = RoundEnds(
        kind=Band.LONE,
        health=state.foe,
        health_max=given.foe_health,
        damaged_this_round=state.hurt,
        first_done=state.tested,
        deaths_this_round=0,
        dead_total=0,
        initial_size=1,
        half_done=False,
        immune=state.immune,
        obvious=given.fearless,
    )
    if not isinstance(morale_trigger(Script(), trigger), Due):
        return fresh
    checked = _of(morale_check, house.applied(morale_check, Enemy(given.foe_hd)))
    return checked.by(lambda end: _tested(given, replace(fresh, tested=True), end))


def _tested(given: Duel, state: _State, end: object) -> _State:
    if isinstance(end, Breaks):
        return replace(state, fled=True)
    if not isinstance(end, Rallied):
        return state
    usual = ATTACKS_PER_ROUND.at(given.foe_hd)
    extra = morale_rally(Script(), Rallying(round_no=1, attacks_per_round=usual)).attacks - usual
    return replace(state, immune=True, extra=extra, attacks=state.attacks + extra * (not state.first))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """Fights by Violence that have come down to one against one, where the seat knows the foe's numbers."""
    for group in groups_of(known, seat):
        fight = fight_of(group)
        if fight is None or fight.book is not Combat.VIOLENCE or fight.phase is Phase.OVER:
            continue
        up, foes = on_their_feet(known, group, fight), [foe for foe in fight.foes if foe.fights]
        if len(up) == 1 and len(foes) == 1 and (given := _at_table(known, up[0], foes[0], fight)) is not None:
            yield ForecastCase(f"{known.people[up[0].who].name} and {foes[0].name}", given)


def _at_table(known: Campaign, fighter: TableFighter, foe: Foe, fight: Fight) -> Duel | None:
    """The two as they stand; None if the foe attacks otherwise than its Hit Dice say."""
    person, hd = known.people[fighter.who], floor(foe.hd)
    struck = stats.strike(known, fighter, weapons_of(known, fighter.who)[0], foe.ac)
    band = next((band for band in fight.bands if band.id == foe.band), None)
    usual = (foe.attacks, foe.attack) == (ATTACKS_PER_ROUND.at(hd), attack_of(hd))
    if not usual or max(person.hp, foe.health) > MOST_HEALTH:
        return None
    return Duel(
        health=person.hp,
        ac=stats.ac_of(known, fighter),
        agility=stats.numbers(known, fighter.who).agility,
        attribute=struck.attribute,
        weapon=struck.damage,
        foe_hd=hd,
        foe_health=foe.health,
        foe_ac=foe.ac,
        foe_weapon=blows(foe.damage)[0],
        fearless=band is not None and (band.obvious or band.immune),
    )


QUESTION = Question(
    id="duel",
    title="A duel",
    asks="Who wins, one against one?",
    given=Duel,
    answer=duel,
    rules=(initiative, attack, enemy_attack, damage, armour_wear, morale_trigger, morale_check, morale_rally),
    at_table=_cases,
)
