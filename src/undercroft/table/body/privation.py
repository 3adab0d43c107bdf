"""Privation: eating, drinking and sleeping, and the cost of going without."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.hunger import MEALS
from undercroft.books.neverwhere.sleep import (
    DAY_H,
    QUARTERS,
    SLEEP_H,
    Night,
    SleepingOff,
    Slept,
    sleep_quality,
    sleep_recovery,
    sleep_short,
)
from undercroft.books.sovereign.hazards import Applies, Camp, Hunger, Thirst, dehydration, starvation, supply_waiver
from undercroft.kernel.units import DAY, HOUR, Seconds
from undercroft.table.body import provisions
from undercroft.table.body.condition import lose, time_of
from undercroft.table.body.needs import counts_meals, counts_sleep, daily_litres, day_over, make_up, needs_of, record
from undercroft.table.body.strain import force
from undercroft.table.bridge.roads import RATION_MEALS, WATER_LITRES
from undercroft.table.bridge.time_units import road_day
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer, timer_of
from undercroft.table.state.health import Needs
from undercroft.table.state.ids import GroupId, PersonId, TimerId
from undercroft.table.state.people import State
from undercroft.table.state.things import ThingKind

PAST_BEDTIME = Seconds(1)
"""How long after bedtime a person is up late."""
QUARTER = Seconds(int(DAY_H * HOUR) // QUARTERS)
"""A quarter of a normal day, the unit in which staying up is counted."""


# Food and water


def eat(play: Play, who: PersonId, meals: int = MEALS) -> int:
    """Eat from the group's rations, opened rations first, and return the meals eaten."""
    return int(_consume(play, who, ThingKind.FOOD, Fraction(meals)))


def drink(play: Play, who: PersonId, litres: Fraction | None = None) -> Fraction:
    """Drink from the group's water, a day's need by default, and return the litres drunk."""
    return _consume(play, who, ThingKind.WATER, Fraction(daily_litres(play.now)) if litres is None else litres)


def _consume(play: Play, who: PersonId, kind: ThingKind, wanted: Fraction) -> Fraction:
    had = Fraction(0)
    while had < wanted:
        holder = next((near for near in _near(play.now, who) if _spared(play.now, near, who, kind)), None)
        if holder is None:
            if not provisions.open_one(play, who, kind):
                break
            _opens(play, who, kind, Fraction(RATION_MEALS if kind is ThingKind.FOOD else WATER_LITRES))
            continue
        taken = min(wanted - had, _spared(play.now, holder, who, kind))
        _opens(play, holder, kind, -taken)
        had += taken
    if had:
        needs = needs_of(play.now, who)
        food = kind is ThingKind.FOOD
        record(
            play, who, replace(needs, **{"meals": needs.meals + int(had)} if food else {"litres": needs.litres + had})
        )
    return had


def opened(needs: Needs, kind: ThingKind) -> Fraction:
    """What is left of a person's opened ration or waterskin."""
    return Fraction(needs.larder) if kind is ThingKind.FOOD else needs.skin


def _near(campaign: Campaign, who: PersonId) -> tuple[PersonId, ...]:
    """The people whose opened rations and waterskins a person may use: themselves, then their group."""
    group = campaign.group_of(who)
    return (who, *(group.members if group is not None else ()))


def _spared(campaign: Campaign, holder: PersonId, who: PersonId, kind: ThingKind) -> Fraction:
    """What a holder of an opened ration or waterskin can spare, without the meal the holder still needs."""
    needs = campaign.needs.get(holder)
    if needs is None:
        return Fraction(0)
    kept = kind is ThingKind.FOOD and holder != who and needs.meals <= needs_of(campaign, who).meals
    return max(Fraction(0), opened(needs, kind) - kept)


def _opens(play: Play, who: PersonId, kind: ThingKind, more: Fraction) -> None:
    needs = needs_of(play.now, who)
    food = kind is ThingKind.FOOD
    record(play, who, replace(needs, **{"larder": needs.larder + int(more)} if food else {"skin": needs.skin + more}))


def fed(play: Play, who: PersonId) -> None:
    """Feed a person for a day without using supplies: at an inn, from a hunt, at a spring."""
    needs = needs_of(play.now, who)
    litres = max(needs.litres, Fraction(daily_litres(play.now)))
    record(play, who, replace(needs, meals=max(MEALS, needs.meals), litres=litres))


def supper(play: Play, who: PersonId, *, to: Audience) -> bool:
    """Whether a person goes to sleep fed. In a dungeon, want causes strain, once a day, unless meals are counted."""
    group = play.now.group_of(who)
    inside = group is not None and group.site is not None
    if counts_meals(play.now.house) or not inside:
        return True
    if not isinstance(play.settle(supply_waiver, Camp(tried_to_sleep_in_dungeon=inside)), Applies):
        return True
    today, needs = _day_of_sleep(play, who), needs_of(play.now, who)
    again = needs.supped == today
    due = needs.lacked if again else frozenset((ThingKind.WATER, ThingKind.FOOD))
    lacked = frozenset(
        kind for kind in (ThingKind.WATER, ThingKind.FOOD) if kind in due and not _has_days_share(play, who, kind)
    )
    if ThingKind.WATER in lacked and not again:
        force(play, who, play.settle(dehydration, Thirst(1), to=to, whole=True).strain_added, to=to)
    if ThingKind.FOOD in lacked and not again:
        force(play, who, play.settle(starvation, Hunger(1), to=to, whole=True).strain_added, to=to)
    after = needs_of(play.now, who)
    record(play, who, replace(after, meals=0, litres=Fraction(0), supped=today, lacked=lacked))
    return not lacked


def _day_of_sleep(play: Play, who: PersonId) -> int:
    """The day to which a sleep that begins now belongs: that of the night it goes on with, if any."""
    now, night = time_of(play, who), play.now.nights.get(who)
    return road_day(play.now, night.since if night is not None and night.goes_on(now, now) else now)


def _has_days_share(play: Play, who: PersonId, kind: ThingKind) -> bool:
    """Use up what a person still needs of the day's food or water, and return whether there is enough."""
    needs = needs_of(play.now, who)
    if kind is ThingKind.FOOD:
        return needs.meals >= RATION_MEALS or eat(play, who, RATION_MEALS - needs.meals) + needs.meals >= RATION_MEALS
    missing = WATER_LITRES - needs.litres
    return missing <= 0 or drink(play, who, missing) >= missing


# Sleep


def fresh(play: Play, who: PersonId) -> None:
    """Start a person's needs well slept and fed, where the house counts them."""
    if counts_sleep(play.now.house) or counts_meals(play.now.house):
        record(play, who, Needs(time_of(play, who)))
        mind_bedtime(play, who)


def slept(
    play: Play,
    who: PersonId,
    hours: Fraction,
    *,
    earlier: Fraction = Fraction(0),
    restored: int = 0,
    factor: Fraction = Fraction(1),
    lost_hours: Fraction = Fraction(0),
) -> int:
    """Count a person's `hours` of sleep up to now; `factor` and `lost_hours` reduce what the sleep is worth.

    `earlier` are the hours slept before in the same night, and `restored` the fatigue points they gave back; return all
    that the night has given back. A nap that would leave them less of the day than they had does not start a new day.
    """
    person, to = play.now.people[who], around(who)
    if hours:
        lose(play, who, State.GROGGY, to=to)
    if not counts_sleep(play.now.house) or not person.alive:
        return restored
    sound = factor == 1 and not lost_hours
    counted = earlier + (
        hours if sound else play.settle(sleep_quality, Slept(hours, factor, lost_hours), to=to, whole=True).effective
    )
    needs, now = needs_of(play.now, who), time_of(play, who)
    if needs.sleep:
        given = SleepingOff(counted, pool=needs.sleep + restored)
        left = min(needs.sleep, play.settle(sleep_recovery, given, to=to, whole=True).pool)
        make_up(play, who, "sleep", left, cause="sleep", to=to)
        restored += needs.sleep - left
    day_h = needs.day_h if counted <= earlier else _day_after(play, counted, to)
    still, after = Fraction(needs.bedtime - now, HOUR), needs_of(play.now, who)
    night = counted > earlier and day_h > still
    record(play, who, replace(after, woke=now, day_h=day_h, carried=after.sleep) if night else after)
    return restored


def _day_after(play: Play, hours: Fraction, to: Audience) -> Fraction:
    night = Night(hours)
    if hours >= SLEEP_H:
        return night.normal_day_h
    return play.settle(sleep_short, night, to=to, whole=True).effective_day


def to_bed(play: Play, who: PersonId) -> None:
    """Stop a person's bedtime timer while they sleep."""
    if counts_sleep(play.now.house):
        record(play, who, needs_of(play.now, who))
    timer = play.now.timers.get(bedtime_id(who))
    if timer is not None:
        play.drop_timer(timer)


def is_up(campaign: Campaign, who: PersonId) -> bool:
    """Whether a person is awake and the house counts their waking hours."""
    return bedtime_of(campaign, who) is not None


def mind_bedtime(play: Play, who: PersonId) -> None:
    """Set the timer for staying up late: at bedtime, or at the next quarter of a day after it."""
    if counts_sleep(play.now.house):
        first = Seconds(needs_of(play.now, who).bedtime + PAST_BEDTIME)
        set_bedtime(play, who, first if first > time_of(play, who) else next_quarter(play, who))


def next_quarter(play: Play, who: PersonId) -> Seconds:
    """When a person up past bedtime next pays for it: every quarter of a normal day."""
    bedtime = needs_of(play.now, who).bedtime
    return Seconds(bedtime + ((time_of(play, who) - bedtime) // QUARTER + 1) * QUARTER)


def set_bedtime(play: Play, who: PersonId, due: Seconds) -> None:
    """Set a person's bedtime timer, and tell their group."""
    what, told = f"{play.now.people[who].name} should sleep", tuple(sorted(around(who)(play.now)))
    woke = needs_of(play.now, who).woke
    play.set_timer(Timer(bedtime_id(who), Lapse.UP_LATE, what, woke, due, told, who))


def bedtime_of(known: Campaign, who: PersonId) -> Timer | None:
    """A person's bedtime timer, if it is known."""
    return timer_of(known.timers, who, Lapse.UP_LATE)


def bedtime_id(who: PersonId) -> TimerId:
    """The id of a person's bedtime timer."""
    return TimerId(f"bedtime-{who}")


# At home


NOT_AT_HOME = frozenset({Lapse.UP_LATE, Lapse.NOD, Lapse.MEAL})
"""The timers that do not run where there is food, water and a bed."""


def at_home(play: Play, group: GroupId, time: Seconds) -> Seconds:
    """Let time pass for a group with food, water and beds, and return the time spent."""
    for person in play.now.those_in(group):
        if person.id not in play.now.needs:
            fresh(play, person.id)
    for timer in tuple(play.now.timers.values()):
        if timer.lapse in NOT_AT_HOME and timer.person in play.group(group).members:
            play.drop_timer(timer)
    spent = play.spend(group, time)
    for person in play.now.those_in(group):
        if person.alive:
            _lived(play, person.id, spent // DAY)
    return spent


def _lived(play: Play, who: PersonId, days: int) -> None:
    """Restore fatigue for days in comfort; after at least a day the person is well slept."""
    to = around(who)
    for _ in range(days):
        if not needs_of(play.now, who).held:
            break
        fed(play, who)
        day_over(play, who, busy=False, to=to)
        left = play.settle(sleep_recovery, SleepingOff(SLEEP_H, pool=needs_of(play.now, who).sleep)).pool
        make_up(play, who, "sleep", left, cause="sleep", to=to)
    if days and (counts_sleep(play.now.house) or counts_meals(play.now.house)):
        lose(play, who, State.GROGGY, to=to)
        if counts_meals(play.now.house):
            fed(play, who)
        needs = needs_of(play.now, who)
        record(play, who, replace(needs, woke=time_of(play, who), day_h=DAY_H, carried=needs.sleep))
    mind_bedtime(play, who)
