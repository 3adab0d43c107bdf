"""What a whole group does at once in a site: everybody searches, everybody rests."""

from collections.abc import Iterable, Mapping

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.turns import Hold, ends_by_itself
from undercroft.table.site.search import Search
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import Rest

FEW = 2
"""From this many people on, doing it together saves something."""


class _Together(Command, frozen=True):
    """The same done by everybody in a group who can, in marching order."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            yield not_exploring(group)
        elif not any(self.own(known, who) for who in group.members):
            yield Reason("nobody_can", "Nobody here can do that now.")

    def ways(self, _who: PersonId) -> tuple[Command, ...]:
        """The commands by which a person does it, the best first."""
        raise NotImplementedError

    def own(self, known: Campaign, who: PersonId) -> Command | None:
        """The command by which a person does it now; None if they cannot."""
        return next((way for way in self.ways(who) if not any(way.why_not(known, REFEREE))), None)

    def do(self, play: Play) -> None:
        """Let one after the other do it; who cannot any more by then is left out."""
        for who in play.group(self.group).members:
            command = self.own(play.now, who)
            if command is not None:
                command.do(play)


class SearchTogether(_Together, frozen=True, tag="search_together"):
    """Let everybody in a group search the room."""

    ABOUT = About(
        title="Everybody searches",
        deed="everybody searches",
        icon="search",
        rank=131,
        slot=Slot.SEARCH,
        words="search all whole party together look for secret doors traps",
    )

    def ways(self, who: PersonId) -> tuple[Command, ...]:
        return (Search(who),)


class RestTogether(_Together, frozen=True, tag="rest_together"):
    """Let everybody in a group rest for this turn or round."""

    ABOUT = About(
        title="Everybody rests",
        deed="everybody rests",
        icon="hourglass",
        rank=201,
        slot=Slot.REST,
        words="rest all whole party together wait pause breather",
    )

    def ways(self, who: PersonId) -> tuple[Command, ...]:
        """Recover or rest where that restores something, else wait."""
        return Recover(who), Rest(who), Hold(who)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        clock = clock_of(group)
        for command in (SearchTogether(group.id), RestTogether(group.id)):
            acting = _acting(known, group, command)
            if clock is not None and len(acting) >= FEW:
                ends = clock.called if ends_by_itself(known, group, acting) else ""
                title, step = command.ABOUT.title, clock.step
                yield Offer(command, title, note=group.name, ends=ends, seconds=step, open_only=True)


def _acting(known: Campaign, group: Group, command: _Together) -> Mapping[PersonId, Activity]:
    """Those who can do it now, and what each of them does."""
    deeds = ((who, command.own(known, who)) for who in group.members)
    return {who: _ACTIVITIES[type(deed)] for who, deed in deeds if deed is not None}


_ACTIVITIES: Mapping[type[Command], Activity] = {
    Search: Activity.SEARCH,
    Recover: Activity.RECOVER,
    Rest: Activity.REST,
    Hold: Activity.REST,
}


PART = Part(commands=(SearchTogether, RestTogether), offers=_offers)
