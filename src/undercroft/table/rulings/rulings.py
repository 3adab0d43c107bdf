"""Rulings: the referee says what is at stake, the players accept or bargain, and only then the dice are rolled.

A ruling may also be made at once, in the open or in secret.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign.gameplay_loop import conversation
from undercroft.books.sovereign.rulings import Reply, stakes_negotiation
from undercroft.books.sovereign.rulings import Stakes as Bargain
from undercroft.kernel.amounts import percent, series
from undercroft.kernel.dice import comparison_in
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.spare_time import busy
from undercroft.table.rulings.consequences import settle, without
from undercroft.table.rulings.methods import chance, those_in
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId, RulingId, Text, slug
from undercroft.table.state.open_rulings import (
    Befalls,
    Consequence,
    Damage,
    Gains,
    Lasts,
    Loses,
    PlainDice,
    Proposal,
    Replied,
    SkillCheck,
    SuccessChance,
    Trial,
    XInY,
)
from undercroft.table.state.seats import REFEREE


class _NewRuling(Command, frozen=True):
    """A new ruling of the referee."""

    trial: Trial

    @property
    def group(self) -> GroupId:
        """The group whose time passes."""
        return self.trial.group

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from _unsound(known, seat, self.trial)


class MakeRuling(_NewRuling, frozen=True, tag="make_ruling"):
    """Make a ruling and roll at once; only the referee sees a secret ruling."""

    secret: bool = False
    ABOUT = About(
        title="Make a ruling",
        deed="a ruling",
        also=Section.HEAD,
        key="r",
        form="ruling",
        words="check skill roll save test dc",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if self.secret and (self.trial.seconds or self.trial.activity):
            yield Reason("not_in_secret", "A ruling that takes time cannot be secret.")

    def do(self, play: Play) -> None:
        settle(play, self.trial, secret=self.secret)


class ProposeRuling(_NewRuling, frozen=True, tag="propose_ruling"):
    """Say what is at stake, and wait for the players to answer."""

    ABOUT = About(title="Propose a ruling", deed="a proposed ruling", form="ruling")

    def do(self, play: Play) -> None:
        id = RulingId(f"{slug(self.trial.what)}-{play.group(self.trial.group).time}")
        _lay_open(play, id, self.trial)


class _OpenRuling(Command, frozen=True):
    """A command about a ruling that is on the table."""

    group: GroupId
    ruling: RulingId

    def why_not(self, known: Campaign, _seat: SeatId, /) -> Iterable[Reason]:
        proposal = known.proposals.get(self.ruling)
        if proposal is None or proposal.group != self.group:
            yield Reason("no_ruling", "There is no such ruling.")


class AnswerRuling(_OpenRuling, frozen=True, tag="answer_ruling"):
    """Accept a ruling, bargain or withdraw, for these characters; only the referee may answer for all at once."""

    reply: Reply
    who: tuple[PersonId, ...] = ()
    text: Text = ""
    ABOUT = About(title="Answer a ruling", deed="an answer to the ruling", rank=10)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        reasons = tuple(super().why_not(known, seat))
        if reasons:
            yield from reasons
            return
        proposal = known.proposals[self.ruling]
        answerable = {who for who in proposal.who if known.people[who].seat == seat or seat == REFEREE}
        if (not self.who and seat != REFEREE) or not set(self.who) <= answerable:
            yield Reason("not_yours", "You can answer only for your own characters, if it concerns them.")
        if self.reply == Reply.COUNTER and not self.text.strip():
            yield Reason("say_what", "Say what you would prefer.", stakes_negotiation.id)

    def do(self, play: Play) -> None:
        to = group_audience(self.group)
        who = self.who or play.now.proposals[self.ruling].who
        if self.reply != Reply.COUNTER:
            play.settle(stakes_negotiation, Bargain(self.reply), to=to, whole=True)
        play.tell(RulingAnswered(self.ruling, who, self.reply, self.text), to=to)


class ReviseRuling(_OpenRuling, frozen=True, tag="revise_ruling"):
    """Change a ruling after a counter-offer, or keep it; either way all players are asked again."""

    trial: Trial | None = None
    ABOUT = About(title="Revise a ruling", form="ruling")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from super().why_not(known, seat)
        if self.trial is not None:
            yield from _unsound(known, seat, self.trial)
            if self.trial.group != self.group:
                yield Reason("no_group", "A ruling stays with its group.")

    def do(self, play: Play) -> None:
        bargain = Bargain(Reply.COUNTER, gm_takes_counter=self.trial is not None)
        play.settle(stakes_negotiation, bargain, to=group_audience(self.group), whole=True)
        kept = play.now.proposals[self.ruling].trial
        trial = self.trial or kept
        if trial is not None:
            _lay_open(play, self.ruling, trial)


class RollRuling(_OpenRuling, frozen=True, tag="roll_ruling"):
    """Roll for a ruling that all have accepted; the table does this by itself."""

    ABOUT = About(deed="the dice of the ruling", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from super().why_not(known, seat)
        proposal = known.proposals.get(self.ruling)
        if proposal is not None and not proposal.accepted:
            yield Reason("not_accepted", "Everybody must accept before anybody rolls.", conversation.id)

    def do(self, play: Play) -> None:
        """Roll for the ruling; drop it if its time is interrupted."""
        trial = play.now.proposals[self.ruling].trial
        if trial is not None and not settle(play, trial, secret=False, ruling=self.ruling):
            play.tell(RulingDropped(self.ruling, "It was interrupted."), to=group_audience(self.group))


class RulingProposed(Event, frozen=True, tag="table.ruling-proposed"):
    """A ruling is proposed. The players see all of it except what is hidden."""

    proposal: Proposal

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, proposals={**campaign.proposals, self.proposal.id: self.proposal})

    def say(self, now: Campaign) -> str:
        stakes = self.proposal.stakes
        parts = {"Failure": stakes.failure, "Cost": stakes.cost, "Time": stakes.time}
        lines = (_chances_told(now, self.proposal), *(f"{name}: {said}" for name, said in parts.items() if said))
        return f"At stake: {self.proposal.what}. {' '.join(f'{line}.' for line in lines if line)}".strip()


class RulingAnswered(Event, frozen=True, tag="table.ruling-answered"):
    """How these characters answered a ruling."""

    ruling: RulingId
    who: tuple[PersonId, ...]
    reply: Reply
    text: str = ""

    def fold(self, campaign: Campaign) -> Campaign:
        """Record the answer; characters who withdraw leave the ruling, and without any it is dropped."""
        proposal = campaign.proposals.get(self.ruling)
        if proposal is None:
            return campaign
        if self.reply != Reply.WITHDRAW:
            replies = {**proposal.replies, **dict.fromkeys(self.who, Replied(self.reply, self.text))}
            return RulingProposed(replace(proposal, replies=replies)).fold(campaign)
        left = tuple(who for who in proposal.who if who not in self.who)
        if not left:
            return without(campaign, self.ruling)
        trial = None if proposal.trial is None else replace(proposal.trial, who=left)
        chances = tuple(chance for chance in proposal.chances if chance.who in left)
        return RulingProposed(replace(proposal, who=left, chances=chances, trial=trial)).fold(campaign)

    def say(self, now: Campaign) -> str:
        names = [now.people[who].name for who in self.who if who in now.people]
        many, one = ANSWERS[self.reply]
        said = f": “{self.text}”" if self.text else ""
        return f"{series(names)} {one if len(names) == 1 else many}{said}."


ANSWERS: Mapping[Reply, tuple[str, str]] = {
    Reply.ACCEPT: ("accept the ruling", "accepts the ruling"),
    Reply.COUNTER: ("bargain", "bargains"),
    Reply.WITHDRAW: ("turn the ruling down", "turns the ruling down"),
}
"""What characters answer to a ruling: of several, and of one."""


class RulingDropped(Event, frozen=True, tag="table.ruling-dropped"):
    """A ruling is dropped."""

    ruling: RulingId
    why: str

    def fold(self, campaign: Campaign) -> Campaign:
        return without(campaign, self.ruling)

    def say(self, _now: Campaign) -> str:
        return self.why


def _lay_open(play: Play, id: RulingId, trial: Trial) -> None:
    """Tell the group what is at stake, with the chances unless they are hidden."""
    people = those_in(play.now, trial)
    trial = replace(trial, who=tuple(person.id for person in people))
    chances = tuple(SuccessChance(who.id, None if trial.hidden else chance(play.now, trial, who)) for who in people)
    stakes = replace(trial.stakes, failure=_failure(trial))
    whole = Proposal(id, trial.group, trial.what, trial.who, chances, stakes, trial.seconds, trial=trial)
    play.tell(RulingProposed(whole))
    play.aside(RulingProposed(replace(whole, trial=None)), to=group_audience(trial.group))


def _failure(trial: Trial) -> str:
    """What failure brings: the referee's words, and every consequence."""
    brings = ", ".join(map(_brought, trial.failure))
    said = (trial.stakes.failure.rstrip("."), brings)
    return "; ".join(part for part in said if part)


def _brought(consequence: Consequence) -> str:
    match consequence:
        case Damage(dice=dice):
            return f"{dice} damage"
        case Befalls(condition=condition):
            return condition
        case Lasts(what=what):
            return what
        case Gains(name=name):
            return f"they gain {name}"
        case Loses(thing=thing):
            return f"they lose {thing}"


def _unsound(known: Campaign, seat: SeatId, trial: Trial) -> Iterable[Reason]:
    """Why a ruling cannot be made as written."""
    group = known.groups.get(trial.group)
    if group is None:
        yield no_group(known)
        return
    if any(who not in group.members for who in trial.who):
        yield Reason("not_in_group", "Choose people of this group only.")
        return
    people = those_in(known, trial)
    if not people:
        yield Reason("nobody", "Choose whom the ruling is for.")
    if isinstance(trial.by, SkillCheck) and trial.by.roller not in (None, *(person.id for person in people)):
        yield Reason("not_the_roller", "The character who rolls for all must be one of them.")
    if isinstance(trial.by, XInY) and trial.by.x > trial.by.y:
        yield Reason("bad_chance", "The die does not have that many faces.", conversation.id)
    for dice in _dice_in(trial):
        try:
            if comparison_in(parse(dice)):
                yield Reason(
                    "bad_dice", f"“{dice}” is a yes or no. Give the dice alone, and the number to reach beside."
                )
        except BadNotation as fault:
            yield Reason("bad_dice", str(fault))
    if trial.activity:
        for person in people:
            yield from busy(known, seat, person.id, Activity.FEAT)


def _dice_in(trial: Trial) -> Iterable[str]:
    if isinstance(trial.by, PlainDice):
        yield trial.by.dice
    for what in (*trial.success, *trial.failure):
        if isinstance(what, Damage):
            yield what.dice


def _next(campaign: Campaign) -> Command | None:
    """Roll for a ruling that all have accepted."""
    agreed = (proposal for proposal in campaign.proposals.values() if proposal.trial is not None and proposal.accepted)
    return next((RollRuling(proposal.group, proposal.id) for proposal in agreed), None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for proposal in known.proposals.values():
        mine = tuple(who for who in proposal.who if known.people[who].seat == seat)
        who = () if seat == REFEREE else mine
        if seat != REFEREE and not mine:
            continue
        for reply, verb, seconds in (
            (Reply.ACCEPT, "Accept:", proposal.seconds or None),
            (Reply.WITHDRAW, "Leave it:", None),
        ):
            yield Offer(AnswerRuling(proposal.group, proposal.id, reply, who), verb, proposal.what, seconds=seconds)


def _chances_told(now: Campaign, proposal: Proposal) -> str:
    told = [
        f"{now.people[chance.who].name} {percent(chance.chance)}"
        for chance in proposal.chances
        if chance.chance is not None and chance.who in now.people
    ]
    return ", ".join(told) or proposal.stakes.chance


PART = Part(
    commands=(MakeRuling, ProposeRuling, AnswerRuling, ReviseRuling, RollRuling),
    events=(RulingProposed, RulingAnswered, RulingDropped),
    offers=_offers,
    follow_up=_next,
)
