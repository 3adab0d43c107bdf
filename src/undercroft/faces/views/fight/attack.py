"""One attack before the roll: who acts on this screen, at whom, and how the fight's book shows it."""

from collections.abc import Sequence

from msgspec.structs import replace

from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.attack_parts import MAYBE, AttackView, FoeAttacks
from undercroft.faces.views.fight.sovereign_attack import sovereign_attack, sovereign_foes
from undercroft.faces.views.fight.violence_attack import violence_attack, violence_foes
from undercroft.kernel.units import SeatId
from undercroft.table.fight.goes import not_on_their_go
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import FoeState, Phase
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE

_ATTACKS = {Combat.VIOLENCE: violence_attack, Combat.SOVEREIGN: sovereign_attack}
_FOES = {Combat.VIOLENCE: violence_foes, Combat.SOVEREIGN: sovereign_foes}


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
    """The attack as this seat may calculate it."""
    fighter, foe = fight.fighter(who), fight.foe_seen(target)
    if fighter is None or foe is None:
        return None
    view = _ATTACKS[fight.book](known, seat, fight, fighter, foe, weapon_named, offered)
    return view if seat == REFEREE or known.house.opens_odds else _without_odds(view)


def _without_odds(view: AttackView) -> AttackView:
    """The attack for players from whom the house hides odds or the numbers behind them."""
    rows = tuple(replace(row, cells=()) for row in view.targets.rows)
    return replace(
        view,
        rulers=(),
        pad=tuple(replace(each, kind=MAYBE) for each in view.pad),
        brackets=(),
        cards=(),
        targets=replace(view.targets, rows=rows),
        guesses=None,
    )


def foe_attacks(known: Campaign, group: Group, fight: Fight) -> FoeAttacks:
    """The attack of each fighting foe in sight; for a seat that knows the truth."""
    return _FOES[fight.book](known, group, fight)
