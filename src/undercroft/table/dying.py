"""Lying dying: how long somebody has, the tries to save them, and how they rise."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.stabilising import (
    Recovered,
    Rescue,
    Stabilised,
    Stable,
    Waiting,
    death_clock,
    recovery,
    stabilize,
)
from undercroft.books.sovereign.units import ROUND, TURN, Attribute, Skill
from undercroft.books.violence.dying import scarred
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import (
    LIFE_AT_STAKE,
    ConditionMarked,
    HpChanged,
    ScarsChanged,
    State,
    around,
    die,
    lose,
    time_of,
)
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.whose import not_theirs, referee_only
from undercroft.table.wounds import (
    FRAIL,
    KIT,
    RISES,
    fights,
    has_left,
    make_frail,
    round_of,
    rounds_to_live,
    save,
    together,
)

HEALING = (Attribute.DEX, Attribute.INT)
"""The attributes a healer may choose from."""


_TRIED = "tried"
"""The Round of the last try."""


class Stabilise(Command, frozen=True, tag="stabilise"):
    """Try to save somebody who lies dying, with the help of others or alone."""

    who: PersonId
    patient: PersonId
    helpers: tuple[PersonId, ...] = ()


class LetRoundPass(Command, frozen=True, tag="let_round_pass"):
    """A Round goes by while somebody's life is at stake."""

    group: GroupId


def rescue(campaign: Campaign, medic: Person, patient: Person, helpers: tuple[PersonId, ...], now: Seconds) -> Rescue:
    """What it takes to save somebody at this moment."""
    dying, gone = patient.condition(State.MORTALLY_INJURED), _lain(campaign, patient, now)
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
        save(play, patient.id, to=to)
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


def _lain(known: Campaign, patient: Person, now: Seconds | None = None) -> int:
    """How many full Rounds somebody has lain there, outside of a fight; by their own time, or by a healer's."""
    dying, now = patient.condition(State.MORTALLY_INJURED), known.now_of(patient.id) if now is None else now
    return 0 if dying is None else (now - dying.since) // round_of(known, patient.id)


def _more_to_try(known: Campaign, group: Group) -> bool:
    """Whether somebody else could still be helped in this Round by somebody else."""
    untried = any(
        dying.marks.get(_TRIED) != _lain(known, one)
        for one in known.those_in(group.id)
        if (dying := one.condition(State.MORTALLY_INJURED)) is not None
    )
    free = (one for one in known.able_in(group.id) if not has_left(group, one.id))
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
    hp, frail = max(person.hp, down.marks.get(RISES, 0)), bool(down.marks.get(FRAIL, 0))
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
    if fights(known.group_of(act.who)):
        yield Reason("in_a_fight", "In a fight that is somebody's go.")
    group = known.group_of(act.who)
    if has_left(group, act.who) and not has_left(group, act.patient):
        yield Reason("away", f"{known.people[act.who].name} has left the field.")
    patient = known.people[act.patient]
    given = rescue(known, known.people[act.who], patient, (), known.now_of(act.who))
    if not given.target_dying:
        yield Reason("not_dying", f"{patient.name} is not dying.", stabilize.id)
    elif patient.is_in(State.DROWNING):
        yield Reason("no_air", f"{patient.name} must come to air first.", stabilize.id)
    elif given.attempted_this_round:
        yield Reason("tried_this_round", "Somebody has tried this Round already.", stabilize.id)
    if group is not None and not fights(group) and any(_had_a_go(known, group, one) for one in (act.who, *act.helpers)):
        yield Reason("had_a_go", "They have had their go this Round.", stabilize.id)


def _may_let_pass(known: Campaign, seat: SeatId, act: LetRoundPass) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.group not in known.groups:
        yield Reason("no_group", "Nobody goes by that name.")
    elif not at_stake(known, act.group):
        yield Reason("no_hurry", "Nobody's life is at stake: Rounds are not counted.")
    elif fights(known.groups[act.group]):
        yield Reason("in_a_fight", "The fight counts its own Rounds.")


def at_stake(known: Campaign, group: GroupId) -> tuple[Person, ...]:
    """Those of a group whose life hangs on the next Rounds."""
    return tuple(one for one in known.those_in(group) if any(one.is_in(state) for state in LIFE_AT_STAKE))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in known.groups.values():
        victims = () if fights(group) else at_stake(known, group.id)
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
    steps={Stabilise: _stabilise, LetRoundPass: _let_pass},
    refusals={Stabilise: _may_stabilise, LetRoundPass: _may_let_pass},
    offers=_offers,
    lapses={Lapse.DYING: _bleeds_out, Lapse.RISING: _rises},
)
