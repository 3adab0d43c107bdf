"""One attack by Sovereign before the roll: every face of the d20, Shock, the damage, and each target.

A player's screen uses only what attacks have shown of a foe's armour, and never a foe's health.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from undercroft.books.sovereign.attacks import combat_attack, combat_damage
from undercroft.books.sovereign.situations import TO_HIT, Circumstance
from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.attack_parts import (
    HIT,
    MAYBE,
    MISS,
    SHOCK,
    AttackView,
    Bracketed,
    Column,
    DamageBar,
    DamageOdds,
    FoeAttackRow,
    FoeAttacks,
    OddsTable,
    OutcomeCard,
    Ruler,
    RulerFace,
    SituationChip,
    TargetRow,
)
from undercroft.faces.views.fight.sovereign_order import MARKS, armour_guessed
from undercroft.faces.views.percents import mean, short_fraction
from undercroft.interpret.odds import of_rule
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent, signed
from undercroft.kernel.dice import D20
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.fight.sovereign.arms import Arm, arms_of
from undercroft.table.fight.sovereign.execution import ExecuteFoe
from undercroft.table.fight.sovereign.marks import LASTING, MarkFoe
from undercroft.table.fight.sovereign.strike import Manner, Strike
from undercroft.table.fight.sovereign.strike_odds import StrikeOdds, felling, lucky, strike_odds
from undercroft.table.fight.sovereign.swing import Swing, ascending, best_attribute, foe_swing, has_luck
from undercroft.table.fight.targets import targets
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, Foe, FoeState, SeenFoe
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, DiceKind, Throwing

_SHARES = (
    Column("Needs", "The lowest roll that hits"),
    Column("Hit"),
    Column("Shock on a miss", "The damage of a miss, and how likely it is"),
)
_SLAYS = Column("Kills", "The chance that this attack takes the foe to 0 hit points", loud=True)
_WITH_LUCK = Column("with Luck", "The same if a miss is spent on Veteran's Luck", loud=True)
_LEGEND = (("Shock", "what a miss still does to a foe whose armour is light enough"),)


def sovereign_attack(
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
    arms = arms_of(known, who)
    number = weapon_named if 0 <= weapon_named < len(arms) else 0
    arm = arms[number]
    truth = fight.foe(foe.id) if seat == REFEREE else None
    ac = truth.ac if truth is not None else foe.guess.ac
    act = Strike(who, foe.id, arm.id, arm.thrown)
    made = act.swing(known, fight, fighter, arm, foe, ac if ac is not None else 0)
    command, person = wire.plain(act), known.people[who]
    rows = _rulers(known, fight, fighter, arm, foe, ac)
    ways = [action.command for action in offered if _is_way(action, command)]
    return AttackView(
        name=person.name,
        verb="throws at" if arm.thrown else "shoots at" if arm.ranged else "strikes",
        foe_name=foe.name,
        weapons=tuple((place, f"{each.name} {each.damage}", place == number) for place, each in enumerate(arms)),
        says=_says(person, arm, made, ac, foe),
        rule=combat_attack.id,
        cites="Sovereign, Attack roll",
        rulers=rows,
        pad=rows[0].faces,
        brackets=_brackets(made) if ac is not None else (),
        cards=tuple(_cards(known, fighter, made, truth)) if ac is not None else (),
        damage=_damage(known, made, truth.health) if truth is not None else None,
        targets=OddsTable(
            (*_SHARES, *((_SLAYS, *((_WITH_LUCK,) if has_luck(person, fighter) else ())) if seat == REFEREE else ())),
            tuple(_rows(known, seat, fight, fighter, arm, foe.id)),
        ),
        guesses=None if ac is not None else OddsTable(_SHARES, tuple(_guesses(known, fight, fighter, arm, foe))),
        legend=_LEGEND,
        command=command,
        refused=next((action.refused for action in offered if action.command == command), ()),
        seat=person.seat,
        typed=known.throwing(person.seat, DiceKind.ATTACKS) is Throwing.TYPED,
        situation=_situation(known.group_of(who), truth) if truth is not None else (),
        ways=tuple(way for way in ways if not way.get("others")),
        together=tuple(way for way in ways if way.get("others")),
    )


def _situation(group: Group | None, foe: Foe) -> tuple[SituationChip, ...]:
    """What the referee can say of a foe's situation."""
    if group is None:
        return ()
    now = MarkFoe(group.id, foe.id, foe.marks, foe.prone, foe.shoots)
    marks = tuple(
        SituationChip(
            MARKS[mark],
            mark in foe.marks,
            wire.plain(replace(now, marks=tuple({mark} ^ set(foe.marks)))),
        )
        for mark in LASTING
    )
    prone = SituationChip("prone", foe.prone, wire.plain(replace(now, prone=not foe.prone)))
    shoots = SituationChip("shoots", foe.shoots, wire.plain(replace(now, shoots=not foe.shoots)))
    return (*marks, prone, shoots)


def _is_way(action: Action, command: Any) -> bool:
    """Whether an action is another way to make the same attack, or an execution in its place."""
    same = all(action.command.get(name) == command[name] for name in ("who", "foe", "weapon", "thrown"))
    return action.kind in (Strike.tag, ExecuteFoe.tag) and same and action.command != command and not action.refused


def _says(person: Person, arm: Arm, made: Swing, ac: int | None, foe: SeenFoe) -> str:
    """The weapon and what is added to the die; the AC only where the ruler does not show it."""
    given = made.attack
    adds = [
        (given.attack_bonus, "attack"),
        (given.attr_mod, best_attribute(person, arm).value),
        (given.skill, arm.skill.value),
        (given.situation, "situation"),
    ]
    added = ", ".join(f"{signed(number)} {what}" for number, what in adds if number) or "no bonus"
    against = "" if ac is not None else f", against AC {armour_guessed(foe.guess)}"
    return f"{arm.name} {arm.damage} · {added}{against}"


# The d20


def needs(made: Swing) -> int:
    """The lowest roll that hits."""
    given = made.attack
    return given.ac - given.attack_bonus - given.attr_mod - given.skill - given.situation - given.magic


def _faces(made: Swing) -> tuple[str, ...]:
    """What each face of the d20 does."""
    least, missed = needs(made), SHOCK if _shock(made) else MISS
    return tuple(HIT if face >= least else missed for face in range(1, D20.sides + 1))


def _shock(made: Swing) -> int:
    """What a miss does, by the rule itself."""
    return int(combat_damage(Script(), made.missed()).damage)


def _rulers(
    known: Campaign, fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe, ac: int | None
) -> tuple[Ruler, ...]:
    """The faces as rolled, and after a charge where one is possible."""
    charging = not arm.ranged and not fighter.moved and not fighter.melee and not fighter.prone
    manners = (Manner.PLAIN, *((Manner.CHARGE,) if charging else ()))
    return tuple(_ruler(known, fight, fighter, arm, foe, ac, manner) for manner in manners)


def _ruler(
    known: Campaign, fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe, ac: int | None, manner: Manner
) -> Ruler:
    act = Strike(fighter.who, foe.id, arm.id, arm.thrown, manner)
    classes = (ac,) if ac is not None else range(foe.guess.low, foe.guess.high + 1)
    every = [_faces(act.swing(known, fight, fighter, arm, foe, each)) for each in classes]
    kinds = (set(faces) for faces in zip(*every, strict=True))
    faces = tuple(RulerFace(face, kind.pop() if len(kind) == 1 else MAYBE) for face, kind in enumerate(kinds, start=1))
    label, under = (
        ("as rolled", "")
        if manner is Manner.PLAIN
        else ("in a charge", f"{signed(TO_HIT[Circumstance.CHARGE])} to hit")
    )
    return Ruler(label, faces, under)


def _brackets(made: Swing) -> tuple[Bracketed, ...]:
    least, shock = needs(made), _shock(made)
    found: list[Bracketed] = []
    if least > 1:
        words = f"miss, but {shock} Shock" if shock else "miss"
        found.append(Bracketed(1, min(least - 1, D20.sides), SHOCK if shock else "wild", words, "miss"))
    if least <= D20.sides:
        bonus = made.attack.ac - least
        added = f"{least} {'-' if bonus < 0 else '+'} {abs(bonus)} = AC" if bonus else "AC"
        words = f"hit: {added} {made.attack.ac} or more" if least > 1 else "every roll hits"
        found.append(Bracketed(max(1, least), D20.sides, "hit", words, "hit"))
    return tuple(found)


# Odds


def _odds(known: Campaign, made: Swing, health: int | None) -> StrikeOdds:
    return strike_odds(known.house, made, health)


def _cards(known: Campaign, fighter: Fighter, made: Swing, truth: Foe | None) -> Iterable[OutcomeCard]:
    odds = _odds(known, made, truth.health if truth is not None else None)
    miss = 1 - odds.hit
    blow = made.blow
    adds = blow.attr_mod + blow.bonus + blow.hit_bonus
    dice = f"{blow.dice_rolled}{adds:+d}" if adds else f"{blow.dice_rolled}"
    least = f", never under {odds.shock_damage}" if odds.shock_damage else ""
    note = f"{dice}{least}"
    yield OutcomeCard(HIT, "Hit", percent(odds.hit), short_fraction(odds.hit), note)
    if odds.shock_damage:
        note = f"{odds.shock_damage} damage"
        yield OutcomeCard(SHOCK, "Miss with Shock", percent(miss), short_fraction(miss), note)
    else:
        why = "the weapon has no Shock" if blow.shock is None else "its armour is too good for Shock"
        yield OutcomeCard(MISS, "Miss", percent(miss), short_fraction(miss), why)
    yield OutcomeCard("mean", "Average damage", mean(odds.mean), "", "of hits and misses")
    if odds.slays is not None and truth is not None:
        note = ""
        if has_luck(known.people[fighter.who], fighter):
            note = f"{percent(lucky(known.house, made, truth.health))} if a miss is spent on Veteran's Luck"
        fraction = short_fraction(odds.slays) if 0 < odds.slays < 1 else ""
        yield OutcomeCard("slays", "Kills it", _chance(odds.slays), fraction, note)


def _damage(known: Campaign, made: Swing, health: int) -> DamageOdds:
    spread = of_rule(combat_damage, known.house.applied(combat_damage, made.blow)).by(lambda end: int(end.damage))
    most = max(spread.values())
    bars = tuple(
        DamageBar(total, int(chance * 100 / most), total >= health) for total, chance in sorted(spread.items())
    )
    slays = sum((chance for total, chance in spread.items() if total >= health), Fraction(0))
    blow = made.blow
    adds = blow.attr_mod + blow.bonus + blow.hit_bonus
    expr = f"{blow.dice_rolled}{adds:+d}" if adds else f"{blow.dice_rolled}"
    shown = percent(slays) if slays else ""
    return DamageOdds(expr, health, bars, shown, short_fraction(slays), always=slays == 1)


def _rows(
    known: Campaign, seat: SeatId, fight: Fight, fighter: Fighter, arm: Arm, target: FoeId
) -> Iterable[TargetRow]:
    for foe in fight.in_sight:
        if foe.state is not FoeState.FIGHTING:
            continue
        truth = fight.foe(foe.id) if seat == REFEREE else None
        ac, chosen = truth.ac if truth is not None else foe.guess.ac, foe.id == target
        seen = (str(ascending(truth.ac)), str(truth.health)) if truth is not None else (armour_guessed(foe.guess),)
        if ac is None:
            yield TargetRow(foe.name, foe.id, seen, (), chosen=chosen)
            continue
        made = Strike(fighter.who, foe.id, arm.id, arm.thrown).swing(known, fight, fighter, arm, foe, ac)
        slays: tuple[str, ...] = ()
        if truth is not None:
            odds = _odds(known, made, truth.health)
            slays = (_chance(odds.slays or Fraction(0)),)
            if has_luck(known.people[fighter.who], fighter):
                slays = (*slays, _chance(lucky(known.house, made, truth.health)))
        yield TargetRow(foe.name, foe.id, seen, (*_shares(known, arm, made), *slays), chosen=chosen)


def _chance(chance: Fraction) -> str:
    return "never" if not chance else "certain" if chance == 1 else percent(chance)


def _guesses(known: Campaign, fight: Fight, fighter: Fighter, arm: Arm, foe: SeenFoe) -> Iterable[TargetRow]:
    for ac in range(foe.guess.low, foe.guess.high + 1):
        made = Strike(fighter.who, foe.id, arm.id, arm.thrown).swing(known, fight, fighter, arm, foe, ac)
        yield TargetRow(f"AC {ascending(ac)}", None, (), _shares(known, arm, made))


def _shares(known: Campaign, arm: Arm, made: Swing) -> tuple[str, ...]:
    odds, least = _odds(known, made, None), needs(made)
    if arm.shock is None:
        shock = "none"
    else:
        shock = f"{odds.shock_damage} on {percent(1 - odds.hit)}" if odds.shock_damage else "AC too high"
    needed = f"{max(1, least)}+" if least <= D20.sides else "none"
    return needed, percent(odds.hit), shock


# The foes


def sovereign_foes(known: Campaign, group: Group, fight: Fight) -> FoeAttacks:
    """One line for each fighting foe in sight; for a seat that knows the truth."""
    aimed = targets(known, group, fight)
    columns = (
        Column("AC"),
        Column("Needs", "The lowest roll that hits"),
        Column("Hit"),
        Column("Damage"),
        Column("To 0 HP", "The chance that all its attacks of a round take the target to 0 hit points", loud=True),
    )
    rows = tuple(
        _foe_row(known, fight, foe, aimed[foe.id])
        for foe in fight.foes
        if foe.fights and not foe.hidden and foe.id in aimed
    )
    return FoeAttacks(columns, rows)


def _foe_row(known: Campaign, fight: Fight, foe: Foe, who: PersonId) -> FoeAttackRow:
    fighter, person = fight.fighter(who) or Fighter(who), known.people[who]
    made = foe_swing(known, foe, fighter, foe.harm(0))
    fells = felling(known, foe, fighter, person.hp)
    least = needs(made)
    cells = (
        str(made.attack.ac),
        f"{max(1, least)}+" if least <= D20.sides else "none",
        percent(_odds(known, made, None).hit),
        foe.damage,
        percent(fells),
    )
    return FoeAttackRow(foe.name, foe.attacks + foe.extra, person.name, cells, stunned=foe.stunned)
