"""Copying a character: the same sheet and gear under another name, fresh and unhurt."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.characters.characters import carried_id, place_carried
from undercroft.table.characters.joining import join_party
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import free_id, free_name, known_to, name_taken, not_their_seat
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Name, PersonId
from undercroft.table.state.names import check_name
from undercroft.table.state.people import Person, Role
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import PersonJoined


class CopyCharacter(Command, frozen=True, tag="copy_character"):
    """Copy a character under another name: the same sheet and gear, rested and unhurt."""

    who: PersonId
    name: Name
    seat: SeatId | None = None
    """The seat that plays the copy; by default the same."""
    gear: bool = True
    joins: bool = False
    ABOUT = About(title="Copy a character", deed="a copy of a character", never_waits=True)

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        person = known.people.get(self.who)
        if person is None:
            yield Reason("no_person", "There is no such character.")
        else:
            yield from not_their_seat(known, seat, person.seat if self.seat is None else self.seat)
        if person is None or person.role is not Role.CREATURE:
            yield from name_taken(known, self.name)
        if self.joins and person is not None and person.role is Role.CREATURE:
            yield Reason("creature", "A creature does not join the party.")

    def do(self, play: Play) -> None:
        old = play.now.people[self.who]
        seat = old.seat if self.seat is None else self.seat
        name = self.name if old.role is Role.CREATURE else free_name(play.now, self.name)
        new = fresh_copy(old, free_id(play.now, name, seat), name, seat)
        new = replace(new, fp=bridge.fatigue_max(new, play.now.house.fatigue))
        to = known_to(new)
        play.tell(PersonJoined(new), to=to)
        for thing in play.now.carried_by(self.who) if self.gear else ():
            if isinstance(thing.place, Carried):
                id = carried_id(play.now, new.id, thing)
                place_carried(play, replace(thing, id=id, place=Carried(new.id, thing.place.how)), to)
        if self.joins:
            join_party(play, new.id, asked=True)


def fresh_copy(old: Person, id: PersonId, name: str, seat: SeatId) -> Person:
    """A person as they were at their best: unhurt, without conditions, with every use of their powers."""
    sheet = replace(old.sheet, powers=tuple(replace(power, used=0, day=0) for power in old.sheet.powers))
    return Person(
        id,
        name,
        seat,
        old.role,
        sheet,
        hp=old.hp_max,
        hp_max=old.hp_max,
        scars=old.scars,
        terms=old.terms,
        pay=old.pay,
        about=old.about,
    )


PART = Part(commands=(CopyCharacter,))
