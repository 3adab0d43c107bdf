"""Fatigue points: lost to work and marches and restored by rest, by Neverwhere or Delving as the house rules say."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.fatigue import Acts, Collapsed, HeartAttack, Left, Losing, Spent, collapse, lose_fp
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT, Resting, rest_recovery
from undercroft.books.neverwhere.working_hours import Missing, Stopped, march_fatigue
from undercroft.kernel.units import HOUR, MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import FpChanged, RolledAmount, gain, lose, time_of
from undercroft.table.body.wounds import OVEREXERTION, hurt
from undercroft.table.bridge.loads import TOO_HEAVY, load
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around, group_audience
from undercroft.table.engine.part import Part
from undercroft.table.engine.permission import OfPerson
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import GroupId, PersonId, Text
from undercroft.table.state.journeys import Afoot, Hike, TravelDay
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.scenes import Scene


class Tire(OfPerson, frozen=True, tag="tire"):
    """Take fatigue points from a person."""

    amount: RolledAmount
    cause: Text = ""
    ABOUT = About(title="Take away fatigue points")

    def do(self, play: Play) -> None:
        to = around(self.who)
        tire(play, self.who, amount(play, self.amount, "fatigue", to=to), cause=self.cause, to=to)


def tire(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Take fatigue from a person by the book the house rules name; nothing where they count none."""
    person = play.now.people[who]
    if not amount or not person.alive:
        return
    match play.now.house.fatigue:
        case Fatigue.NEVERWHERE:
            most = bridge.neverwhere(person).fp_max
            given = Losing(min(person.fp, most), most, person.hp, amount)
            drained(play, who, play.settle(lose_fp, given, to=to, whole=True), cause=cause, to=to)
        case Fatigue.DELVING:
            hurt(play, who, amount, cause=cause, to=to)
        case Fatigue.NONE:
            return


def drained(play: Play, who: PersonId, left: Left, *, cause: str, to: Audience) -> None:
    """Apply a loss of fatigue by Neverwhere: points below 0 cost hit points, and the person may pass out."""
    person = play.now.people[who]
    set_fp(play, who, left.fp, cause=cause, to=to)
    if left.hp < person.hp:
        hurt(play, who, person.hp - left.hp, cause=OVEREXERTION, to=to)
    if left.unconscious and play.now.people[who].able:
        spent = Condition(State.SPENT, time_of(play, who))
        gain(play, who, spent, to=to, seconds=Seconds(MINUTES_A_POINT * MINUTE), lapse=Lapse.WAKING)


def set_fp(play: Play, who: PersonId, fp: int, *, cause: str, to: Audience) -> None:
    """Set a person's fatigue points; above 0 they are no longer collapsed."""
    if fp != play.now.people[who].fp:
        play.tell(FpChanged(who, fp, cause), to=to)
    if fp > 0:
        lose(play, who, State.COLLAPSED, to=to)


def restorable(campaign: Campaign, who: PersonId) -> int:
    """The fatigue points ordinary rest can restore: not those lost to hunger, thirst and lack of sleep."""
    needs = campaign.needs.get(who)
    return bridge.fatigue_max(campaign.people[who], campaign.house.fatigue) - (needs.held if needs is not None else 0)


def rest(play: Play, who: PersonId, minutes: int, *, to: Audience) -> None:
    """Let a person rest: minutes of rest restore fatigue points where the house counts Neverwhere's."""
    person = play.now.people[who]
    most = restorable(play.now, who)
    if play.now.house.fatigue is not Fatigue.NEVERWHERE or person.fp >= most or not person.alive:
        return
    back = play.settle(rest_recovery, Resting(minutes=minutes, general_pool=most - person.fp), to=to, whole=True)
    set_fp(play, who, person.fp + back.fp, cause="rest", to=to)


def goes_on(play: Play, who: PersonId, *, to: Audience) -> bool:
    """Whether a person can exert themselves; without fatigue points it takes a roll."""
    person = play.now.people[who]
    if not person.able:
        return False
    if not spent(play.now.house, person):
        return True
    body = bridge.neverwhere(person)
    given = Spent(person.fp, body.will, body.vit_mod)
    match play.settle(collapse, given, by=person.seat, who=person.id, to=to, whole=True):
        case Acts():
            return True
        case Collapsed():
            gain(play, who, Condition(State.COLLAPSED, time_of(play, who)), to=to)
        case HeartAttack():
            hurt(play, who, person.hp, cause="heart attack", to=to)
    return False


def spent(house: HouseRules, person: Person) -> bool:
    """Whether a person is at the end of their strength, and acts only by will."""
    return house.fatigue is Fatigue.NEVERWHERE and person.fp <= 0


def _wakes(play: Play, timer: Timer) -> None:
    """A person who passed out wakes, rested by the time on the ground."""
    if timer.person is None:
        return
    to = around(timer.person)
    rest(play, timer.person, (timer.due - timer.since) // MINUTE, to=to)
    lose(play, timer.person, timer.about, to=to)


PART = Part(commands=(Tire,), on_due={Lapse.WAKING: _wakes})


AN_HOUR = Fraction(1)
"""The longest walk without a rest that counts on a day of travel points, which includes rests."""


def walked(before: Afoot | None, took: Seconds, until: Seconds) -> Afoot:
    """A walk, added to the one before if there was no break."""
    went_on = before is not None and before.until == until - took
    return Afoot((before.hours if before is not None and went_on else Fraction(0)) + Fraction(took, HOUR), until)


def unrested(scene: Scene | None, now: Seconds) -> Fraction:
    """The hours a group has walked without a rest; 0 if it is not walking."""
    match scene:
        case Hike():
            return scene.unrested
        case TravelDay(afoot=Afoot(hours=hours, until=until)) if until == now:
            return min(hours, AN_HOUR)
        case _:
            return Fraction(0)


def stop(play: Play, group: GroupId) -> None:
    """Stop a group's march: its members pay the fatigue of its hours."""
    marchers = play.group(group)
    scene = marchers.scene
    hours = unrested(scene, marchers.time)
    if not hours:
        return
    if isinstance(scene, Hike):
        interrupted(play, group, hours, scene.straining)
        play.go_on(group, replace(scene, unrested=Fraction(0)))
    elif isinstance(scene, TravelDay):
        interrupted(play, group, hours)
        play.go_on(group, replace(scene, afoot=None))


def stopped(known: Campaign, person: Person, hours: Fraction = AN_HOUR, *, effort: bool = False) -> Stopped:
    """The input for a march that stops, with what the person carries and wears."""
    worn = bridge.dress(person, known.carried_by(person.id))
    tier = min(load(known, person).tier, TOO_HEAVY - 1)
    return Stopped(hours=hours, level_index=tier, hot=known.is_hot, heavy_clothing=worn.heavy, extra_effort=effort)


def interrupted(play: Play, group: GroupId, hours: Fraction, effort: frozenset[PersonId] = frozenset()) -> None:
    """Take the fatigue of a march from a group, where the house counts Neverwhere's."""
    if play.now.house.fatigue is not Fatigue.NEVERWHERE:
        return
    to = group_audience(group)
    for person in play.now.able_in(group):
        given = stopped(play.now, person, hours, effort=person.id in effort)
        missing: Missing = play.settle(march_fatigue, given, to=to, whole=True)
        tire(play, person.id, missing.fp, cause="the march", to=to)
