"""Sleep: lying down while others go on, waking people, and the cost of staying up."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere import sleep as missed_sleep
from undercroft.books.sovereign.strain import NIGHT_HOURS, Night
from undercroft.kernel.units import DAY, HOUR, SeatId, Seconds
from undercroft.table.body.condition import gain, lose, time_of
from undercroft.table.body.dying import left_to_die
from undercroft.table.body.fatigue import tire
from undercroft.table.body.needs import counts_sleep, needs_of, record
from undercroft.table.body.privation import QUARTER, bedtime_of, mind_bedtime, next_quarter, set_bedtime, supper, to_bed
from undercroft.table.body.wounds import not_together
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import Audience, around, group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import NO_PERSON, acting_for, no_group, not_theirs
from undercroft.table.engine.play import Passing, Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.pending_encounters import undealt
from undercroft.table.exploration.spare_time import did, held_back, occupied
from undercroft.table.exploration.stretches import begin_wait
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer, timer_of
from undercroft.table.state.health import Needs
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import GroupId, PersonId, TimerId
from undercroft.table.state.people import Condition, State
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.nights import sleep

_FED, _WARM, _COMFORTABLE = "fed", "warm", "comfortable"
A_DAY = Seconds(int(missed_sleep.DAY_H * HOUR))
"""How long people stay up as a rule."""


NO_TIME = Reason("no_time", "There is no time for that now.")


class LieDown(Command, frozen=True, tag="sleep"):
    """Lie down to sleep while the others go on."""

    who: PersonId
    hours: Annotated[int, Meta(ge=1, le=24)] = NIGHT_HOURS
    ABOUT = About(title="Let a character sleep", also=Section.BED)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from occupied(known, seat, self.who, Activity.REST)
        group = known.group_of(self.who)
        if group is not None and isinstance(group.scene, Fight | EncounterScene | Chase):
            yield NO_TIME

    def do(self, play: Play) -> None:
        """Use up this turn and sleep until the time is over."""
        to = around(self.who)
        did(play, self.who, Activity.REST, "lay down to sleep")
        falls_asleep(play, self.who, self.hours, to)


class Wake(Command, frozen=True, tag="wake"):
    """Wake a sleeping person."""

    who: PersonId
    sleeper: PersonId
    ABOUT = About(title="Wake a sleeper", also=Section.BED)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        apart = tuple(not_together(known, self.who, self.sleeper))
        yield from apart
        if not apart and not known.people[self.sleeper].is_in(State.ASLEEP):
            yield Reason("not_asleep", f"{known.people[self.sleeper].name} is not asleep.")

    def do(self, play: Play) -> None:
        wake_up(play, self.sleeper)


class RestNight(Command, frozen=True, tag="rest_night"):
    """Let a group sleep for a night. Without `fed`, their packs decide whether they eat.

    With `abandon` the dying are left to die.
    """

    group: GroupId
    hours: Annotated[int, Meta(ge=1, le=24)] = NIGHT_HOURS
    warm: bool = True
    fed: bool | None = None
    comfortable: bool = True
    abandon: bool = False
    ABOUT = About(title="Let the group sleep")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
            return
        if isinstance(group.scene, Fight | EncounterScene | Chase):
            yield NO_TIME
        yield from held_back(known, group)
        yield from undealt(known, group)
        if not self.abandon:
            yield from left_to_die(known, group.id, Seconds(self.hours * HOUR))

    def do(self, play: Play) -> None:
        """Let the night pass, in a site turn by turn with its encounter checks; an interruption leaves the rest."""
        to = group_audience(self.group)
        sleepers = tuple(person.id for person in play.now.those_in(self.group) if person.alive)
        for who in sleepers:
            wake_up(play, who)
        fed = {who: supper(play, who, to=to) if self.fed is None else self.fed for who in sleepers}
        for who in sleepers:
            bed = {_FED: int(fed[who]), _WARM: int(self.warm), _COMFORTABLE: int(self.comfortable)}
            falls_asleep(play, who, self.hours, to, bed)
        time = Seconds(self.hours * HOUR)
        if clock_of(play.group(self.group)) is not None:
            begin_wait(play, self.group, time, asleep=True)
        elif play.spend(self.group, time) < time:
            for who in sleepers:
                wake_up(play, who)


class CountSleep(Command, frozen=True, tag="count_sleep"):
    """Start to count a person's waking hours; Undercroft does this by itself."""

    who: PersonId
    ABOUT = About(deed="sleep is counted", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.who not in known.people:
            yield NO_PERSON

    def do(self, play: Play) -> None:
        _count_from(play, self.who)


def _count_from(play: Play, who: PersonId) -> None:
    """Count a person as up since the campaign began, or as well slept if that is a day ago or more."""
    now = time_of(play, who)
    record(play, who, Needs(Seconds(0) if now < A_DAY else now))
    mind_bedtime(play, who)


def _first_day(play: Play, time: Passing) -> None:
    """Start to count the waking hours of people whose first day ends in this time."""
    if counts_sleep(play.now.house) and time.until >= A_DAY:
        for person in play.now.those_in(time.group):
            if person.alive and person.id not in play.now.needs:
                _count_from(play, person.id)


def falls_asleep(play: Play, who: PersonId, hours: int, to: Audience, bed: Mapping[str, int] | None = None) -> None:
    """Put a person to sleep for some hours, unless woken; `bed` says how they lie."""
    marks = {_FED: int(supper(play, who, to=to))} if bed is None else bed
    to_bed(play, who)
    asleep = Condition(State.ASLEEP, time_of(play, who), marks=marks)
    gain(play, who, asleep, to=to, seconds=Seconds(hours * HOUR), lapse=Lapse.SLEPT)
    _count_next_hour(play, who)


def _count_next_hour(play: Play, who: PersonId) -> None:
    """Set the timer that counts a sleeper's next hour, if they sleep on after it and the house restores by the hour."""
    now, until = time_of(play, who), timer_of(play.now.timers, who, Lapse.SLEPT, State.ASLEEP)
    due = Seconds(now + HOUR)
    if play.now.house.fatigue is Fatigue.NEVERWHERE and until is not None and due < until.due:
        what = f"{play.now.people[who].name} sleeps"
        play.set_timer(Timer(_hour_id(who), Lapse.SLEPT_HOUR, what, now, due, (REFEREE,), who))


def _hour_id(who: PersonId) -> TimerId:
    return TimerId(f"sleeps-{who}")


def _slept_an_hour(play: Play, timer: Timer) -> None:
    """Give a sleeper back what an hour restores, before the next hour may cost fatigue."""
    who = timer.person
    if who is None or play.now.people[who].condition(State.ASLEEP) is None:
        return
    _count(play, who, sleeps_on=True)
    _count_next_hour(play, who)


def _slept_out(play: Play, timer: Timer) -> None:
    if timer.person is not None:
        wake_up(play, timer.person)


def wake_up(play: Play, who: PersonId) -> None:
    """Wake a person who is asleep, and count the hours they slept."""
    if play.now.people[who].condition(State.ASLEEP) is None:
        return
    timer = play.now.timers.get(_hour_id(who))
    if timer is not None:
        play.drop_timer(timer)
    _count(play, who, sleeps_on=False)


def _count(play: Play, who: PersonId, *, sleeps_on: bool) -> None:
    """Count the hours that a sleeper has slept since the last count."""
    person, to, night = play.now.people[who], around(who), play.now.nights.get(who)
    asleep = person.condition(State.ASLEEP)
    if asleep is None:
        return
    counted = max(asleep.since, night.until) if night is not None else asleep.since
    hours = min(Fraction(time_of(play, who) - counted, HOUR), Fraction(DAY, HOUR))
    if not sleeps_on:
        lose(play, who, State.ASLEEP, to=to)
    warm, fed, comfortable = (bool(asleep.marks.get(mark, 1)) for mark in (_WARM, _FED, _COMFORTABLE))
    rest = Night(strain=person.strain, hours_uninterrupted=hours, warm=warm, fed=fed, comfortable=comfortable)
    sleep(play, who, rest, to=to, sleeps_on=sleeps_on)


def _up_late(play: Play, timer: Timer) -> None:
    """Charge a person fatigue for staying up late, every quarter of a normal day."""
    who = timer.person
    if who is None or not play.now.people[who].alive or not counts_sleep(play.now.house):
        return
    to, group = around(who), play.now.group_of(who)
    needs = needs_of(play.now, who)
    if play.moment > timer.due + QUARTER or group is None or group.in_town:
        record(play, who, replace(needs, woke=time_of(play, who)))
        mind_bedtime(play, who)
        return
    given = missed_sleep.Awake(awake_h(play, who), needs.day_h, carried=needs.carried)
    pool = play.settle(missed_sleep.sleep_fatigue, given, to=to, whole=True).pool
    if pool > needs.sleep:
        record(play, who, replace(needs, sleep=pool))
        tire(play, who, pool - needs.sleep, cause="lack of sleep", to=to)
    set_bedtime(play, who, next_quarter(play, who))


def awake_h(play: Play, who: PersonId) -> Fraction:
    """The hours a person has been up."""
    return Fraction(time_of(play, who) - needs_of(play.now, who).woke, HOUR)


def _next(campaign: Campaign) -> Command | None:
    """Start to count the waking hours of those who come after the campaign's first day, where the house counts them."""
    if not counts_sleep(campaign.house):
        return None
    new = (who for who in campaign.present if who not in campaign.needs and campaign.now_of(who) >= A_DAY)
    return next((CountSleep(who) for who in new if campaign.people[who].alive), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        name, group, bedtime = known.people[who].name, known.group_of(who), bedtime_of(known, who)
        if bedtime is not None and bedtime.due <= known.now_of(who) + HOUR:
            yield Offer(LieDown(who), "lie down", "to sleep", name, who, open_only=True)
        for sleeper in known.those_in(group.id) if group is not None else ():
            if sleeper.is_in(State.ASLEEP):
                yield Offer(Wake(who, sleeper.id), "wake", sleeper.name, name, who, open_only=True)


PART = Part(
    commands=(LieDown, Wake, RestNight, CountSleep),
    offers=_offers,
    on_due={Lapse.UP_LATE: _up_late, Lapse.SLEPT: _slept_out, Lapse.SLEPT_HOUR: _slept_an_hour},
    as_time_passes=_first_day,
    follow_up=_next,
)
