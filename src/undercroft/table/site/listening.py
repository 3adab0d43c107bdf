"""Listening at a door, for what is behind it."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.doors import Heard as Sounds
from undercroft.books.sovereign.doors import Listening, door_listen
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import did
from undercroft.table.site.doors import ShutDoorCommand, beyond, person_at_door
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Noise
from undercroft.table.state.ids import DoorId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seen_sites import SeenDoor


class Listen(ShutDoorCommand, frozen=True, tag="listen"):
    """Listen at a door."""

    activity: ClassVar[Activity] = Activity.LISTEN

    ABOUT = About(title="Listen at a door", icon="ear", rank=90, slot=Slot.LISTEN)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if self.door in known.listened.get(self.who, ()):
            again = f"{known.people[self.who].name} has listened at this door. Others still can, or come back later."
            yield Reason("listened_already", again, door_listen.id)

    def do(self, play: Play) -> None:
        """Listen, once for each person until they have been elsewhere or the door was open."""
        person, group, door = person_at_door(play, self.who, self.door)
        zone = beyond(door, group.zone)
        behind = [creatures for creatures in play.site_of(group).creatures.values() if creatures.zone == zone]
        given = Listening(
            loud=tuple(creatures.activity or creatures.name for creatures in behind if creatures.noise == Noise.LOUD),
            quiet=tuple(creatures.activity or creatures.name for creatures in behind if creatures.noise == Noise.QUIET),
            mod=bridge.check(person, Attribute.WIS, Skill.NOTICE),
        )
        heard = play.settle(door_listen, given, by=person.seat, who=person.id, to=group_audience(group.id))
        play.tell(Heard(door.id, self.who, heard.heard, counts=True), to=group_audience(group.id))
        did(play, self.who, Activity.LISTEN, f"listened at the {door.name}")


class Heard(Event, frozen=True, tag="table.heard"):
    """What a character heard at a door; empty if nothing."""

    door: DoorId
    who: PersonId
    sounds: tuple[str, ...]
    counts: bool = False
    """Whether it is the character's one try at this door."""

    def fold(self, campaign: Campaign) -> Campaign:
        if not self.counts:
            return campaign
        doors = tuple(dict.fromkeys((*campaign.listened.get(self.who, ()), self.door)))
        return replace(campaign, listened={**campaign.listened, self.who: doors})

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        return f"{name} hears something: {'; '.join(self.sounds)}." if self.sounds else f"{name} hears nothing."


def listening(person: Person, door: SeenDoor) -> Offer:
    """The chance is that of hearing something quiet, whether or not anything is there."""
    ear = Listening((), ("something",), bridge.check(person, Attribute.WIS, Skill.NOTICE))
    act, what = Listen(person.id, door.id), f"at the {door.name}"
    return Offer(act, "listen", what, person.name, person.id, rule=door_listen, given=ear, sought=_hears)


def _hears(outcome: Sounds) -> bool:
    return bool(outcome.heard)


PART = Part(commands=(Listen,), events=(Heard,))
