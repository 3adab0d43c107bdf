"""Damage and healing that the referee gives a foe by hand, in a number or in dice."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import RolledAmount
from undercroft.table.body.wounds import purpose
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, Audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.fight.casualties import hurt_foe
from undercroft.table.fight.field import FightField
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe, FoeState
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.ids import FoeId, GroupId, Text


class _OfFoe(Command, frozen=True):
    """A command of the referee about the hit points of a foe."""

    group: GroupId
    foe: FoeId
    amount: RolledAmount
    cause: Text = ""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None:
            yield Reason("no_fight", "There is no fight.")
            return
        foe = fight.foe(self.foe)
        if foe is None:
            yield Reason("no_foe", "There is no such foe.")
        elif foe.state is FoeState.DEAD:
            yield Reason("dead", f"{foe.name} is dead.")


class WoundFoe(_OfFoe, frozen=True, tag="wound_foe"):
    """Deal damage to a foe."""

    ABOUT = About(title="Damage a foe", form="health", words="damage monster harm")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        foe = field.foe(self.foe)
        dealt = amount(play, self.amount, purpose("damage", self.cause), to=_seen(field, foe))
        play.tell(FoeDamaged(foe.name, dealt, self.cause, dead=dealt >= foe.health), to=_seen(field, foe))
        hurt_foe(field, foe, dealt)


class HealFoe(_OfFoe, frozen=True, tag="heal_foe"):
    """Restore hit points of a foe."""

    ABOUT = About(title="Heal a foe", form="health", words="healing monster cure")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        foe = field.foe(self.foe)
        restored = amount(play, self.amount, purpose("healing", self.cause), to=_seen(field, foe))
        health = min(foe.health_max, foe.health + restored)
        gained = health - foe.health
        play.tell(FoeHealed(foe.name, gained, self.cause), to=_seen(field, foe))
        field.set_foe(replace(foe, health=health, taken=max(0, foe.taken - gained)))


def _seen(field: FightField, foe: Foe) -> Audience:
    """Those who see what happens to a foe: the party, unless the foe is hidden."""
    return SECRET if foe.hidden else field.to


class FoeDamaged(Event, frozen=True, tag="table.foe-damaged"):
    """A foe took damage by something other than an attack."""

    name: str
    damage: int
    cause: str
    dead: bool
    veiled: bool = False
    """Whether players are not told the damage, which is 0 here then."""

    def as_told_to(self, _seat: SeatId, now: Campaign) -> Event:
        return self if now.house.players_wounds is Showing.EXACT else replace(self, damage=0, veiled=True)

    def say(self, _now: Campaign) -> str:
        because = f" ({self.cause})" if self.cause else ""
        if self.veiled:
            return f"{self.name} {'dies' if self.dead else 'is hurt'}{because}."
        return f"{self.name} takes {self.damage} damage{because}{' and dies' if self.dead else ''}."


class FoeHealed(Event, frozen=True, tag="table.foe-healed"):
    """A foe regained hit points."""

    name: str
    regained: int
    cause: str
    veiled: bool = False
    """Whether players are not told the number, which is 0 here then."""

    def as_told_to(self, _seat: SeatId, now: Campaign) -> Event:
        return self if now.house.players_wounds is Showing.EXACT else replace(self, regained=0, veiled=True)

    def say(self, _now: Campaign) -> str:
        because = f" ({self.cause})" if self.cause else ""
        if self.veiled:
            return f"{self.name} recovers{because}."
        return f"{self.name} regains {counted(self.regained, 'hit point')}{because}."


PART = Part(commands=(WoundFoe, HealFoe), events=(FoeDamaged, FoeHealed))
