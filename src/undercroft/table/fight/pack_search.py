"""Getting a thing out of the pack in a fight."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.violence.combat_rounds import Found, FoundNow, Searching, pack_access
from undercroft.books.violence.equipment import Item
from undercroft.books.violence.units import against
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.fight import stats
from undercroft.table.fight.goes import ActionCommand, acted, field_of, on_their_go
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Reaching
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.things import Carried, Worn
from undercroft.table.world.campaign_start import ThingPlaced


class Rummage(ActionCommand, frozen=True, tag="rummage"):
    """Get a thing out of the pack; `pouch` if it is the one thing in a belt pouch."""

    BOOK: ClassVar[Combat | None] = Combat.VIOLENCE
    thing: ThingId
    pouch: bool = False
    ABOUT = About(title="Get a thing out of the pack", icon="pack")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        thing = known.things.get(self.thing)
        if thing is None or thing.place != Carried(self.who, Worn.STOWED) or not thing.count:
            yield Reason("not_in_the_pack", f"{have(known, self.who)} no such thing in the pack.", pack_access.id)
        if self.pouch and known.has(self.who, Item.BELT_POUCH) is None:
            yield Reason("no_pouch", f"{have(known, self.who)} no belt pouch.", pack_access.id)

    def do(self, play: Play) -> None:
        """Roll for the thing; a thing found at once leaves the action to use it."""
        field = field_of(play, self.who)
        fighter, thing = field.fighter(self.who), play.now.things[self.thing]
        given = replace(stats.pack(play.now, fighter, field.fight.round), belt_pouch=self.pouch)
        given = play.now.house.applied(pack_access, given)
        unchanged = stats.pointless(given, lambda roll: against(roll, given.cunning))
        outcome = field.settle(pack_access, given, self.who, unchanged)
        fighter = field.with_bends(fighter)
        usable = outcome.usable_round if isinstance(outcome, Found | Searching) else None
        play.tell(Rummaged(self.who, thing.name, outcome.kind, usable), to=field.to)
        if isinstance(outcome, FoundNow):
            play.tell(ThingPlaced(replace(thing, place=Carried(self.who, Worn.READIED))), to=field.to)
            field.set_fighter(fighter)
            return
        if isinstance(outcome, Found):
            fighter = replace(fighter, reaching=Reaching(self.thing, outcome.usable_round))
        elif isinstance(outcome, Searching):
            fighter = replace(fighter, reaching=Reaching(self.thing, outcome.usable_round, outcome.until_round))
        acted(field, fighter, f"reached for the {thing.name}")


class Rummaged(Event, frozen=True, tag="table.rummaged"):
    """A fighter reached into their pack: the result, and the round in which the thing is ready."""

    who: PersonId
    thing: str
    how: str
    usable: int | None = None

    def say(self, now: Campaign) -> str:
        ready = f", ready in round {self.usable}" if self.usable is not None else ""
        return f"{now.people[self.who].name} {_HOW[self.how].format(self.thing)}{ready}."


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, fight, fighter in on_their_go(known, seat, Combat.VIOLENCE):
        given, aims = stats.pack(known, fighter, max(1, fight.round)), ("found", "found_now")
        for thing in known.carried_by(person.id, Worn.STOWED):
            act, what = Rummage(person.id, thing.id), thing.name
            yield Offer(
                act,
                "reach into the pack for the",
                what,
                person.name,
                person.id,
                rule=pack_access,
                given=given,
                aims=aims,
            )


_HOW = {
    "found": "finds the {}",
    "found_now": "finds the {} at once",
    "forgone": "does without the {}",
    "searching": "must search for the {}",
    "no_check": "takes out the {}",
}

PART = Part(commands=(Rummage,), events=(Rummaged,), offers=_offers)
