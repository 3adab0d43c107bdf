"""A fight, a meeting, a chase or a day on the road in a few lines: the same facts as on its screen."""

from __future__ import annotations

from collections.abc import Iterator

from undercroft.faces.views.course import course
from undercroft.faces.views.daytrack import day_track
from undercroft.faces.views.meeting import Encounter, encounter
from undercroft.faces.views.order import OrderRow, order
from undercroft.faces.views.peril import dying_clocks, nerve_cards
from undercroft.faces.views.rounds import round_strip
from undercroft.kernel.units import SeatId
from undercroft.table.battle import Phase
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.road_costs import where
from undercroft.table.scenes import Chase, Fight, Meeting


def scene_lines(known: Campaign, seat: SeatId, group: Group) -> list[str]:
    """What a group is in the middle of, by what a seat knows."""
    match group.scene:
        case Fight() as fight:
            return list(_fight(known, seat, group, fight))
        case Meeting() | Chase() as scene:
            return list(_met(encounter(known, seat, group, scene, ())))
        case TravelDay() | Camp() | Hike():
            return list(_road(known, group))
        case _:
            return []


def _road(known: Campaign, group: Group) -> Iterator[str]:
    """Where they are, the weather, and what the day has left; then where they are bound."""
    at, going = where(group), course(known, group, None)
    track = day_track(known, group, going)
    left = f" · {track.left} of {track.whole} points left" if track.whole else ""
    march = f" · {track.march}" if track.march else ""
    yield f"{name_of(known, at) if at is not None else 'Nowhere'} · {track.sky} {track.times}{left}{march}"
    yield from track.carried
    if going is not None and going.hexes:
        arrives = f", day {going.arrives}" if going.arrives is not None else ""
        steps = ", ".join(f"{hex} {cost}" for hex, cost in going.costs.items())
        yield f"Bound for {going.name}{arrives}: {steps}"


def _fight(known: Campaign, seat: SeatId, group: Group, fight: Fight) -> Iterator[str]:
    strip = round_strip(known, seat, group, fight, ())
    worth = f" · XP if won {strip.worth}" if strip.worth is not None else ""
    yield f"Round {max(1, strip.number)}, {strip.ending or strip.phase} · {strip.foes}{worth}"
    for part in order(known, seat, group, fight, None, None):
        yield f"{part.title}: {'; '.join(_stands(row) for row in part.rows) or 'nobody'}"
    for clock in dying_clocks(known, fight):
        help_ = next((f"; {clock.medic} saves {one.percent} now" for one in clock.tries if one.now and one.open), "")
        saved = f", {clock.saved} in all" if clock.saved else ""
        yield f"{clock.name} is dying: {clock.left} rounds left{help_}{saved}"
    for card in nerve_cards(known, seat, fight) if fight.phase is not Phase.OVER else ():
        ends = ", ".join(f"{one.span} {one.label} {one.percent}" for one in card.segments)
        yield f"Morale due, {card.name} ({card.why}): {ends or 'they flee'}"


def _stands(row: OrderRow) -> str:
    health = f" {row.hp}/{row.hp_max}" if row.hp is not None else ""
    told = [*(chip.text for chip in row.chips), *([f"at {row.at}"] if row.at else [])]
    chips = f" ({', '.join(told)})" if told else ""
    return f"{row.name}{health} AC {row.ac}{chips}"


def _met(about: Encounter) -> Iterator[str]:
    yield f"{about.title}: {about.says}"
    yield "; ".join(f"{fact.title} {fact.text}" for fact in about.facts)
    for way in about.ways:
        if way.answers:
            yield f"{way.title}: {', '.join(f'{one.words} {one.percent}' for one in way.answers)}"
