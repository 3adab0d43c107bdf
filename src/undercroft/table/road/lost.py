"""Getting lost: a group goes astray without knowing it, until something sets it right."""

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.getting_lost import Lost, Trek, getting_lost
from undercroft.books.hexcrawl.land import Road, Terrain
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import beside, coordinates, hex_at, side_of
from undercroft.table.state.house_rules import Lost as LostBy
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.lands import Lands, LandWay
from undercroft.table.state.seen_lands import SeenHex, SeenLands
from undercroft.table.world.country import HexEntered, HexesSeen, is_landmark, landmarks_in_sight, name_of, view
from undercroft.table.world.roadside import find_left, look_round
from undercroft.table.world.travel_costs import day_of, hex_cost, travellers, where


class SetRight(Event, frozen=True, tag="table.set-right"):
    """A group knows where it truly is, and its map is corrected."""

    group: GroupId
    hex: HexId
    drawn: tuple[SeenHex, ...]
    """Hexes as they are, in place of what was drawn wrongly."""
    wiped: tuple[HexId, ...]
    """Hexes of which nothing is really known."""

    def fold(self, campaign: Campaign) -> Campaign:
        known = campaign.seen_lands
        kept = {id: hex for id, hex in known.hexes.items() if id not in self.wiped}
        hexes = {**kept, **{hex.id: hex for hex in self.drawn}}
        return replace(campaign, seen_lands=replace(known, hexes=hexes))

    def say(self, now: Campaign) -> str:
        knows = group_acts(
            now, self.group, "were lost, and now know where they are", "was lost, and now knows where it is"
        )
        return f"{knows}: {name_of(now, self.hex)}."


def keep_course(play: Play, group: GroupId, target: HexId) -> None:
    """Roll in secret for getting lost before the first move of the day, unless a way or a landmark guides the group.

    Under a house rule that changes during a day, the next move is the first. A group that is lost is not rolled for.
    """
    day, party = day_of(play.group(group)), play.group(group)
    due = play.now.house.lost is LostBy.HEXCRAWL and day is not None and not day.checked
    if day is None or (day.set_out and not due):
        return
    day = replace(day, set_out=True, checked=due)
    if due and party.hex is not None and not day.lost:
        outcome = play.settle(getting_lost, _trek(play.now.lands, party.hex, where(party) or party.hex, target))
        day = replace(day, lost=outcome.rotation if isinstance(outcome, Lost) else 0)
    play.go_on(group, day)


def trek_ahead(known: Campaign, group: Group, day: TravelDay, target: HexId) -> Trek | None:
    """The input for getting lost on the next move, by what is known; None if nothing is rolled before it."""
    lands, at = _lands(known), group.hex
    if known.house.lost is not LostBy.HEXCRAWL or day.set_out or day.lost or at is None or at not in lands.hexes:
        return None
    return _trek(lands, at, where(group) or at, target)


def guides_ahead(known: Campaign, group: Group, target: HexId) -> tuple[LandWay | None, tuple[str, ...]]:
    """What keeps a group from getting lost on its next move, by what is known: a way there, and landmarks in sight."""
    lands, at = _lands(known), group.hex
    if at is None or at not in lands.hexes:
        return None, ()
    seen = (feature for hex in landmarks_in_sight(lands, at) for feature in lands.hexes[hex].features.values())
    return _way(lands, at, where(group) or at, target), tuple(each.name for each in seen if is_landmark(each))


def _lands(known: Campaign) -> Lands | SeenLands:
    """The land as it is, where it is known, else as it was seen."""
    return known.lands if known.lands.hexes else known.seen_lands


def _trek(lands: Lands | SeenLands, at: HexId, thought: HexId, target: HexId) -> Trek:
    """The input for getting lost; a way counts if it leads where the group wants to go."""
    led = _way(lands, at, thought, target) is not None
    return Trek(_ground(lands, at), lands.weather, led, bool(landmarks_in_sight(lands, at)))


def _way(lands: Lands | SeenLands, at: HexId, thought: HexId, target: HexId) -> LandWay | None:
    """A way that leads where a group wants to go."""
    side = side_of(thought, target)
    aim = beside(at, side) if side is not None else None
    return next((way for way in lands.ways if aim is not None and way.other(at) == aim), None)


def _ground(lands: Lands | SeenLands, at: HexId) -> Terrain:
    """The terrain for getting lost; high mountains count as mountains."""
    terrain = lands.hexes[at].terrain
    return Terrain.MOUNTAINS if terrain is Terrain.HIGH_MOUNTAINS else terrain


def open_country(campaign: Campaign, at: HexId) -> Trek:
    """The input for taking bearings: no way to follow and no landmark."""
    return Trek(_ground(campaign.lands, at), campaign.lands.weather, on_route=False, landmark_visible=False)


def true_target(play: Play, group: GroupId, target: HexId) -> HexId | None:
    """Where a move really goes; None if there is no way on."""
    party, day = play.group(group), day_of(play.group(group))
    at, thought = party.hex, where(party)
    side = side_of(thought, target) if thought is not None else None
    if at is None or side is None or day is None:
        return None
    if not day.lost:
        return beside(at, side)
    targets = (beside(at, wrong) for wrong in (side + day.lost, side - day.lost))
    return next((hex for hex in targets if _is_open(play, group, day, hex)), None)


def _is_open(play: Play, group: GroupId, day: TravelDay, hex: HexId | None) -> bool:
    at = play.group(group).hex
    people = travellers(play.now, play.group(group), day)
    price = hex_cost(play.now.lands, people, day, at, hex) if hex is not None and at is not None else None
    return price is not None and price.barred is None


def enter(play: Play, group: GroupId, target: HexId, truly: HexId) -> None:
    """Enter a hex and see what is there; a lost group takes it for the hex it wanted to enter."""
    day, now = day_of(play.group(group)), play.group(group).time
    if truly == target or day is None:
        play.tell(HexEntered(group, truly, now), to=group_audience(group))
        if day is not None and day.believed is not None:
            play.go_on(group, replace(day, believed=None))
        look_round(play, group)
        return
    recognised = is_recognised(play.now, truly)
    play.tell(HexEntered(group, truly, now))
    play.aside(HexEntered(group, target, now), to=group_audience(group))
    sight = view(play.now.lands, truly)
    drawn = _shifted(sight, truly, target)
    wrong = tuple(dict.fromkeys((*day.strayed, *(hex.id for hex in drawn.hexes))))
    astray = (*day.astray, (len(day.legs) - 1, truly))
    play.go_on(group, replace(day, believed=target, strayed=wrong, astray=astray))
    play.tell(sight)
    play.aside(drawn, to=group_audience(group))
    find_left(play, group)
    if recognised:
        set_right(play, group)


def _shifted(sight: HexesSeen, truly: HexId, target: HexId) -> HexesSeen:
    """What the group sees, drawn where it believes it is."""
    (q, r), (to_q, to_r) = coordinates(truly), coordinates(target)

    def moved(hex: HexId) -> HexId | None:
        at_q, at_r = coordinates(hex)
        return hex_at((at_q + to_q - q, at_r + to_r - r))

    hexes = ((hex, moved(hex.id)) for hex in sight.hexes)
    ways = ((way, moved(way.between[0]), moved(way.between[1])) for way in sight.ways)
    return HexesSeen(
        tuple(replace(hex, id=id) for hex, id in hexes if id is not None),
        tuple(replace(way, between=(start, end)) for way, start, end in ways if start is not None and end is not None),
    )


def is_recognised(campaign: Campaign, truly: HexId) -> bool:
    """Whether a landmark, a road or a place known before, in plain sight, shows a group where it is."""
    lands, known = campaign.lands, campaign.seen_lands.hexes
    if landmarks_in_sight(lands, truly) or any(lands.road(truly, hex) is not Road.NONE for hex in lands.hexes):
        return True
    features = lands.hexes[truly].features.values()
    known_features = {feature for hex in known.values() for feature in hex.features}
    return any(feature.grade is Visibility.OVERT and feature.id in known_features for feature in features)


def set_right(play: Play, group: GroupId) -> None:
    """Tell a group where it is, and correct its map."""
    party, day = play.group(group), day_of(play.group(group))
    if day is None or party.hex is None:
        return
    right = replace(
        day,
        lost=0,
        believed=None,
        strayed=(),
        legs=day.walked,
        astray=(),
        route=(),
        destination=None,
        marching=False,
    )
    known = play.now.seen_lands.hexes
    drawn = tuple(known[hex] for hex in dict.fromkeys((*day.strayed, party.hex)) if hex in known)
    wiped = tuple(hex for hex in day.strayed if hex not in known)
    if day.strayed:
        play.tell(SetRight(group, party.hex, drawn, wiped), to=group_audience(group))
        play.aside(HexEntered(group, party.hex), to=group_audience(group))
    play.go_on(group, right)
    look_round(play, group)


PART = Part(events=(SetRight,))
