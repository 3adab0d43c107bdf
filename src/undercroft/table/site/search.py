"""Searching: a search finds what is hidden; only following its clues finds what is secret.

A player who names the spot, or the way that would find something, finds it without a roll.
"""

from collections.abc import Iterable
from enum import StrEnum

from undercroft.books.delving.actions import (
    Clue,
    Following,
    Found,
    NoneRemaining,
    Secret,
    SecretFound,
    Zone,
    follow_clue,
    search,
    secret_features,
)
from undercroft.books.delving.dungeon_turn import TOO_WEAK_FOR_THE_SHADOWCURSE
from undercroft.books.sovereign.checks import Success, check_skill
from undercroft.books.sovereign.narrative import ExactSearch, search_specified
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge.rules_between_books import ClueSearch, clue_check
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.delve_rounds import best_light
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy, did
from undercroft.table.site.spots import answered, features_meant, traps_meant, unfound
from undercroft.table.site.traps import blunder
from undercroft.table.state import house_rules, seen_sites
from undercroft.table.state.campaign import Campaign, Group, changed_in_site
from undercroft.table.state.ids import FeatureId, GroupId, PersonId, SiteId, Text
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import DelveRound, ViolenceTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Feature, Grade
from undercroft.table.world import sight, sightings
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.darkness import sees
from undercroft.table.world.group_maps import map_of


class _SearchCommand(Command, frozen=True):
    """A search of the room, or of one spot, or in one way."""

    who: PersonId
    spot: Text = ""
    finds: tuple[FeatureId, ...] = ()
    """What the referee adds to what lies at that spot."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.SEARCH)
        if not sees(known, self.who):
            yield Reason("too_dark", "It is too dark to search.", search.id)
        if self.finds and seat != REFEREE:
            yield Reason("referee_only", "Only the referee can say what is found.")

    def do(self, play: Play) -> None:
        """Search by the book that keeps the time here; every search may also turn up a clue to a secret."""
        person = play.now.people[self.who]
        group = play.group_with(self.who)
        if self.spot and _at_the_spot(play, person, group, self.spot, self.finds):
            pass
        elif certain(play.now, group):
            _for_certain(play, person, group)
        elif isinstance(group.scene, ViolenceTurn):
            _everything(play, person, group)
        else:
            _by_check(play, person, group)
        _give_clues(play, person, group)
        did(play, self.who, Activity.SEARCH, f"searched {self.spot or 'the room'}")


class Search(_SearchCommand, frozen=True, tag="search"):
    """Search the room; `spot` names the exact place or way, so that nothing there is missed."""

    ABOUT = About(title="Search the room", icon="search", rank=130, slot=Slot.SEARCH, for_referee=frozenset({"finds"}))


class SearchSpot(_SearchCommand, frozen=True, tag="examine_spot"):
    """Search one spot, or search in one way; this finds what is hidden there without a roll."""

    ABOUT = About(
        title="Examine one spot",
        icon="search",
        rank=131,
        slot=Slot.SEARCH,
        opens_form=True,
        for_referee=frozenset({"finds"}),
    )


class FollowClue(Command, frozen=True, tag="follow_clue"):
    """Follow a clue by doing something; with `finds` the referee names the secret that this uncovers."""

    who: PersonId
    doing: Text
    finds: FeatureId | None = None
    ABOUT = About(
        title="Follow a clue",
        icon="search",
        rank=132,
        slot=Slot.SEARCH,
        opens_form=True,
        for_referee=frozenset({"finds"}),
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from busy(known, seat, self.who, Activity.FOLLOW_CLUE)
        if self.finds is not None and seat != REFEREE:
            yield Reason("referee_only", "Only the referee can say whether that reveals anything.")

    def do(self, play: Play) -> None:
        group = play.group_with(self.who)
        site = play.site_of(group)
        feature = (
            site.features.get(self.finds) if self.finds is not None else answered(play, group, self.who, self.doing)
        )
        matches = feature is not None and feature.zone == group.zone and not feature.found
        given = Following(len(feature.clues_given) if feature is not None else 0, action_matches=matches)
        outcome = play.settle(follow_clue, given)
        if isinstance(outcome, SecretFound) and feature is not None:
            reveal(play, group.id, feature, self.who)
        else:
            play.tell(FoundNothing(self.who, none_left=False), to=group_audience(group.id))
        did(play, self.who, Activity.FOLLOW_CLUE, self.doing or "followed a clue")


class FeatureFound(SecretEvent, frozen=True, tag="table.feature-found"):
    """The party found something hidden or secret."""

    site: SiteId
    feature: FeatureId
    by: PersonId | None

    def fold(self, campaign: Campaign) -> Campaign:
        door = campaign.sites[self.site].features[self.feature].door
        campaign = changed_in_site(campaign, self.site, "features", self.feature, found=True)
        return campaign if door is None else changed_in_site(campaign, self.site, "doors", door, hidden=False)


class ClueGiven(SecretEvent, frozen=True, tag="table.clue-given"):
    """Which clue to which secret the party got."""

    site: SiteId
    feature: FeatureId
    clue: int

    def fold(self, campaign: Campaign) -> Campaign:
        given = (*campaign.sites[self.site].features[self.feature].clues_given, self.clue)
        return changed_in_site(campaign, self.site, "features", self.feature, clues_given=given)


class Missed(StrEnum):
    """Why a search by a check finds nothing; only the referee knows."""

    NOTHING_HERE = "nothing_here"
    NOT_NOTICED = "not_noticed"
    TOO_HARD = "too_hard"


class FoundNothing(Event, frozen=True, tag="table.found-nothing"):
    """A search turned up nothing new; by some books that means nothing hidden is left."""

    who: PersonId
    none_left: bool
    missed: Missed | None = None
    """Why, for the referee; players are told the same whatever is there."""
    well: bool = False
    """Whether the check succeeded, which a player sees by the dice."""

    def say(self, now: Campaign) -> str:
        name = now.people[self.who].name
        if self.missed is not None:
            return f"{name} searches {_MISSED[self.missed]}"
        searches = "searches well and " if self.well else ""
        return f"{name} {searches}finds {'that nothing hidden is left' if self.none_left else 'nothing hidden'}."


_MISSED = {
    Missed.NOTHING_HERE: "the room: there is nothing left to find here.",
    Missed.NOT_NOTICED: "the room and misses what is hidden here.",
    Missed.TOO_HARD: "the room well, but what is hidden here is harder to find.",
}


def reveal(play: Play, group: GroupId, feature: Feature, by: PersonId | None) -> None:
    """Tell a group the feature it found and what the feature leads to."""
    site = play.site_of(play.group(group))
    to = group_audience(group)
    play.tell(FeatureFound(site.id, feature.id, by))
    heard = map_of(play.now, group)
    noticed = {clue.text for clue in heard[site.id].clues} if site.id in heard else set[str]()
    clues = tuple(text for text in feature.clues if text in noticed)
    seen = seen_sites.SeenFeature(feature.id, feature.zone, feature.what, feature.door, clues)
    play.tell(sightings.FeatureSeen(site.id, seen, by, play.now.apart(group)), to=to)
    if feature.door is not None:
        door = play.now.door(site.id, feature.door)
        play.tell(sightings.DoorSeen(site.id, sight.door_from(site, door, (feature.zone,))), to=to)
    if feature.trap is not None:
        known = sight.trap_as_known(site.traps[feature.trap])
        play.tell(sightings.TrapSeen(site.id, known, play.now.apart(group)), to=to)
    for thing in feature.things:
        sight.tell_thing(play, group, ThingPlaced(play.now.things[thing]))


def certain(campaign: Campaign, group: Group) -> bool:
    """Whether a search always finds what is hidden, by the house rules or by the book that keeps the time here."""
    return finds_surely(campaign.house, in_delve_rounds=isinstance(group.scene, DelveRound))


def finds_surely(house: house_rules.HouseRules, *, in_delve_rounds: bool) -> bool:
    """The same by the house rules and the clock alone."""
    if house.search is house_rules.SearchRule.CLOCK:
        return in_delve_rounds
    return house.search is house_rules.SearchRule.DELVING


def _hidden(play: Play, group: Group) -> tuple[Feature, ...]:
    """The hidden features where a group is, in the order of the site."""
    site = play.site_of(group)
    return tuple(
        feature for feature in site.features.values() if feature.zone == group.zone and feature.grade == Grade.HIDDEN
    )


def _at_the_spot(play: Play, person: Person, group: Group, said: str, finds: tuple[FeatureId, ...]) -> bool:
    """Find what is at a named spot, or what the named way finds, and return whether the search was no more than that.

    Where every search is certain, a search that names the wrong spot still searches the room.
    """
    sure, to = certain(play.now, group) or isinstance(group.scene, ViolenceTurn), group_audience(group.id)
    meant = features_meant(play, group, person.id, said, secrets=not sure)
    features = [feature for feature in unfound(play, group) if feature.id in finds or feature in meant]
    traps = traps_meant(play, group, said)
    found = bool(features or traps)
    if sure and not found:
        return False
    play.settle(search_specified, ExactSearch(method_would_find=found))
    for feature in features:
        reveal(play, group.id, feature, person.id)
    for trap in traps:
        sighting = sightings.TrapSeen(play.site_of(group).id, sight.trap_as_known(trap), play.now.apart(group.id))
        play.tell(sighting, to=to)
    if not found:
        play.tell(FoundNothing(person.id, none_left=False), to=to)
    return True


def _for_certain(play: Play, person: Person, group: Group) -> None:
    """Delving: a search always finds one hidden thing, or finds that none is left."""
    features = _hidden(play, group)
    given = Zone(
        hidden=tuple(feature.id for feature in features),
        revealed=tuple(feature.id for feature in features if feature.found),
        enough_light=_enough_light(play, group, person.id),
    )
    found = play.settle(search, given)
    if isinstance(found, Found):
        reveal(play, group.id, next(feature for feature in features if feature.id == found.feature), person.id)
    else:
        none_left = isinstance(found, NoneRemaining)
        play.tell(FoundNothing(person.id, none_left), to=group_audience(group.id))


def _enough_light(play: Play, group: Group, who: PersonId) -> bool:
    """Whether a person sees, and has more light than the Shadowcurse swallows."""
    light = best_light(play.now, group)
    cursed = play.site_of(group).shadowcursed
    return sees(play.now, who) and not (cursed and light in TOO_WEAK_FOR_THE_SHADOWCURSE)


def _everything(play: Play, person: Person, group: Group) -> None:
    """Violence: a turn is enough to search a room and find everything hidden there."""
    _reveal_all(play, person, group, _hidden(play, group), none_left=True)


def _reveal_all(play: Play, person: Person, group: Group, features: Iterable[Feature], *, none_left: bool) -> None:
    """Reveal the features that are not found yet; if there are none, tell that the search found nothing."""
    new = [feature for feature in features if not feature.found]
    for feature in new:
        reveal(play, group.id, feature, person.id)
    if not new:
        play.tell(FoundNothing(person.id, none_left), to=group_audience(group.id))


def _by_check(play: Play, person: Person, group: Group) -> None:
    """Sovereign: a search needs a check, and a failure does not tell whether there was anything to find.

    Play Procedures has no rule for searching a room, so its turns use this too. A failed check may set off a trap.
    """
    to, hidden = group_audience(group.id), [feature for feature in _hidden(play, group) if not feature.found]
    outcome = play.settle(check_skill, bridge.noticing(person), by=person.seat, who=person.id, to=to)
    found = [feature for feature in hidden if feature.dc is None or outcome.total >= feature.dc]
    if isinstance(outcome, Success) and found:
        reveal(play, group.id, found[0], person.id)
    else:
        missed = Missed.TOO_HARD if isinstance(outcome, Success) else Missed.NOT_NOTICED
        play.tell(FoundNothing(person.id, none_left=False, missed=missed if hidden else Missed.NOTHING_HERE))
        well = isinstance(outcome, Success)
        play.aside(FoundNothing(person.id, none_left=False, well=well), to=to)
        if not well:
            blunder(play, person.id)


def _give_clues(play: Play, person: Person, group: Group) -> None:
    """Give one new clue to each secret of the room."""
    site = play.site_of(group)
    for feature in site.features.values():
        if feature.zone != group.zone or feature.grade != Grade.SECRET or not feature.clues:
            continue
        clue = _next_clue(play, person, group, feature)
        if clue is not None:
            play.tell(ClueGiven(site.id, feature.id, clue))
            heard = seen_sites.Clue(feature.zone, feature.clues[clue])
            play.tell(sightings.ClueHeard(site.id, heard), to=group_audience(group.id))


def _next_clue(play: Play, person: Person, group: Group, feature: Feature) -> int | None:
    """The number of the clue to give: the next one, or what a check picks from the clues not given yet."""
    untold = [n for n in range(len(feature.clues)) if n not in feature.clues_given]
    if play.now.house.clues is house_rules.Clues.CHECK and untold and not feature.found:
        given = ClueSearch(len(untold), bridge.investigation(person))
        chosen = play.settle(clue_check, given, by=person.seat, who=person.id, to=group_audience(group.id))
        return untold[chosen.clue_index]
    told = tuple(feature.clues[n] for n in feature.clues_given)
    clue = play.settle(secret_features, Secret(feature.clues, told, feature.found))
    return feature.clues.index(clue.clue) if isinstance(clue, Clue) else None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        person, group = known.people[who], known.group_of(who)
        sure = group is not None and (certain(known, group) or isinstance(group.scene, ViolenceTurn))
        rule, given = (None, None) if sure else (check_skill, bridge.noticing(person))
        aims = () if sure else ("success",)
        step = step_of(known, who)
        yield Offer(
            Search(who), "search", subject=person.name, who=who, seconds=step, rule=rule, given=given, aims=aims
        )
        yield Offer(SearchSpot(who), "examine", "one spot", person.name, who, seconds=step)
        seen = known.seen_by(group)
        if group is not None and seen is not None and any(clue.zone == group.zone for clue in seen.riddles):
            yield Offer(FollowClue(who, ""), "follow", "a clue", person.name, who, seconds=step)


PART = Part(
    commands=(Search, SearchSpot, FollowClue),
    events=(FeatureFound, ClueGiven, FoundNothing),
    offers=_offers,
)
