"""Seats taken after the campaign began, and new secret links for seats."""

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import PARTY, TABLE, Audience, seats
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to
from undercroft.table.session.dice_seals import DiceSealed
from undercroft.table.session.handouts import HandoutShown
from undercroft.table.session.next_session import SessionPlanned
from undercroft.table.session.second_referees import RefereeInvited
from undercroft.table.session.sessions import SessionBegan
from undercroft.table.session.shared_page import PageWritten
from undercroft.table.session.taken_seats import NO_SEAT, PlayerNamed, close_seat
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Name
from undercroft.table.state.messages import SharedPage
from undercroft.table.state.names import check_name, looks
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.world import group_maps
from undercroft.table.world.campaign_start import CampaignBegan, SeatTaken
from undercroft.table.world.country import HexesSeen, HintHeard, LandsSeen
from undercroft.table.world.groups import GroupFormed
from undercroft.table.world.people_updates import catch_up
from undercroft.table.world.pictures import PictureShown


class TakeSeat(Command, frozen=True, tag="take_seat"):
    """Add a seat to the table."""

    seat: SeatId
    name: Name
    ABOUT = About(title="Add a seat")

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat in known.seats:
            yield Reason("seat_taken", "That seat is taken.")
        elif looks(self.name) in {looks(other.name) for other in known.seats.values()}:
            yield Reason("name_taken", "Another seat already has that name, or one that looks the same.")

    def do(self, play: Play) -> None:
        """Add the seat in the sight of all, and tell it what the table knows."""
        new, before = seats(self.seat), play.now
        play.aside(CampaignBegan(before.name, before.day_begins, before.house), to=new)
        for other in before.seats.values():
            play.aside(SeatTaken(other), to=new)
        for seat, name in before.players.items():
            play.aside(PlayerNamed(seat, name), to=new)
        for referee in before.referees.values():
            play.aside(RefereeInvited(referee), to=new)
        play.tell(SeatTaken(Seat(self.seat, normalize("NFC", self.name))), to=lambda now: TABLE(now) | new(now))
        _tell_of_the_party(play, new)
        for shown in before.shown.values():
            play.aside(PictureShown(shown if shown.site in before.seen else replace(shown, site=None)), to=new)
        for handout in before.handouts.values():
            if handout.everybody:
                play.aside(HandoutShown(replace(handout, read_by=())), to=new)
        if before.page != SharedPage():
            play.aside(PageWritten(before.page), to=new)
        if before.session is not None:
            play.aside(SessionBegan(before.session), to=new)
        if before.next_session is not None:
            play.aside(SessionPlanned(before.next_session), to=new)
        for seal in before.seals[-1:]:
            play.aside(DiceSealed(seal), to=new)
        _tell_of_deadlines(play, self.seat)


def _tell_of_the_party(play: Play, new: Audience) -> None:
    """Tell the roster, the groups and, if the party is together, where it is and what it has seen."""
    catch_up(play, (person.id for person in play.now.people.values() if known_to(person) is TABLE), to=new)
    together = sum(bool(group.members) for group in play.now.groups.values()) <= 1
    for group in play.now.groups.values():
        shown = replace(group, scenes=tuple(scene.seen for scene in group.scenes), checks=(), field=None)
        if not together:
            shown = replace(shown, site=None, zone=None, hex=None, scenes=())
        play.aside(GroupFormed(shown, play.now.present), to=new)
    if together:
        group_maps.show(play, play.now.seen, new(play.now), {})
        _tell_of_the_lands(play, new)


def _tell_of_the_lands(play: Play, new: Audience) -> None:
    """Tell the map of the lands, the weather and the hints heard."""
    seen = play.now.seen_lands
    if seen == SeenLands():
        return
    play.aside(LandsSeen(seen.name, seen.season, seen.weather), to=new)
    play.aside(HexesSeen(tuple(seen.hexes.values()), seen.ways), to=new)
    for hint in seen.hints:
        play.aside(HintHeard(hint), to=new)


def _tell_of_deadlines(play: Play, seat: SeatId) -> None:
    """Tell the new seat of the timers that the whole party knows."""
    everybody = PARTY(play.now)
    for timer in tuple(play.now.timers.values()):
        if everybody <= set(timer.to):
            play.set_timer(replace(timer, to=tuple(sorted({*timer.to, seat}))))


class RenewLink(Command, frozen=True, tag="renew_link"):
    """Renew a seat's secret link; the old link and its sign-ins stop working. This cannot be undone."""

    seat: SeatId
    ABOUT = About(title="Renew a player's link", while_waiting=True, setting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.seat not in (REFEREE, SPECTATORS, *known.seats):
            yield NO_SEAT

    def do(self, play: Play) -> None:
        """Renew the link; a player's seat is then closed to those who have only the code."""
        close_seat(play, self.seat)


PART = Part(commands=(TakeSeat, RenewLink))
