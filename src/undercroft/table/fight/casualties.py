"""Damage to both sides of a fight: foes who die, and when a fighter goes down."""

from msgspec.structs import replace

from undercroft.books.violence.wounds import health_after
from undercroft.kernel.units import SeatId
from undercroft.table.body import wounds
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.fight.field import FightField, Slain
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import SLOTS, Fell, Foe, FoeState
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.ids import FoeId, PersonId


class FoeHurt(Event, frozen=True, tag="table.foe-hurt"):
    """A foe took damage, and whether it died."""

    who: PersonId
    foe: FoeId
    name: str
    damage: int
    dead: bool
    shock: bool = False
    """Whether it is the Shock of an attack that missed."""
    veiled: bool = False
    """Whether players are not told the damage, which is 0 here then."""

    def as_told_to(self, _seat: SeatId, now: Campaign) -> Event:
        return self if now.house.players_wounds is Showing.EXACT else replace(self, damage=0, veiled=True)

    def say(self, _now: Campaign) -> str:
        if self.veiled:
            return f"{self.name} {'dies' if self.dead else 'is hurt'}{' by Shock' if self.shock else ''}."
        return (
            f"{self.name} takes {self.damage}{' Shock' if self.shock else ''} damage{' and dies' if self.dead else ''}."
        )


def hurt_foe(field: FightField, foe: Foe, harm: int) -> None:
    """Take health from a foe, which dies at 0."""
    health = health_after(foe.health, harm)
    state = foe.state if health else FoeState.DEAD
    hurt = foe.hurt or harm > 0
    field.set_foe(replace(foe, health=health, state=state, hurt=hurt, taken=foe.taken + harm))
    if not health:
        band = field.band(foe.band)
        field.set_band(replace(band, dead=band.dead + 1, dead_now=band.dead_now + 1))
        field.note(f"{foe.name} slain")


def hurt(field: FightField, who: PersonId, harm: int, *, cause: str) -> None:
    """Deal damage to a fighter, and record when one goes down."""
    play = field.play
    was_up = field.person(who).able
    fighter = field.fighter(who)
    field.set_fighter(replace(fighter, hurt=fighter.hurt + harm))
    wounds.hurt(play, who, harm, cause=cause, to=field.to)
    if was_up and not field.person(who).able:
        note_fall(field, who)


def note_fall(field: FightField, who: PersonId) -> None:
    """Record when a fighter went down, and note it for the round."""
    play, fight, person = field.play, field.fight, field.person(who)
    slot = SLOTS.index(fight.phase) if fight.phase in SLOTS else len(SLOTS)
    fell = Fell(max(1, fight.round), slot)
    field.set_fighter(replace(field.fighter(who), fell=fell, stunned=False, again=False, quick=False, done=True))
    field.note(f"{person.name} {'falls' if person.alive else 'dies'}")
    if not person.alive:
        play.tell(Slain(field.group, (*fight.slain, who)), to=field.to)


PART = Part(events=(FoeHurt,))
