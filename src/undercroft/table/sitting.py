"""Sitting down at a table that has begun: a new seat learns what everybody at it knows."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.kernel.naming import check_name, looks
from undercroft.kernel.units import SeatId
from undercroft.table import maps
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import HexesSeen, HintHeard, LandsSeen
from undercroft.table.evenings import EveningBegan
from undercroft.table.groups import GroupFormed
from undercroft.table.names import Name
from undercroft.table.opening import CampaignBegan, SeatTaken
from undercroft.table.parting import catch_up
from undercroft.table.play import Play
from undercroft.table.roll import known_to
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.seats import Seat
from undercroft.table.seen_lands import SeenLands
from undercroft.table.telling import PARTY, TABLE, Audience, seats
from undercroft.table.whose import referee_only


class TakeSeat(Command, frozen=True, tag="take_seat"):
    """Give somebody a place at the table."""

    seat: SeatId
    name: Name

    def __post_init__(self) -> None:
        """A name is one that people can read."""
        check_name(self.name)


def _take_seat(play: Play, act: TakeSeat) -> None:
    """Everybody sees them sit down, and they are told how things stand."""
    new, before = seats(act.seat), play.now
    play.aside(CampaignBegan(before.name, before.day_begins, before.house), to=new)
    for other in before.seats.values():
        play.aside(SeatTaken(other), to=new)
    play.tell(SeatTaken(Seat(act.seat, normalize("NFC", act.name))), to=lambda now: TABLE(now) | new(now))
    _tell_of_the_party(play, new)
    if before.evening is not None:
        play.aside(EveningBegan(before.evening), to=new)
    _tell_of_deadlines(play, act.seat)


def _tell_of_the_party(play: Play, new: Audience) -> None:
    """Who is on the roll, and, while they are together, where they are and what they have seen."""
    catch_up(play, (person.id for person in play.now.people.values() if known_to(person) is TABLE), to=new)
    together = _together(play.now)
    for group in play.now.groups.values():
        shown = replace(group, scenes=tuple(scene.seen for scene in group.scenes), checks=(), field=None)
        play.aside(GroupFormed(shown if together else _out_of_sight(shown), play.now.present), to=new)
    if together:
        maps.show(play, play.now.seen, new(play.now), {})
        _tell_of_the_lands(play, new)


def _tell_of_the_lands(play: Play, new: Audience) -> None:
    """The map of the country, its weather, and what was heard of it."""
    seen = play.now.seen_lands
    if seen == SeenLands():
        return
    play.aside(LandsSeen(seen.name, seen.season, seen.weather), to=new)
    play.aside(HexesSeen(tuple(seen.hexes.values()), seen.ways), to=new)
    for hint in seen.hints:
        play.aside(HintHeard(hint), to=new)


def _together(now: Campaign) -> bool:
    return len([group for group in now.groups.values() if group.members]) <= 1


def _out_of_sight(group: Group) -> Group:
    """A group of which nothing is known but who is in it."""
    return replace(group, site=None, zone=None, hex=None, scenes=())


def _tell_of_deadlines(play: Play, seat: SeatId) -> None:
    """What all who are there wait for, they wait for too."""
    everybody = PARTY(play.now)
    for timer in tuple(play.now.timers.values()):
        if everybody <= set(timer.to):
            play.set_timer(replace(timer, to=tuple(sorted({*timer.to, seat}))))


def _may_sit(known: Campaign, seat: SeatId, act: TakeSeat) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.seat in known.seats:
        yield Reason("seat_taken", "That seat is taken.")
    elif looks(act.name) in {looks(one.name) for one in known.seats.values()}:
        yield Reason("name_taken", "Somebody at the table has that name, or one that looks the same.")


ROOM = Room(steps={TakeSeat: _take_seat}, refusals={TakeSeat: _may_sit})
