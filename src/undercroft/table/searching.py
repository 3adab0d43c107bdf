"""Searching: what is hidden yields to a search, what is secret only to whoever follows its clues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

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
from undercroft.books.delving.dungeon_turn import TOO_WEAK_FOR_THE_SHADOWCURSE, Light
from undercroft.books.sovereign.checks import Success, check_skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge, house, seen
from undercroft.table.bridge_rules import ClueSearch, clue_check
from undercroft.table.campaign import Campaign, Group, with_site
from undercroft.table.maps import map_of
from undercroft.table.names import FeatureId, GroupId, PersonId, SiteId, Text
from undercroft.table.opening import ThingPlaced
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.delve_rounds import best_light
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import DelveRound, ViolenceTurn
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenFeature
from undercroft.table.sightings import (
    ClueHeard,
    DoorSeen,
    FeatureSeen,
    TrapSeen,
    door_at_a_glance,
    tell_thing,
    trap_as_known,
)
from undercroft.table.sites import Feature, Grade
from undercroft.table.telling import group as group_audience
from undercroft.table.traps import blunder


class Search(Command, frozen=True, tag="search"):
    """Search the place; `spot` says just where, so that nothing there can be missed."""

    who: PersonId
    spot: Text = ""
    finds: tuple[FeatureId, ...] = ()
    """What lies at that spot, as the referee judges."""


class FollowClue(Command, frozen=True, tag="follow_clue"):
    """Do something about a clue; `finds` is the secret it uncovers, as the referee judges."""

    who: PersonId
    doing: Text
    finds: FeatureId | None = None


class FeatureFound(Event, frozen=True, tag="table.feature-found"):
    """Something concealed is concealed no longer."""

    secret: ClassVar[bool] = True

    site: SiteId
    feature: FeatureId
    by: PersonId | None


class ClueGiven(Event, frozen=True, tag="table.clue-given"):
    """Which clue of which secret was given away."""

    secret: ClassVar[bool] = True

    site: SiteId
    feature: FeatureId
    clue: int


class FoundNothing(Event, frozen=True, tag="table.found-nothing"):
    """A search turned up nothing new; by some books that means that nothing hidden is left."""

    who: PersonId
    none_left: bool


def _found(campaign: Campaign, event: FeatureFound) -> Campaign:
    site = campaign.sites[event.site]
    feature = replace(site.features[event.feature], found=True)
    doors = site.doors
    if feature.door is not None:
        doors = {**doors, feature.door: replace(doors[feature.door], hidden=False)}
    return with_site(campaign, replace(site, features={**site.features, feature.id: feature}, doors=doors))


def _clue_given(campaign: Campaign, event: ClueGiven) -> Campaign:
    site = campaign.sites[event.site]
    feature = site.features[event.feature]
    given = replace(feature, clues_given=(*feature.clues_given, event.clue))
    return with_site(campaign, replace(site, features={**site.features, feature.id: given}))


def reveal(play: Play, group: GroupId, feature: Feature, by: PersonId | None) -> None:
    """A feature is found: tell the group what it is and what it leads to."""
    site = play.site_of(play.group(group))
    to = group_audience(group)
    play.tell(FeatureFound(site.id, feature.id, by))
    heard = map_of(play.now, group)
    noticed = {clue.text for clue in heard[site.id].clues} if site.id in heard else set[str]()
    clues = tuple(text for text in feature.clues if text in noticed)
    play.tell(FeatureSeen(site.id, SeenFeature(feature.id, feature.zone, feature.what, feature.door, clues)), to=to)
    if feature.door is not None:
        play.tell(DoorSeen(site.id, door_at_a_glance(play.now.door(site.id, feature.door))), to=to)
    if feature.trap is not None:
        play.tell(TrapSeen(site.id, trap_as_known(site.traps[feature.trap])), to=to)
    for thing in feature.things:
        tell_thing(play, group, ThingPlaced(play.now.things[thing]))


def _search(play: Play, act: Search) -> None:
    """By the book that keeps the time here; every search may also turn up a clue to a secret."""
    person = play.now.people[act.who]
    group = play.group_with(act.who)
    if act.spot:
        _just_there(play, person, group, act.finds)
    elif certain(play.now, group):
        _for_certain(play, person, group)
    elif isinstance(group.scene, ViolenceTurn):
        _all_there_is(play, person, group)
    else:
        _by_luck(play, person, group)
    _clues(play, person, group)
    did(play, act.who, Activity.SEARCH, "searched")


def certain(campaign: Campaign, group: Group) -> bool:
    """Whether a search finds what is hidden for sure: as the house says, or the book that keeps the time here."""
    if campaign.house.search is house.Search.CLOCK:
        return isinstance(group.scene, DelveRound)
    return campaign.house.search is house.Search.DELVING


def _hidden(play: Play, group: Group) -> tuple[Feature, ...]:
    """What a search could turn up where a group is, in the order it was laid out."""
    site = play.site_of(group)
    return tuple(one for one in site.features.values() if one.zone == group.zone and one.grade == Grade.HIDDEN)


def _just_there(play: Play, person: Person, group: Group, finds: tuple[FeatureId, ...]) -> None:
    """Whoever names the spot needs no luck."""
    here = [one for one in _hidden(play, group) if one.id in finds and not one.found]
    for feature in here:
        reveal(play, group.id, feature, person.id)
    if not here:
        play.tell(FoundNothing(person.id, none_left=False), to=group_audience(group.id))


def _for_certain(play: Play, person: Person, group: Group) -> None:
    """Delving: a search finds one hidden thing for sure, or that none is left."""
    features = _hidden(play, group)
    given = Zone(
        hidden=tuple(one.id for one in features),
        revealed=tuple(one.id for one in features if one.found),
        enough_light=_enough_light(play, group),
    )
    found = play.settle(search, given)
    if isinstance(found, Found):
        reveal(play, group.id, next(one for one in features if one.id == found.feature), person.id)
    else:
        none_left = isinstance(found, NoneRemaining)
        play.tell(FoundNothing(person.id, none_left), to=group_audience(group.id))


def _enough_light(play: Play, group: Group) -> bool:
    """Some light, and more than the Shadowcurse swallows."""
    light = best_light(play.now, group)
    cursed = play.site_of(group).shadowcursed
    return light is not Light.NONE and not (cursed and light in TOO_WEAK_FOR_THE_SHADOWCURSE)


def _in_the_dark(known: Campaign, group: Group) -> bool:
    """Whether a group sees nothing where it stands, by what is known."""
    seen = known.seen_by(group)
    zone = seen.zones.get(group.zone) if seen is not None and group.zone is not None else None
    return not known.lights_of(group.id) and not (zone is not None and zone.lit)


def _all_there_is(play: Play, person: Person, group: Group) -> None:
    """Violence: a Turn is time to search a room, and whoever has searched it has found what was hidden there."""
    here = [one for one in _hidden(play, group) if not one.found]
    for feature in here:
        reveal(play, group.id, feature, person.id)
    if not here:
        play.tell(FoundNothing(person.id, none_left=True), to=group_audience(group.id))


def _by_luck(play: Play, person: Person, group: Group) -> None:
    """Sovereign: who searches vaguely must be lucky, and is not told whether there was anything to find.

    Play Procedures says nothing of searching a room, so its turns go by this too. A search that finds nothing may touch
    what it should not have.
    """
    hidden = [one for one in _hidden(play, group) if not one.found]
    outcome = play.settle(
        check_skill, bridge.noticing(person), by=person.seat, who=person.id, to=group_audience(group.id)
    )
    found = [one for one in hidden if one.dc is None or _total(outcome) >= one.dc] if hidden else []
    if isinstance(outcome, Success) and found:
        reveal(play, group.id, found[0], person.id)
    else:
        play.tell(FoundNothing(person.id, none_left=False), to=group_audience(group.id))
        if not isinstance(outcome, Success):
            blunder(play, person.id)


def _total(outcome: object) -> int:
    total: int = getattr(outcome, "total", 0)
    return total


def _clues(play: Play, person: Person, group: Group) -> None:
    """Each search where a secret is gives one clue to it that was not given yet."""
    site = play.site_of(group)
    for feature in site.features.values():
        if feature.zone != group.zone or feature.grade != Grade.SECRET or not feature.clues:
            continue
        clue = _clue(play, person, group, feature)
        if clue is not None:
            play.tell(ClueGiven(site.id, feature.id, clue))
            play.tell(ClueHeard(site.id, seen.Clue(feature.zone, feature.clues[clue])), to=group_audience(group.id))


def _clue(play: Play, person: Person, group: Group, feature: Feature) -> int | None:
    """Which clue it is: the next one, or as a check decides among those not given yet."""
    untold = [n for n in range(len(feature.clues)) if n not in feature.clues_given]
    if play.now.house.clues is house.Clues.CHECK and untold and not feature.found:
        given = ClueSearch(len(untold), bridge.investigation(person))
        chosen = play.settle(clue_check, given, by=person.seat, who=person.id, to=group_audience(group.id))
        return untold[chosen.clue_index]
    told = tuple(feature.clues[n] for n in feature.clues_given)
    clue = play.settle(secret_features, Secret(feature.clues, told, feature.found))
    return feature.clues.index(clue.clue) if isinstance(clue, Clue) else None


def _follow(play: Play, act: FollowClue) -> None:
    group = play.group_with(act.who)
    site = play.site_of(group)
    feature = site.features.get(act.finds) if act.finds is not None else None
    here = feature is not None and feature.zone == group.zone and not feature.found
    given = Following(len(feature.clues_given) if feature is not None else 0, action_matches=here)
    outcome = play.settle(follow_clue, given)
    if isinstance(outcome, SecretFound) and feature is not None:
        reveal(play, group.id, feature, act.who)
    else:
        play.tell(FoundNothing(act.who, none_left=False), to=group_audience(group.id))
    did(play, act.who, Activity.FOLLOW_CLUE, act.doing)


def _may_search(known: Campaign, seat: SeatId, act: Search) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.SEARCH)
    group = known.group_of(act.who)
    if group is not None and isinstance(group.scene, DelveRound) and _in_the_dark(known, group):
        yield Reason("too_dark", "It is too dark to search.", search.id)
    if act.finds and seat != REFEREE:
        yield Reason("referee_only", "What lies there is for the referee to judge.")


def _may_follow(known: Campaign, seat: SeatId, act: FollowClue) -> Iterable[Reason]:
    yield from busy(known, seat, act.who, Activity.FOLLOW_CLUE)
    if act.finds is not None and seat != REFEREE:
        yield Reason("referee_only", "Whether that uncovers anything is for the referee to judge.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        refused = tuple(_may_search(known, seat, Search(who)))
        if any(reason.code in ("not_here", "not_yours", "not_exploring") for reason in refused):
            continue
        person, group = known.people[who], known.group_of(who)
        clock = clock_of(group) if group is not None else None
        step = clock.step if clock is not None else None
        if group is not None and (certain(known, group) or isinstance(group.scene, ViolenceTurn)):
            yield Offer(Search(who), f"{person.name}: search", who, step, refused=refused)
        else:
            given, label = bridge.noticing(person), f"{person.name}: search"
            yield Offer(Search(who), label, who, step, check_skill, given, refused, ("success",))


ROOM = Room(
    arms={FeatureFound: _found, ClueGiven: _clue_given, FoundNothing: unchanged},
    steps={Search: _search, FollowClue: _follow},
    refusals={Search: _may_search, FollowClue: _may_follow},
    offers=_offers,
    words={
        FoundNothing: lambda now, it: (
            f"{now.people[it.who].name} finds {'that nothing hidden is left' if it.none_left else 'nothing hidden'}."
        ),
    },
)
