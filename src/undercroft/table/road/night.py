"""The night in a camp: sleep and watches, the overloaded die, and the morning."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.sovereign.strain import Night
from undercroft.kernel.amounts import series
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.needs import counts_sleep
from undercroft.table.body.privation import is_up, to_bed
from undercroft.table.bridge.feats import is_alert
from undercroft.table.encounter.surprise import OffGuard
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.road.camp_sleep import SLEEP, asleep, awake_at, is_in_bed, stretches_of, turns_of_the_night
from undercroft.table.road.encounter_die import Happening, throw
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.journeys import Camp, Hour
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.treatment.nights import sleep
from undercroft.table.treatment.sleep import wake_up


class Woken(Event, frozen=True, tag="table.woken"):
    """Something wakes the camp."""

    group: GroupId
    watch: tuple[PersonId, ...] | None = None
    """Who was on watch; None in a log that does not say."""

    def say(self, now: Campaign) -> str:
        if self.watch is None:
            return "Something wakes the camp."
        names = [now.people[who].name for who in self.watch if who in now.people]
        return f"Something wakes the camp. {series(names or ['Nobody'])} {'are' if len(names) > 1 else 'is'} on watch."


class GotUp(Event, frozen=True, tag="table.got-up"):
    """A group breaks camp in the night; how long each character slept."""

    group: GroupId
    slept: Mapping[PersonId, Seconds]

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'get', 'gets')} up before dawn.{_too_little(now, self.slept)}"


class MorningCame(Event, frozen=True, tag="table.morning-came"):
    """The night is over; how long each character slept."""

    group: GroupId
    slept: Mapping[PersonId, Seconds]

    def say(self, now: Campaign) -> str:
        return f"Morning comes.{_too_little(now, self.slept)}"


def _too_little(now: Campaign, slept: Mapping[PersonId, Seconds]) -> str:
    """Who slept too little, where the house counts sleep."""
    short = [now.people[who].name for who, time in slept.items() if time < SLEEP and who in now.people]
    return f" {series(short)} slept too little." if short and counts_sleep(now.house) else ""


def camp_of(group: Group | None) -> Camp | None:
    """The camp a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Camp) else None


def has_die(known: Campaign) -> bool:
    """Whether the overloaded die is rolled at night, as only the Hexcrawl does."""
    return known.house.wilderness is Wilderness.HEXCRAWL


def sleep_until(play: Play, group: GroupId, until: Seconds) -> bool:
    """Let all but the watch sleep: watch by watch where sleep counts. Return whether nothing interrupted the night."""
    camp, now = camp_of(play.group(group)), play.group(group).time
    if camp is None:
        return False
    turns = turns_of_the_night(play.now, camp, now, until) if counts_sleep(play.now.house) else (until,)
    return all(_sleep_on(play, group, turn) for turn in turns)


def _sleep_on(play: Play, group: GroupId, until: Seconds) -> bool:
    """Let those in bed sleep until the next watch begins. Return whether nothing interrupted them."""
    began = play.group(group).time
    _to_bed_or_watch(play, group)
    sleepers = [person.id for person in play.now.living_in(group) if not person.is_in(State.ASLEEP)]
    takes = Seconds(max(0, until - began))
    took = play.spend(group, takes) if takes else Seconds(0)
    camp = camp_of(play.group(group))
    if camp is None:
        return False
    slept = {who: asleep(play.now, camp, who, began, Seconds(began + took)) for who in sleepers}
    stretches = {who: stretches_of(play.now, camp, who, began, Seconds(began + took)) for who in sleepers}
    play.go_on(
        group,
        replace(
            camp,
            hour=Hour.NIGHT,
            woken=False,
            slept={**camp.slept, **slept},
            stretches={**camp.stretches, **stretches},
        ),
    )
    return took == takes


def _to_bed_or_watch(play: Play, group: GroupId) -> None:
    """Send those who sleep now to bed, and get the others up; people who nodded off sleep on."""
    camp = camp_of(play.group(group))
    for person in play.now.living_in(group) if camp is not None else ():
        if camp is None or person.is_in(State.ASLEEP):
            continue
        if is_in_bed(play.now, camp, person.id, play.group(group).time):
            to_bed(play, person.id)
        elif counts_sleep(play.now.house) and person.id in play.now.needs and not is_up(play.now, person.id):
            _count_sleep(play, camp, person.id, group)


def night_die(play: Play, group: GroupId) -> Happening:
    """Roll the overloaded die for the night; without an able watch, the camp is surprised."""
    camp = camp_of(play.group(group))
    if camp is None:
        return Happening.HALT
    play.go_on(group, replace(camp, thrown=True))
    happens = throw(play, group, at_camp=True)
    scene = play.group(group).scene
    if isinstance(scene, EncounterScene):
        watching = awake_at(play.now, camp, play.group(group).time)
        play.tell(Woken(group, watching), to=group_audience(group))
        if not any(play.now.people[who].able for who in watching):
            caught = tuple(person.id for person in play.now.able_in(group) if not is_alert(person))
            play.go_on(group, replace(scene, surprised=caught))
            play.tell(OffGuard(group, caught), to=group_audience(group))
    return happens


def wake(play: Play, group: GroupId) -> None:
    """End the night at dawn, and give every character the rest that their sleep brings."""
    camp = camp_of(play.group(group))
    if camp is None:
        return
    play.go_on(group, replace(camp, hour=Hour.MORNING))
    _end_sleep(play, group, camp, MorningCame)


def get_up(play: Play, group: GroupId) -> None:
    """End the sleep before dawn; it counts for as long as it was."""
    camp = camp_of(play.group(group))
    if camp is not None:
        _end_sleep(play, group, camp, GotUp)


def _end_sleep(play: Play, group: GroupId, camp: Camp, how: type[MorningCame | GotUp]) -> None:
    """Get everybody up, people who nodded off on watch too, and give them the rest that their sleep brings."""
    slept = {
        person.id: Seconds(camp.slept.get(person.id, 0) + _nodded_off(person, play.group(group).time))
        for person in play.now.living_in(group)
    }
    play.tell(how(group, slept), to=group_audience(group))
    for person in play.now.living_in(group):
        if person.is_in(State.ASLEEP):
            wake_up(play, person.id)
        else:
            _count_sleep(play, camp, person.id, group)


def _nodded_off(person: Person, now: Seconds) -> int:
    """How long a person has slept who fell asleep out of turn."""
    asleep = person.condition(State.ASLEEP)
    return now - asleep.since if asleep is not None else 0


def _count_sleep(play: Play, camp: Camp, who: PersonId, group: GroupId) -> None:
    """Give a person the rest of the stretches of sleep that have not counted yet."""
    night = play.now.nights.get(who)
    counted = night.until if night is not None else Seconds(0)
    lengths = [until - since for since, until in camp.stretches.get(who, ()) if until > counted]
    if not lengths and is_up(play.now, who):
        return
    took, unbroken = min(SLEEP, sum(lengths)), max(lengths, default=0)
    _rest(play, group, who, Seconds(took), Seconds(unbroken), fed=not camp.must_provision)


def sleep_all(
    play: Play,
    group: GroupId,
    slept: Mapping[PersonId, Seconds],
    *,
    fed: bool = True,
) -> None:
    """Give every living member of a group a night's rest, warm and comfortable, for as long as they slept."""
    for person in play.now.living_in(group):
        took = slept.get(person.id, Seconds(0))
        _rest(play, group, person.id, took, took, fed=fed)


def _rest(play: Play, group: GroupId, who: PersonId, took: Seconds, unbroken: Seconds, *, fed: bool) -> None:
    """Give a person a rest that ends now; `unbroken` is the longest that they slept without a break."""
    strain = play.now.people[who].strain
    night = Night(strain=strain, hours_uninterrupted=Fraction(took, HOUR), fed=fed)
    sleep(play, who, night, to=group_audience(group), unbroken=min(took, unbroken))


PART = Part(events=(Woken, GotUp, MorningCame))
