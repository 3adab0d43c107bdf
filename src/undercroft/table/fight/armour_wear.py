"""Armour that breaks in a fight, and mending it."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.wounds import Armour, Broken, armour_wear
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.armour import is_armour
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, Audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, Worn


class Mend(Command, frozen=True, tag="mend"):
    """Mend broken armour."""

    thing: ThingId
    ABOUT = About(title="Mend armour")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        thing = known.things.get(self.thing)
        if thing is None or not thing.broken:
            yield Reason("not_broken", "That is not broken.")

    def do(self, play: Play) -> None:
        play.tell(ArmourMended(self.thing), to=TABLE)


class ArmourBroke(Event, frozen=True, tag="table.armour-broke"):
    """A character's armour broke."""

    who: PersonId
    things: tuple[ThingId, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        known = {id: replace(campaign.things[id], broken=True) for id in self.things if id in campaign.things}
        return replace(campaign, things={**campaign.things, **known})

    def say(self, now: Campaign) -> str:
        name = now.people[self.who].name if self.who in now.people else "Someone"
        return f"{name}'s armour breaks."


class ArmourMended(Event, frozen=True, tag="table.armour-mended"):
    """Broken armour was mended."""

    thing: ThingId

    def fold(self, campaign: Campaign) -> Campaign:
        thing = campaign.things.get(self.thing)
        if thing is None:
            return campaign
        return replace(campaign, things={**campaign.things, thing.id: replace(thing, broken=False)})

    def say(self, now: Campaign) -> str:
        return f"{now.things[self.thing].name.capitalize()}: mended."


def worn_by(known: Campaign, who: PersonId) -> tuple[Thing, ...]:
    """The armour a character wears that is not broken."""
    return tuple(thing for thing in known.carried_by(who, Worn.READIED) if is_armour(thing.item) and not thing.broken)


def wear(play: Play, who: PersonId, ac: int, whole: int, *, to: Audience) -> int:
    """Wear armour down by a hit on it, and return the AC for the rest of the fight."""
    things = worn_by(play.now, who)
    given = Armour(ac=ac, ac_base=whole, natural=not things, encounter_over=False, broken=False)
    outcome = play.settle(armour_wear, given, to=to, whole=True)
    if isinstance(outcome, Broken):
        play.tell(ArmourBroke(who, tuple(thing.id for thing in things)), to=to)
        return 0
    return outcome.ac


def restore(play: Play, who: PersonId, ac: int, whole: int, *, to: Audience) -> None:
    """Restore armour after a fight that did not break it."""
    given = Armour(ac=ac, ac_base=whole, natural=not worn_by(play.now, who), encounter_over=True, broken=False)
    play.settle(armour_wear, given, to=to, whole=True)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat == REFEREE:
        for thing in known.things.values():
            if thing.broken and isinstance(thing.place, Carried):
                yield Offer(Mend(thing.id), "Mended:", thing.name, who=thing.place.by)


PART = Part(commands=(Mend,), events=(ArmourBroke, ArmourMended), offers=_offers)
