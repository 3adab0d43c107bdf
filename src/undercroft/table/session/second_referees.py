"""Second referees, who have the referee's rights by a link of their own, and whether the code lets spectators in."""

from collections.abc import Iterable
from unicodedata import normalize

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Name, RefereeId
from undercroft.table.state.names import check_name, looks
from undercroft.table.state.seats import SecondReferee

MOST_REFEREES = 8
"""So many second referees at the same time."""


def is_second_referee(now: Campaign, id: RefereeId) -> bool:
    """Whether this is a second referee now."""
    return id in now.referees and not now.referees[id].removed


class InviteReferee(Command, frozen=True, tag="invite_referee"):
    """Give a second referee a link of their own. They may do and see everything that you may."""

    name: Name
    ABOUT = About(title="Invite a second referee", while_waiting=True, setting=True, words="referee second gm link")

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        there = [referee for referee in known.referees.values() if not referee.removed]
        if len(there) >= MOST_REFEREES:
            yield Reason("too_many", f"There are {MOST_REFEREES} second referees: remove one first.")
        if looks(self.name) in {looks(referee.name) for referee in there}:
            yield Reason("name_taken", "Another referee here has that name, or one that looks the same.")

    def do(self, play: Play) -> None:
        id = RefereeId(str(len(play.now.referees) + 1))
        play.tell(RefereeInvited(SecondReferee(id, normalize("NFC", self.name).strip())), to=TABLE)


class RemoveReferee(Command, frozen=True, tag="remove_referee"):
    """Take a second referee's rights away: their link and their sign-ins stop working. This cannot be undone."""

    referee: RefereeId
    ABOUT = About(title="Remove a second referee", while_waiting=True, setting=True, words="referee second gm revoke")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not is_second_referee(known, self.referee):
            yield Reason("no_referee", "There is no such second referee.")

    def do(self, play: Play) -> None:
        play.tell(RefereeRemoved(self.referee), to=TABLE)


class AllowSpectators(Command, frozen=True, tag="allow_spectators"):
    """Let spectators in by the session's code, or only by their own link."""

    by_code: bool
    ABOUT = About(title="Let spectators in by the code", while_waiting=True, setting=True, words="watch spectator code")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if known.spectators_by_code == self.by_code:
            yield Reason("no_change", "It is like that already.")

    def do(self, play: Play) -> None:
        play.tell(SpectatorsAllowed(self.by_code))


class RefereeInvited(Event, frozen=True, tag="table.referee-invited"):
    """There is a second referee."""

    referee: SecondReferee

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, referees={**campaign.referees, self.referee.id: self.referee})

    def say(self, _now: Campaign) -> str:
        return f"{self.referee.name} is a second referee."


class RefereeRemoved(Event, frozen=True, tag="table.referee-removed"):
    """A second referee is one no longer."""

    referee: RefereeId

    def fold(self, campaign: Campaign) -> Campaign:
        before = campaign.referees.get(self.referee)
        if before is None:
            return campaign
        return replace(campaign, referees={**campaign.referees, self.referee: replace(before, removed=True)})

    def say(self, now: Campaign) -> str:
        gone = now.referees.get(self.referee)
        return f"{gone.name if gone is not None else 'A second referee'} is no longer a referee."


class SpectatorsAllowed(SecretEvent, frozen=True, tag="table.spectators-allowed"):
    """The session's code lets spectators in, or does not."""

    by_code: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, spectators_by_code=self.by_code)

    def say(self, _now: Campaign) -> str:
        return f"The code {'lets' if self.by_code else 'does not let'} spectators in."


PART = Part(
    commands=(InviteReferee, RemoveReferee, AllowSpectators), events=(RefereeInvited, RefereeRemoved, SpectatorsAllowed)
)
