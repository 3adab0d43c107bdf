"""Ammunition: missiles shot from a quiver, and gathered up again.

No book says how many missiles a quiver holds: it is twenty here. A person without a quiver shoots uncounted missiles.
"""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import subject
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did, with_time
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.things import Thing, is_a
from undercroft.table.world.campaign_start import ThingPlaced

QUIVER, HOLDS = Item.QUIVER_ARROWS, 20

Missiles = Annotated[int, Meta(ge=0, le=10_000)]


class GatherAmmunition(Command, frozen=True, tag="gather_ammunition"):
    """Gather up the missiles that were shot, without those that were destroyed or lost."""

    who: PersonId
    destroyed: Missiles = 0
    lost: Missiles = 0
    ABOUT = About(title="Gather ammunition", icon="hand", rank=160)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.LOOT)
        yield from too_many(known, self.who, self.destroyed, self.lost)
        if not lying(known, self.who):
            yield Reason("nothing_shot", f"None of {subject(known, self.who)}'s missiles lie about.")

    def do(self, play: Play) -> None:
        gather(play, self.who, self.destroyed + self.lost)
        did(play, self.who, Activity.LOOT, "gathered missiles")


class AmmunitionGathered(Event, frozen=True, tag="table.ammunition-gathered"):
    """A person gathered up missiles; how many are gone for good."""

    who: PersonId
    gathered: int
    gone: int

    def say(self, now: Campaign) -> str:
        gone = f"; {self.gone} {'is' if self.gone == 1 else 'are'} broken or lost" if self.gone else ""
        return f"{name_of(now, self.who)} gathers up {counted(self.gathered, 'missile')}{gone}."


def quivers(known: Campaign, who: PersonId) -> tuple[Thing, ...]:
    """The quivers a person carries."""
    return tuple(thing for thing in known.carried_by(who) if thing.count and is_a(thing, QUIVER))


def left_in(quiver: Thing) -> int:
    """The missiles left in a quiver."""
    return max(0, HOLDS * quiver.count - quiver.shot - quiver.spent)


def lying(known: Campaign, who: PersonId) -> int:
    """The missiles of a person that lie about."""
    return sum(quiver.shot for quiver in quivers(known, who))


def has_none_left(known: Campaign, who: PersonId) -> bool:
    """Whether a person counts missiles and has shot them all."""
    own = quivers(known, who)
    return bool(own) and not any(left_in(quiver) for quiver in own)


def too_many(known: Campaign, who: PersonId, destroyed: int, lost: int) -> Iterable[Reason]:
    """The reason against more missiles gone than were shot."""
    if destroyed + lost > lying(known, who):
        there = lying(known, who)
        yield Reason("too_many_gone", f"Only {counted(there, 'missile')} {'lies' if there == 1 else 'lie'} about.")


def shoot(play: Play, who: PersonId) -> None:
    """Take a missile from a person's quiver, if they have one."""
    quiver = next((quiver for quiver in quivers(play.now, who) if left_in(quiver)), None)
    if quiver is not None:
        play.tell(ThingPlaced(replace(quiver, shot=quiver.shot + 1)), to=around(who))


def gather(play: Play, who: PersonId, gone: int) -> None:
    """Put the missiles that lie about back into the quivers, except those that are gone."""
    gathered = max(0, lying(play.now, who) - gone)
    for quiver in quivers(play.now, who):
        if quiver.shot:
            missing = min(gone, quiver.shot)
            gone -= missing
            play.tell(ThingPlaced(replace(quiver, shot=0, spent=quiver.spent + missing)), to=around(who))
    play.tell(AmmunitionGathered(who, gathered, gone=sum(q.spent for q in quivers(play.now, who))), to=around(who))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, _ in with_time(known, seat, Activity.LOOT):
        if lying(known, person.id):
            what = counted(lying(known, person.id), "missile")
            yield Offer(GatherAmmunition(person.id), "gather up", what, person.name, person.id)


PART = Part(commands=(GatherAmmunition,), events=(AmmunitionGathered,), offers=_offers)
