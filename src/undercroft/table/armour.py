"""Armour that breaks in a fight, and is mended after it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.wounds import Armour, Broken, armour_wear
from undercroft.kernel.units import SeatId
from undercroft.table.bridge_armour import is_armour
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, ThingId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import TABLE, Audience
from undercroft.table.things import Carried, Thing, Worn
from undercroft.table.whose import referee_only


class Mend(Command, frozen=True, tag="mend"):
    """Broken armour is as good as before."""

    thing: ThingId


class ArmourBroke(Event, frozen=True, tag="table.armour-broke"):
    """What somebody wore protects no more."""

    who: PersonId
    things: tuple[ThingId, ...]


class ArmourMended(Event, frozen=True, tag="table.armour-mended"):
    """It protects again."""

    thing: ThingId


def _broke(campaign: Campaign, event: ArmourBroke) -> Campaign:
    known = {id: replace(campaign.things[id], broken=True) for id in event.things if id in campaign.things}
    return replace(campaign, things={**campaign.things, **known})


def _mended(campaign: Campaign, event: ArmourMended) -> Campaign:
    thing = campaign.things.get(event.thing)
    if thing is None:
        return campaign
    return replace(campaign, things={**campaign.things, thing.id: replace(thing, broken=False)})


def worn_by(known: Campaign, who: PersonId) -> tuple[Thing, ...]:
    """The armour somebody has on."""
    return tuple(thing for thing in known.carried_by(who, Worn.READIED) if is_armour(thing.item) and not thing.broken)


def wear(play: Play, who: PersonId, ac: int, whole: int, *, to: Audience) -> int:
    """Armour was struck where it is strongest: the AC from then on, as long as the fight lasts."""
    things = worn_by(play.now, who)
    given = Armour(ac=ac, ac_base=whole, natural=not things, encounter_over=False, broken=False)
    outcome = play.settle(armour_wear, given, to=to, whole=True)
    if isinstance(outcome, Broken):
        play.tell(ArmourBroke(who, tuple(thing.id for thing in things)), to=to)
        return 0
    return outcome.ac


def restore(play: Play, who: PersonId, ac: int, whole: int, *, to: Audience) -> None:
    """The fight is over: what was only worn is as good as before."""
    given = Armour(ac=ac, ac_base=whole, natural=not worn_by(play.now, who), encounter_over=True, broken=False)
    play.settle(armour_wear, given, to=to, whole=True)


def _mend(play: Play, act: Mend) -> None:
    play.tell(ArmourMended(act.thing), to=TABLE)


def _may_mend(known: Campaign, seat: SeatId, act: Mend) -> Iterable[Reason]:
    yield from referee_only(seat)
    thing = known.things.get(act.thing)
    if thing is None or not thing.broken:
        yield Reason("not_broken", "That is not broken.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat == REFEREE:
        for thing in known.things.values():
            if thing.broken and isinstance(thing.place, Carried):
                yield Offer(Mend(thing.id), f"Mended: {thing.name}", thing.place.by)


ROOM = Room(
    arms={ArmourBroke: _broke, ArmourMended: _mended},
    steps={Mend: _mend},
    refusals={Mend: _may_mend},
    offers=_offers,
    words={
        ArmourBroke: lambda now, it: (
            f"{now.people[it.who].name}'s armour breaks." if it.who in now.people else "Somebody's armour breaks."
        ),
        ArmourMended: lambda now, it: f"{now.things[it.thing].name.capitalize()}: mended.",
    },
)
