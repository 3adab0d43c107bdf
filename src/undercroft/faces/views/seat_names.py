"""Which seat a name means: a seat's own, or a character's."""

from undercroft.kernel.amounts import series
from undercroft.kernel.faults import NotFound
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE, SPECTATORS


def seat_named(campaign: Campaign, name: str) -> SeatId:
    """The seat of that id or name, or the one that plays a person of that id or name."""
    wanted = name.strip().casefold()
    for seat in (REFEREE, SPECTATORS, *campaign.seats):
        if seat.casefold() == wanted:
            return seat
    for found in campaign.seats.values():
        if wanted in (found.name.casefold(), campaign.called(found.id).casefold()):
            return found.id
    for person in campaign.people.values():
        if wanted in (person.id.casefold(), person.name.casefold()):
            return person.seat
    there = ", ".join((REFEREE, *campaign.seats, SPECTATORS))
    raise NotFound("no_such_seat", f"nobody here is called “{name[:60]}”", f"there are {there}")


def title_of(campaign: Campaign, seat: SeatId) -> str:
    """The name of a seat for people."""
    return campaign.called(seat) or str(seat)


def player_of(campaign: Campaign, seat: SeatId, who: PersonId | None = None) -> str:
    """The characters of a seat, or one of them, with the player: `Isolde Fenn (Seat 3)`."""
    people = campaign.people
    own = [who] if who is not None and who in people and people[who].seat == seat else campaign.present
    names = [people[who].name for who in own if who in people and people[who].seat == seat]
    title = title_of(campaign, seat)
    return f"{series(names)} ({title})" if names and seat in campaign.seats else title


def audience_of(campaign: Campaign, seats: tuple[SeatId, ...]) -> str:
    """Who was told, in a few words."""
    if set(seats) >= {REFEREE, SPECTATORS, *campaign.seats}:
        return "everybody"
    return ", ".join(title_of(campaign, seat) for seat in seats)
