"""A foe's attack by Sovereign: its bonus against the guard, Shock, shields, and luck."""

from undercroft.books.sovereign.attacks import Hit, combat_attack, combat_damage
from undercroft.books.violence.wounds import BlowName
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.fight.casualties import hurt
from undercroft.table.fight.field import FightField
from undercroft.table.fight.sovereign.strike import turned_by_luck
from undercroft.table.fight.sovereign.swing import after_strike, foe_swing
from undercroft.table.fight.targets import attack_named, blow_named
from undercroft.table.fight.violence.foe_blows import FoeStruck
from undercroft.table.state.combatants import Foe
from undercroft.table.state.ids import PersonId


def foe_strikes(field: FightField, foe: Foe, who: PersonId, damage: str) -> None:
    """Settle one attack of a foe on a fighter."""
    play, fighter, victim = field.play, field.fighter(who), field.person(who).name
    made = foe_swing(play.now, foe, fighter, damage)
    cause = attack_named(play.now, foe, who)
    (struck,) = play.settle_each([RuleToSettle(combat_attack, made.attack, about=foe.name, cause=cause)])
    hit = isinstance(struck, Hit)
    if hit and turned_by_luck(field, who, own=False):
        hit = False
    play.tell(FoeStruck(foe.id, foe.name, who, BlowName.HIT if hit else BlowName.MISS), to=field.to)
    field.set_fighter(after_strike(field.fighter(who), foe, made))
    given = made.blow if hit else made.missed()
    if not hit and given.shock is None:
        return
    blow = blow_named(foe, victim) if hit else f"{foe.name} misses {victim}"
    cause = f"{blow}, rolled {struck.total}"
    (harm,) = play.settle_each([RuleToSettle(combat_damage, given, about=foe.name, cause=cause)])
    if harm.damage:
        hurt(field, who, harm.damage, cause=foe.name if hit else f"{foe.name}, Shock")
