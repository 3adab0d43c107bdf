"""Wounds: damage taken and healed, lying dying and being saved, by Sovereign or by Violence as the house has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import Item
from undercroft.books.sovereign.injury import Dead, Harm, Hurt, KnockedOut, MortallyInjured, Unhurt, Who, take_damage
from undercroft.books.sovereign.stabilising import (
    RISES_WITH,
    BledOut,
    Recovered,
    Rescue,
    Stabilised,
    Stable,
    Waiting,
    death_clock,
    recovery,
    stabilize,
)
from undercroft.books.sovereign.units import ROUND, TURN, WEEK, Attribute, Skill
from undercroft.books.violence import dying as violence_dying
from undercroft.books.violence.dying import Fallen, scarred
from undercroft.books.violence.units import ROUND as VIOLENCE_ROUND
from undercroft.books.violence.wounds import health_after
from undercroft.kernel.script import Script
from undercroft.kernel.units import MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.battle import Phase
from undercroft.table.bodies import (
    LIFE_AT_STAKE,
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
from undercroft.table.names import GroupId, PersonId, Text, TimerId
from undercroft.table.people import Condition, Person, Role
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Fight
from undercroft.table.seats import REFEREE
from undercroft.table.stamina import absorbed
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import not_theirs, referee_only

FALL = "a fall"
POISON = "poison"
NO_AIR = "want of air"
OVEREXERTION = "overexertion"
THIRST = "thirst"
DISEASE = "disease"
STRAIGHT = frozenset({FALL, POISON, NO_AIR, OVEREXERTION, THIRST, DISEASE})
"""Causes of harm that no stamina takes up."""

KIT = Item.HEALERS_KIT
HEALING = (Attribute.DEX, Attribute.INT)
"""The attributes a healer may choose from."""

_KINDS = {
    Role.DELVER: Who.DELVER,
    Role.HENCHMAN: Who.HENCHMAN,
    Role.HIRELING: Who.NAMED_NPC,
    Role.CREATURE: Who.NAMED_NPC,
}
_ADVENTURERS = frozenset({Role.DELVER, Role.HENCHMAN})
"""Who throws for their life by Violence."""

_TRIED, _RISES, _FRAIL = "tried", "rises", "frail"


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


class Stabilise(Command, frozen=True, tag="stabilise"):
    """Try to save somebody who lies dying, with the help of others or alone."""

    who: PersonId
    patient: PersonId
    helpers: tuple[PersonId, ...] = ()


class LetRoundPass(Command, frozen=True, tag="let_round_pass"):
    """A Round goes by while somebody's life is at stake."""

    group: GroupId


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
            marks = {_RISES: RISES_WITH, _FRAIL: int(rises_frail)}
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
    return fight_round(campaign.house) if _fights(campaign.group_of(who)) else ROUND


def _fights(group: Group | None) -> bool:
    scene = group.scene if group is not None else None
    return isinstance(scene, Fight) and scene.phase is not Phase.OVER


def _left(group: Group | None, who: PersonId) -> bool:
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
            knock_out(play, who, State.UNCONSCIOUS, seconds, {_RISES: RISES_WITH}, to)


def heal(play: Play, who: PersonId, amount: int, *, cause: str, to: Audience) -> None:
    """Magic gives hit points back; it saves the dying, who rise with them after the usual time."""
    person = play.now.people[who]
    if not person.alive or not amount:
        return
    hp = min(person.hp_max, person.hp + amount)
    if person.is_in(State.MORTALLY_INJURED):
        _saved(play, who, hp, to)
    elif (down := person.condition(State.INCAPACITATED)) is not None:
        risen = min(person.hp_max, down.marks.get(_RISES, 0) + amount)
        play.tell(ConditionMarked(who, replace(down, marks={**down.marks, _RISES: risen})), to=to)
    elif hp != person.hp:
        play.tell(HpChanged(who, hp, cause), to=to)


def _saved(play: Play, who: PersonId, rises: int, to: Audience) -> None:
    """Dying no more, and out for a Turn."""
    lose(play, who, State.MORTALLY_INJURED, to=to)
    knock_out(play, who, State.INCAPACITATED, TURN, {_RISES: rises}, to)


def save(play: Play, who: PersonId, *, to: Audience) -> None:
    """Somebody was stabilised."""
    _saved(play, who, 0, to)


def _wound(play: Play, act: Wound) -> None:
    harm = hurt if act.lethal else subdue
    harm(play, act.who, act.amount, cause=act.cause, to=around(play, act.who))


def _heal(play: Play, act: Heal) -> None:
    heal(play, act.who, act.amount, cause=act.cause, to=around(play, act.who))


def rescue(campaign: Campaign, medic: Person, patient: Person, helpers: tuple[PersonId, ...], now: Seconds) -> Rescue:
    """What it takes to save somebody at this moment."""
    dying = patient.condition(State.MORTALLY_INJURED)
    gone = 0 if dying is None else (now - dying.since) // round_of(campaign, patient.id)
    return Rescue(
        bridge.best_check(medic, HEALING, Skill.HEAL),
        min(gone, rounds_to_live(campaign.house)),
        campaign.has(medic.id, KIT) is not None,
        tuple(bridge.best_check(campaign.people[one], HEALING, Skill.HEAL) for one in helpers),
        attempted_this_round=dying is not None and dying.marks.get(_TRIED) == gone,
        target_dying=dying is not None,
    )


def _stabilise(play: Play, act: Stabilise) -> None:
    """One try a Round for each of the dying, by somebody else; when nobody can try any more, the Round goes by."""
    medic, patient = play.now.people[act.who], play.now.people[act.patient]
    to, now = around(play, act.who), time_of(play, act.who)
    given = rescue(play.now, medic, patient, act.helpers, now)
    _mark_the_try(play, act, to)
    outcome = play.settle(stabilize, given, by=medic.seat, who=medic.id, to=to, whole=True)
    group = play.now.group_of(act.who)
    more = group is not None and _more_to_try(play.now, group)
    if isinstance(outcome, Stabilised):
        _saved(play, patient.id, 0, to)
    if group is not None and not more:
        play.spend(group.id, ROUND)


def _mark_the_try(play: Play, act: Stabilise, to: Audience) -> None:
    """The patient has had the try of this Round; whose hands are full is known of all who lie dying there."""
    group = play.now.group_of(act.who)
    for one in play.now.those_in(group.id) if group is not None else ():
        dying = one.condition(State.MORTALLY_INJURED)
        if dying is not None:
            lain = _lain(play.now, one)
            hands = {_hand(who): lain for who in (act.who, *act.helpers)}
            tried = {_TRIED: lain} if one.id == act.patient else {}
            play.tell(ConditionMarked(one.id, replace(dying, marks={**dying.marks, **hands, **tried})), to=to)


def _hand(who: PersonId) -> str:
    """Under which somebody's last try is counted."""
    return f"by {who}"


def _had_a_go(known: Campaign, group: Group, who: PersonId) -> bool:
    """Whether somebody has tried to save one of the dying in this Round."""
    return any(
        dying.marks.get(_hand(who)) == _lain(known, one)
        for one in known.those_in(group.id)
        if (dying := one.condition(State.MORTALLY_INJURED)) is not None
    )


def _lain(known: Campaign, patient: Person) -> int:
    """How many full Rounds somebody has lain there, outside of a fight."""
    dying = patient.condition(State.MORTALLY_INJURED)
    return 0 if dying is None else (known.now_of(patient.id) - dying.since) // round_of(known, patient.id)


def _more_to_try(known: Campaign, group: Group) -> bool:
    """Whether somebody else could still be helped in this Round by somebody else."""
    untried = any(
        dying.marks.get(_TRIED) != _lain(known, one)
        for one in known.those_in(group.id)
        if (dying := one.condition(State.MORTALLY_INJURED)) is not None
    )
    free = (one for one in known.able_in(group.id) if not _left(group, one.id))
    return untried and not all(_had_a_go(known, group, one.id) for one in free)


def _let_pass(play: Play, act: LetRoundPass) -> None:
    play.spend(act.group, ROUND)


def _bleeds_out(play: Play, timer: Timer) -> None:
    """Nobody came in time."""
    if timer.person is None or not play.now.people[timer.person].is_in(State.MORTALLY_INJURED):
        return
    to = around(play, timer.person)
    play.settle(death_clock, Waiting(1, 1 + rounds_to_live(play.now.house)), to=to, whole=True)
    die(play, timer.person, "wounds", to=to)


def _rises(play: Play, timer: Timer) -> None:
    """Whoever was out is back; from the edge of death Frail, and with a Scar."""
    if timer.person is None:
        return
    person, to = play.now.people[timer.person], around(play, timer.person)
    down = person.condition(timer.about)
    if down is None:
        return
    hp, frail = max(person.hp, down.marks.get(_RISES, 0)), bool(down.marks.get(_FRAIL, 0))
    if timer.about == State.INCAPACITATED:
        hp, frail = _recovers(play, timer, hp, to)
        play.tell(ScarsChanged(person.id, scarred(person.scars)), to=to)
    lose(play, person.id, timer.about, to=to)
    if hp != person.hp:
        play.tell(HpChanged(person.id, hp), to=to)
    if frail and not person.is_in(State.FRAIL):
        make_frail(play, person.id, to, timer.due)


def _recovers(play: Play, timer: Timer, hp: int, to: Audience) -> tuple[int, bool]:
    """What the book gives back after its Turn; a referee may have let it come sooner."""
    due = Seconds(max(timer.due, timer.since + TURN))
    outcome = play.settle(recovery, Stable(timer.since, due), to=to, whole=True)
    return (max(hp, outcome.hp), outcome.frail) if isinstance(outcome, Recovered) else (hp, False)


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


def _may_stabilise(known: Campaign, seat: SeatId, act: Stabilise) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    apart = tuple(together(known, act.who, act.patient))
    yield from apart
    for helper in act.helpers:
        able = helper in known.people and known.people[helper].able
        if not able or helper in (act.who, act.patient) or known.group_of(helper) != known.group_of(act.who):
            yield Reason("helper_not_here", "Whoever helps must be there, and able to.")
    if apart or act.who not in known.people:
        return
    if _fights(known.group_of(act.who)):
        yield Reason("in_a_fight", "In a fight that is somebody's go.")
    group = known.group_of(act.who)
    if _left(group, act.who) and not _left(group, act.patient):
        yield Reason("away", f"{known.people[act.who].name} has left the field.")
    patient = known.people[act.patient]
    given = rescue(known, known.people[act.who], patient, (), known.now_of(act.who))
    if not given.target_dying:
        yield Reason("not_dying", f"{patient.name} is not dying.", stabilize.id)
    elif patient.is_in(State.DROWNING):
        yield Reason("no_air", f"{patient.name} must come to air first.", stabilize.id)
    elif given.attempted_this_round:
        yield Reason("tried_this_round", "Somebody has tried this Round already.", stabilize.id)
    if (
        group is not None
        and not _fights(group)
        and any(_had_a_go(known, group, one) for one in (act.who, *act.helpers))
    ):
        yield Reason("had_a_go", "They have had their go this Round.", stabilize.id)


def _may_let_pass(known: Campaign, seat: SeatId, act: LetRoundPass) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")
    elif not at_stake(known, act.group):
        yield Reason("no_hurry", "Nobody's life is at stake: Rounds are not counted.")
    elif _fights(known.groups[act.group]):
        yield Reason("in_a_fight", "The fight counts its own Rounds.")


def at_stake(known: Campaign, group: GroupId) -> tuple[Person, ...]:
    """Those of a group whose life hangs on the next Rounds."""
    return tuple(one for one in known.those_in(group) if any(one.is_in(state) for state in LIFE_AT_STAKE))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in known.groups.values():
        victims = () if _fights(group) else at_stake(known, group.id)
        for patient in victims:
            for medic in known.those_in(group.id):
                yield from _to_save(known, seat, medic, patient)
        if victims and seat == REFEREE:
            yield Offer(LetRoundPass(group.id), f"Let a Round pass ({group.name})", seconds=ROUND)


def _to_save(known: Campaign, seat: SeatId, medic: Person, patient: Person) -> Iterable[Offer]:
    act = Stabilise(medic.id, patient.id)
    refused = tuple(_may_stabilise(known, seat, act))
    if any(reason.code in ("not_here", "not_yours", "not_able", "self", "not_dying", "away") for reason in refused):
        return
    given = rescue(known, medic, patient, (), known.now_of(medic.id))
    label = f"{medic.name}: stabilise {patient.name}"
    yield Offer(act, label, medic.id, ROUND, stabilize, given, refused, aims=("stabilised",))


ROOM = Room(
    steps={Wound: _wound, Heal: _heal, Stabilise: _stabilise, LetRoundPass: _let_pass},
    refusals={Wound: _may_wound, Heal: _may_wound, Stabilise: _may_stabilise, LetRoundPass: _may_let_pass},
    offers=_offers,
    lapses={Lapse.DYING: _bleeds_out, Lapse.RISING: _rises},
)
