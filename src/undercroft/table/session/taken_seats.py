"""Taken seats: who plays at each, how a seat is taken, and how it is closed or opened again.

What signs a phone in is the edition of its seat's link. Each change of player renews the link, so that nobody who was
there before stays signed in.
"""

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import AskId, Name
from undercroft.table.state.names import check_name, looks
from undercroft.table.state.seats import REFEREE, SeatHold, SeatWay

NO_SEAT = Reason("no_seat", "There is no such seat.")


def seat_words(known: Campaign, seat: SeatId) -> str:
    """A seat by the characters that it plays, such as `Maud Tarrow's seat`, or by its own name."""
    people = [person.name for person in known.people.values() if person.seat == seat]
    if people:
        return f"{series(people)}'s seat"
    return known.seats[seat].name if seat in known.seats else "a seat"


def name_taken(known: Campaign, seat: SeatId, name: str) -> Iterable[Reason]:
    """The reason against a player's name that would pass for that of another seat or its player."""
    others = {other.name for id, other in known.seats.items() if id != seat}
    others |= {player for id, player in known.players.items() if id != seat}
    if looks(name) in {looks(other) for other in others}:
        yield Reason("name_taken", "Another player here has that name, or one that looks the same. Choose another.")


class HoldSeat(Command, frozen=True, tag="hold_seat"):
    """Note that a free seat was taken. The server gives this command when a phone joins."""

    seat: SeatId
    way: SeatWay = SeatWay.LINK
    name: Name = ""
    ABOUT = About(title="Note that a seat is taken", while_waiting=True, setting=True, listed=False)

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        if self.name:
            check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.seats:
            yield NO_SEAT
        elif self.seat in known.holds:
            yield Reason("seat_taken", "That seat is taken.")
        if self.name:
            yield from name_taken(known, self.seat, self.name)

    def do(self, play: Play) -> None:
        play.tell(SeatHeld(self.seat, self.way))
        name_player(play, self.seat, self.name)


class NamePlayer(Command, frozen=True, tag="name_player"):
    """Write down who plays a seat: the name that everybody at the table sees."""

    seat: SeatId
    name: Name
    ABOUT = About(
        title="Name a player", while_waiting=True, for_seats=True, setting=True, words="player name call me rename"
    )

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if seat not in (REFEREE, self.seat):
            yield Reason("not_yours", "Only the player of that seat and the referee can do that.")
        if self.seat not in known.seats:
            yield NO_SEAT
        yield from name_taken(known, self.seat, self.name)

    def do(self, play: Play) -> None:
        name_player(play, self.seat, self.name)


class RemovePlayer(Command, frozen=True, tag="remove_player"):
    """Sign out everybody at a seat; after that only its new link or your permission opens it. This cannot be undone."""

    seat: SeatId
    ABOUT = About(title="Remove a player", while_waiting=True, setting=True, words="player kick sign out refuse seat")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.seats:
            yield NO_SEAT

    def do(self, play: Play) -> None:
        close_seat(play, self.seat)
        forget_player(play, self.seat)


class FreeSeat(Command, frozen=True, tag="free_seat"):
    """Open a seat to the session's code: sign out everybody at it, and let the next player take it."""

    seat: SeatId
    ABOUT = About(title="Open a seat to the code", while_waiting=True, setting=True, words="player free empty seat")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in known.seats:
            yield NO_SEAT
        elif self.seat not in known.holds:
            yield Reason("seat_free", "That seat is free already.")

    def do(self, play: Play) -> None:
        play.tell(LinkRenewed(self.seat, next_edition(play.now, self.seat)))
        play.tell(SeatOpened(self.seat))
        forget_player(play, self.seat)


def next_edition(now: Campaign, seat: SeatId) -> int:
    """The edition of a seat's next link."""
    return now.editions.get(seat, 0) + 1


def close_seat(play: Play, seat: SeatId) -> None:
    """Renew a seat's link, and keep the seat from everybody who has only the code."""
    play.tell(LinkRenewed(seat, next_edition(play.now, seat)))
    if seat in play.now.seats:
        play.tell(SeatHeld(seat, SeatWay.KEPT))


def name_player(play: Play, seat: SeatId, name: str) -> None:
    """Tell the table who plays a seat, if that is new."""
    plain = normalize("NFC", name).strip()
    if plain and plain != play.now.players.get(seat):
        play.tell(PlayerNamed(seat, plain), to=TABLE)


def forget_player(play: Play, seat: SeatId) -> None:
    """Tell the table that a player has left a seat."""
    if play.now.players.get(seat):
        play.tell(PlayerNamed(seat, ""), to=TABLE)


class LinkRenewed(SecretEvent, frozen=True, tag="table.link-renewed"):
    """From now on only this edition of a seat's link is valid; undo does not change that."""

    seat: SeatId
    edition: int

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, editions={**campaign.editions, self.seat: self.edition})


class SeatHeld(SecretEvent, frozen=True, tag="table.seat-held"):
    """A seat is taken, or kept for those who have its link."""

    seat: SeatId
    way: SeatWay
    ask: AskId = AskId("")

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, holds={**campaign.holds, self.seat: SeatHold(self.way, self.ask)})


class SeatOpened(SecretEvent, frozen=True, tag="table.seat-opened"):
    """A seat is open to the session's code."""

    seat: SeatId

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, holds={seat: hold for seat, hold in campaign.holds.items() if seat != self.seat})


class PlayerNamed(Event, frozen=True, tag="table.player-named"):
    """The player at a seat has this name; without a name, nobody plays there."""

    seat: SeatId
    name: str

    def fold(self, campaign: Campaign) -> Campaign:
        others = {seat: name for seat, name in campaign.players.items() if seat != self.seat}
        return replace(campaign, players={**others, self.seat: self.name} if self.name else others)

    def say(self, now: Campaign) -> str:
        words = seat_words(now, self.seat)
        return f"{self.name} takes {words}." if self.name else f"Nobody plays at {words} now."


PART = Part(
    commands=(HoldSeat, NamePlayer, RemovePlayer, FreeSeat), events=(LinkRenewed, SeatHeld, SeatOpened, PlayerNamed)
)
