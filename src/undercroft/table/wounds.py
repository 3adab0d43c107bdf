"""Wounds: damage taken and healed, by Sovereign or by Violence as the house has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item
from undercroft.books.sovereign.injury import Dead, Harm, Hurt, KnockedOut, MortallyInjured, Unhurt, Who, take_damage
from undercroft.books.sovereign.stabilising import RISES_WITH, BledOut, Waiting, death_clock
from undercroft.books.sovereign.units import ROUND, TURN, WEEK
from undercroft.books.violence import dying as violence_dying
from undercroft.books.violence.dying import Fallen
from undercroft.books.violence.units import ROUND as VIOLENCE_ROUND
from undercroft.books.violence.wounds import health_after
from undercroft.kernel.script import Script
from undercroft.kernel.units import MINUTE, SeatId, Seconds
from undercroft.table.battle import Phase
from undercroft.table.bodies import (
    Amount,
    ConditionMarked,
    HpChanged,
    ScarsChanged,
    State,
    around,
    die,
    gain,
    lose,
    time_of,
)
from undercroft.table.bridge_clock import fight_round
from undercroft.table.campaign import Campaign, Group
from undercroft.table.house import Dying, HouseRules
from undercroft.table.names import PersonId, Text, TimerId
from undercroft.table.people import Condition, Role
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.scenes import Fight
from undercroft.table.stamina import absorbed
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse
from undercroft.table.whose import referee_only

FALL = "a fall"
POISON = "poison"
NO_AIR = "want of air"
OVEREXERTION = "overexertion"
THIRST = "thirst"
DISEASE = "disease"
STRAIGHT = frozenset({FALL, POISON, NO_AIR, OVEREXERTION, THIRST, DISEASE})
"""Causes of harm that no stamina takes up."""

RISES, FRAIL = "rises", "frail"
"""What those who are out rise with: so many hit points, and whether they are Frail then."""

KIT = Item.HEALERS_KIT

_KINDS = {
    Role.DELVER: Who.DELVER,
    Role.HENCHMAN: Who.HENCHMAN,
    Role.HIRELING: Who.NAMED_NPC,
    Role.CREATURE: Who.NAMED_NPC,
}
_ADVENTURERS = frozenset({Role.DELVER, Role.HENCHMAN})
"""Who throws for their life by Violence."""


class Wound(Command, frozen=True, tag="wound"):
    """Somebody takes damage; not `lethal` where nobody means to kill."""

    who: PersonId
    amount: Amount
    cause: Text = ""
    lethal: bool = True


class Heal(Command, frozen=True, tag="heal"):
    """Magic, or the referee's word, gives hit points back."""

    who: PersonId
    amount: Amount
    cause: Text = ""


def hurt(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Somebody takes damage that may kill."""
    _harm(play, who, amount, cause=cause, to=to, lethal=True)


def subdue(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Somebody takes damage that is not meant to kill."""
    _harm(play, who, amount, cause=cause, to=to, lethal=False)


def _harm(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience, lethal: bool) -> None:
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
    """At no hit points a Delver lies dying; the Frail are dead."""
    person = play.now.people[who]
    frail, mortal = person.is_in(State.FRAIL), person.is_in(State.MORTALLY_INJURED)
    harm = Harm(person.hp, amount, _KINDS[person.role], lethal=lethal, frail=frail, mortal=mortal)
    match play.settle(take_damage, harm, to=to, whole=True):
        case Unhurt():
            return
        case Hurt(hp=hp):
            play.tell(HpChanged(who, hp, cause), to=to)
        case MortallyInjured(hp=hp) if not mortal:
            play.tell(HpChanged(who, hp, cause), to=to)
            _lies_dying(play, who, to)
        case MortallyInjured():
            return
        case KnockedOut(hp=hp, rises_frail=rises_frail):
            play.tell(HpChanged(who, hp, cause), to=to)
            marks = {RISES: RISES_WITH, FRAIL: int(rises_frail)}
            knock_out(play, who, State.KNOCKED_OUT, TURN, marks, to)
        case Dead():
            die(play, who, cause, to=to)


def _lies_dying(play: Play, who: PersonId, to: Audience) -> None:
    """From now on Rounds count; whatever time was passing stops here."""
    for state in (State.INCAPACITATED, State.KNOCKED_OUT):
        lose(play, who, state, to=to)
    rounds = rounds_to_live(play.now.house) + 1
    condition = Condition(State.MORTALLY_INJURED, time_of(play, who))
    gain(play, who, condition, to=to, seconds=Seconds(rounds * round_of(play.now, who)), lapse=Lapse.DYING)
    play.stop(f"{play.now.people[who].name} lies dying.")


def rounds_to_live(house: HouseRules) -> int:
    """How many Rounds after that of the fall the dying have, as the house reads it."""
    return next(
        later
        for later in count()
        if isinstance(death_clock(Script(), house.applied(death_clock, Waiting(1, 1 + later))), BledOut)
    )


def round_of(campaign: Campaign, who: PersonId) -> Seconds:
    """How long a Round is for somebody: in a fight the fight's own, else Sovereign's."""
    return fight_round(campaign.house) if fights(campaign.group_of(who)) else ROUND


def fights(group: Group | None) -> bool:
    """Whether a group is in the midst of a fight."""
    scene = group.scene if group is not None else None
    return isinstance(scene, Fight) and scene.phase is not Phase.OVER


def has_left(group: Group | None, who: PersonId) -> bool:
    """Whether somebody left a fight that the others have not left yet."""
    scene = group.scene if group is not None else None
    fighter = scene.fighter(who) if isinstance(scene, Fight) else None
    return fighter is not None and fighter.away


def recount(play: Play, who: PersonId, was: Seconds, now_is: Seconds, *, to: Audience, lain: int | None = None) -> None:
    """The Rounds somebody has left to live stay as many, though a Round is of another length from now on.

    `lain` is how many full Rounds they have lain there, where the clock does not tell: a fight's moves in whole Rounds.
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


def knock_out(play: Play, who: PersonId, state: State, seconds: int, marks: Mapping[str, int], to: Audience) -> None:
    """Somebody is out for a while; `marks` say what they rise with."""
    condition = Condition(state, time_of(play, who), marks=marks)
    gain(play, who, condition, to=to, seconds=Seconds(seconds), lapse=Lapse.RISING)


def _by_violence(play: Play, who: PersonId, amount: int, cause: str, to: Audience) -> None:
    """At no health an adventurer gains a Scar and throws for their life; others are dead. The fallen are left alone."""
    person = play.now.people[who]
    hp = health_after(person.hp, amount)
    if hp == person.hp:
        return
    if not hp and person.role not in _ADVENTURERS:
        die(play, who, cause, to=to)
        return
    play.tell(HpChanged(who, hp, cause), to=to)
    if hp:
        return
    given = Fallen(person.scars, 1)
    outcome = play.settle(violence_dying.dying, given, by=person.seat, who=person.id, to=to, whole=True)
    play.tell(ScarsChanged(who, outcome.scars), to=to)
    match outcome:
        case violence_dying.Dead():
            die(play, who, cause, to=to)
        case violence_dying.Unconscious(rounds=rounds):
            seconds = rounds * VIOLENCE_ROUND * MINUTE
            knock_out(play, who, State.UNCONSCIOUS, seconds, {RISES: RISES_WITH}, to)


def heal(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Magic gives hit points back; it saves the dying, who rise with them after the usual time."""
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
        play.tell(HpChanged(who, hp, cause), to=to)


def save(play: Play, who: PersonId, *, to: Audience, rises: int = 0) -> None:
    """Dying no more, and out for a Turn; they rise with so many hit points, or with what the book gives."""
    lose(play, who, State.MORTALLY_INJURED, to=to)
    knock_out(play, who, State.INCAPACITATED, TURN, {RISES: rises}, to)


def _wound(play: Play, act: Wound) -> None:
    harm = hurt if act.lethal else subdue
    harm(play, act.who, act.amount, cause=act.cause, to=around(play, act.who))


def _heal(play: Play, act: Heal) -> None:
    heal(play, act.who, act.amount, cause=act.cause, to=around(play, act.who))


def make_frail(play: Play, who: PersonId, to: Audience, since: Seconds) -> None:
    """Somebody is Frail, and a week without care will tell."""
    gain(play, who, Condition(State.FRAIL, since), to=to, seconds=WEEK, lapse=Lapse.FRAIL)


def _may_wound(known: Campaign, seat: SeatId, act: Wound | Heal) -> Iterable[Reason]:
    yield from referee_only(seat)
    person = known.people.get(act.who)
    if person is None:
        yield Reason("no_person", "Nobody goes by that name.")
    elif not person.alive:
        yield Reason("dead", f"{person.name} is dead.")


def together(known: Campaign, who: PersonId, other: PersonId) -> Iterable[Reason]:
    """Why somebody cannot lend a hand to somebody else: it takes two, in one place."""
    person, group = known.people.get(other), known.group_of(other)
    if who == other:
        yield Reason("self", "Nobody does that to themselves.")
    elif person is None or not person.alive or group is None or group != known.group_of(who):
        yield Reason("not_with_them", "Nobody of that name is there to be helped.")


ROOM = Room(steps={Wound: _wound, Heal: _heal}, refusals={Wound: _may_wound, Heal: _may_wound})
