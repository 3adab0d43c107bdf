"""The roll for a day's march: each for themselves, a leader for all, or with extra effort."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere import hiking
from undercroft.books.neverwhere.effort import EffortRefused
from undercroft.books.neverwhere.effort_on_the_move import HarderMarch, extra_effort_hike
from undercroft.books.neverwhere.working_hours import march_fatigue
from undercroft.kernel.amounts import mixed
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.exertion import Percent, no_effort, strength
from undercroft.table.body.fatigue import stopped
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import are
from undercroft.table.road.hike_pace import Going, ahead, hike_of, marcher
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import NO_POINTS, Injury, Walker
from undercroft.table.state.people import Person


class _HikeRoll(Command, frozen=True):
    """A roll before the day's march."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        hike, rule = hike_of(known.group_of(self.who)), hiking.hike_roll.id
        if hike is None:
            yield Reason("not_hiking", f"{are(known, self.who)} not on a march.", rule)
        elif hike.hours:
            yield Reason("too_late", "Roll that before the day's march.", rule)
        elif self.who in hike.walkers:
            yield Reason("thrown_already", "That roll was made today: there is one a day.", rule)


class RollHike(_HikeRoll, frozen=True, tag="roll_hike"):
    """Roll for the day's march; with a percentage, push for that much more."""

    percent: Percent = 0
    ABOUT = About(title="Roll for the march")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from no_effort(known.house, self.percent)

    def do(self, play: Play) -> None:
        """Roll Survival or endurance, or extra effort with a percentage."""
        person, to = play.now.people[self.who], around(self.who)
        group = play.now.group_of(self.who)
        hike = hike_of(group)
        if group is None or hike is None:
            return
        if self.percent:
            walker = _push(play, person, self.percent, ahead(play.now, group, hike))
        else:
            outcome = play.settle(hiking.hike_roll, hiker(person), by=person.seat, who=person.id, to=to, whole=True)
            walker = Walker(outcome.bonus if isinstance(outcome, hiking.Farther) else NO_POINTS)
        play.go_on(group.id, replace(hike, walkers={**hike.walkers, self.who: walker}))
        play.tell(MarchThrown(self.who, walker.gain), to=to)


class LeadHike(_HikeRoll, frozen=True, tag="lead_hike"):
    """Roll the march for the whole group, which then stays together."""

    ABOUT = About(title="Lead the march")

    def do(self, play: Play) -> None:
        """Roll with the average of the group, for everyone."""
        person, to = play.now.people[self.who], around(self.who)
        group = play.now.group_of(self.who)
        hike = hike_of(group)
        if group is None or hike is None:
            return
        outcome = play.settle(
            hiking.hike_group_roll, band(play.now, group), by=person.seat, who=person.id, to=to, whole=True
        )
        gain = outcome.bonus if isinstance(outcome, hiking.AllFarther) else NO_POINTS
        walkers = {member.id: Walker(gain) for member in play.now.able_in(group.id)}
        play.go_on(group.id, replace(hike, walkers=walkers, together=True))
        play.tell(MarchThrown(self.who, gain), to=to)


class MarchThrown(Event, frozen=True, tag="table.march-thrown"):
    """The fraction by which a character's march is longer today."""

    who: PersonId
    gain: Fraction

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        return (
            f"{name}: the march goes {mixed(self.gain)} farther."
            if self.gain
            else f"{name}: the march goes no farther."
        )


def hiker(person: Person) -> hiking.Hiker:
    """The input for a character's roll for the march."""
    return hiking.Hiker(bridge.survival(person), bridge.neverwhere(person).vit_mod)


def harder(known: Campaign, person: Person, percent: int, on: Going) -> HarderMarch:
    """The input for extra effort on the march."""
    able = strength(person, known.house)
    move = hiking.hike_move(Script(), known.house.applied(hiking.hike_move, marcher(known, person))).move
    return HarderMarch(
        vit_mod=able.vit_mod,
        percent=percent,
        fp=able.fp,
        fp_max=able.fp_max,
        will_mod=able.will_mod,
        survival=bridge.survival(person),
        normal_missing_fp=missing_an_hour(known, person),
        move=move,
        terrain_class=on.terrain,
        weather_factor=on.weather,
    )


def _push(play: Play, person: Person, percent: int, on: Going) -> Walker:
    """Push on the march; an injury from it counts at the end of the day."""
    given = harder(play.now, person, percent, on)
    outcome = play.settle(extra_effort_hike, given, by=person.seat, who=person.id, to=around(person.id), whole=True)
    if isinstance(outcome, EffortRefused):
        return Walker()
    plain = hiking.marched(given.move, NO_POINTS, on.factor)
    gain = outcome.km / plain - 1 if plain else NO_POINTS
    injury = Injury(outcome.hp, outcome.site, outcome.flaw, outcome.weeks) if outcome.hp or outcome.flaw else None
    return Walker(gain, effort=outcome.missing_fp > given.normal_missing_fp, injury=injury)


def band(known: Campaign, group: Group) -> hiking.Band:
    """The input for a leader's roll: the Survival of all who march."""
    return hiking.Band(tuple(bridge.survival(person) for person in known.able_in(group.id)))


def missing_an_hour(known: Campaign, person: Person) -> int:
    """The fatigue that a stop after an hour's march costs a character."""
    given = known.house.applied(march_fatigue, stopped(known, person))
    return march_fatigue(Script(), given).fp


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        group, person = known.group_of(who), known.people[who]
        if group is None or hike_of(group) is None:
            continue
        for act, verb, what, rule, given in (
            (RollHike(who), "stride out", "", hiking.hike_roll, hiker(person)),
            (LeadHike(who), "lead", "the march", hiking.hike_group_roll, band(known, group)),
        ):
            yield Offer(act, verb, what, person.name, who, rule=rule, given=given, aims=("bonus",), open_only=True)


PART = Part(commands=(RollHike, LeadHike), events=(MarchThrown,), offers=_offers)
