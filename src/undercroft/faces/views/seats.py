"""The seats of a table for people: who plays there, since when, and who is here now."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from undercroft.faces.views.time_of_day import ago
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.class_names import class_and_level
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person
from undercroft.table.state.seats import SeatHold, SeatWay


class SeatLife(Struct, frozen=True):
    """What is known of a table's seats beside the campaign: how and when they were taken, and who is there."""

    holds: Mapping[SeatId, SeatHold]
    since: Mapping[SeatId, str]
    """When each taken seat was taken, in wall time."""
    here: Collection[SeatId] = ()
    """The seats that are connected now."""
    seen: Mapping[SeatId, str] = {}
    """When each seat was last heard of, in wall time."""


class SeatCard(Struct, frozen=True):
    """One seat for people."""

    id: SeatId
    name: str
    """The seat's own name."""
    plays: str
    """The characters that it plays."""
    about: str
    """What these are, such as `Expert 2`; of several each by name."""
    words: str
    """The seat by its characters, such as `Maud Tarrow's seat`."""
    player: str = ""
    way: SeatWay | None = None
    """How it was taken; None for a free seat."""
    since: str = ""
    here: bool = False
    seen: str = ""

    @property
    def title(self) -> str:
        """The characters, or the name of a seat that plays none."""
        return self.plays or self.name

    @property
    def free(self) -> bool:
        """Whether the session's code opens it."""
        return self.way is None

    @property
    def waited_for(self) -> bool:
        """Whether it has a player who is not here."""
        return self.way in (SeatWay.LINK, SeatWay.CODE) and not self.here

    @property
    def taken(self) -> str:
        """By whom it is taken and since when, in a few words."""
        if self.way is SeatWay.KEPT:
            return f"Kept for {self.player}" if self.player else "Kept by the referee"
        by = f" by {self.player}" if self.player else ""
        return f"Taken{by}{f' {self.since}' if self.since else ''}"


def seat_cards(known: Campaign, life: SeatLife, now: datetime | None = None) -> tuple[SeatCard, ...]:
    """Every player's seat, by what a seat knows of the campaign."""
    moment = now or datetime.now(UTC)
    return tuple(_card(known, id, life, moment) for id in known.seats)


def _card(known: Campaign, id: SeatId, life: SeatLife, now: datetime) -> SeatCard:
    people = [person for person in known.people.values() if person.seat == id and person.alive and not person.retired]
    hold = life.holds.get(id)
    return SeatCard(
        id,
        known.seats[id].name,
        series([person.name for person in people]) if people else "",
        _classes(people),
        seat_words(known, id),
        known.players.get(id, ""),
        hold.way if hold is not None else None,
        ago(life.since[id], now) if hold is not None and id in life.since else "",
        id in life.here,
        ago(life.seen[id], now) if id in life.seen else "",
    )


def _classes(people: Sequence[Person]) -> str:
    """The class and level of each who has a class; where a seat plays several, with their names."""
    classed = [person for person in people if person.sheet.character_class]
    if len(people) == 1:
        return "".join(class_and_level(person.sheet) for person in classed)
    return "; ".join(f"{person.name}: {class_and_level(person.sheet)}" for person in classed)
