"""Damage and healing by Sovereign or Violence, and Delving's fatigue points that absorb damage."""

from collections.abc import Iterable, Mapping
from itertools import count

from msgspec.structs import replace

from undercroft.books.delving.body import Blow, Unconscious, damage_apply
from undercroft.books.sovereign.equipment import Item
from undercroft.books.sovereign.injury import Dead, Harm, Hurt, KnockedOut, MortallyInjured, Unhurt, Who, take_damage
from undercroft.books.sovereign.stabilising import RISES_WITH, BledOut, Waiting, death_clock
from undercroft.books.sovereign.units import ROUND, WEEK
from undercroft.books.violence import dying as violence_dying
from undercroft.books.violence.dying import Fallen
from undercroft.books.violence.units import ROUND as VIOLENCE_ROUND
from undercroft.books.violence.wounds import health_after
from undercroft.kernel.remembering import remembering
from undercroft.kernel.script import Script
from undercroft.kernel.units import HOUR, MINUTE, SeatId, Seconds
from undercroft.table.body.condition import (
    ConditionMarked,
    FpChanged,
    RolledAmount,
    ScarsChanged,
    die,
    gain,
    lose,
    set_hp,
    time_of,
)
from undercroft.table.bridge.time_units import a_turn_later, fight_round
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.permission import OfPerson
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import subject
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Phase
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Dying, Fatigue, HouseRules
from undercroft.table.state.ids import PersonId, Text, TimerId
from undercroft.table.state.people import Condition, Role, State

FALL = "a fall"
POISON = "poison"
NO_AIR = "suffocation"
OVEREXERTION = "overexertion"
THIRST = "thirst"
DISEASE = "disease"
STRAIGHT = frozenset({FALL, POISON, NO_AIR, OVEREXERTION, THIRST, DISEASE})
"""Causes of damage that fatigue points do not absorb."""

RISES, FRAIL = "rises", "frail"
"""Counters of an unconscious person: the hit points they get up with, and whether they are Frail then."""

KIT = Item.HEALERS_KIT

_KINDS = {
    Role.DELVER: Who.DELVER,
    Role.HENCHMAN: Who.HENCHMAN,
    Role.HIRELING: Who.NAMED_NPC,
    Role.CREATURE: Who.NAMED_NPC,
}
_ADVENTURERS = frozenset({Role.DELVER, Role.HENCHMAN})
"""The roles that roll for their life by Violence."""


class _OfLiving(OfPerson, frozen=True):
    amount: RolledAmount
    cause: Text = ""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        person = known.people.get(self.who)
        if person is not None and not person.alive:
            yield Reason("dead", f"{person.name} is dead.")


class Wound(_OfLiving, frozen=True, tag="wound"):
    """Deal damage to a person; `lethal` is off if the blow is not meant to kill."""

    lethal: bool = True
    ABOUT = About(title="Deal damage", key="t", form="health", words="damage hurt hit points hp harm")

    def do(self, play: Play) -> None:
        to = around(self.who)
        dealt = amount(play, self.amount, purpose("damage", self.cause), to=to)
        hurt(play, self.who, dealt, cause=self.cause, to=to, lethal=self.lethal)


class Heal(_OfLiving, frozen=True, tag="heal"):
    """Restore hit points by magic or by the referee's ruling."""

    ABOUT = About(title="Heal a person", key="l", form="health", words="hit points hp cure")

    def do(self, play: Play) -> None:
        to = around(self.who)
        restored = amount(play, self.amount, purpose("healing", self.cause), to=to)
        heal(play, self.who, restored, cause=self.cause, to=to)


def purpose(what: str, cause: str) -> str:
    """What the dice are for: `damage: falling rocks`."""
    return f"{what}: {cause[:MOST_CAUSE]}" if cause else what


MOST_CAUSE = 100
"""The most letters of a cause that the purpose of dice repeats."""


def hurt(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience, lethal: bool = True) -> None:
    """Deal damage to a person; `lethal` is off if the blow is not meant to kill."""
    if not play.now.people[who].alive:
        return
    left = amount if cause in STRAIGHT else absorbed(play, who, amount, to=to)
    if amount and not left:
        return
    if lethal and play.now.house.dying is Dying.VIOLENCE:
        _by_violence(play, who, left, cause, to)
    else:
        _by_sovereign(play, who, left, cause, to, lethal)


def _by_sovereign(play: Play, who: PersonId, amount: int, cause: str, to: Audience, lethal: bool) -> None:
    """Deal damage by Sovereign: at 0 hit points a Delver is dying, and a Frail person dies."""
    person = play.now.people[who]
    frail, mortal = person.is_in(State.FRAIL), person.is_in(State.MORTALLY_INJURED)
    harm = Harm(person.hp, amount, _KINDS[person.role], lethal=lethal, frail=frail, mortal=mortal)
    match play.settle(take_damage, harm, to=to, whole=True):
        case Hurt(hp=hp):
            set_hp(play, who, hp, cause, to=to)
        case MortallyInjured(hp=hp) if not mortal:
            set_hp(play, who, hp, cause, to=to, damage=amount)
            _lies_dying(play, who, to)
        case KnockedOut(hp=hp, rises_frail=rises_frail):
            set_hp(play, who, hp, cause, to=to, damage=amount)
            marks = {RISES: RISES_WITH, FRAIL: int(rises_frail)}
            knock_out(play, who, State.KNOCKED_OUT, _a_turn(play, who), marks, to)
        case Dead():
            die(play, who, cause, to=to)
        case Unhurt() | MortallyInjured():
            pass


def _lies_dying(play: Play, who: PersonId, to: Audience) -> None:
    """Make a person mortally injured, and interrupt the time that is passing."""
    for state in (State.INCAPACITATED, State.KNOCKED_OUT):
        lose(play, who, state, to=to)
    rounds = rounds_to_live(play.now.house) + 1
    condition = Condition(State.MORTALLY_INJURED, time_of(play, who))
    gain(play, who, condition, to=to, seconds=Seconds(rounds * round_of(play.now, who)), lapse=Lapse.DYING)
    play.stop(f"{play.now.people[who].name} is dying.")


@remembering(64)
def rounds_to_live(house: HouseRules) -> int:
    """The rounds a dying person has after the round they fell, by these house rules."""
    return next(
        later
        for later in count()
        if isinstance(death_clock(Script(), house.applied(death_clock, Waiting(1, 1 + later))), BledOut)
    )


def round_of(campaign: Campaign, who: PersonId) -> Seconds:
    """The length of a round for a person: the fight's in a fight, else Sovereign's."""
    fight = fight_of(campaign.group_of(who))
    return ROUND if fight is None or fight.phase is Phase.OVER else fight_round(fight.book)


def recount(play: Play, who: PersonId, was: Seconds, now_is: Seconds, *, to: Audience, lain: int | None = None) -> None:
    """Keep the number of rounds a dying person has when the length of a round changes.

    `lain` is the number of full rounds they have been dying, given in a fight, where the clock moves in whole rounds.
    """
    dying = play.now.people[who].condition(State.MORTALLY_INJURED)
    timer = play.now.timers.get(TimerId(f"{State.MORTALLY_INJURED}-{who}"))
    if dying is None or timer is None:
        return
    now = time_of(play, who)
    since = Seconds(now - ((now - dying.since) // was if lain is None else lain) * now_is)
    due = Seconds(now - (now - timer.due) // was * now_is)
    play.tell(ConditionMarked(who, replace(dying, since=since)), to=to)
    play.set_timer(replace(timer, since=since, due=due))


def _a_turn(play: Play, who: PersonId) -> Seconds:
    """How long a turn from now lasts for a person."""
    now = time_of(play, who)
    return Seconds(a_turn_later(play.now, play.now.group_of(who), now) - now)


def knock_out(play: Play, who: PersonId, state: State, seconds: int, marks: Mapping[str, int], to: Audience) -> None:
    """Knock a person out for a time; `marks` hold what they get up with."""
    condition = Condition(state, time_of(play, who), marks=marks)
    gain(play, who, condition, to=to, seconds=Seconds(seconds), lapse=Lapse.RISING)


def _by_violence(play: Play, who: PersonId, amount: int, cause: str, to: Audience) -> None:
    """Deal damage by Violence: at 0 health adventurers gain a Scar and roll for their life, others die."""
    person = play.now.people[who]
    hp = health_after(person.hp, amount)
    if hp == person.hp:
        return
    if not hp and person.role not in _ADVENTURERS:
        die(play, who, cause, to=to)
        return
    set_hp(play, who, hp, cause, to=to, damage=amount)
    if hp:
        return
    fight = fight_of(play.now.group_of(who))
    given = Fallen(person.scars, max(1, fight.round) if fight is not None else 1)
    outcome = play.settle(violence_dying.dying, given, by=person.seat, who=person.id, to=to, whole=True)
    play.tell(ScarsChanged(who, outcome.scars), to=to)
    match outcome:
        case violence_dying.Dead():
            die(play, who, cause, to=to)
        case violence_dying.Unconscious(rounds=rounds):
            seconds = rounds * VIOLENCE_ROUND * MINUTE
            knock_out(play, who, State.UNCONSCIOUS, seconds, {RISES: RISES_WITH}, to)


def heal(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Restore hit points; a dying person is stabilised, and gets up with them after the usual time."""
    person = play.now.people[who]
    if not person.alive or not amount:
        return
    hp = min(person.hp_max, person.hp + amount)
    if person.is_in(State.MORTALLY_INJURED):
        save(play, who, to=to, rises=hp)
    elif (down := person.condition(State.INCAPACITATED)) is not None:
        risen = min(person.hp_max, down.marks.get(RISES, 0) + amount)
        play.tell(ConditionMarked(who, replace(down, marks={**down.marks, RISES: risen})), to=to)
    elif hp != person.hp:
        set_hp(play, who, hp, cause, to=to)


def save(play: Play, who: PersonId, *, to: Audience, rises: int = 0, by: PersonId | None = None) -> None:
    """Stabilise a dying person: they are incapacitated for a turn, and get up with `rises` hit points or the book's."""
    lose(play, who, State.MORTALLY_INJURED, to=to, by=by)
    knock_out(play, who, State.INCAPACITATED, _a_turn(play, who), {RISES: rises}, to)


def make_frail(play: Play, who: PersonId, to: Audience, since: Seconds) -> None:
    """Make a person Frail, with a timer for a week without care."""
    gain(play, who, Condition(State.FRAIL, since), to=to, seconds=WEEK, lapse=Lapse.FRAIL)


def not_together(known: Campaign, who: PersonId, other: PersonId) -> Iterable[Reason]:
    """The reason a person cannot help another: they must be two people in the same group."""
    person, group = known.people.get(other), known.group_of(other)
    if who == other:
        yield Reason("self", f"It takes another person to help {subject(known, who)}.")
    elif person is None or not person.alive or group is None or group != known.group_of(who):
        yield Reason("not_with_them", "There is no such person to help here.")


PART = Part(commands=(Wound, Heal))


def absorbed(play: Play, who: PersonId, amount: int, *, to: Audience) -> int:
    """Let fatigue points absorb damage by Delving, and return what is left for the hit points."""
    person = play.now.people[who]
    if play.now.house.fatigue is not Fatigue.DELVING or not person.hp:
        return amount
    blow = Blow(max(0, person.fp), person.hp, amount, exhausted=person.is_in(State.EXHAUSTED))
    after = play.settle(damage_apply, blow, to=to, whole=True)
    if after.fp != person.fp:
        play.tell(FpChanged(who, after.fp), to=to)
    if isinstance(after, Unconscious):
        condition = Condition(State.UNCONSCIOUS, time_of(play, who))
        gain(play, who, condition, to=to, seconds=HOUR, lapse=Lapse.RISING)
    return person.hp - after.hp
