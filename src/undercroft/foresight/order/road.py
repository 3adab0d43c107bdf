"""A journey over hexes: the day's travel points, the overloaded die, the weather, supplies, and getting lost."""

from undercroft.books.hexcrawl.costs import hexes_left
from undercroft.books.hexcrawl.encounters import (
    CHANGE_OF_WEATHER,
    ENCOUNTER,
    GOOD_ENCOUNTER,
    HIDDEN_SITE,
    WANING_RESOURCES,
    is_reached,
    read_as,
)
from undercroft.books.hexcrawl.entering import still_needed
from undercroft.books.hexcrawl.getting_lost import keeps_course, lost_chance, strays
from undercroft.books.hexcrawl.overloaded_die import after_use
from undercroft.books.hexcrawl.template import shares_found
from undercroft.books.hexcrawl.units import PER_HEAD, is_enough
from undercroft.books.violence.surprise import distance_of
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Does, FlightStage
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, next_turn, total
from undercroft.foresight.order.meeting import fight_them, take_stance
from undercroft.foresight.order.people import spend
from undercroft.foresight.order.supplies import carried, first_of, living, use_up
from undercroft.foresight.policy import eats_supplies
from undercroft.foresight.throws import D3_SIDES, D6_SIDES, D10_SIDES, TWO_D6_COUNT, TWO_D6_SIDES
from undercroft.table.bridge.time_units import ROAD, road_seconds
from undercroft.table.road.encounter_die import Happening

# Where they are


def side_ahead(w: World, s: World) -> int:
    """The side over which their course leads from where they believe they are; -1 if they are there."""
    return s[c.HEXES + w[c.THOUGHT] * c.HEX + c.HEX_SIDE]


def beside(s: World, hex: int, side: int) -> int:
    """The number of the hex over a side; -1 beyond the map."""
    return s[c.HEXES + hex * c.HEX + c.HEX_BESIDE + side % c.SIDES]


def cost_over(w: World, s: World, hex: int, side: int) -> int:
    """The travel points over a side of a hex in this weather; -1 if there is no way."""
    return s[c.HEXES + hex * c.HEX + c.HEX_COST + (side % c.SIDES) * c.MOST_WEATHERS + w[c.WEATHER]]


# Travel points


def points_left(w: World, s: World) -> int:
    """The points that can still be spent today; none once the day's hours are over."""
    return 0 if w[c.TIME] >= w[c.DAWN] + ROAD else s[c.DAY_POINTS] - w[c.POINTS]


def first_due(w: World, s: World, upto: int) -> bool:
    """Whether the first moment for the die comes by so many points."""
    due = is_reached(w[c.POINTS], 1, upto, 1, s[c.FIRST_MOMENT], 1)
    return due and w[c.FIRED_FIRST] == 0 and s[c.FIRST_MOMENT] > 0


def last_due(w: World, s: World, upto: int) -> bool:
    """Whether the last moment for the die comes by so many points."""
    due = is_reached(w[c.POINTS], 1, upto, 1, s[c.LAST_MOMENT], 1)
    return due and w[c.FIRED_LAST] == 0 and s[c.LAST_MOMENT] > 0


def next_cut(w: World, s: World, points: int) -> int:
    """The part of a payment before the next die."""
    upto = w[c.POINTS] + points
    if first_due(w, s, upto):
        points = min(points, s[c.FIRST_MOMENT] - w[c.POINTS])
    if last_due(w, s, upto):
        points = min(points, s[c.LAST_MOMENT] - w[c.POINTS])
    return points


def spend_points(w: World, s: World, points: int) -> bool:
    """Spend points and the hours they take, and return whether the die is due now."""
    before, after = w[c.POINTS], w[c.POINTS] + points
    first, last = first_due(w, s, after), last_due(w, s, after)
    if points:
        spend(w, s, road_seconds(after, s[c.DAY_POINTS]) - road_seconds(before, s[c.DAY_POINTS]))
    w[c.POINTS] = after
    w[c.FIRED_FIRST] += first
    w[c.FIRED_LAST] += last
    return first or last


def pay(w: World, s: World, points: int) -> int:
    """Pay points, stopping for the die, and return the points paid."""
    paid, worst = 0, Happening.NOTHING
    while paid < points and worst != Happening.HALT:
        part = next_cut(w, s, points - paid)
        due = spend_points(w, s, part)
        paid += part
        if due:
            worst = throw(w, s, False)
    return paid


# The die


def throw(w: World, s: World, at_camp: bool) -> Happening:
    """Roll the overloaded die and play out its face."""
    here = c.HEXES + w[c.HEX_AT] * c.HEX
    night = at_camp and s[c.NIGHT_SWAPS] > 0
    face = read_as(die(w, D6_SIDES), s[here + c.HEX_DESERT] > 0, s[here + c.HEX_CIVILISED] > 0, night)
    if face == ENCOUNTER:
        return _encounter(w, s, s[here + c.HEX_ROWS], s[here + c.HEX_ROW_COUNT])
    if face == HIDDEN_SITE:
        return _stumble(w, s)
    if face == CHANGE_OF_WEATHER:
        _turn_weather(w, s)
        return Happening.NEWS
    if face == WANING_RESOURCES and s[c.EATS]:
        w[c.HUNGRY] = 1
        return Happening.HALT
    if face == GOOD_ENCOUNTER and s[here + c.HEX_GOOD_COUNT]:
        return _encounter(w, s, s[here + c.HEX_GOODS], s[here + c.HEX_GOOD_COUNT])
    if face == GOOD_ENCOUNTER:
        found, first = shares_found(die(w, D3_SIDES), max(1, living(w, s))), c.PEOPLE + first_of(w, s) * c.PERSON
        w[first + c.FOUND] += found
        w[first + c.WATER] += found
        w[first + c.STOWED_OVER] += found + found
        return Happening.NEWS
    return Happening.NOTHING


def _encounter(w: World, s: World, first: int, rows: int) -> Happening:
    """Roll on a table of encounters; creatures are met at a distance, and an event is told."""
    if rows == 0:
        return Happening.NEWS
    row = first + (die(w, rows) - 1 if rows > 1 else 0)
    kind = s[c.ROWS + row * c.ROW + c.ROW_KIND]
    if kind >= 0:
        k = c.KINDS + kind * c.KIND
        count = total(w, s[k + c.KIND_COUNT_COUNT], s[k + c.KIND_COUNT_SIDES]) + s[k + c.KIND_COUNT_PLUS]
        distance_of(total(w, TWO_D6_COUNT, TWO_D6_SIDES))
        w[c.MET] = 1
        w[c.MET_KIND] = kind
        w[c.MET_COUNT] = count
    return Happening.HALT


def _stumble(w: World, s: World) -> Happening:
    """Find a hidden site of the hex by chance, if one is left."""
    left = s[c.HEXES + w[c.HEX_AT] * c.HEX + c.HEX_HIDDEN] - w[c.FOUND_HERE + w[c.HEX_AT]]
    if left == 0:
        return Happening.NOTHING
    if left > 1:
        die(w, left)
    w[c.FOUND_HERE + w[c.HEX_AT]] += 1
    return Happening.NEWS


def _turn_weather(w: World, s: World) -> None:
    """The weather turns into another that suits the place."""
    place = s[c.HEXES + w[c.HEX_AT] * c.HEX + c.HEX_SKY]
    sky = c.SKIES + (place * c.MOST_WEATHERS + w[c.WEATHER]) * c.SKY
    others = s[sky + c.NEXT_COUNT]
    w[c.WEATHER] = s[sky + c.NEXT_WEATHER + (die(w, others) - 1 if others > 1 else 0)]


def meet(w: World, s: World) -> bool:
    """Settle an encounter from the stance to its end, and return whether the party ran from it."""
    take_stance(w, s)
    if w[c.DOES] == Does.FIGHT:
        fight_them(w, s)
        if w[c.OVER]:
            return False
    ran = w[c.FLIGHT] == FlightStage.AWAY
    end_meeting(w, s)
    return ran


def end_meeting(w: World, s: World) -> None:
    """The encounter is over; talk takes a turn."""
    if w[c.DOES] == Does.TALK:
        spend(w, s, s[c.TURN_OF_REST])
    w[c.MET] = 0
    w[c.FLIGHT] = FlightStage.NONE
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.SURPRISED] = 0


# The day


def set_out(w: World, s: World) -> None:
    """Take to the road."""
    begin_day(w, s)


def begin_day(w: World, _s: World) -> None:
    """Begin a day: new points, and yesterday's begun move if it goes on; foraging that is owed comes first."""
    next_turn(w)
    w[c.TURN_NUMBER] += 1
    w[c.POINTS] = 0
    w[c.ENTERED] = 0
    w[c.FIRED_FIRST] = 0
    w[c.FIRED_LAST] = 0
    if w[c.BEGUN_DAY] < w[c.TURN_NUMBER] - 1:
        w[c.BEGUN_HEX] = -1
        w[c.INVESTED] = 0
    w[c.HUNGRY] = w[c.HUNGRY] or w[c.OWES]
    w[c.SET_OUT] = 0
    w[c.LOST_BY] = 0
    w[c.BALKED] = 0


def can_go(w: World, s: World) -> bool:
    """Whether the party can go on today, by what it believes."""
    capped = hexes_left(w[c.ENTERED], s[c.DAY_POINTS], s[c.ONE_POINT]) == 0
    return points_left(w, s) > 0 and not capped and cost_over(w, s, w[c.THOUGHT], side_ahead(w, s)) >= 0


def travel_to(w: World, s: World) -> None:
    """Travel into the next hex: pay up to the next die, roll it, and pay on at the cost by then."""
    side = side_ahead(w, s)
    target = beside(s, w[c.THOUGHT], side)
    _keep_course(w, s, side)
    truly = _true_side(w, s, side)
    if truly < 0:
        set_right(w)
        return
    if w[c.BEGUN_HEX] != target:
        w[c.BEGUN_HEX] = -1
        w[c.INVESTED] = 0
    goes_on, before = True, w[c.POINTS]
    while goes_on:
        cost = -1 if beside(s, w[c.HEX_AT], truly) < 0 else cost_over(w, s, w[c.HEX_AT], truly)
        if cost < 0:
            w[c.BALKED] = w[c.POINTS] == before
            return
        need = still_needed(cost, 1, w[c.INVESTED], 1)[0]
        part = next_cut(w, s, min(need, points_left(w, s)))
        due = spend_points(w, s, part)
        entered = part == need
        if entered:
            _enter(w, s, target, truly)
        else:
            w[c.BEGUN_HEX] = target
            w[c.INVESTED] += part
            w[c.BEGUN_DAY] = w[c.TURN_NUMBER]
        halts = due and throw(w, s, False) == Happening.HALT
        goes_on = not halts and not entered and points_left(w, s) > 0


def _keep_course(w: World, s: World, side: int) -> None:
    """Before the first move of a day they may lose their way, unless a way or a landmark guides them."""
    if w[c.SET_OUT]:
        return
    w[c.SET_OUT] = 1
    here = c.HEXES + w[c.HEX_AT] * c.HEX
    if s[c.GETS_LOST] and w[c.LOST_BY] == 0 and s[here + c.HEX_LED + side] == 0 and s[here + c.HEX_IN_SIGHT] == 0:
        w[c.LOST_BY] = _stray(w, s)
        w[c.STRAYED] += w[c.LOST_BY] != 0


def _stray(w: World, s: World) -> int:
    """The side to which they stray; 0 if they keep their course."""
    terrain = s[c.HEXES + w[c.HEX_AT] * c.HEX + c.HEX_LOST]
    if keeps_course(die(w, D10_SIDES), lost_chance(terrain, s[c.WEATHER_LOST + w[c.WEATHER]])):
        return 0
    return strays(die(w, D6_SIDES))


def _true_side(w: World, s: World, side: int) -> int:
    """The side over which they really go; -1 if there is no way on for those who are lost."""
    if w[c.LOST_BY] == 0:
        return side
    if cost_over(w, s, w[c.HEX_AT], side + w[c.LOST_BY]) >= 0:
        return (side + w[c.LOST_BY]) % c.SIDES
    return (side - w[c.LOST_BY]) % c.SIDES if cost_over(w, s, w[c.HEX_AT], side - w[c.LOST_BY]) >= 0 else -1


def _enter(w: World, s: World, target: int, side: int) -> None:
    """Enter a hex; a lost party takes it for the one it wanted to enter, unless something there sets it right."""
    w[c.HEX_AT] = beside(s, w[c.HEX_AT], side)
    w[c.THOUGHT] = target
    w[c.ENTERED] += 1
    w[c.BEGUN_HEX] = -1
    w[c.INVESTED] = 0
    if w[c.HEX_AT] != target and s[c.HEXES + w[c.HEX_AT] * c.HEX + c.HEX_RECOGNISED]:
        set_right(w)


def set_right(w: World) -> None:
    """They learn where they are, and need a new course."""
    w[c.LOST_BY] = 0
    w[c.THOUGHT] = w[c.HEX_AT]
    w[c.ON_COURSE] = 0


def take_bearings(w: World, s: World) -> None:
    """Spend points to find out where they are."""
    paid = pay(w, s, s[c.BEARINGS_COST])
    if paid < s[c.BEARINGS_COST] or w[c.MET]:
        return
    if _stray(w, s) == 0 and (w[c.LOST_BY] or w[c.THOUGHT] != w[c.HEX_AT]):
        set_right(w)


def provide(w: World, s: World) -> None:
    """Eat from the supplies if there is enough for everybody, or spend points on foraging, now or tomorrow."""
    needed = max(1, living(w, s) + s[c.FOLLOWERS]) * PER_HEAD
    no_food = after_use(carried(w, s, c.RATIONS), needed)[1]
    no_water = after_use(carried(w, s, c.WATER), needed)[1]
    left = w[c.CAMP_LEFT] if w[c.CAMPED] else points_left(w, s)
    w[c.HUNGRY] = 0
    w[c.OWES] = 0
    if eats_supplies(no_food + no_water == 0, s[c.FORAGES] > 0):
        use_up(w, s, c.RATIONS, needed)
        use_up(w, s, c.WATER, needed)
    elif not is_enough(left, 1, s[c.FORAGING_COST], 1):
        w[c.OWES] = 1
    elif w[c.CAMPED]:
        w[c.CAMP_LEFT] -= s[c.FORAGING_COST]
    else:
        pay(w, s, s[c.FORAGING_COST])
