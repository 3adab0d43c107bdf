"""Joining the party: a newcomer comes along with a group and learns what it knows."""

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.body.privation import fresh
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.splitting import welcome
from undercroft.table.state.campaign import Campaign, Group, with_group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import Chase, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN, GroupFormed
from undercroft.table.world.sight import see


class Arrived(Event, frozen=True, tag="table.arrived"):
    """A character joined a group."""

    who: PersonId
    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        left = without_member(campaign, self.who)
        group = left.groups.get(self.group)
        if group is None:
            return campaign
        joined = with_group(left, replace(group, members=(*group.members, self.who)))
        return replace(joined, present=(*joined.present, self.who))

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} joins the party."


def without_member(campaign: Campaign, who: PersonId) -> Campaign:
    """Return the campaign with a character in no group and not present."""
    groups = {
        id: replace(group, members=tuple(member for member in group.members if member != who))
        for id, group in campaign.groups.items()
    }
    return replace(campaign, groups=groups, present=tuple(member for member in campaign.present if member != who))


def home(campaign: Campaign) -> GroupId:
    """The group that newcomers join: the first with members."""
    return next((group.id for group in campaign.groups.values() if group.members), MAIN)


def in_play(campaign: Campaign, seat: SeatId) -> bool:
    """Whether a player's seat has a living character in a group."""
    people = (campaign.people[who] for who in campaign.present if who in campaign.people)
    return any(person.seat == seat and person.alive for person in people)


def join_party(play: Play, who: PersonId, *, asked: bool | None) -> None:
    """Let a new character join the party at once, unless the party fights or flees: then they wait on the roster.

    Without being asked, nobody joins whose player has a character in play already.
    """
    seat, group = play.now.people[who].seat, home(play.now)
    busy = group in play.now.groups and isinstance(play.group(group).scene, Fight | Chase)
    wanted = (seat != REFEREE and not in_play(play.now, seat)) if asked is None else asked
    if wanted and not busy:
        come_along(play, who, group)


def come_along(play: Play, who: PersonId, group: GroupId) -> None:
    """Let a character join a group and learn what it knows."""
    if group not in play.now.groups:
        play.tell(GroupFormed(Group(group, "The party", (), play.now.clock)), to=TABLE)
    play.tell(Arrived(who, group), to=TABLE)
    if play.group(group).time:
        fresh(play, who)
    welcome(play, who, group)
    zone = play.group(group).zone
    if zone is not None:
        see(play, group, zone)
