"""Rulings: the referee says what is at stake, the players take it or bargain, and only then dice fall.

A ruling may also be made at once, in the open or in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.gameplay_loop import conversation
from undercroft.books.sovereign.rulings import Reply, stakes_negotiation
from undercroft.books.sovereign.rulings import Stakes as Bargain
from undercroft.kernel.amounts import mixed
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse
from undercroft.kernel.units import SeatId
from undercroft.table import bodies, effects
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import spend
from undercroft.table.judging import chance, rollers, rule_for, succeeded, those_in
from undercroft.table.names import GroupId, PersonId, RulingId, Text, ThingId, slug
from undercroft.table.opening import ThingPlaced
from undercroft.table.people import Condition, Person
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.play import Ruling as Settling
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, Audience
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Carried, Thing
from undercroft.table.trials import (
    Befalls,
    Chance,
    Consequence,
    Damage,
    Gains,
    Lasts,
    Loses,
    OpposedCheck,
    PlainDice,
    Proposal,
    Replied,
    SkillCheck,
    Trial,
    XInY,
)
from undercroft.table.whose import referee_only
from undercroft.table.wounds import hurt


class MakeRuling(Command, frozen=True, tag="make_ruling"):
    """Rule and roll at once; in secret, only the referee learns that it was done."""

    trial: Trial
    secret: bool = False

    @property
    def group(self) -> GroupId:
        """Whose time it is."""
        return self.trial.group


class ProposeRuling(Command, frozen=True, tag="propose_ruling"):
    """Say what is at stake, and wait for what those concerned say to it."""

    trial: Trial

    @property
    def group(self) -> GroupId:
        """Whose time it is."""
        return self.trial.group


class AnswerRuling(Command, frozen=True, tag="answer_ruling"):
    """Accept, bargain or leave it, for these; nobody named means everybody, and is the referee's to say."""

    group: GroupId
    ruling: RulingId
    reply: Reply
    who: tuple[PersonId, ...] = ()
    text: Text = ""


class ReviseRuling(Command, frozen=True, tag="revise_ruling"):
    """Rule anew after a counter-offer, or keep the ruling as it stands; either way all are asked again."""

    group: GroupId
    ruling: RulingId
    trial: Trial | None = None


class RollRuling(Command, frozen=True, tag="roll_ruling"):
    """Roll for what everybody has accepted; it follows of itself."""

    group: GroupId
    ruling: RulingId


class RulingProposed(Event, frozen=True, tag="table.ruling-proposed"):
    """This is at stake. Players are told all of it but what is hidden."""

    proposal: Proposal


class RulingAnswered(Event, frozen=True, tag="table.ruling-answered"):
    """What these said to it."""

    ruling: RulingId
    who: tuple[PersonId, ...]
    reply: Reply
    text: str = ""


class RulingDropped(Event, frozen=True, tag="table.ruling-dropped"):
    """Nothing comes of it."""

    ruling: RulingId
    why: str


class Result(Struct, frozen=True):
    """How it went for somebody: well, badly, or only a number."""

    who: PersonId
    success: bool | None
    total: int | None = None


class RulingMade(Event, frozen=True, tag="table.ruling-made"):
    """It was settled, for each of them."""

    what: str
    results: tuple[Result, ...]
    ruling: RulingId | None = None


def _proposed(campaign: Campaign, event: RulingProposed) -> Campaign:
    return replace(campaign, proposals={**campaign.proposals, event.proposal.id: event.proposal})


def _answered(campaign: Campaign, event: RulingAnswered) -> Campaign:
    """Whoever leaves it is out of it; when all have, nothing is left of it."""
    there = campaign.proposals.get(event.ruling)
    if there is None:
        return campaign
    if event.reply != Reply.WITHDRAW:
        replies = {**there.replies, **dict.fromkeys(event.who, Replied(event.reply, event.text))}
        return _proposed(campaign, RulingProposed(replace(there, replies=replies)))
    left = tuple(who for who in there.who if who not in event.who)
    if not left:
        return _without(campaign, event.ruling)
    trial = None if there.trial is None else replace(there.trial, who=left)
    chances = tuple(one for one in there.chances if one.who in left)
    return _proposed(campaign, RulingProposed(replace(there, who=left, chances=chances, trial=trial)))


def _dropped(campaign: Campaign, event: RulingDropped) -> Campaign:
    return _without(campaign, event.ruling)


def _made(campaign: Campaign, event: RulingMade) -> Campaign:
    return campaign if event.ruling is None else _without(campaign, event.ruling)


def _without(campaign: Campaign, ruling: RulingId) -> Campaign:
    return replace(campaign, proposals={id: one for id, one in campaign.proposals.items() if id != ruling})


def _propose(play: Play, act: ProposeRuling) -> None:
    id = RulingId(f"{slug(act.trial.what)}-{play.group(act.trial.group).time}")
    _lay_open(play, id, act.trial)


def _lay_open(play: Play, id: RulingId, trial: Trial) -> None:
    """Tell the group what is at stake, and how likely it is where that hides nothing."""
    those = those_in(play.now, trial)
    trial = replace(trial, who=tuple(person.id for person in those))
    chances = tuple(Chance(one.id, None if trial.hidden else chance(play.now, trial, one)) for one in those)
    whole = Proposal(id, trial.group, trial.what, trial.who, chances, trial.stakes, trial.seconds, trial=trial)
    play.tell(RulingProposed(whole))
    play.aside(RulingProposed(replace(whole, trial=None)), to=group_audience(trial.group))


def _answer(play: Play, act: AnswerRuling) -> None:
    to = group_audience(act.group)
    who = act.who or play.now.proposals[act.ruling].who
    if act.reply != Reply.COUNTER:
        play.settle(stakes_negotiation, Bargain(act.reply), to=to, whole=True)
    play.tell(RulingAnswered(act.ruling, who, act.reply, act.text), to=to)


def _revise(play: Play, act: ReviseRuling) -> None:
    bargain = Bargain(Reply.COUNTER, gm_takes_counter=act.trial is not None)
    play.settle(stakes_negotiation, bargain, to=group_audience(act.group), whole=True)
    kept = play.now.proposals[act.ruling].trial
    trial = act.trial or kept
    if trial is not None:
        _lay_open(play, act.ruling, trial)


def _make(play: Play, act: MakeRuling) -> None:
    _settle(play, act.trial, secret=act.secret)


def _roll(play: Play, act: RollRuling) -> None:
    """What took longer than they were left in peace comes to nothing."""
    trial = play.now.proposals[act.ruling].trial
    if trial is not None and not _settle(play, trial, secret=False, ruling=act.ruling):
        play.tell(RulingDropped(act.ruling, "Something came between."), to=group_audience(act.group))


def _settle(play: Play, trial: Trial, *, secret: bool, ruling: RulingId | None = None) -> bool:
    """Let its time pass, throw for everybody at once, tell how it went and what comes of it."""
    if trial.seconds and play.spend(trial.group, trial.seconds) < trial.seconds:
        return False
    results = _results(play, trial, secret=secret)
    to = SECRET if secret else group_audience(trial.group)
    play.tell(RulingMade(trial.what, results, ruling), to=to)
    _consequences(play, trial, results, secret=secret)
    if trial.activity:
        for result in results:
            did(play, result.who, Activity.FEAT, trial.what)
    return True


def _results(play: Play, trial: Trial, *, secret: bool) -> tuple[Result, ...]:
    throwing = [(one, rule_for(play.now, trial, one)) for one in rollers(play.now, trial)]
    to = SECRET if secret else group_audience(trial.group)
    whole = not secret and not trial.hidden and not isinstance(trial.by, OpposedCheck)
    settling = [
        Settling[Any, Any](rule=rule[0], given=rule[1], by=REFEREE if secret else one.seat, to=to, whole=whole)
        for one, rule in throwing
        if rule is not None
    ]
    outcomes = iter(play.settle_each(settling))
    thrown = tuple(_result(trial, one, None if rule is None else next(outcomes)) for one, rule in throwing)
    if isinstance(trial.by, SkillCheck) and trial.by.roller is not None:
        return tuple(replace(thrown[0], who=one.id) for one in those_in(play.now, trial))
    return thrown


def _result(trial: Trial, person: Person, outcome: Any) -> Result:  # noqa: ANN401 - of any rule
    """Totals are told where the dice are in sight and nothing is hidden, by the throw itself."""
    total = getattr(outcome, "total", None) if isinstance(trial.by, PlainDice) else None
    return Result(person.id, succeeded(trial.by, outcome), total)


def _consequences(play: Play, trial: Trial, results: tuple[Result, ...], *, secret: bool) -> None:
    """What comes of it: all damage is thrown at once. A secret ruling keeps conditions and effects secret too."""
    due = [(one.who, what) for one in results for what in _come_of(trial, one)]
    plain = [what for _, what in due if isinstance(what, Damage)]
    thrown_to = SECRET if secret else group_audience(trial.group)
    rulings = [Settling(plain_dice, Plain(what.dice, f"damage: {trial.what}"), to=thrown_to) for what in plain]
    amounts = iter(play.settle_each(rulings))
    for who, what in due:
        if isinstance(what, Damage):
            hurt(play, who, max(0, next(amounts).total), cause=trial.what, to=group_audience(trial.group))
        else:
            _APPLIED[type(what)](play, who, what, SECRET if secret else group_audience(trial.group))


def _come_of(trial: Trial, result: Result) -> tuple[Consequence, ...]:
    if result.success is None:
        return ()
    return trial.success if result.success else trial.failure


def _befalls(play: Play, who: PersonId, what: Befalls, to: Audience) -> None:
    condition = Condition(what.condition, play.now.now_of(who), what.note, secret=to is SECRET)
    bodies.gain(play, who, condition, to=to, seconds=what.seconds)


def _lasts(play: Play, who: PersonId, what: Lasts, to: Audience) -> None:
    effects.begin(play, who, what.what, to=to, seconds=what.seconds)


def _gains(play: Play, who: PersonId, what: Gains, _: Audience) -> None:
    id = ThingId(f"{slug(what.name)}-{who}-{play.now.now_of(who)}")
    thing = Thing(id, what.name, what.kind, Carried(who), what.count, what.points, what.worth, item=what.item)
    play.tell(ThingPlaced(thing), to=_group_of(play, who))


def _loses(play: Play, who: PersonId, what: Loses, _: Audience) -> None:
    """Whoever has none of it loses none."""
    mine = {thing.id: thing for thing in play.now.carried_by(who)}
    thing = mine.get(ThingId(what.thing)) or play.now.has(who, what.thing)
    if thing is not None and thing.count:
        spend(play, who, thing, what.count)


def _group_of(play: Play, who: PersonId) -> Audience:
    group = play.now.group_of(who)
    return SECRET if group is None else group_audience(group.id)


_APPLIED: dict[type[Consequence], Callable[[Play, PersonId, Any, Audience], None]] = {
    Befalls: _befalls,
    Lasts: _lasts,
    Gains: _gains,
    Loses: _loses,
}


def _may_rule(known: Campaign, seat: SeatId, act: MakeRuling | ProposeRuling) -> Iterable[Reason]:
    yield from referee_only(seat)
    yield from _sound(known, seat, act.trial)
    if isinstance(act, MakeRuling) and act.secret and (act.trial.seconds or act.trial.activity):
        yield Reason("not_in_secret", "What takes their time cannot be kept from them.")


def _sound(known: Campaign, seat: SeatId, trial: Trial) -> Iterable[Reason]:
    """Why a ruling cannot be made as it is written."""
    group = known.groups.get(trial.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    if any(who not in group.members for who in trial.who):
        yield Reason("not_in_group", "Everybody named must be in the group.")
        return
    those = those_in(known, trial)
    if not those:
        yield Reason("nobody", "There is nobody to rule for.")
    if isinstance(trial.by, SkillCheck) and trial.by.roller not in (None, *(one.id for one in those)):
        yield Reason("not_the_roller", "Whoever rolls for all must be one of them.")
    if isinstance(trial.by, XInY) and trial.by.x > trial.by.y:
        yield Reason("bad_chance", "More faces than the die has.", conversation.id)
    for dice in _dice_in(trial):
        yield from _written(dice)
    if trial.activity:
        for person in those:
            yield from busy(known, seat, person.id, Activity.FEAT)


def _dice_in(trial: Trial) -> Iterable[str]:
    if isinstance(trial.by, PlainDice):
        yield trial.by.dice
    for what in (*trial.success, *trial.failure):
        if isinstance(what, Damage):
            yield what.dice


def _written(dice: str) -> Iterable[Reason]:
    try:
        parse(dice)
    except BadNotation as fault:
        yield Reason("bad_dice", str(fault))


def _may_answer(known: Campaign, seat: SeatId, act: AnswerRuling) -> Iterable[Reason]:
    there = known.proposals.get(act.ruling)
    if there is None or there.group != act.group:
        yield Reason("no_ruling", "No such ruling is on the table.")
        return
    mine = {who for who in there.who if known.people[who].seat == seat or seat == REFEREE}
    if (not act.who and seat != REFEREE) or not set(act.who) <= mine:
        yield Reason("not_yours", "Answer for your own characters, and those it concerns.")
    if act.reply == Reply.COUNTER and not act.text.strip():
        yield Reason("say_what", "Say what you would rather have.", stakes_negotiation.id)


def _may_revise(known: Campaign, seat: SeatId, act: ReviseRuling) -> Iterable[Reason]:
    yield from referee_only(seat)
    yield from _on_the_table(known, act)
    if act.trial is not None:
        yield from _sound(known, seat, act.trial)
        if act.trial.group != act.group:
            yield Reason("no_group", "A ruling stays with its group.")


def _may_roll(known: Campaign, seat: SeatId, act: RollRuling) -> Iterable[Reason]:
    yield from referee_only(seat)
    yield from _on_the_table(known, act)
    there = known.proposals.get(act.ruling)
    if there is not None and not there.accepted:
        yield Reason("not_accepted", "Nothing is rolled before all have accepted.", conversation.id)


def _on_the_table(known: Campaign, act: ReviseRuling | RollRuling) -> Iterable[Reason]:
    there = known.proposals.get(act.ruling)
    if there is None or there.group != act.group:
        yield Reason("no_ruling", "No such ruling is on the table.")


def _next(campaign: Campaign) -> Command | None:
    """What all have accepted is rolled for."""
    agreed = (one for one in campaign.proposals.values() if one.trial is not None and one.accepted)
    return next((RollRuling(one.group, one.id) for one in agreed), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for one in known.proposals.values():
        mine = tuple(who for who in one.who if known.people[who].seat == seat)
        who = () if seat == REFEREE else mine
        if seat != REFEREE and not mine:
            continue
        seconds = one.seconds or None
        yield Offer(AnswerRuling(one.group, one.id, Reply.ACCEPT, who), f"Accept: {one.what}", seconds=seconds)
        yield Offer(AnswerRuling(one.group, one.id, Reply.WITHDRAW, who), f"Leave it: {one.what}")


def _chances_told(now: Campaign, proposal: Proposal) -> str:
    told = [
        f"{now.people[one.who].name} {mixed(100 * one.chance)} %"
        for one in proposal.chances
        if one.chance is not None and one.who in now.people
    ]
    return ", ".join(told) or proposal.stakes.chance


def _proposed_words(now: Campaign, it: RulingProposed) -> str:
    stakes = it.proposal.stakes
    lines = (_chances_told(now, it.proposal), stakes.failure, stakes.cost, stakes.time)
    return f"At stake: {it.proposal.what}. {' '.join(f'{line}.' for line in lines if line)}".strip()


def _answered_words(now: Campaign, it: RulingAnswered) -> str:
    names = ", ".join(now.people[who].name for who in it.who if who in now.people)
    said = {Reply.ACCEPT: "accept", Reply.COUNTER: "bargain", Reply.WITHDRAW: "leave it"}[it.reply]
    return f"{names}: {said}{f' ({it.text})' if it.text else ''}."


_SAID = {True: "success", False: "failure", None: "thrown"}


def _made_words(now: Campaign, it: RulingMade) -> str:
    told = (
        f"{now.people[one.who].name}: {_SAID[one.success]}{'' if one.total is None else f' ({one.total})'}"
        for one in it.results
        if one.who in now.people
    )
    return f"{it.what}. {', '.join(told)}."


ROOM = Room(
    arms={RulingProposed: _proposed, RulingAnswered: _answered, RulingDropped: _dropped, RulingMade: _made},
    steps={
        MakeRuling: _make,
        ProposeRuling: _propose,
        AnswerRuling: _answer,
        ReviseRuling: _revise,
        RollRuling: _roll,
    },
    refusals={
        MakeRuling: _may_rule,
        ProposeRuling: _may_rule,
        AnswerRuling: _may_answer,
        ReviseRuling: _may_revise,
        RollRuling: _may_roll,
    },
    offers=_offers,
    next=_next,
    words={
        RulingProposed: _proposed_words,
        RulingAnswered: _answered_words,
        RulingDropped: lambda _, it: it.why,
        RulingMade: _made_words,
    },
)
