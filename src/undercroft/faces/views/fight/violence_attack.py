"""One attack by Violence before the roll: every face of the d20, the odds, and the alternatives.

A player's screen uses only what blows have shown of a foe's armour, and never a foe's health.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from typing import TypeAlias

from undercroft.books.violence.fighting import EnemyAttack, attack, enemy_attack
from undercroft.books.violence.scars import ScarMode
from undercroft.books.violence.wounds import BlowName, Dead, damage
from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.attack_parts import (
    EXACTLY,
    HIT,
    MISS,
    WORN,
    AttackView,
    Column,
    DamageBar,
    DamageOdds,
    FoeAttackRow,
    FoeAttacks,
    OddsTable,
    OutcomeCard,
    TargetRow,
)
from undercroft.faces.views.fight.ruler import bracketed, kind_of, rulers, share
from undercroft.faces.views.fight.violence_order import guessed
from undercroft.faces.views.percents import short_fraction
from undercroft.interpret import odds
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted, percent, signed
from undercroft.kernel.units import SeatId
from undercroft.table.fight import stats
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.attack_odds import Mark, Slaying, hurting, marks, slayings, worn_to
from undercroft.table.fight.stats import PlannedAttack
from undercroft.table.fight.targets import attack_named, blow_named, targets
from undercroft.table.fight.violence.foe_odds import felling
from undercroft.table.fight.weapons import Weapon, weapons_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, Foe, FoeState, Guess, SeenFoe
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, DiceKind, Throwing

_ARMOUR_HIT = "Rolled exactly the AC: no damage, and the armour loses a point of AC"
_EXACT_ROLL = "The roll is exactly the attribute: the hit stuns, and another attack follows"
_KILLS = "The chance that this action kills the foe, with the attacks that exact rolls earn"
_SHARES = (Column("Miss"), Column("Armour hit", _ARMOUR_HIT), Column("Hit"), Column("Exact roll", _EXACT_ROLL))
_LEGEND = (
    ("Armour hit", "rolled exactly the AC, no damage, and the armour loses a point of AC"),
    ("Exact roll", "stuns and attacks again"),
)


def violence_attack(
    known: Campaign,
    seat: SeatId,
    fight: Fight,
    fighter: Fighter,
    foe: SeenFoe,
    weapon_named: int,
    offered: Sequence[Action],
) -> AttackView:
    """The attack as this seat may calculate it."""
    who = fighter.who
    weapons = weapons_of(known, who)
    number = weapon_named if 0 <= weapon_named < len(weapons) else 0
    weapon = weapons[number]
    truth = fight.foe(foe.id) if seat == REFEREE else None
    ac = _ac(weapon, truth, foe)
    strike = stats.strike(known, fighter, weapon, ac if ac is not None else 0)
    ruler = marks(known.house, strike)
    slaying = slayings(known.house, strike)
    command = wire.plain(Attack(who, foe.id, weapon.id, weapon.means))
    person, bends = known.people[who], _bends(known, strike)
    rows = rulers(known, fighter, weapon, foe.guess, ruler if ac is not None else None, bends)
    return AttackView(
        name=person.name,
        verb="strikes" if weapon.means == "melee" else "shoots at",
        foe_name=foe.name,
        weapons=tuple(
            (place, f"{each.name} {stats.strike(known, fighter, each, 0).damage}", place == number)
            for place, each in enumerate(weapons)
        ),
        says=_says(strike, weapon, ac, foe.guess),
        rule=attack.id,
        cites="Violence, Fighting",
        rulers=rows,
        pad=rows[-1].faces,
        brackets=bracketed(ruler, strike, ac),
        cards=tuple(_cards(known, strike, ruler, truth, slaying)) if ac is not None else (),
        damage=_damage(known, strike, truth.health) if truth is not None else None,
        targets=OddsTable(_columns(seat, bends), tuple(_rows(known, seat, fight, fighter, weapon, foe.id, slaying))),
        guesses=None if ac is not None else OddsTable(_SHARES, tuple(_guesses(known, fighter, weapon, foe.guess))),
        legend=_LEGEND,
        command=command,
        refused=next((action.refused for action in offered if action.command == command), ()),
        seat=person.seat,
        typed=known.throwing(person.seat, DiceKind.ATTACKS) is Throwing.TYPED,
        earned=fighter.again,
    )


def _columns(seat: SeatId, bends: str) -> tuple[Column, ...]:
    """The columns of the table; only the referee knows who would die."""
    kills = (Column("Kills", _KILLS, loud=True),) if seat == REFEREE else ()
    scarred = (Column("with Scars", "The same if Scars turn each roll into the best it can be", loud=True),)
    return (*_SHARES, *kills, *(scarred if kills and bends else ()))


def _ac(weapon: Weapon, truth: Foe | None, foe: SeenFoe) -> int | None:
    """The AC a seat may calculate with; None if it is unknown."""
    if weapon.beats_armour:
        return 0
    return truth.ac if truth is not None else foe.guess.ac


def _says(strike: PlannedAttack, weapon: Weapon, ac: int | None, guess: Guess) -> str:
    score = f"{strike.by.value.capitalize() if strike.by is not None else 'Attack'} {strike.given.attribute}"
    training = strike.attribute - strike.given.attribute
    score += f" {signed(training)} training = {strike.attribute}" if training else ""
    against = "past any armour" if weapon.beats_armour else f"against AC {ac if ac is not None else guessed(guess)}"
    return f"{weapon.name} {strike.damage} · {score} {against}"


def _bends(known: Campaign, strike: PlannedAttack) -> str:
    given = known.house.applied(strike.rule, strike.given)
    if not given.scars:
        return ""
    much = f"up to ±{given.scars}" if given.scar_mode is ScarMode.UP_TO else f"±{given.scars}"
    return f"{counted(given.scars, 'Scar')}, {much} after the roll"


# Odds

Ways: TypeAlias = tuple[Slaying, Slaying]
"""The chance that a weapon slays one foe or another: as the dice fall, and with every roll at its best."""


def _cards(
    known: Campaign, strike: PlannedAttack, ruler: tuple[Mark, ...], truth: Foe | None, slaying: Ways
) -> Iterable[OutcomeCard]:
    notes = {
        MISS: "",
        WORN: f"AC {strike.given.ac} becomes {left}" if (left := worn_to(known.house, strike)) is not None else "",
        HIT: f"{strike.damage}, {_mean(known, strike)} on average",
        EXACTLY: "stuns, then attacks again",
    }
    titles = {MISS: "Miss", WORN: "Armour hit", HIT: "Hit", EXACTLY: "Exact roll"}
    for kind, title in titles.items():
        chance, bent = share(ruler, kind), share(ruler, kind, bent=True)
        scarred = f"to {percent(bent)}{'' if notes[kind] else ' with Scars'}" if bent != chance else ""
        note = " · ".join(part for part in (scarred, notes[kind]) if part)
        yield OutcomeCard(kind, title, percent(chance), short_fraction(chance), note)
    if truth is not None:
        plain, best = (way.chance(strike.given.ac, truth.health) for way in slaying)
        note = f"{percent(best)} with Scars" if best != plain else ""
        yield OutcomeCard("slays", "Kills it", percent(plain), short_fraction(plain), note)


def _mean(known: Campaign, strike: PlannedAttack) -> str:
    """The mean damage, with a half written as people write it."""
    mean = sum((fall.chance * fall.total for fall in hurting(known.house, strike, 1)), Fraction(0))
    whole, rest = divmod(mean, 1)
    return f"{whole}½" if rest == Fraction(1, 2) else str(whole) if not rest else f"{float(mean):.1f}"


def _damage(known: Campaign, strike: PlannedAttack, health: int) -> DamageOdds | None:
    falls = hurting(known.house, strike, health)
    if not falls:
        return None
    most = max(fall.chance for fall in falls)
    bars = tuple(
        DamageBar(fall.total, int(fall.chance * 100 / most), isinstance(fall.ways[0].outcome, Dead)) for fall in falls
    )
    slays = sum((fall.chance for fall in falls if isinstance(fall.ways[0].outcome, Dead)), Fraction(0))
    shown = percent(slays) if slays else ""
    return DamageOdds(strike.damage, health, bars, shown, short_fraction(slays), always=slays == 1)


def _rows(
    known: Campaign, seat: SeatId, fight: Fight, fighter: Fighter, weapon: Weapon, target: FoeId, slaying: Ways
) -> Iterable[TargetRow]:
    for foe in fight.in_sight:
        if foe.state is not FoeState.FIGHTING:
            continue
        truth = fight.foe(foe.id) if seat == REFEREE else None
        ac, chosen = _ac(weapon, truth, foe), foe.id == target
        seen = (str(truth.ac), str(truth.health)) if truth is not None else (guessed(foe.guess),)
        if ac is None:
            yield TargetRow(foe.name, foe.id, seen, (), chosen=chosen)
            continue
        strike = stats.strike(known, fighter, weapon, ac)
        slays: tuple[str, ...] = ()
        if truth is not None:
            slays = tuple(percent(way.chance(strike.given.ac, truth.health)) for way in slaying)
            slays = slays if strike.given.scars else slays[:1]
        yield TargetRow(foe.name, foe.id, seen, (*_shares(marks(known.house, strike)), *slays), chosen=chosen)


def _guesses(known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess) -> Iterable[TargetRow]:
    for ac in range(guess.low, guess.high + 1):
        ruler = marks(known.house, stats.strike(known, fighter, weapon, ac))
        yield TargetRow(f"AC {ac}", None, (), _shares(ruler))


def _shares(ruler: tuple[Mark, ...]) -> tuple[str, str, str, str]:
    miss, worn, hit, exact = (percent(share(ruler, kind)) for kind in (MISS, WORN, HIT, EXACTLY))
    return miss, worn, hit, exact


# The foes


def violence_foes(known: Campaign, group: Group, fight: Fight) -> FoeAttacks:
    """One line for each fighting foe in sight; for a seat that knows the truth."""
    aimed, wanted = targets(known, group, fight), _wanted(known)
    columns = (
        Column("AC"),
        *_SHARES,
        Column("Damage"),
        Column("To 0 HP", "The chance that all its attacks of a round take the target to 0 health", loud=True),
    )
    return FoeAttacks(
        columns,
        tuple(
            _blow(known, fight, foe, aimed[foe.id], wanted)
            for foe in fight.foes
            if foe.fights and not foe.hidden and foe.id in aimed
        ),
    )


def _wanted(known: Campaign) -> frozenset[str]:
    """The attacks that wait for a die, by their names: foes of one kind attack by the same numbers."""
    return frozenset(
        question.cause
        for wanted in known.wanted.values()
        for question in wanted.questions
        if question.rule in (enemy_attack.id, damage.id)
    )


def _blow(known: Campaign, fight: Fight, foe: Foe, who: PersonId, wanted: frozenset[str]) -> FoeAttackRow:
    fighter = fight.fighter(who)
    ac = stats.ac_of(known, fighter) if fighter is not None else 0
    given = known.house.applied(enemy_attack, EnemyAttack(foe.attack, ac, floor(foe.hd)))
    spread = odds.of_rule(enemy_attack, given)
    kinds = spread.by(lambda end: kind_of(BlowName(end.kind)))
    shares = (percent(kinds.get(kind, Fraction(0))) for kind in (MISS, WORN, HIT, EXACTLY))
    fells = percent(felling(known.house, foe, ac, known.people[who].hp))
    cells = (str(ac), *shares, foe.damage, fells)
    times, name = foe.attacks + foe.extra, known.people[who].name
    struck = f"{blow_named(foe, name)}, "
    asked = attack_named(known, foe, who) in wanted or any(cause.startswith(struck) for cause in wanted)
    return FoeAttackRow(foe.name, times, name, cells, stunned=foe.stunned, asked=asked)
