"""The referee places groups on the map, shows hexes and features, and gives hints."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.hexcrawl import discovery
from undercroft.books.hexcrawl.landmarks import Candidate, Landmark, landmark_roll
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import PARTY, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FeatureId, GroupId, HexId, Text
from undercroft.table.state.lands import LandFeature, LandHex, LandHint
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_lands import HeardHint
from undercroft.table.world import country
from undercroft.table.world.roadside import arrive_in


class PlaceInHex(Command, frozen=True, tag="place_in_hex"):
    """Put a group into a hex."""

    group: GroupId
    hex: HexId
    ABOUT = About(title="Move the group on the map", deed="moved on the map")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif group.site is not None or group.scene is not None:
            yield in_a_scene(group)
        yield from _off_the_map(known, self.hex)

    def do(self, play: Play) -> None:
        arrive_in(play, self.group, self.hex)


class ShowHexes(Command, frozen=True, tag="show_hexes"):
    """Show hexes on a group's map: from a chart it bought, or a view from a tower."""

    group: GroupId
    hexes: Annotated[tuple[HexId, ...], Meta(min_length=1, max_length=1000)]
    ABOUT = About(title="Show hexes", deed="hexes shown")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield no_group(known)
        for hex in self.hexes:
            yield from _off_the_map(known, hex)

    def do(self, play: Play) -> None:
        lands = play.now.lands
        shown = tuple(country.hex_as_charted(lands.hexes[hex]) for hex in self.hexes)
        known = {*self.hexes, *play.now.seen_lands.hexes}
        ways = tuple(way for way in lands.ways if set(way.between) & set(self.hexes) and set(way.between) <= known)
        play.tell(country.HexesSeen(shown, ways), to=group_audience(self.group))


class ShowFeature(Command, frozen=True, tag="show_feature"):
    """Show a group a feature of a hex."""

    group: GroupId
    hex: HexId
    feature: FeatureId
    ABOUT = About(title="Show a feature", deed="a feature shown")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield no_group(known)
        yield from _not_there(known, self.hex, self.feature)

    def do(self, play: Play) -> None:
        hex = play.now.lands.hexes[self.hex]
        to = group_audience(self.group)
        if self.hex not in play.now.seen_lands.hexes:
            play.tell(country.HexesSeen((country.hex_as_charted(hex),)), to=to)
        seen = country.feature_as_seen(hex.features[self.feature])
        play.tell(country.LandFeatureFound(self.hex, seen, play.now.apart(self.group)), to=to)


class _FeatureCommand(Command, frozen=True):
    """A command about a feature of a hex."""

    hex: HexId
    feature: FeatureId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        reasons = tuple(_not_there(known, self.hex, self.feature))
        yield from reasons or self.not_fit(known.lands.hexes[self.hex].features[self.feature])

    def not_fit(self, feature: LandFeature, /) -> Iterable[Reason]:
        """Why this feature does not fit the command."""
        raise NotImplementedError


class GiveHint(_FeatureCommand, frozen=True, tag="give_hint"):
    """Give the party the next hint at a feature of a hex."""

    ABOUT = About(title="Give a hint", place=Section.HEX)

    def not_fit(self, feature: LandFeature) -> Iterable[Reason]:
        if all(hint.given for hint in feature.hints):
            yield Reason("no_hint", "The party has every hint about it.", discovery.secret_hints.id)

    def do(self, play: Play) -> None:
        """Give the hint; the feature stays hidden."""
        hex = play.now.lands.hexes[self.hex]
        feature = hex.features[self.feature]
        ready = tuple(discovery.Hint(feature.id, hint.channel, hint.text, hint.given) for hint in feature.hints)
        outcome = play.settle(discovery.secret_hints, discovery.Hints(ready, feature.id))
        if not isinstance(outcome, discovery.HintGiven):
            return
        told = next(hint for hint in feature.hints if hint.text == outcome.hint.text and not hint.given)
        play.tell(country.HexChanged(_with(hex, replace(feature, hints=_given(feature.hints, told)))))
        play.tell(country.HintHeard(HeardHint(self.hex, told.text, told.lead)), to=PARTY)


class SpreadWord(Command, frozen=True, tag="spread_word"):
    """Tell the party a rumour about a hex, true or not; `lead` is what the party can search for."""

    hex: HexId
    text: Text
    lead: Text = ""
    ABOUT = About(title="Spread a rumour", deed="a rumour")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from _off_the_map(known, self.hex)

    def do(self, play: Play) -> None:
        play.tell(country.HintHeard(HeardHint(self.hex, self.text, self.lead)), to=PARTY)


class RollLandmark(_FeatureCommand, frozen=True, tag="roll_landmark"):
    """Roll whether a feature in plain sight is a landmark."""

    ABOUT = About(title="Roll for a landmark")

    def not_fit(self, feature: LandFeature) -> Iterable[Reason]:
        if feature.grade is not discovery.Visibility.OVERT:
            yield Reason("not_overt", "Only what is in plain sight can be a landmark.", landmark_roll.id)

    def do(self, play: Play) -> None:
        """Roll, and tell the party if it has the hex on its map."""
        hex = play.now.lands.hexes[self.hex]
        feature = hex.features[self.feature]
        landmark = isinstance(play.settle(landmark_roll, Candidate(feature.grade)), Landmark)
        changed = _with(hex, replace(feature, landmark=landmark))
        play.tell(country.HexChanged(changed))
        known = play.now.seen_lands.hexes.get(self.hex)
        if known is not None and self.feature in known.features:
            shown = country.hex_as_visited(changed) if known.visited else country.hex_as_charted(changed)
            play.tell(country.HexesSeen((shown,)), to=PARTY)


def _given(hints: tuple[LandHint, ...], told: LandHint) -> tuple[LandHint, ...]:
    return tuple(replace(hint, given=True) if hint == told else hint for hint in hints)


def _with(hex: LandHex, feature: LandFeature) -> LandHex:
    return replace(hex, features={**hex.features, feature.id: feature})


# Reasons against


def _off_the_map(known: Campaign, hex: HexId) -> Iterable[Reason]:
    if hex not in known.lands.hexes:
        yield Reason("no_hex", "There is no such hex.")


def _not_there(known: Campaign, hex: HexId, feature: FeatureId) -> Iterable[Reason]:
    yield from _off_the_map(known, hex)
    found = known.lands.hexes.get(hex)
    if found is not None and feature not in found.features:
        yield Reason("no_feature", "There is no such thing in that hex.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Hints at what lies where a group is."""
    if seat != REFEREE:
        return
    for at in dict.fromkeys(group.hex for group in known.groups.values() if group.members):
        hex = known.lands.hexes.get(at) if at is not None else None
        for feature in hex.features.values() if hex is not None else ():
            if hex is not None and not feature.found and any(not hint.given for hint in feature.hints):
                yield Offer(
                    GiveHint(hex.id, feature.id), "Hint at", feature.name, note=hex.id, rule=discovery.secret_hints
                )


PART = Part(
    commands=(PlaceInHex, ShowHexes, ShowFeature, GiveHint, SpreadWord, RollLandmark),
    offers=_offers,
)
