"""Putting changes into the world in the middle of play, all of them as one act."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.phrases import within
from undercroft.kernel.units import SeatId
from undercroft.table.characters.joining import join_party
from undercroft.table.engine.audience import SECRET, TABLE
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to
from undercroft.table.engine.wanted_dice import DiceChosen
from undercroft.table.preparing.outcome import DraftOutcome
from undercroft.table.preparing.parts import all_made, by_address, put
from undercroft.table.preparing.players_news import tell_changes
from undercroft.table.preparing.wording import played, title
from undercroft.table.session.seating import TakeSeat
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, PersonChange, SeatChange
from undercroft.table.state.ids import PartId, PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import Seat, Throwing
from undercroft.table.world.campaign_start import PersonJoined
from undercroft.table.world.people_updates import as_others_see

MOST_SAID = 3
"""The number of changes that the log words."""


class LeftOut(Struct, frozen=True):
    """What is not put into play, whole or in part, and why."""

    what: str
    why: str


class PlayedIn(SecretEvent, frozen=True, tag="table.played-in"):
    """Changes of sites, lands and things are in play now. `kept` are those that are not in play yet."""

    changes: tuple[AnyChange, ...]
    kept: tuple[AnyChange, ...] | None = None
    """What is left of the draft; None if the changes were never drafted."""
    left: tuple[LeftOut, ...] = ()

    def fold(self, campaign: Campaign) -> Campaign:
        draft = campaign.draft if self.kept is None else by_address(self.kept)
        return replace(all_made(campaign, self.changes), draft=draft)

    def say(self, now: Campaign) -> str:
        """Word the first changes, and everything that was left out."""
        left = "; ".join(f"{out.what} ({within(out.why)})" for out in self.left)
        return " ".join((*played(now, self.changes, MOST_SAID), *((f"Left out: {left}.",) if left else ())))


class RosterRevised(Event, frozen=True, tag="table.roster-revised"):
    """Seats or people changed, or are gone."""

    seats: tuple[Seat, ...] = ()
    people: tuple[Person, ...] = ()
    seats_gone: tuple[SeatId, ...] = ()
    people_gone: tuple[PersonId, ...] = ()

    def fold(self, campaign: Campaign) -> Campaign:
        """Take those who are gone out of everything that counts something for them."""
        seats = {**campaign.seats, **{seat.id: seat for seat in self.seats}}
        people = {**campaign.people, **{person.id: person for person in self.people}}
        for seat in self.seats_gone:
            seats = dict(put(seats, seat, None))
        for who in self.people_gone:
            people = dict(put(people, who, None))
        campaign = replace(campaign, seats=seats, people=people)
        for who in self.people_gone:
            needs, nights = put(campaign.needs, who, None), put(campaign.nights, who, None)
            campaign = replace(campaign, needs=needs, nights=nights, illnesses=put(campaign.illnesses, who, None))
        return campaign


def play_in(play: Play, found: DraftOutcome, tell: Collection[PartId] = (), *, drafted: bool) -> None:
    """Make changes in the world, let new characters join the party, and tell players what they are to know."""
    before = play.now
    seats = [change for change in found.changes if isinstance(change, SeatChange)]
    people = [change for change in found.changes if isinstance(change, PersonChange)]
    rest = tuple(change for change in found.changes if not isinstance(change, SeatChange | PersonChange))
    _add_seats(play, seats)
    _change_roster(play, seats, people)
    new = [change.after for change in people if change.before is None and change.after is not None]
    for person in new:
        play.tell(PersonJoined(person), to=known_to(person))
    left = tuple(LeftOut(_named(before, found, part), why) for part, why in found.left.items())
    play.tell(PlayedIn(rest, found.kept if drafted else None, left))
    for person in new:
        if person.role is not Role.CREATURE and person.alive and not person.retired:
            join_party(play, person.id, asked=True)
    tell_changes(play, before, rest, tell)


def _named(campaign: Campaign, found: DraftOutcome, part: PartId) -> str:
    known = by_address((*found.changes, *found.kept))
    return title(campaign, known[part]) if part in known else part


def _add_seats(play: Play, seats: Iterable[SeatChange]) -> None:
    for change in seats:
        if change.before is None and change.after is not None:
            TakeSeat(change.after.id, change.after.name).do(play)
            if change.after.dice is not Throwing.ROLLED:
                play.tell(DiceChosen(change.after.id, change.after.dice), to=TABLE)


def _change_roster(play: Play, seats: Iterable[SeatChange], people: Iterable[PersonChange]) -> None:
    """Change seats and people that are there already; everybody sees it, but only the referee what is secret of it."""
    gone_seats = tuple(change.before.id for change in seats if change.before is not None and change.after is None)
    gone = tuple(change.before for change in people if change.before is not None and change.after is None)
    new_seats = tuple(change.after for change in seats if change.before is not None and change.after is not None)
    changed = tuple(change.after for change in people if change.before is not None and change.after is not None)
    whole = RosterRevised(new_seats, changed, gone_seats, tuple(person.id for person in gone))
    shown = RosterRevised(
        new_seats,
        tuple(as_others_see(person) for person in changed if known_to(person) is not SECRET),
        gone_seats,
        tuple(person.id for person in gone if known_to(person) is not SECRET),
    )
    if whole == RosterRevised():
        return
    everybody = TABLE(play.now)
    play.tell(whole, to=TABLE if whole == shown else SECRET)
    if shown not in (whole, RosterRevised()):
        play.aside(shown, to=lambda _: everybody)


PART = Part(events=(PlayedIn, RosterRevised))
