"""A fight by Violence: a d20 between armour and attribute, Scars, stuns, and morale by a d20."""

from collections.abc import Iterable
from math import floor

from msgspec.structs import replace

from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.violence import enemies
from undercroft.kernel.phrases import begun, single
from undercroft.kernel.units import SeatId
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.fight import armour_wear, morale, stats
from undercroft.table.fight.book import FoeNumbers, SaveThrow
from undercroft.table.fight.field import FightField
from undercroft.table.fight.goes import acted, not_free
from undercroft.table.fight.muster import Muster, attacks_of
from undercroft.table.fight.violence import foe_blows
from undercroft.table.fight.violence.initiative import roll_initiative
from undercroft.table.fight.violence.save_throws import foe_saves, person_saves
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.ids import FoeId, PersonId


class ViolenceBook:
    """How Violence settles a fight."""

    def take_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """Everybody rolls for themselves."""
        roll_initiative(field, fighters)

    def add_to_order(self, field: FightField, fighters: tuple[Fighter, ...]) -> None:
        """Those who come later roll as the others did."""
        roll_initiative(field, fighters)

    def ready_for_go(self, fighter: Fighter) -> Fighter:
        """Nothing lasts from one go to the next."""
        return fighter

    def cannot_cast(self, known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
        """It takes an action."""
        return not_free(known, seat, who)

    def has_cast(self, field: FightField, who: PersonId, did: str) -> None:
        """Count the action."""
        acted(field, field.fighter(who), did)

    def save_throw(self, known: Campaign, who: PersonId, kind: SaveKind, caster: PersonId) -> SaveThrow:
        """By an attribute."""
        return person_saves(known, who, kind, caster)

    def foe_save_throw(self, foe: Foe) -> SaveThrow:
        """By Hit Dice."""
        return foe_saves(foe)

    def foe_numbers(self, play: Play, muster: Muster, count: int) -> tuple[FoeNumbers, ...]:
        """The numbers of each foe by its Hit Dice; hit points are rolled unless they are given."""
        hd, listed = floor(muster.hd), attacks_of(muster)
        if not muster.hp:
            creature = enemies.Creature(hd, muster.hp_bonus)
            ruling = RuleToSettle(enemies.enemy_stats, creature, about=begun(single(muster.name)))
            rolled = play.settle_each((ruling,) * count)
            return tuple(FoeNumbers(each.attack, listed or each.attacks_per_round, each.health) for each in rolled)
        attacks = listed or enemies.ATTACKS_PER_ROUND.at(hd)
        health = (muster.hp[number % len(muster.hp)] for number in range(count))
        return tuple(FoeNumbers(enemies.ATTACK_BASE + hd, attacks, points) for points in health)

    def foe_acts(self, field: FightField, foe: FoeId) -> None:
        """A foe makes its attacks."""
        foe_blows.foe_acts(field, foe)

    def round_ends(self, field: FightField) -> None:
        """The foes' morale comes first, then the hirelings'."""
        morale.check_foes(field)
        morale.check_hirelings(field)

    def leave_melee(self, field: FightField, who: PersonId) -> None:
        """Turning away costs nothing."""

    def fight_ends(self, field: FightField) -> None:
        """Armour that the fight wore and did not break is whole again."""
        for fighter in field.fight.fighters:
            if fighter.worn:
                whole = stats.numbers(field.play.now, fighter.who).ac
                if whole:
                    ac = max(0, whole - fighter.worn)
                    armour_wear.restore(field.play, fighter.who, ac, whole, to=field.to)
                field.set_fighter(replace(fighter, worn=0))


BOOK = ViolenceBook()
PARTS = (foe_blows.PART,)
