"""Rulings: the referee says what is at stake, the players take it or bargain, and only then dice fall.

A ruling may also be made at once, in the open or in secret.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.gameplay_loop import conversation
from undercroft.books.sovereign.rulings import Reply, stakes_negotiation
from undercroft.books.sovereign.rulings import Stakes as Bargain
from undercroft.kernel.amounts import mixed
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.judging import chance, those_in
from undercroft.table.names import GroupId, PersonId, RulingId, Text, slug
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.trials import (
    Chance,
    Damage,
    PlainDice,
    Proposal,
    Replied,
    SkillCheck,
    Trial,
    XInY,
)
from undercroft.table.verdicts import settle, without
from undercroft.table.whose import referee_only


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
        return without(campaign, event.ruling)
    trial = None if there.trial is None else replace(there.trial, who=left)
    chances = tuple(one for one in there.chances if one.who in left)
    return _proposed(campaign, RulingProposed(replace(there, who=left, chances=chances, trial=trial)))


def _dropped(campaign: Campaign, event: RulingDropped) -> Campaign:
    return without(campaign, event.ruling)


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
    settle(play, act.trial, secret=act.secret)


def _roll(play: Play, act: RollRuling) -> None:
    """What took longer than they were left in peace comes to nothing."""
    trial = play.now.proposals[act.ruling].trial
    if trial is not None and not settle(play, trial, secret=False, ruling=act.ruling):
        play.tell(RulingDropped(act.ruling, "Something came between."), to=group_audience(act.group))


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


ROOM = Room(
    arms={RulingProposed: _proposed, RulingAnswered: _answered, RulingDropped: _dropped},
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
    },
)
