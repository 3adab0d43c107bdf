"""Searching a hex: for anything hidden, for one thing the party has heard of, or a whole day for secrets."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl import discovery
from undercroft.books.hexcrawl.discovery import FOR_ANYTHING, FOR_ONE_THING, Visibility
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.phrases import thing_named, verb
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.bridge.time_units import travel_time
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acting, group_acts, have
from undercroft.table.road.encounter_die import concealed, discover, here
from undercroft.table.road.travel_day import not_ready
from undercroft.table.road.travel_points import pay, points_left
from undercroft.table.state.campaign import Campaign, with_group
from undercroft.table.state.ids import FeatureId, GroupId, HexId, Label
from undercroft.table.state.journeys import NO_POINTS, Spent, Task, TravelDay
from undercroft.table.state.lands import LandHex
from undercroft.table.world.travel_costs import day_of, where


class CastAbout(Command, frozen=True, tag="cast_about"):
    """Search the hex for anything hidden."""

    group: GroupId
    ABOUT = About(title="Search the hex", place=Section.HEX)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_ready(known, seat, self.group)
        yield from _too_few_points(known, self.group, Task(Spent.CAST_ABOUT, FOR_ANYTHING), discovery.search_random.id)

    def do(self, play: Play) -> None:
        if not _work(play, self.group, Spent.CAST_ABOUT, FOR_ANYTHING):
            return
        at, left = here(play, self.group), _left(play, self.group, FOR_ANYTHING)
        outcome = play.settle(discovery.search_random, discovery.Search(left, concealed(at, Visibility.HIDDEN)))
        found = (FeatureId(outcome.feature),) if isinstance(outcome, discovery.Found) else ()
        _turn_up(play, self.group, at, found, Spent.CAST_ABOUT)


class Seek(Command, frozen=True, tag="seek"):
    """Search the hex for one thing the party has heard of."""

    group: GroupId
    target: Label
    ABOUT = About(title="Look for a place", place=Section.HEX)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_ready(known, seat, self.group)
        yield from _too_few_points(
            known, self.group, Task(Spent.SOUGHT, FOR_ONE_THING, self.target), discovery.search_specific.id
        )
        if self.target not in leads(known):
            yield Reason(
                "no_lead",
                f"{have(known, known.groups.get(self.group))} not heard of that.",
                discovery.search_specific.id,
            )

    def do(self, play: Play) -> None:
        """Search; if the thing is elsewhere, already found or secret, the party is told only that it is not here."""
        if not _work(play, self.group, Spent.SOUGHT, FOR_ONE_THING, self.target):
            return
        at, left = here(play, self.group), _left(play, self.group, FOR_ONE_THING)
        hidden = concealed(at, Visibility.HIDDEN)
        meant = next((id for id in hidden if at is not None and _is_meant(at, id, self.target)), FeatureId(self.target))
        outcome = play.settle(discovery.search_specific, discovery.Quest(meant, lead=True, tp_left=left, hidden=hidden))
        found = (meant,) if isinstance(outcome, discovery.Found) else ()
        _turn_up(play, self.group, at, found, Spent.SOUGHT, self.target)


class Comb(Command, frozen=True, tag="comb"):
    """Search the hex for secrets, all day long."""

    group: GroupId
    ABOUT = About(title="Search the hex all day", place=Section.HEX)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_ready(known, seat, self.group)
        group = known.groups.get(self.group)
        day = day_of(group)
        if group is not None and day is not None and day.spent != paid_into(day, Spent.COMBED):
            yield Reason("too_late", "It takes a whole day: start it before anything else.", discovery.search_secret.id)

    def do(self, play: Play) -> None:
        """Reveal every secret of the hex."""
        day = day_of(play.group(self.group))
        if day is None or not _work(play, self.group, Spent.COMBED, day.tp_max):
            return
        at = here(play, self.group)
        secrets, hidden = concealed(at, Visibility.SECRET), concealed(at, Visibility.HIDDEN)
        whole = TravelPoints(day.tp_max)
        outcome = play.settle(
            discovery.search_secret, discovery.WholeDay(TravelPoints(NO_POINTS), whole, whole, secrets, hidden)
        )
        found = outcome.features if isinstance(outcome, discovery.SecretsFound) else ()
        _turn_up(play, self.group, at, tuple(FeatureId(id) for id in found), Spent.COMBED)


class HexSearched(Event, frozen=True, tag="table.hex-searched"):
    """A group searched a hex, and how many features it found; 0 if such a search finds nothing more here."""

    group: GroupId
    hex: HexId
    what: Spent
    found: int
    target: str = ""

    def say(self, now: Campaign) -> str:
        if self.what is Spent.SOUGHT:
            looks = f"{group_acts(now, self.group, 'look', 'looks')} for {thing_named(self.target, known=True)}"
            return f"{looks}." if self.found else f"{looks}: it is not here."
        how = "the hex all day" if self.what is Spent.COMBED else "the hex"
        nothing = "" if self.found else f" and {verb(group_acting(now, self.group), 'find', 'finds')} nothing"
        return f"{group_acts(now, self.group, 'search', 'searches')} {how}{nothing}."


class SearchBrokenOff(Event, frozen=True, tag="table.search-broken-off"):
    """Something interrupted a search; the points spent still count for it today."""

    group: GroupId
    hex: HexId

    def say(self, _now: Campaign) -> str:
        return "The search is interrupted."


class TaskKept(Event, frozen=True, tag="table.task-kept"):
    """How far a search had come when an encounter interrupted it."""

    group: GroupId
    task: Task

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups.get(self.group)
        if group is None:
            return campaign
        scenes = tuple(
            replace(scene, task=self.task) if isinstance(scene, TravelDay) else scene for scene in group.scenes
        )
        return with_group(campaign, replace(group, scenes=scenes))


def _is_meant(hex: LandHex, feature: FeatureId, target: str) -> bool:
    """Whether a feature or a hint has that name."""
    found = hex.features[feature]
    leads = (hint.lead.casefold() for hint in found.hints if hint.lead)
    return target.casefold() in (found.name.casefold(), *leads)


def _work(play: Play, group: GroupId, what: Spent, cost: Fraction, target: str = "") -> bool:
    """Pay the points still owed for a search. Return whether it is done and nothing interrupted."""
    day, at = day_of(play.group(group)), where(play.group(group))
    if day is None or at is None:
        return False
    before = paid_into(day, what, target)
    paid, _ = pay(play, group, cost - before, what, at)
    after = day_of(play.group(group))
    done = before + paid == cost
    if after is not None:
        task = None if done else Task(what, before + paid, target)
        play.go_on(group, replace(after, task=task, marching=False))
    elif not done:
        play.tell(TaskKept(group, Task(what, before + paid, target)), to=group_audience(group))
    if not done:
        play.tell(SearchBrokenOff(group, at), to=group_audience(group))
    return done


def paid_into(day: TravelDay, what: Spent, target: str = "") -> Fraction:
    """The points of today spent on a search that was interrupted."""
    task = day.task
    return task.paid if task is not None and (task.what, task.target) == (what, target) else NO_POINTS


def _left(play: Play, group: GroupId, cost: Fraction) -> TravelPoints:
    """The points the day had left before the search."""
    day = day_of(play.group(group))
    return TravelPoints(cost + (day.left if day is not None else NO_POINTS))


def _turn_up(
    play: Play, group: GroupId, at: LandHex | None, found: tuple[FeatureId, ...], what: Spent, target: str = ""
) -> None:
    thought = where(play.group(group))
    if at is None or thought is None:
        return
    play.tell(HexSearched(group, thought, what, len(found), target), to=group_audience(group))
    for feature in found:
        discover(play, group, at.features[feature])


# Reasons against


def _too_few_points(known: Campaign, group: GroupId, task: Task, rule: RuleId) -> Iterable[Reason]:
    """Why the day has too few points; `task.paid` is the cost of the whole search."""
    party = known.groups.get(group)
    day = day_of(party)
    if party is None or day is None:
        return
    if points_left(known, party) < task.paid - paid_into(day, task.what, task.target):
        yield Reason("too_few_points", "The day does not have enough travel points left.", rule)


def leads(known: Campaign, at: HexId | None = None) -> tuple[str, ...]:
    """The things the party has heard of and can look for; those of one hex, where it is given."""
    hints = (hint for hint in known.seen_lands.hints if at in (None, hint.hex))
    return tuple(dict.fromkeys(hint.lead for hint in hints if hint.lead))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        day, at = day_of(group), where(group)
        if day is None or at is None:
            continue
        cast, comb, whole = CastAbout(group.id), Comb(group.id), day.tp_max
        takes = travel_time(FOR_ANYTHING, whole)
        yield Offer(cast, "search", f"hex {at}", group.name, seconds=takes, rule=discovery.search_random)
        takes = travel_time(FOR_ONE_THING, whole)
        for lead in leads(known, at):
            yield Offer(
                Seek(group.id, lead), "look for", lead, group.name, seconds=takes, rule=discovery.search_specific
            )
        takes = travel_time(whole, whole)
        yield Offer(comb, "search", f"hex {at} all day", group.name, seconds=takes, rule=discovery.search_secret)


PART = Part(commands=(CastAbout, Seek, Comb), events=(HexSearched, SearchBrokenOff, TaskKept), offers=_offers)
