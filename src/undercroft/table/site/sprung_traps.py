"""What a trap does when it goes off, and the saves that halve or avoid its harm."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.saves import Save, Saved, SaveKind, save_roll
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import lowered
from undercroft.table import bridge
from undercroft.table.body.falling import damage_of_falls
from undercroft.table.body.wounds import FALL, hurt
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.alarm import AlarmRaised
from undercroft.table.site import doors
from undercroft.table.state.campaign import Campaign, Group, changed_in_site, with_seen
from undercroft.table.state.ids import PersonId, SiteId
from undercroft.table.state.seen_sites import SeenTrap
from undercroft.table.state.sites import DoorState, Harm, Trap, TrapState
from undercroft.table.treatment.poison import Dose, expose
from undercroft.table.world.sight import trap_as_known


class TrapSprung(Event, frozen=True, tag="table.trap-sprung"):
    """A trap went off on these characters; its state now."""

    site: SiteId
    trap: SeenTrap
    on: tuple[PersonId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        campaign = changed_in_site(campaign, self.site, "traps", self.trap.id, state=self.trap.state)
        seen = campaign.seen.get(self.site)
        if seen is None:
            return campaign
        return with_seen(campaign, replace(seen, traps={**seen.traps, self.trap.id: self.trap}))

    def say(self, now: Campaign) -> str:
        return f"{self.trap.what} The trap catches {series([name_of(now, who) for who in self.on])}."


class TrapEscaped(Event, frozen=True, tag="table.trap-escaped"):
    """Characters saved, and the trap does nothing to them."""

    who: tuple[PersonId, ...]

    def say(self, now: Campaign) -> str:
        names = series([name_of(now, person) for person in self.who])
        return f"{names} {'escapes' if len(self.who) == 1 else 'escape'} the trap unhurt."


class Victims(Struct, frozen=True):
    """The characters a trap caught, and those of them who saved."""

    trap: Trap
    group: Group
    hit: tuple[PersonId, ...]
    saved: frozenset[PersonId]

    @property
    def to(self) -> Audience:
        """The group that sees it."""
        return group_audience(self.group.id)


def spring(play: Play, trap: Trap, who: PersonId) -> None:
    """Spring a trap on a character, or on everybody there: saves first, then damage, then its further effect."""
    group = play.group_with(who)
    everybody = tuple(person.id for person in play.now.those_in(group.id) if person.alive)
    on = everybody if trap.everyone or trap.harm is Harm.GAS else (who,)
    left = replace(trap, state=TrapState.ARMED if trap.resets else TrapState.SPRUNG)
    play.tell(TrapSprung(play.site_of(group).id, trap_as_known(left), on), to=group_audience(group.id))
    saved = _saves(play, group, trap, on)
    if trap.avoids and saved:
        play.tell(TrapEscaped(tuple(each for each in on if each in saved)), to=group_audience(group.id))
    caught = Victims(trap, group, tuple(victim for victim in on if not (trap.avoids and victim in saved)), saved)
    _wound(play, caught)
    if trap.harm in _EFFECTS:
        _EFFECTS[trap.harm](play, caught)


def _saves(play: Play, group: Group, trap: Trap, on: tuple[PersonId, ...]) -> frozenset[PersonId]:
    """The characters who saved, if the trap allows a save."""
    if not trap.save:
        return frozenset()
    people = [play.now.people[person_id] for person_id in on]
    kind, to = SaveKind(trap.save), group_audience(group.id)
    cause = f"{kind} save against {lowered(trap.name)}"
    thrown = play.settle_each(
        [
            RuleToSettle(save_roll, Save(bridge.save_target(person, kind)), person.seat, to, who=person.id, cause=cause)
            for person in people
        ]
    )
    return frozenset(person.id for person, outcome in zip(people, thrown, strict=True) if isinstance(outcome, Saved))


def _wound(play: Play, caught: Victims) -> None:
    """Roll damage once for all of them; it is half for those who saved."""
    trap = caught.trap
    if not trap.damage or not caught.hit:
        return
    total = play.settle(plain_dice, Plain(trap.damage, f"damage: {trap.name}"), to=caught.to).total
    for victim in caught.hit:
        _harm(play, caught, victim, total, trap.name)


def _harm(play: Play, caught: Victims, who: PersonId, harm: int, cause: str) -> None:
    amount = taken(harm, who in caught.saved)
    if amount > 0:
        hurt(play, who, amount, cause=cause, to=caught.to)


def taken(harm: int, saved: bool) -> int:
    """The damage that a trap does to a character: half of it, rounded down, after a save."""
    return harm // 2 if saved else harm


def _fall(play: Play, caught: Victims) -> None:
    trap = caught.trap
    damage = damage_of_falls(play, caught.hit, Fraction(trap.feet), to=caught.to, spikes=trap.spikes)
    for victim, harm in zip(caught.hit, damage, strict=True):
        _harm(play, caught, victim, harm, FALL)


def _poison(play: Play, caught: Victims) -> None:
    for victim in caught.hit:
        expose(play, victim, Dose(potency=caught.trap.potency), to=caught.to)


def _alarm(play: Play, caught: Victims) -> None:
    play.tell(AlarmRaised(play.site_of(caught.group).id, alerted=True))


def _doors_shut(play: Play, caught: Victims) -> None:
    """Shut every open door of the zone, and lock it if it has a lock; a spiked door stays open."""
    for door in play.site_of(caught.group).doors.values():
        falls_shut = door.state is DoorState.OPEN and not door.spiked and not door.hidden
        if caught.trap.zone in door.between and falls_shut:
            doors.change(play, caught.group, door, DoorState.CLOSED if door.lock_dc is None else DoorState.LOCKED)


_EFFECTS: Mapping[Harm, Callable[[Play, Victims], None]] = {
    Harm.FALL: _fall,
    Harm.POISON: _poison,
    Harm.GAS: _poison,
    Harm.ALARM: _alarm,
    Harm.DOORS_SHUT: _doors_shut,
}


PART = Part(events=(TrapSprung, TrapEscaped))
