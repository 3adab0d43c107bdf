"""A fight, an encounter, a chase, a day on the road or a town in a few lines: the same facts as on its screen."""

from collections.abc import Iterator

from undercroft.faces.views.encounter.encounter import EncounterView, encounter
from undercroft.faces.views.fight.order import OrderRow, order
from undercroft.faces.views.fight.peril import dying_clocks, nerve_cards
from undercroft.faces.views.fight.rounds import round_strip
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.market import market_says
from undercroft.faces.views.road.route import route_view
from undercroft.kernel.amounts import roughly
from undercroft.kernel.units import SeatId
from undercroft.table.fight.outlook import morale_outlook
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Phase
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Fight, Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.country import name_of
from undercroft.table.world.markets import market_of
from undercroft.table.world.travel_costs import where


def scene_lines(known: Campaign, seat: SeatId, group: Group) -> list[str]:
    """What a group is doing, by what a seat knows."""
    match group.scene:
        case Fight() as fight:
            return list(_fight(known, seat, group, fight))
        case EncounterScene() | Chase() as scene:
            return list(_met(encounter(known, seat, group, scene, ())))
        case TravelDay() | Camp() | Hike():
            return list(_road(known, group))
        case Town(name=name):
            return [f"{name}: {market_says(market_of(known, group).market)}"]
        case _:
            return []


def _road(known: Campaign, group: Group) -> Iterator[str]:
    """Where the group is, the weather, and what is left of the day; then its destination."""
    at, going = where(group), route_view(known, group, None)
    track = day_track(known, group, going)
    left = f" · {track.left} left of {track.whole} travel points" if track.whole else ""
    march = f" · {track.march}" if track.march else ""
    yield f"{name_of(known, at) if at is not None else 'Nowhere'} · {track.sky} {track.times}{left}{march}"
    yield from track.carried
    if going is not None and going.hexes:
        arrives = f", day {going.arrives}" if going.arrives is not None else ""
        steps = ", ".join(f"{hex} {roughly(cost)}" for hex, cost in going.costs.items())
        yield f"Bound for {going.name}{arrives}: {steps}"


def _fight(known: Campaign, seat: SeatId, group: Group, fight: Fight) -> Iterator[str]:
    strip = round_strip(known, seat, group, fight, ())
    worth = f" · XP if won {strip.worth}" if strip.worth is not None else ""
    yield f"Round {max(1, strip.number)}, {strip.ending or strip.phase} · {strip.foes}{worth}"
    if strip.initiative:
        yield strip.initiative
    for part in order(known, seat, group, fight, None, None):
        yield f"{part.title}: {'; '.join(_stands(row, seat) for row in part.rows) or 'nobody'}"
    for clock in dying_clocks(known, fight):
        tries = (f"; {try_.medic} saves {try_.percent} now" for try_ in clock.tries if try_.now)
        saved = f", {clock.saved} in all" if clock.saved else ""
        yield f"{clock.name} is dying: {clock.left} rounds left{next(tries, '')}{saved}"
    for card in nerve_cards(known, seat, fight) if fight.phase is not Phase.OVER else ():
        ends = ", ".join(f"{segment.span} {segment.label} {segment.percent}" for segment in card.segments)
        yield f"Morale due, {card.name} ({card.why}): {ends or 'they flee'}"
    for outlook in morale_outlook(known, fight) if fight.phase is not Phase.OVER else ():
        yield f"Morale, {outlook.name}: {'; '.join(filter(None, (outlook.last, outlook.next)))}"


def _stands(row: OrderRow, seat: SeatId) -> str:
    """A row in words; a foe with the id that commands take, which is the referee's."""
    health = f" {row.hp}/{row.hp_max}" if row.hp is not None else f" {row.health}".rstrip()
    told = [*(chip.text for chip in row.chips), *([f"at {row.at}"] if row.at else [])]
    chips = f" ({', '.join(told)})" if told else ""
    id = f" [{row.id}]" if row.foe and seat == REFEREE else ""
    return f"{row.name}{health} AC {row.ac}{chips}{id}"


def _met(about: EncounterView) -> Iterator[str]:
    yield f"{about.title}: {about.says}"
    yield "; ".join(f"{fact.title} {fact.text}" for fact in about.facts)
    for way in about.ways:
        if way.answers:
            yield f"{way.title}: {', '.join(f'{answer.words} {answer.percent}' for answer in way.answers)}"
