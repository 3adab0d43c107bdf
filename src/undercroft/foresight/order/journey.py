"""A whole journey: days on the road and nights in camp, until the party arrives, its days are over, or it is lost."""

from undercroft.books.sovereign.healing import in_the_morning
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being
from undercroft.foresight.columns import World
from undercroft.foresight.dice import seed
from undercroft.foresight.order.hoards import experience
from undercroft.foresight.order.people import able_count, is_able, spend
from undercroft.foresight.order.road import (
    begin_day,
    can_go,
    meet,
    points_left,
    provide,
    set_out,
    take_bearings,
    throw,
    travel_to,
)
from undercroft.foresight.order.supplies import living
from undercroft.foresight.policy import keeps_watch
from undercroft.kernel.units import DAY
from undercroft.table.bridge.time_units import DAWN
from undercroft.table.road.camp_sleep import NIGHT, SLEEP, overlap, watch_begins
from undercroft.table.road.encounter_die import Happening
from undercroft.table.treatment.nights import FULL_NIGHT


def travel(w: World, s: World, number: int, run: int) -> None:
    """A journey from the first dawn on, or from where the party is."""
    seed(w, number, run)
    w[c.LIGHT_HOLDER] = -1
    for hex in range(c.MOST_HEXES):
        w[c.FOUND_HERE + hex] = 0
    if w[c.TURN_NUMBER] == 0:
        set_out(w, s)
    while not w[c.OVER] and w[c.STEPS] < s[c.MOST_STEPS]:
        w[c.STEPS] += 1
        next_deed(w, s)


def next_deed(w: World, s: World) -> None:
    """The next thing that the party does, or that comes upon it."""
    if w[c.MET]:
        if meet(w, s) and w[c.CAMPED]:
            flee_camp(w, s)
    elif living(w, s) == 0:
        w[c.OVER] = 1
    elif w[c.HEX_AT] == s[c.GOAL] and w[c.THOUGHT] == s[c.GOAL]:
        w[c.BROUGHT_HOME] = experience(w, s)
        w[c.RETURNED] = 1
        w[c.OVER] = 1
    elif w[c.TURN_NUMBER] > s[c.DAYS]:
        w[c.OVER] = 1
    elif w[c.HUNGRY]:
        provide(w, s)
    elif w[c.CAMPED]:
        in_camp(w, s)
    else:
        by_day(w, s)


def by_day(w: World, s: World) -> None:
    """Set a course, follow it, take bearings where it has led astray, or make camp."""
    if able_count(w, s) == 0:
        make_camp(w, s)
    elif w[c.ON_COURSE] == 0:
        w[c.ON_COURSE] = 1
        w[c.BALKED] = 0
    elif w[c.THOUGHT] == s[c.GOAL] or w[c.BALKED]:
        if points_left(w, s) >= s[c.BEARINGS_COST]:
            take_bearings(w, s)
        else:
            make_camp(w, s)
    elif can_go(w, s):
        travel_to(w, s)
    else:
        make_camp(w, s)


# The night


def make_camp(w: World, s: World) -> None:
    """Make camp; the points left are good for foraging only."""
    w[c.CAMP_LEFT] = points_left(w, s)
    w[c.CAMPED] = 1
    w[c.CAMP_SINCE] = w[c.TIME]
    w[c.THROWN] = 0
    w[c.WATCHES] = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.WATCH_KEPT] = -1
        w[p + c.SLEPT] = 0


def in_camp(w: World, s: World) -> None:
    """Set the watches, let the night pass, and break camp in the morning."""
    if w[c.CAMPED] == 1:
        w[c.CAMPED] = 2
        if keeps_watch(able_count(w, s), s[c.KEEPS_WATCH] > 0):
            set_watches(w, s)
    if w[c.TIME] < w[c.DAWN] + DAY:
        pass_night(w, s)
    else:
        break_camp(w, s)


def set_watches(w: World, s: World) -> None:
    """Everybody who can keeps a watch, in marching order."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p):
            w[p + c.WATCH_KEPT] = w[c.WATCHES]
            w[c.WATCHES] += 1


def pass_night(w: World, s: World) -> None:
    """Sleep to midnight, when the die is rolled, and on to dawn, unless something wakes the camp."""
    dawn = w[c.DAWN] + DAY
    if w[c.THROWN] == 0:
        _sleep_until(w, s, dawn - DAWN)
        w[c.THROWN] = 1
        happens = throw(w, s, True)
        if w[c.MET] and not _is_watched(w, s):
            for i in range(s[c.PEOPLE_COUNT]):
                p = c.PEOPLE + i * c.PERSON
                w[p + c.SURPRISED] = is_able(w, p) and s[c.SHEETS + i * c.SHEET + c.ALERT] == 0
        if happens == Happening.HALT:
            return
    _sleep_until(w, s, dawn)
    _wake(w, s)


def _night_begins(w: World) -> int:
    """When the time begins that the watches divide."""
    return max(w[c.CAMP_SINCE], w[c.DAWN] + DAY - NIGHT)


def _sleep_until(w: World, s: World, until: int) -> None:
    """Everybody sleeps until then, but for their watch."""
    dawn, begins = w[c.DAWN] + DAY, _night_begins(w)
    bed = max(w[c.TIME], w[c.CAMP_SINCE], dawn - s[c.BED_TIME])
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        slept, watch = max(0, until - bed), w[p + c.WATCH_KEPT]
        if watch >= 0:
            up = watch_begins(begins, dawn, watch, w[c.WATCHES])
            slept -= overlap(bed, until, up, watch_begins(begins, dawn, watch + 1, w[c.WATCHES]))
        w[p + c.SLEPT] = min(SLEEP, w[p + c.SLEPT] + slept)
    if until > w[c.TIME]:
        spend(w, s, until - w[c.TIME])


def _is_watched(w: World, s: World) -> bool:
    """Whether a person who can act keeps watch now."""
    dawn, begins = w[c.DAWN] + DAY, _night_begins(w)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        watch = w[p + c.WATCH_KEPT]
        if watch >= 0 and is_able(w, p):
            begun = watch_begins(begins, dawn, watch, w[c.WATCHES]) <= w[c.TIME]
            if begun and w[c.TIME] < watch_begins(begins, dawn, watch + 1, w[c.WATCHES]):
                return True
    return False


def _wake(w: World, s: World) -> None:
    """Those who slept enough this night are better, once, unless they are Frail; sleep in two camps counts together."""
    for i in range(s[c.PEOPLE_COUNT]):
        p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
        lives = w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0
        w[p + c.NIGHT_SLEPT] += w[p + c.SLEPT]
        enough = w[p + c.NIGHT_SLEPT] >= FULL_NIGHT and w[p + c.RESTED] == 0
        w[p + c.RESTED] = w[p + c.RESTED] or enough
        if lives and w[p + c.FRAIL] == 0 and w[p + c.HP] > 0 and enough:
            w[p + c.HP] = in_the_morning(w[p + c.HP], s[sheet + c.HP_MAX], s[sheet + c.LEVEL])


def flee_camp(w: World, s: World) -> None:
    """The party leaves a camp from which it ran; the old day goes on until dawn."""
    _wake(w, s)
    w[c.CAMPED] = 0
    if w[c.TIME] >= w[c.DAWN] + DAY:
        w[c.DAWN] += DAY
        begin_day(w, s)


def break_camp(w: World, s: World) -> None:
    """Break camp, and begin the next day."""
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.NIGHT_SLEPT] = 0
        w[c.PEOPLE + i * c.PERSON + c.RESTED] = 0
    w[c.CAMPED] = 0
    w[c.DAWN] += DAY
    begin_day(w, s)
