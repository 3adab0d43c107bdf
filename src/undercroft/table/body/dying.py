"""Dying: the rounds a mortally injured person has, attempts to stabilise them, and how they recover."""

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
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import LIFE_AT_STAKE, ConditionMarked, ScarsChanged, die, lose, set_hp, time_of
from undercroft.table.body.wounds import FRAIL, KIT, RISES, make_frail, not_together, round_of, rounds_to_live, save
from undercroft.table.engine.about import About, Section, Slot
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import cannot_help, no_group, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.fights import has_left, is_fighting
from undercroft.table.state.ids import BY, GroupId, PersonId
from undercroft.table.state.people import Condition, Person, State
from undercroft.table.state.seats import REFEREE

HEALING = (Attribute.DEX, Attribute.INT)
"""The attributes a healer may choose from."""


_TRIED = "tried"
"""The counter for the round of the last attempt."""


class Stabilise(Command, frozen=True, tag="stabilise"):
    """Try to stabilise a dying person, alone or with helpers."""

    who: PersonId
    patient: PersonId
    helpers: tuple[PersonId, ...] = ()
    ABOUT = About(
        title="Stabilise a dying character",
        icon="heart",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=40,
        slot=Slot.TEND,
        words="dying save life mortally wounded",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        yield from cannot_help(known, self.who, self.helpers, self.patient)
        if apart or self.who not in known.people:
            return
        group = known.group_of(self.who)
        if is_fighting(group):
            yield Reason("in_a_fight", "In a fight, save the dying as an action.")
        if has_left(group, self.who) and not has_left(group, self.patient):
            yield Reason("away", f"{known.people[self.who].name} has left the fight.")
        patient = known.people[self.patient]
        given = rescue(known, known.people[self.who], patient, (), known.now_of(self.who))
        if not given.target_dying:
            yield Reason("not_dying", f"{patient.name} is not dying.", stabilize.id)
        elif patient.is_in(State.DROWNING):
            yield Reason("no_air", f"{patient.name} must get air first.", stabilize.id)
        elif given.attempted_this_round:
            yield Reason(
                "tried_this_round", f"{have(known, self.patient)} already been helped this round.", stabilize.id
            )
        if not is_fighting(group) and any(had_a_go(known, group, who) for who in (self.who, *self.helpers)):
            yield Reason("had_a_go", f"{have(known, self.who)} already acted this round.", stabilize.id)

    def do(self, play: Play) -> None:
        """Each dying person gets one attempt a round; the round passes when nobody can make another attempt."""
        medic, patient = play.now.people[self.who], play.now.people[self.patient]
        to, now = around(self.who), time_of(play, self.who)
        given = rescue(play.now, medic, patient, self.helpers, now)
        _mark_attempt(play, self, to)
        outcome = play.settle(stabilize, given, by=medic.seat, who=medic.id, to=to, whole=True)
        group = play.now.group_of(self.who)
        more = group is not None and _attempts_left(play.now, group)
        if isinstance(outcome, Stabilised):
            save(play, patient.id, to=to, by=medic.id)
        if group is not None and not more:
            play.spend(group.id, ROUND)


class LetRoundPass(Command, frozen=True, tag="let_round_pass"):
    """Let a round pass while a life is at stake."""

    group: GroupId
    ABOUT = About(title="Let a round pass", deed="a round passes", also=Section.ROUND, rank=40)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.group not in known.groups:
            yield no_group(known)
        elif not at_stake(known, self.group):
            yield Reason("no_hurry", "Nobody is dying: rounds do not count.")
        elif is_fighting(known.groups[self.group]):
            yield Reason("in_a_fight", "The fight counts its own rounds.")

    def do(self, play: Play) -> None:
        play.spend(self.group, ROUND)


def rescue(campaign: Campaign, medic: Person, patient: Person, helpers: tuple[PersonId, ...], now: Seconds) -> Rescue:
    """The input for an attempt to stabilise a person now."""
    dying, gone = patient.condition(State.MORTALLY_INJURED), _lain(campaign, patient, now)
    return Rescue(
        bridge.best_check(medic, HEALING, Skill.HEAL),
        min(gone, rounds_to_live(campaign.house)),
        campaign.has(medic.id, KIT) is not None,
        tuple(bridge.best_check(campaign.people[helper], HEALING, Skill.HEAL) for helper in helpers),
        attempted_this_round=dying is not None and dying.marks.get(_TRIED) == gone,
        target_dying=dying is not None,
    )


def _mark_attempt(play: Play, attempt: Stabilise, to: Audience) -> None:
    """Mark the patient's attempt of this round, and the healers' on every dying person of the group."""
    for person, dying in _dying(play.now, play.now.group_of(attempt.who)):
        lain = _lain(play.now, person)
        healers = {_attempt_of(who): lain for who in (attempt.who, *attempt.helpers)}
        tried = {_TRIED: lain} if person.id == attempt.patient else {}
        play.tell(ConditionMarked(person.id, replace(dying, marks={**dying.marks, **healers, **tried})), to=to)


def keep_round(play: Play, group: GroupId, tended: frozenset[PersonId], busy: tuple[PersonId, ...]) -> None:
    """Let the dying keep the round in which a fight ends: the people who have acted in it make no attempt in it."""
    for person, dying in _dying(play.now, play.group(group)):
        lain = _lain(play.now, person)
        healers = {_attempt_of(who): lain for who in busy}
        tried = {_TRIED: lain} if person.id in tended else {}
        marks = {**dying.marks, **healers, **tried}
        if marks != dying.marks:
            play.tell(ConditionMarked(person.id, replace(dying, marks=marks)), to=around(person.id))


def _dying(known: Campaign, group: Group | None) -> Iterable[tuple[Person, Condition]]:
    """The dying members of a group, each with that condition."""
    for person in known.those_in(group.id) if group is not None else ():
        dying = person.condition(State.MORTALLY_INJURED)
        if dying is not None:
            yield person, dying


def _attempt_of(who: PersonId) -> str:
    """The counter for the round of a healer's last attempt."""
    return f"{BY}{who}"


def had_a_go(known: Campaign, group: Group | None, who: PersonId) -> bool:
    """Whether a person has tried to stabilise anybody this round."""
    return any(dying.marks.get(_attempt_of(who)) == _lain(known, person) for person, dying in _dying(known, group))


def was_tended(known: Campaign, patient: Person) -> bool:
    """Whether a dying person has had their attempt of this round."""
    dying = patient.condition(State.MORTALLY_INJURED)
    return dying is not None and dying.marks.get(_TRIED) == _lain(known, patient)


def _lain(known: Campaign, patient: Person, now: Seconds | None = None) -> int:
    """The full rounds a person has been dying, by their own time or by a healer's `now`."""
    dying, now = patient.condition(State.MORTALLY_INJURED), known.now_of(patient.id) if now is None else now
    return 0 if dying is None else (now - dying.since) // round_of(known, patient.id)


def _attempts_left(known: Campaign, group: Group) -> bool:
    """Whether another attempt to stabilise another patient is possible this round."""
    untried = any(not was_tended(known, person) for person, _ in _dying(known, group))
    free = (person for person in known.able_in(group.id) if not has_left(group, person.id))
    return untried and not all(had_a_go(known, group, person.id) for person in free)


def _bleeds_out(play: Play, timer: Timer) -> None:
    """The person was not stabilised in time and dies."""
    if timer.person is None or not play.now.people[timer.person].is_in(State.MORTALLY_INJURED):
        return
    to = around(timer.person)
    play.settle(death_clock, Waiting(1, 1 + rounds_to_live(play.now.house)), to=to, whole=True)
    die(play, timer.person, "wounds", to=to)


def _rises(play: Play, timer: Timer) -> None:
    """An incapacitated person gets up; if they were dying, Frail and with a Scar."""
    if timer.person is None:
        return
    person, to = play.now.people[timer.person], around(timer.person)
    down = person.condition(timer.about)
    if down is None:
        return
    hp, frail = max(person.hp, down.marks.get(RISES, 0)), bool(down.marks.get(FRAIL, 0))
    if timer.about == State.INCAPACITATED:
        hp, frail = _recovers(play, timer, hp, to)
        play.tell(ScarsChanged(person.id, scarred(person.scars)), to=to)
    lose(play, person.id, timer.about, to=to)
    if hp != person.hp:
        set_hp(play, person.id, hp, to=to)
    if frail and not person.is_in(State.FRAIL):
        make_frail(play, person.id, to, timer.due)


def _recovers(play: Play, timer: Timer, hp: int, to: Audience) -> tuple[int, bool]:
    """The hit points and frailty after a turn of recovery, even if the referee shortened the turn."""
    due = Seconds(max(timer.due, timer.since + TURN))
    outcome = play.settle(recovery, Stable(timer.since, due), to=to, whole=True)
    return (max(hp, outcome.hp), outcome.frail) if isinstance(outcome, Recovered) else (hp, False)


def at_stake(known: Campaign, group: GroupId) -> tuple[Person, ...]:
    """The members of a group whose life is at stake; nobody, if there is no such group."""
    members = known.those_in(group) if group in known.groups else ()
    return tuple(person for person in members if person.conditions and any(map(person.is_in, LIFE_AT_STAKE)))


def perils(known: Campaign, group: GroupId, within: Seconds | None = None) -> str:
    """Who of a group is about to die, and how many rounds they have: `Corvin dies in 6 rounds`; empty if nobody.

    Those count who die `within` that time; without it, all of them.
    """
    dying = ((person, _time_left(known, person)) for person in at_stake(known, group))
    return ", ".join(
        _peril(known, person, left)
        for person, left in dying
        if within is None or left is None or left <= max(within, 1)
    )


def left_to_die(known: Campaign, group: GroupId, takes: Seconds | None = None) -> Iterable[Reason]:
    """The reason against letting that much time pass, or any at all: a member of the group would die meanwhile."""
    if dying := perils(known, group, takes):
        yield Reason("dying", f"{dying}: stabilise them first, or leave them to die.")


def _time_left(known: Campaign, person: Person) -> Seconds | None:
    """How long a dying person has; None if no time is set."""
    ends = [timer.due for timer in known.timers.values() if timer.person == person.id and timer.lapse in _DEADLY]
    return Seconds(min(ends) - known.now_of(person.id)) if ends else None


def _peril(known: Campaign, person: Person, left: Seconds | None) -> str:
    if left is None:
        return f"{person.name} is dying"
    return f"{person.name} dies in {counted(max(1, -(-left // round_of(known, person.id))), 'round')}"


_DEADLY = frozenset({Lapse.DYING, Lapse.DROWNING})


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in known.groups.values():
        victims = () if is_fighting(group) else at_stake(known, group.id)
        for patient in (victim for victim in victims if victim.is_in(State.MORTALLY_INJURED)):
            for medic in known.able_in(group.id):
                act, given = Stabilise(medic.id, patient.id), rescue(known, medic, patient, (), known.now_of(medic.id))
                yield Offer(
                    act, "stabilise", patient.name, medic.name, medic.id,
                    seconds=ROUND, rule=stabilize, given=given, aims=("stabilised",),
                )  # fmt: skip
        if victims and seat == REFEREE:
            yield Offer(LetRoundPass(group.id), "Let", "a round pass", note=group.name, seconds=ROUND)


PART = Part(commands=(Stabilise, LetRoundPass), offers=_offers, on_due={Lapse.DYING: _bleeds_out, Lapse.RISING: _rises})
