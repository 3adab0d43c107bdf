"""One blow before the roll: attacker, target and weapon, every face of the d20, the odds, and the alternatives.

A player's screen uses only what blows have shown of a foe's armour, and never a foe's health.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.books.violence.scars import ScarMode
from undercroft.books.violence.wounds import Dead
from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.order import guessed
from undercroft.faces.views.fight.ruler import EXACTLY, HIT, MISS, WORN, Bracketed, RulerFace, bracketed, cells, share
from undercroft.faces.views.percents import short_fraction
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted, percent
from undercroft.kernel.units import SeatId
from undercroft.table.fight import stats
from undercroft.table.fight.actions import not_on_their_go
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.attack_odds import Mark, Slaying, hurting, marks, worn_to
from undercroft.table.fight.stats import Strike
from undercroft.table.fight.weapons import Weapon, weapons_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, Foe, FoeState, Guess, Phase, SeenFoe
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, Throwing


class OutcomeCard(Struct, frozen=True):
    """One outcome with its exact chance."""

    kind: str
    title: str
    percent: str
    fraction: str
    note: str


class TargetRow(Struct, frozen=True):
    """The odds against one foe, or against one AC that it may have."""

    name: str
    foe: FoeId | None
    ac: str
    hp: str
    miss: str
    worn: str
    hit: str
    exact: str
    slays: str = ""
    bent: str = ""
    chosen: bool = False


class DamageBar(Struct, frozen=True):
    """One total of the damage: the height of its bar, in percent of the highest, and whether it slays."""

    total: int
    share: int
    slays: bool


class DamageOdds(Struct, frozen=True):
    """The weapon's damage against the target's remaining health."""

    expr: str
    health: int
    bars: tuple[DamageBar, ...]
    percent: str
    """The share of hits that kill; empty if none does."""
    fraction: str
    always: bool
    """Every hit kills."""


class AttackView(Struct, frozen=True):
    """A blow that a person may strike now."""

    name: str
    verb: str
    foe_name: str
    weapons: tuple[tuple[int, str, bool], ...]
    says: str
    bends: str
    """What Scars may do to the roll, if anything."""
    cells: tuple[RulerFace, ...]
    brackets: tuple[Bracketed, ...]
    cards: tuple[OutcomeCard, ...]
    damage: DamageOdds | None
    rows: tuple[TargetRow, ...]
    guesses: tuple[TargetRow, ...]
    """One line for each AC that the foe may have, if its AC is not known."""
    command: Any
    refused: tuple[str, ...]
    seat: SeatId
    typed: bool
    """Whether that seat throws its own dice."""
    earned: bool
    """It costs no action: an exact blow has earned it."""


def acting(known: Campaign, seat: SeatId, group: Group, fight: Fight, named: PersonId | None) -> PersonId | None:
    """The person acting on this screen: the one named, if they may act, else the first who may."""
    if fight.phase is Phase.QUICK:
        quick = [fighter.who for fighter in fight.fighters if fighter.quick]
        may = [who for who in quick if seat in (REFEREE, known.people[who].seat)]
    else:
        may = [who for who in group.members if who in known.people and not any(not_on_their_go(known, seat, who))]
    return named if named in may else next(iter(may), None)


def aimed_at(fight: Fight, named: FoeId | None) -> FoeId | None:
    """The target on this screen: the foe named, if it still fights, else the first that does."""
    standing = [foe.id for foe in fight.in_sight if foe.state is FoeState.FIGHTING]
    return named if named in standing else next(iter(standing), None)


def attack_view(
    known: Campaign,
    seat: SeatId,
    fight: Fight,
    who: PersonId,
    target: FoeId,
    weapon_named: int,
    offered: Sequence[Action],
) -> AttackView | None:
    """The blow as this seat may calculate it."""
    fighter, foe = fight.fighter(who), fight.foe_seen(target)
    if fighter is None or foe is None:
        return None
    weapons = weapons_of(known, who)
    number = weapon_named if 0 <= weapon_named < len(weapons) else 0
    weapon = weapons[number]
    truth = fight.foe(target) if seat == REFEREE else None
    ac = _ac(weapon, truth, foe)
    strike = stats.strike(known, fighter, weapon, ac if ac is not None else 0)
    ruler = marks(known.house, strike)
    slaying = (Slaying(known.house, strike, bending=False), Slaying(known.house, strike, bending=True))
    command = wire.plain(Attack(who, target, weapon.id, weapon.means))
    person = known.people[who]
    return AttackView(
        person.name,
        "strikes" if weapon.means == "melee" else "shoots at",
        foe.name,
        tuple((place, f"{weapon.name} {weapon.damage}", place == number) for place, weapon in enumerate(weapons)),
        _says(strike, weapon, ac, foe.guess),
        _bends(known, strike),
        cells(known, fighter, weapon, foe.guess, ruler if ac is not None else None),
        bracketed(ruler, strike, ac),
        tuple(_cards(known, strike, ruler, truth, slaying)) if ac is not None else (),
        _damage(known, strike, truth.health) if truth is not None else None,
        tuple(_rows(known, seat, fight, fighter, weapon, target, slaying)),
        () if ac is not None else tuple(_guesses(known, fighter, weapon, foe.guess)),
        command,
        next((action.refused for action in offered if action.command == command), ()),
        person.seat,
        known.throwing(person.seat) is Throwing.TYPED,
        fighter.again,
    )


def _ac(weapon: Weapon, truth: Foe | None, foe: SeenFoe) -> int | None:
    """The AC a seat may calculate with; None if it is unknown."""
    if weapon.beats_armour:
        return 0
    return truth.ac if truth is not None else foe.guess.ac


def _says(strike: Strike, weapon: Weapon, ac: int | None, guess: Guess) -> str:
    score = f"{strike.by.value.capitalize() if strike.by is not None else 'Attack'} {strike.given.attribute}"
    training = strike.attribute - strike.given.attribute
    score += f" {training:+d} training = {strike.attribute}" if training else ""
    against = "past any armour" if weapon.beats_armour else f"against AC {ac if ac is not None else guessed(guess)}"
    return f"{weapon.name} {strike.damage} · {score} {against}"


def _bends(known: Campaign, strike: Strike) -> str:
    given = known.house.applied(strike.rule, strike.given)
    if not given.scars:
        return ""
    much = f"up to ±{given.scars}" if given.scar_mode is ScarMode.UP_TO else f"±{given.scars}"
    return f"{counted(given.scars, 'Scar')}, {much} after the roll"


# Odds

Ways: TypeAlias = tuple[Slaying, Slaying]
"""The chance that a weapon slays one foe or another: as the dice fall, and with every roll changed for the best."""


def _cards(
    known: Campaign, strike: Strike, ruler: tuple[Mark, ...], truth: Foe | None, slaying: Ways
) -> Iterable[OutcomeCard]:
    notes = {
        MISS: "",
        WORN: f"AC {strike.given.ac} becomes {left}" if (left := worn_to(known.house, strike)) is not None else "",
        HIT: f"{strike.damage}, mean {_mean(known, strike)}",
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
        yield OutcomeCard("slays", "Kills it this action", percent(plain), short_fraction(plain), note)


def _mean(known: Campaign, strike: Strike) -> str:
    """The mean damage, with a half written as people write it."""
    mean = sum((fall.chance * fall.total for fall in hurting(known.house, strike, 1)), Fraction(0))
    whole, rest = divmod(mean, 1)
    return f"{whole}½" if rest == Fraction(1, 2) else str(whole) if not rest else f"{float(mean):.1f}"


def _damage(known: Campaign, strike: Strike, health: int) -> DamageOdds | None:
    falls = hurting(known.house, strike, health)
    if not falls:
        return None
    most = max(fall.chance for fall in falls)
    bars = tuple(
        DamageBar(fall.total, int(fall.chance * 100 / most), isinstance(fall.ways[0].outcome, Dead)) for fall in falls
    )
    slays = sum((fall.chance for fall in falls if isinstance(fall.ways[0].outcome, Dead)), Fraction(0))
    return DamageOdds(strike.damage, health, bars, percent(slays) if slays else "", short_fraction(slays), slays == 1)


def _rows(
    known: Campaign,
    seat: SeatId,
    fight: Fight,
    fighter: Fighter,
    weapon: Weapon,
    target: FoeId,
    slaying: Ways,
) -> Iterable[TargetRow]:
    for foe in fight.in_sight:
        if foe.state is not FoeState.FIGHTING:
            continue
        truth = fight.foe(foe.id) if seat == REFEREE else None
        ac = _ac(weapon, truth, foe)
        if ac is None:
            yield TargetRow(foe.name, foe.id, guessed(foe.guess), "", "", "", "", "", chosen=foe.id == target)
            continue
        strike = stats.strike(known, fighter, weapon, ac)
        slays, bent = "", ""
        if truth is not None:
            slays, bent = (percent(way.chance(strike.given.ac, truth.health)) for way in slaying)
        yield TargetRow(
            foe.name,
            foe.id,
            str(truth.ac) if truth is not None else guessed(foe.guess),
            str(truth.health) if truth is not None else "",
            *_shares(marks(known.house, strike)),
            slays,
            bent,
            chosen=foe.id == target,
        )


def _guesses(known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess) -> Iterable[TargetRow]:
    for ac in range(guess.low, guess.high + 1):
        ruler = marks(known.house, stats.strike(known, fighter, weapon, ac))
        yield TargetRow(f"AC {ac}", None, str(ac), "", *_shares(ruler))


def _shares(ruler: tuple[Mark, ...]) -> tuple[str, str, str, str]:
    miss, worn, hit, exact = (percent(share(ruler, kind)) for kind in (MISS, WORN, HIT, EXACTLY))
    return miss, worn, hit, exact
