"""Drowsiness: people who lost half their fatigue points to lack of sleep nod off while they are idle."""

from msgspec.structs import replace

from undercroft.books.neverwhere import sleep as missed_sleep
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.body.activity import is_idle
from undercroft.table.body.condition import gain, time_of
from undercroft.table.body.needs import counts_sleep, needs_of, record
from undercroft.table.body.privation import is_up
from undercroft.table.engine.audience import around
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Passing, Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.health import Drowsy
from undercroft.table.state.ids import PersonId, TimerId
from undercroft.table.state.people import Condition, State
from undercroft.table.treatment.sleep import awake_h, falls_asleep

GROGGY = "-2 to Dex and Int, -4 to Will"


def nod_id(who: PersonId) -> TimerId:
    """The id of the timer of a person's next throw against sleep."""
    return TimerId(f"nod-{who}")


def _grow_drowsy(play: Play, time: Passing) -> None:
    """Count idle and active time apart for everybody who is drowsy, and time their next throw."""
    for who in play.group(time.group).members if counts_sleep(play.now.house) else ():
        needs = play.now.needs.get(who)
        if needs is None or (not needs.sleep and needs.drowsy is None):
            continue
        drowsy, now = needs.drowsy, time_of(play, who)
        at_rest = is_idle(play.now, play.group(time.group), who, travels=time.travels)
        if not _is_drowsy(play.now, who):
            drowsy = None
        elif drowsy is None:
            drowsy = Drowsy(now, at_rest=at_rest)
        elif drowsy.at_rest != at_rest:
            drowsy = drowsy.turned(now, at_rest)
        _count(play, who, drowsy)


def _is_drowsy(campaign: Campaign, who: PersonId) -> bool:
    """Whether a person is up and has lost half their fatigue points to lack of sleep."""
    person = campaign.people[who]
    return person.able and is_up(campaign, who) and missed_sleep.is_drowsy(_lost(campaign, who), _most(campaign, who))


def _lost(campaign: Campaign, who: PersonId) -> int:
    return needs_of(campaign, who).sleep


def _most(campaign: Campaign, who: PersonId) -> int:
    return bridge.neverwhere(campaign.people[who]).fp_max


def _count(play: Play, who: PersonId, drowsy: Drowsy | None) -> None:
    """Record the time counted so far, and set the timer of the next throw to match it."""
    record(play, who, replace(needs_of(play.now, who), drowsy=drowsy))
    timer, due = play.now.timers.get(nod_id(who)), _due(play.now, who, drowsy)
    if due is None:
        if timer is not None:
            play.drop_timer(timer)
    elif timer is None or timer.due != due:
        now, told = time_of(play, who), tuple(sorted(around(who)(play.now)))
        what = f"{play.now.people[who].name} may fall asleep"
        play.set_timer(Timer(nod_id(who), Lapse.NOD, what, now, max(now, due), told, who))


def _due(campaign: Campaign, who: PersonId, drowsy: Drowsy | None) -> Seconds | None:
    """When the next throw is due if the person goes on as they are; None for never."""
    if drowsy is None:
        return None
    severe = missed_sleep.is_severe(_lost(campaign, who), _most(campaign, who))
    interval = missed_sleep.OFTEN if severe else missed_sleep.SELDOM
    minutes, before = (interval.idle, drowsy.idle) if drowsy.at_rest else (interval.active, drowsy.active)
    return None if minutes is None else Seconds(drowsy.since + minutes * MINUTE - before)


def _nods(play: Play, timer: Timer) -> None:
    """A drowsy person throws against sleep, and is groggy or falls asleep."""
    who = timer.person
    if who is None or not _is_drowsy(play.now, who):
        return
    person, needs, to = play.now.people[who], needs_of(play.now, who), around(who)
    body, groggy = bridge.neverwhere(person), person.is_in(State.GROGGY)
    given = missed_sleep.Nodding(needs.sleep, body.fp_max, awake_h(play, who), needs.day_h, body.will, groggy)
    outcome = play.settle(missed_sleep.drowsy_check, given, by=person.seat, who=person.id, to=to, whole=True)
    if isinstance(outcome, missed_sleep.Asleep):
        _count(play, who, None)
        falls_asleep(play, who, int(missed_sleep.SLEEP_H), to)
        play.stop(f"{person.name} falls asleep.")
        return
    if not groggy:
        gain(play, who, Condition(State.GROGGY, time_of(play, who), GROGGY), to=to)
    at_rest = needs.drowsy is None or needs.drowsy.at_rest
    _count(play, who, Drowsy(time_of(play, who), at_rest=at_rest))


PART = Part(on_due={Lapse.NOD: _nods}, as_time_passes=_grow_drowsy)
