"""A fight by Sovereign: a d20 and bonuses against an armour class, Shock, and foes who leave without a roll."""

from collections.abc import Iterable
from math import floor

from msgspec.structs import replace

from undercroft.books.sovereign.combat import Action
from undercroft.books.sovereign.hit_points import Creature, hp_npc
from undercroft.books.sovereign.saves import NotSaved, Save, SaveKind, save_roll
from undercroft.kernel.phrases import begun, single
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.fight import morale
from undercroft.table.fight.book import FoeNumbers, SaveThrow
from undercroft.table.fight.field import FightField
from undercroft.table.fight.muster import Muster, attacks_of
from undercroft.table.fight.sovereign import (
    execution,
    footing,
    free_attacks,
    handling,
    marks,
    nerve,
    skill_use,
    strike,
    wrestling,
)
from undercroft.table.fight.sovereign.economy import cannot_afford, pay
from undercroft.table.fight.sovereign.foe_checks import foe_save
from undercroft.table.fight.sovereign.foe_strike import foe_strikes
from undercroft.table.fight.sovereign.initiative import join_order, roll_initiative
from undercroft.table.fight.targets import targets
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, PersonId

FAILS = str(NotSaved.__struct_config__.tag)


def hardiness(rolled: int, bonus: int) -> int:
    """The hit points of a foe with its bonus: at least one."""
    return max(1, rolled + bonus)


class SovereignBook:
    """How Sovereign settles a fight."""

    def take_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """Each side rolls a d8, once a fight."""
        roll_initiative(field, fighters)

    def add_to_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """Those who come later act with their side."""
        join_order(field, fighters)

    def ready_for_go(self, fighter: Fighter) -> Fighter:
        """What a fighter chose on their last go is over."""
        return footing.steady(fighter)

    def cannot_cast(self, known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
        """It takes the Main action."""
        return cannot_afford(known, seat, who, Action.CAST)

    def has_cast(self, field: FightField, who: PersonId, did: str) -> None:
        """Pay the Main action."""
        pay(field, field.fighter(who), Action.CAST, did)

    def save_throw(self, known: Campaign, who: PersonId, kind: SaveKind, _caster: PersonId) -> SaveThrow:
        """By the character's number for that save."""
        return SaveThrow(save_roll, Save(bridge.save_target(known.people[who], kind)), FAILS)

    def foe_save_throw(self, foe: Foe) -> SaveThrow:
        """By Hit Dice."""
        return SaveThrow(save_roll, Save(foe_save(foe)), FAILS)

    def foe_numbers(self, play: Play, muster: Muster, count: int) -> tuple[FoeNumbers, ...]:
        """The numbers of each foe: a bonus like its Hit Dice, and a d8 for each of them in hit points."""
        bonus = floor(muster.hd) if muster.attack_bonus is None else muster.attack_bonus
        attacks = attacks_of(muster) or 1
        if muster.hp:
            return tuple(FoeNumbers(bonus, attacks, muster.hp[number % len(muster.hp)]) for number in range(count))
        ruling = RuleToSettle(hp_npc, Creature(muster.hd), about=begun(single(muster.name)))
        rolled = play.settle_each((ruling,) * count)
        return tuple(FoeNumbers(bonus, attacks, hardiness(each.hp, muster.hp_bonus)) for each in rolled)

    def foe_acts(self, field: FightField, foe: FoeId) -> None:
        """A foe stands up, breaks free, or makes its attacks."""
        now = field.foe(foe)
        if now.grappled_by is not None:
            wrestling.struggle(field, now)
            return
        if now.prone:
            field.set_foe(replace(now, prone=False))
        for number in range(now.attacks + now.extra):
            target = targets(field.play.now, field.play.group(field.group), field.fight).get(foe)
            if target is None:
                return
            reached = target if now.shoots else footing.target_behind(field, now, target)
            foe_strikes(field, field.foe(foe), reached, now.harm(number))

    def round_ends(self, field: FightField) -> None:
        """Those who are held are hurt; then foes who have had enough leave."""
        wrestling.squeeze(field)
        if field.play.now.house.rolls_morale(Combat.SOVEREIGN):
            morale.check_foes(field)
            morale.check_hirelings(field)
        else:
            nerve.leave_if_beaten(field)

    def leave_melee(self, field: FightField, who: PersonId) -> None:
        """Each foe in melee with them has a free attack."""
        free_attacks.leave_melee(field, who)

    def fight_ends(self, field: FightField) -> None:
        """Nothing is owed."""


BOOK = SovereignBook()
PARTS = tuple(
    module.PART for module in (strike, free_attacks, footing, wrestling, handling, skill_use, execution, marks)
)
