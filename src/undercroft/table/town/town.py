"""Settlements: arriving, resting for days, and leaving."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.keeping_time import Respite, Unit, time_safe
from undercroft.books.sovereign.units import WEEK
from undercroft.kernel.phrases import within
from undercroft.kernel.units import DAY, SeatId, Seconds, Throw
from undercroft.table.body.dying import left_to_die
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, group_acts, subject
from undercroft.table.state.campaign import Campaign, Group, changed_group
from undercroft.table.state.ids import GroupId, Label, PersonId, TownId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.names import looks
from undercroft.table.state.scenes import Chase, EncounterScene, Fight, Town
from undercroft.table.treatment.healing import days_of_rest
from undercroft.table.world.country import name_and_id
from undercroft.table.world.markets import show_market


class ComeToTown(Command, frozen=True, tag="come_to_town"):
    """Arrive in a settlement."""

    group: GroupId
    name: Label
    ABOUT = About(title="Come to a town")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif group.site is not None:
            yield Reason("in_a_site", f"{subject(known, group)} must leave the site first.")
        elif group.in_town:
            yield Reason("in_town", f"{are(known, group)} in a settlement already.")
        elif isinstance(group.scene, EncounterScene | Chase | Fight):
            yield Reason("no_time", "There is no time for that now.")

    def do(self, play: Play) -> None:
        """Arrive, and see the market of a town that is on the map."""
        group = play.group(self.group)
        play.begin(self.group, Town(self.name, since=group.time, town=town_called(play.now, group, self.name)))
        reached = group.hex is not None and looks(name_and_id(play.now, group.hex)[0]) == looks(self.name)
        lost = isinstance(group.scene, TravelDay) and group.scene.believed is not None
        told = reached and not lost and group.arrived == group.time
        play.tell(CameToTown(self.group, self.name, reached, told), to=group_audience(self.group))
        show_market(play, self.group)


class _TownCommand(Command, frozen=True):
    """A command for a group in a settlement."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif not group.in_town:
            yield Reason("not_in_town", f"{are(known, known.groups.get(self.group))} in no settlement.")


class LeaveTown(_TownCommand, frozen=True, tag="leave_town"):
    """Leave the settlement."""

    ABOUT = About(title="Leave the town", place=Section.TOWN)

    def do(self, play: Play) -> None:
        """Leave the settlement; what the group was doing before goes on."""
        scene = play.group(self.group).scene
        if isinstance(scene, Town):
            play.end(self.group)
            play.tell(LeftTown(self.group, scene.name), to=group_audience(self.group))


class StayInTown(_TownCommand, frozen=True, tag="stay_in_town"):
    """Rest in the settlement for days: warm, fed and in bed."""

    days: Annotated[int, Meta(ge=1, le=365)] | Throw = 1
    ABOUT = About(title="Stay in town", deed="days in town", place=Section.DAY, rank=80)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from left_to_die(known, self.group)

    def do(self, play: Play) -> None:
        to, scene = group_audience(self.group), play.group(self.group).scene
        days = amount(play, self.days, "days in town", to=to, least=1)
        mornings = play.settle(time_safe, Respite(days, Unit.DAY), to=to, whole=True).mornings
        stayed = days_of_rest(play, self.group, mornings)
        if isinstance(scene, Town) and stayed:
            play.tell(Stayed(self.group, scene.name, stayed), to=to)


class _TownEvent(Event, frozen=True):
    group: GroupId
    name: str


class CameToTown(_TownEvent, frozen=True, tag="table.came-to-town"):
    """A group arrived in a settlement."""

    reached: bool = False
    """Whether they are in a hex of that name."""
    told: bool = False
    """Whether they have just reached that hex, so that the log has told it already."""

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_group(campaign, self.group, arrived=None)

    def say(self, now: Campaign) -> str:
        if self.told:
            return ""
        if self.reached:
            return f"{group_acts(now, self.group, 'go', 'goes')} into {within(self.name)}."
        return f"{group_acts(now, self.group, 'come', 'comes')} to {within(self.name)}."


class LeftTown(_TownEvent, frozen=True, tag="table.left-town"):
    """A group left a settlement."""

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'leave', 'leaves')} {within(self.name)}."


class Stayed(_TownEvent, frozen=True, tag="table.stayed"):
    """A group rested in a settlement for days."""

    days: int

    def say(self, now: Campaign) -> str:
        for_days = "a day" if self.days == 1 else f"{self.days} days"
        return f"{group_acts(now, self.group, 'rest', 'rests')} {for_days} in {within(self.name)}, warm and well fed."


def town_called(campaign: Campaign, group: Group, name: str) -> TownId | None:
    """The town of that name in a group's hex."""
    here = campaign.lands.hexes.get(group.hex) if group.hex is not None else None
    features = here.features.values() if here is not None else ()
    return next((feature.town for feature in features if feature.town and looks(feature.name) == looks(name)), None)


def town_of(known: Campaign, who: PersonId) -> Town | None:
    """The settlement a character is in."""
    group = known.group_of(who)
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Town) else None


def not_in_town(known: Campaign, who: PersonId) -> Iterable[Reason]:
    """Why a character cannot do what needs a settlement."""
    if town_of(known, who) is None:
        yield Reason("not_in_town", "That can be done only in a settlement.")


def _near(known: Campaign, group: Group) -> Iterable[ComeToTown]:
    """The settlements known in a group's hex."""
    here = known.seen_lands.hexes.get(group.hex) if group.hex is not None else None
    for feature in here.features.values() if here is not None else ():
        if feature.town is not None and group.members:
            yield ComeToTown(group.id, feature.name)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        scene = group.scene
        for town in _near(known, group):
            yield Offer(town, "go into", within(town.name), group.name, open_only=True)
        if isinstance(scene, Town):
            for days, verb in ((1, "a day of rest"), (WEEK // DAY, "a week of rest")):
                act, takes = StayInTown(group.id, days), Seconds(days * DAY)
                yield Offer(act, verb, f"in {within(scene.name)}", group.name, seconds=takes)
            yield Offer(LeaveTown(group.id), "leave", within(scene.name), group.name)


PART = Part(commands=(ComeToTown, LeaveTown, StayInTown), events=(CameToTown, LeftTown, Stayed), offers=_offers)
