"""What a trap does when it goes off: a save halves or avoids its harm, and some harm goes on for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.falling import Fall, fall_damage
from undercroft.books.sovereign.saves import Save, Saved, SaveKind, save_roll
from undercroft.table import bridge, doors
from undercroft.table.answers import Ruling
from undercroft.table.campaign import Campaign, Group, with_seen, with_site
from undercroft.table.encounters import AlarmRaised
from undercroft.table.names import PersonId, SiteId, TrapId
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.poisons import Dose, expose
from undercroft.table.roll import name_of
from undercroft.table.rooms import Event, Room
from undercroft.table.seen import SeenTrap
from undercroft.table.sightings import trap_as_known
from undercroft.table.sites import DoorState, Harm, Trap, TrapState
from undercroft.table.telling import Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.wounds import FALL, hurt


class TrapSprung(Event, frozen=True, tag="table.trap-sprung"):
    """A trap went off on these people, and stands so now."""

    site: SiteId
    trap: SeenTrap
    on: tuple[PersonId, ...]


def _sprung(campaign: Campaign, event: TrapSprung) -> Campaign:
    campaign = stands(campaign, event.site, event.trap.id, event.trap.state)
    seen = campaign.seen.get(event.site)
    if seen is None:
        return campaign
    return with_seen(campaign, replace(seen, traps={**seen.traps, event.trap.id: event.trap}))


def stands(campaign: Campaign, site: SiteId, trap: TrapId, state: TrapState) -> Campaign:
    """A trap stands otherwise, in truth and where it is known."""
    there, seen = campaign.sites.get(site), campaign.seen.get(site)
    if there is not None and trap in there.traps:
        traps = {**there.traps, trap: replace(there.traps[trap], state=state)}
        campaign = with_site(campaign, replace(there, traps=traps))
    if seen is not None and trap in seen.traps:
        known = {**seen.traps, trap: replace(seen.traps[trap], state=state)}
        campaign = with_seen(campaign, replace(seen, traps=known))
    return campaign


class Struck(Struct, frozen=True):
    """Whom a trap caught, and who of them saved against it."""

    trap: Trap
    group: Group
    hit: tuple[PersonId, ...]
    saved: frozenset[PersonId]

    @property
    def to(self) -> Audience:
        """Who sees it."""
        return group_audience(self.group.id)


def spring(play: Play, trap: Trap, who: PersonId) -> None:
    """A trap goes off on somebody, or on all who are there: a save halves or avoids, then it does what it does."""
    group = play.group_with(who)
    everybody = tuple(person.id for person in play.now.those_in(group.id) if person.alive)
    on = everybody if trap.everyone or trap.harm is Harm.GAS else (who,)
    left = replace(trap, state=TrapState.ARMED if trap.resets else TrapState.SPRUNG)
    play.tell(TrapSprung(play.site_of(group).id, trap_as_known(left), on), to=group_audience(group.id))
    saved = _saves(play, group, trap, on)
    struck = Struck(trap, group, tuple(one for one in on if not (trap.avoids and one in saved)), saved)
    _wound(play, struck)
    if trap.harm in _HARMS:
        _HARMS[trap.harm](play, struck)


def _saves(play: Play, group: Group, trap: Trap, on: tuple[PersonId, ...]) -> frozenset[PersonId]:
    """Who saved, if there is a save against it."""
    if not trap.save:
        return frozenset()
    people = [play.now.people[one] for one in on]
    kind, to = SaveKind(trap.save), group_audience(group.id)
    thrown = play.settle_each(
        [Ruling(save_roll, Save(bridge.save_target(one, kind)), one.seat, to, who=one.id) for one in people]
    )
    return frozenset(one.id for one, outcome in zip(people, thrown, strict=True) if isinstance(outcome, Saved))


def _wound(play: Play, struck: Struck) -> None:
    """One throw for all of them, half of it for whoever saved."""
    trap = struck.trap
    if not trap.damage or not struck.hit:
        return
    total = play.settle(plain_dice, Plain(trap.damage, f"damage: {trap.name}"), to=struck.to).total
    for one in struck.hit:
        _take(play, struck, one, total, trap.name)


def _take(play: Play, struck: Struck, who: PersonId, harm: int, cause: str) -> None:
    amount = harm // 2 if who in struck.saved else harm
    if amount > 0:
        hurt(play, who, amount, cause=cause, to=struck.to)


def _fall(play: Play, struck: Struck) -> None:
    """Each falls on their own."""
    height = Fall(Fraction(struck.trap.feet))
    people = [play.now.people[one] for one in struck.hit]
    fallen = play.settle_each(
        [Ruling(fall_damage, height, one.seat, struck.to, whole=True, who=one.id) for one in people]
    )
    for one, outcome in zip(struck.hit, fallen, strict=True):
        _take(play, struck, one, outcome.damage, FALL)


def _poison(play: Play, struck: Struck) -> None:
    for one in struck.hit:
        expose(play, one, Dose(potency=struck.trap.potency), to=struck.to)


def _alarm(play: Play, struck: Struck) -> None:
    play.tell(AlarmRaised(play.site_of(struck.group).id, alerted=True))


def _doors_shut(play: Play, struck: Struck) -> None:
    """Every open door of the zone falls shut, and into its lock if it has one; a spike holds it."""
    for door in play.site_of(struck.group).doors.values():
        stands_open = door.state is DoorState.OPEN and not door.spiked and not door.hidden
        if struck.trap.zone in door.between and stands_open:
            doors.change(play, struck.group, door, DoorState.CLOSED if door.lock_dc is None else DoorState.LOCKED)


_HARMS: Mapping[Harm, Callable[[Play, Struck], None]] = {
    Harm.FALL: _fall,
    Harm.POISON: _poison,
    Harm.GAS: _poison,
    Harm.ALARM: _alarm,
    Harm.DOORS_SHUT: _doors_shut,
}


def names(now: Campaign, who: Iterable[PersonId]) -> str:
    """Who it is, in words."""
    return ", ".join(name_of(now, one) for one in who)


ROOM = Room(
    arms={TrapSprung: _sprung},
    words={TrapSprung: lambda now, it: f"{it.trap.what} It catches {names(now, it.on)}."},
)
