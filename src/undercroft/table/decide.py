"""Deciding: a command either is refused, or wants a die or a choice, or yields what happened.

Refusals come from what the seat knows. Deciding works on the truth, refuses nothing, and is pure: campaign, order and
answers in, the same result every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.interpret.ask import TypedDice
from undercroft.interpret.play import Answered, Generator
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import dice, maps, notes
from undercroft.table.answers import NO_ANSWERS, Answers, Overruling, Stopped
from undercroft.table.campaign import Asked, Campaign, Wanted
from undercroft.table.names import ActId, GroupId, PersonId, WantedId
from undercroft.table.play import Play, Streams
from undercroft.table.proposals import proposes
from undercroft.table.rooms import Command, Event, Reason
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.settled import Ordered
from undercroft.table.table import ARMS, COMMANDS, LAPSES, NEXT, REFUSALS, STEPS
from undercroft.table.telling import Told

NOBODY, NO_GROUP = PersonId(""), GroupId("")
"""Whom a command is about that names nobody."""


class Order(Struct, frozen=True):
    """A command, whose it is, and the act it belongs to. `follows` where it came of itself."""

    command: Command
    seat: SeatId
    act: ActId
    follows: bool = False


class Decision(Struct, frozen=True):
    """What is to be told. `waits` where that is only that dice are wanted; `answers` are all that were given."""

    told: tuple[Told, ...]
    waits: bool
    answers: Answers


_UNBLOCKED = frozenset(
    {"note", "adjust", "withdraw", "answer", "roll_rest", "declare", "whisper", "use_dice", "lay_tray"}
)
"""Commands that are taken while another waits for its dice."""


def refusals(known: Campaign, seat: SeatId, command: Command) -> tuple[Reason, ...]:
    """Every reason why this seat may not do this now, by what it knows."""
    if seat == SPECTATORS:
        return (Reason("looks_on", "Whoever looks on does nothing else."),)
    refuse = REFUSALS.get(type(command))
    if refuse is None and seat != REFEREE:
        return (Reason("referee_only", "That is for the referee."),)
    waiting = seat == REFEREE and any(wanted.blocks for wanted in known.wanted.values())
    if waiting and tag_of(command) not in _UNBLOCKED and tag_of(command) not in NEVER_BLOCKED:
        return (Reason("dice_wanted", "A command waits for its dice: answer, let the server roll, or call it off."),)
    return (*(refuse(known, seat, command) if refuse else ()), *_within(known, seat, command))


def _within(known: Campaign, seat: SeatId, command: Command) -> Iterable[Reason]:
    """Why not what is declared, or carried out: the reasons against that very command."""
    match command:
        case notes.Declare(command=meant):
            pass
        case notes.CarryOut(who=who):
            meant = notes.declared_by(known, who)
        case _:
            return
    if meant is None:
        return
    try:
        inner: Command = wire.from_plain(COMMANDS, meant)
    except wire.Unreadable as fault:
        yield Reason("unreadable", str(fault))
        return
    if type(inner) not in STEPS or tag_of(inner) in _UNBLOCKED:
        yield Reason("no_deed", "That is nothing a character does.")
        return
    refuse = REFUSALS.get(type(inner))
    if isinstance(command, notes.Declare) and proposes(known, seat, command, inner):
        return
    if refuse is None and seat != REFEREE:
        yield Reason("referee_only", "That is for the referee.")
    elif refuse is not None:
        yield from refuse(known, seat, inner)


NEVER_BLOCKED: frozenset[str] = frozenset(
    {"create_character", "quick_character", "add_person", "equip", "set_sheet", "hire"}
)
"""Making and equipping characters never waits for the table."""


def decide(
    campaign: Campaign,
    order: Order,
    streams: Streams | None = None,
    answers: Answers = NO_ANSWERS,
    *,
    by_hand: bool = False,
) -> Decision:
    """What comes of an order; for one that answers another, what comes of that.

    With `by_hand` people throw every die, secret ones too: the server's serve only where somebody asks for them.
    """
    rolled = None if by_hand else streams
    match order.command:
        case dice.Answer(wanted=id, ruling=ruling, answers=typed):
            return _resumed(campaign, campaign.wanted[id], rolled, _typed(campaign, id, ruling, typed, streams))
        case dice.RollRest(wanted=id):
            return _roll_rest(campaign, campaign.wanted[id], streams)
        case dice.Withdraw(wanted=id):
            return _withdrawn(campaign, campaign.wanted[id])
        case _:
            return _decided(campaign, order, rolled, answers, None)


def follow_up(campaign: Campaign) -> Command | None:
    """What follows of itself from how things stand, if nothing waits."""
    if any(wanted.blocks for wanted in campaign.wanted.values()):
        return None
    return next((command for follow in NEXT if (command := follow(campaign)) is not None), None)


def tag_of(command: Command) -> str:
    """The name of a command on the wire."""
    return str(command.__struct_config__.tag)


def moment(campaign: Campaign, command: Command) -> Seconds:
    """When a command happens: by the time of the group it names, or of whoever acts."""
    group = campaign.groups.get(getattr(command, "group", NO_GROUP))
    if group is not None:
        return group.time
    person = campaign.people.get(getattr(command, "who", NOBODY))
    return campaign.now_of(person.id) if person is not None else campaign.clock


def _decided(
    campaign: Campaign, order: Order, streams: Streams | None, answers: Answers, waited: Wanted | None
) -> Decision:
    play = Play(
        campaign,
        arms=ARMS,
        lapses=LAPSES,
        act=order.act,
        at=moment(campaign, order.command),
        answers=answers,
        streams=streams,
    )
    play.tell(Ordered(wire.plain(order.command), order.seat, order.follows))
    try:
        _carry_out(play, order.command)
    except Stopped as stopped:
        kept = replace(answers, throws={**answers.throws, **play.answered})
        return Decision(_asking(campaign, order, stopped, kept, waited), waits=True, answers=kept)
    maps.remember(play, campaign, tuple(play.told), ARMS)
    told = tuple(play.told)
    if waited is not None:
        told += _waits_no_longer(campaign, waited)
    return Decision(told, waits=False, answers=replace(answers, throws=play.answered))


def _carry_out(play: Play, command: Command) -> None:
    """Do it; what anybody declared just so is dealt with by doing that."""
    if isinstance(command, notes.CarryOut):
        meant = notes.declared_by(play.now, command.who)
        notes.drop(play, command.who)
        command = wire.from_plain(COMMANDS, meant)
    if play.now.declared:
        notes.drop_alike(play, wire.plain(command))
    STEPS[type(command)](play, command)


def _resumed(campaign: Campaign, wanted: Wanted, streams: Streams | None, answers: Answers) -> Decision:
    return _decided(campaign, _order_of(wanted), streams, answers, wanted)


def _order_of(wanted: Wanted) -> Order:
    """The order that waits."""
    kept: Mapping[str, Any] = wanted.command or {}
    command = wire.from_plain(COMMANDS, kept["command"])
    return Order(command, wanted.seat or REFEREE, wanted.act or ActId(""), bool(kept["follows"]))


def _answers_of(wanted: Wanted) -> Answers:
    kept: tuple[_Kept, ...] = tuple(wire.from_plain(_Kept, one) for one in wanted.answers)
    overruled = {one.ruling: one.overruled for one in kept if one.overruled is not None}
    return Answers({one.ruling: one.throws for one in kept}, overruled)


class _Kept(Struct, frozen=True):
    """The answers of one ruling, as they wait, and what the referee put in the place of its outcome."""

    ruling: int
    throws: tuple[Answered, ...]
    overruled: Overruling | None = None


def _kept(answers: Answers) -> tuple[Mapping[str, Any], ...]:
    rulings = sorted({*answers.throws, *answers.overruled})
    kept = (_Kept(n, answers.throws.get(n, ()), answers.overruled.get(n)) for n in rulings)
    return tuple(wire.plain(one) for one in kept)


def _typed(
    campaign: Campaign, id: WantedId, ruling: int, typed: tuple[int | str | None, ...], streams: Streams | None
) -> Answers:
    """The answers so far with one more, checked against its question; a face left open is rolled."""
    wanted = campaign.wanted[id]
    asked = next(one for one in wanted.questions if one.ruling == ruling)
    hands = TypedDice(typed, None if streams is None else Generator(streams(_stream_of(asked))))
    question = asked.question
    answer = hands.decide(question) if isinstance(question, Choice) else hands.throw(question)
    hands.finish()
    before = _answers_of(wanted)
    throws = (*before.throws.get(ruling, ()), answer)
    return replace(before, throws={**before.throws, ruling: throws})


def _stream_of(asked: Asked) -> str:
    """The stream of dice for a question: what is put to the referee may be secret, and leaves no trace in the other."""
    return "referee" if asked.seat == REFEREE else "public"


def _roll_rest(campaign: Campaign, wanted: Wanted, streams: Streams | None) -> Decision:
    """Answer every die that is wanted with the server's, as long as only dice are wanted."""
    if streams is None:
        raise ValueError("rolling needs a source of dice")
    answers = _answers_of(wanted)
    questions = wanted.questions
    while True:
        rolled = [(asked, asked.question) for asked in questions if isinstance(asked.question, Throw)]
        if not rolled:
            return _resumed(campaign, wanted, streams, answers)
        for asked, question in rolled:
            answer = Generator(streams(_stream_of(asked))).throw(question)
            throws = (*answers.throws.get(asked.ruling, ()), answer)
            answers = replace(answers, throws={**answers.throws, asked.ruling: throws})
        decision = _resumed(campaign, wanted, streams, answers)
        if not decision.waits:
            return decision
        answers = decision.answers
        questions = next(
            told.event.wanted.questions
            for told in decision.told
            if isinstance(told.event, dice.DiceWanted) and REFEREE in told.to
        )


def _withdrawn(campaign: Campaign, wanted: Wanted) -> Decision:
    throws = tuple(throw for ruling in _answers_of(wanted).throws.values() for throw in ruling)
    event = dice.Withdrawn(wanted.id, wanted.command or {}, throws)
    told = _told(campaign, event, (REFEREE,))
    others = tuple(seat for seat in _asked_seats(wanted.questions) if seat != REFEREE)
    if others:
        return Decision((told, _told(campaign, dice.DiceAnswered(wanted.id), others)), waits=False, answers=Answers())
    return Decision((told,), waits=False, answers=Answers())


def _asking(
    campaign: Campaign, order: Order, stopped: Stopped, answers: Answers, waited: Wanted | None
) -> tuple[Told, ...]:
    """Tell the referee what waits, and each seat its own questions."""
    id, questions = WantedId(order.act), tuple(_about(campaign, order.command, one) for one in stopped.questions)
    seen = tuple(_about(campaign, order.command, one) for one in stopped.seen)
    whole = Wanted(
        id,
        questions,
        seat=order.seat,
        act=order.act,
        command={"command": wire.plain(order.command), "follows": order.follows},
        answers=_kept(answers),
        blocks=tag_of(order.command) not in NEVER_BLOCKED,
    )
    told = [_told(campaign, dice.DiceWanted(whole), (REFEREE,))]
    seats = _asked_seats(questions)
    for seat in seats:
        if seat != REFEREE:
            own = Wanted(id, tuple(asked for asked in seen if asked.seat == seat))
            told.append(_told(campaign, dice.DiceWanted(own), (seat,)))
    done = [seat for seat in _asked_seats(waited.questions) if seat not in seats] if waited else []
    told += [_told(campaign, dice.DiceAnswered(id), (seat,)) for seat in done if seat != REFEREE]
    return tuple(told)


def _about(campaign: Campaign, command: Command, asked: Asked) -> Asked:
    """A question with whom it is about, or else the one who acts, if that is a character of the seat that is asked."""
    person = campaign.people.get(asked.who if asked.who is not None else getattr(command, "who", NOBODY))
    return replace(asked, who=person.id) if person is not None and person.seat == asked.seat else asked


def _waits_no_longer(campaign: Campaign, wanted: Wanted) -> tuple[Told, ...]:
    seats = tuple(sorted({REFEREE, *_asked_seats(wanted.questions)}))
    return (_told(campaign, dice.DiceAnswered(wanted.id), seats),)


def _asked_seats(questions: tuple[Asked, ...]) -> tuple[SeatId, ...]:
    return tuple(sorted({asked.seat for asked in questions}))


def _told(campaign: Campaign, event: Event, to: tuple[SeatId, ...]) -> Told:
    return Told(event, to, campaign.clock, None)
