"""Deciding a command: it is refused, it waits for dice or a choice, or it yields events.

Refusals come from what the seat knows. Deciding works on the truth, refuses nothing, and is pure: the same campaign,
order and answers give the same result every time.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.interpret.ask import TypedDice
from undercroft.interpret.play import Answered, Generator
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine import veils, wanted_dice
from undercroft.table.engine.actors import its_group, its_person
from undercroft.table.engine.answers import NO_ANSWERS, Answers, Overruling, Stopped, chose_last, without_last_choice
from undercroft.table.engine.audience import Told
from undercroft.table.engine.dice_streams import Streams, rolled, seeing
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.engine.plain_dice import plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import Ordered
from undercroft.table.proposals import forget_elsewhere, forget_past
from undercroft.table.registry import ANY_COMMAND, AS_TIME_PASSES, FOLLOW_UPS, ON_DUE
from undercroft.table.rulings.words import RULES
from undercroft.table.session import notes
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, TimerId, WantedId
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.seats import REFEREE
from undercroft.table.world import group_maps


class Order(Struct, frozen=True):
    """A command, its seat and the act it belongs to. `follows` if the table gave it by itself.

    `real_left` are the seconds that each real timer has left when the order is given. `by` is the name of the second
    referee who gives it. `shuffle` is the table's key to the order of things that look alike.
    """

    command: Command
    seat: SeatId
    act: ActId
    follows: bool = False
    real_left: Mapping[TimerId, Seconds] = {}
    by: str = ""
    shuffle: bytes = b""


class Decision(Struct, frozen=True):
    """The events to tell. With `waits` they only ask for dice; `answers` are all answers given so far."""

    told: tuple[Told, ...]
    waits: bool
    answers: Answers


def decide(
    campaign: Campaign,
    order: Order,
    streams: Streams | None = None,
    answers: Answers = NO_ANSWERS,
    *,
    by_hand: bool = False,
) -> Decision:
    """Decide an order; for an answer to a waiting order, decide that order.

    With `by_hand` people roll every die, even secret ones; the server rolls only when a seat asks for it.
    """
    own = None if by_hand else streams
    match order.command:
        case wanted_dice.Answer(wanted=id, ruling=ruling, answers=typed):
            waiting = _order_of(campaign.wanted[id], order)
            return _resumed(campaign, waiting, own, _typed(campaign, id, ruling, typed, streams), id)
        case wanted_dice.ChooseAgain(wanted=id):
            waiting = _order_of(campaign.wanted[id], order)
            return _resumed(campaign, waiting, own, without_last_choice(_answers_of(campaign.wanted[id])), id)
        case wanted_dice.RollRest(wanted=id):
            return _roll_rest(campaign, campaign.wanted[id], _order_of(campaign.wanted[id], order), streams)
        case wanted_dice.Withdraw(wanted=id):
            return _withdrawn(campaign, campaign.wanted[id])
        case _:
            return _decided(campaign, order, own, answers, None)


def follow_up(campaign: Campaign) -> Command | None:
    """The command that follows from the state of play, if nothing waits."""
    if any(wanted.blocks for wanted in campaign.wanted.values()):
        return None
    return next((command for follow in FOLLOW_UPS if (command := follow(campaign)) is not None), None)


def moment(campaign: Campaign, command: Command) -> Seconds:
    """When a command happens: at the time of its group, or of the person who acts."""
    group, person = its_group(command), its_person(command)
    if group is not None and group in campaign.groups:
        return campaign.groups[group].time
    return campaign.now_of(person) if person is not None and person in campaign.people else campaign.clock


def _decided(
    campaign: Campaign, order: Order, streams: Streams | None, answers: Answers, waited: Wanted | None
) -> Decision:
    at = moment(campaign, order.command)
    play = Play(
        campaign,
        on_due=ON_DUE,
        as_time_passes=AS_TIME_PASSES,
        act=None if order.command.ABOUT.setting else order.act,
        at=at,
        answers=answers,
        streams=streams,
    )
    play.real_clock, play.shuffle = order.real_left, order.shuffle
    play.by = order.seat
    play.tell(Ordered(wire.plain(order.command), order.seat, order.follows, order.by))
    try:
        _carry_out(play, order.command)
    except Stopped as stopped:
        kept = replace(answers, throws={**answers.throws, **play.answered})
        return Decision(_asking(campaign, order, stopped, kept, waited), waits=True, answers=kept)
    group_maps.remember(play, campaign, tuple(play.told))
    if waited is not None:
        play.told.append(
            _told(campaign, wanted_dice.DiceAnswered(waited.id), tuple(sorted((REFEREE, *_waiting(waited)))))
        )
    return Decision(tuple(play.told), waits=False, answers=replace(answers, throws=play.answered))


def _carry_out(play: Play, command: Command) -> None:
    """Carry out a command, and clear declarations of the same command."""
    if isinstance(command, notes.CarryOut):
        meant = notes.declared_by(play.now, command.who)
        notes.drop(play, command.who)
        command = wire.from_plain(ANY_COMMAND, meant)
    if play.now.declared:
        notes.drop_alike(play, wire.plain(command))
    before = play.now
    command.do(play)
    forget_past(play, before, command)
    forget_elsewhere(play, before)


def _resumed(
    campaign: Campaign, waiting: Order, streams: Streams | None, answers: Answers, wanted: WantedId
) -> Decision:
    return _decided(campaign, waiting, streams, answers, campaign.wanted[wanted])


def _order_of(wanted: Wanted, now: Order) -> Order:
    """The order that waits for answers, with the real time of the order that answers it."""
    kept: Mapping[str, Any] = wanted.command or {}
    command = wire.from_plain(ANY_COMMAND, kept["command"])
    waited = Order(command, wanted.seat or REFEREE, wanted.act or ActId(""), bool(kept["follows"]))
    return replace(waited, real_left=now.real_left, shuffle=now.shuffle)


def _answers_of(wanted: Wanted) -> Answers:
    kept: tuple[_Kept, ...] = tuple(wire.from_plain(_Kept, answer) for answer in wanted.answers)
    overruled = {answer.ruling: answer.overruled for answer in kept if answer.overruled is not None}
    return Answers({answer.ruling: answer.throws for answer in kept}, overruled)


class _Kept(Struct, frozen=True):
    """The answers of a ruling while it waits, and the referee's outcome in place of its own."""

    ruling: int
    throws: tuple[Answered, ...]
    overruled: Overruling | None = None


def _kept(answers: Answers) -> tuple[Mapping[str, Any], ...]:
    rulings = sorted({*answers.throws, *answers.overruled})
    kept = (_Kept(n, answers.throws.get(n, ()), answers.overruled.get(n)) for n in rulings)
    return tuple(wire.plain(answer) for answer in kept)


def _typed(
    campaign: Campaign, id: WantedId, ruling: int, typed: tuple[int | str | None, ...], streams: Streams | None
) -> Answers:
    """The answers so far with one more, checked against its question; the server rolls a face left open."""
    wanted = campaign.wanted[id]
    asked = next(open_question for open_question in wanted.questions if open_question.ruling == ruling)
    stream = None if streams is None else streams(_seeing(asked))
    hands = TypedDice(typed, None if stream is None else Generator(stream))
    question = asked.question
    answer = hands.decide(question) if isinstance(question, Choice) else hands.throw(question)
    hands.finish()
    drawn = None if stream is None else stream.taken()
    return _with_answer(_answers_of(wanted), ruling, replace(answer, drawn=drawn))


def _with_answer(answers: Answers, ruling: int, answer: Answered) -> Answers:
    return replace(answers, throws={**answers.throws, ruling: (*answers.throws.get(ruling, ()), answer)})


def _seeing(asked: OpenQuestion) -> tuple[SeatId, ...]:
    """The seats that will see the dice of a question; older logs name only the seat that is asked."""
    return asked.to or seeing({REFEREE, asked.seat})


def _roll_rest(campaign: Campaign, wanted: Wanted, waiting: Order, streams: Streams | None) -> Decision:
    """Roll every die that is wanted, as long as only dice are wanted."""
    if streams is None:
        raise ValueError("rolling needs a source of dice")
    answers = _answers_of(wanted)
    questions = wanted.questions
    while True:
        thrown = [(asked, asked.question) for asked in questions if isinstance(asked.question, Throw)]
        if not thrown:
            return _resumed(campaign, waiting, streams, answers, wanted.id)
        for asked, question in thrown:
            answers = _with_answer(answers, asked.ruling, rolled(question, streams(_seeing(asked))))
        decision = _resumed(campaign, waiting, streams, answers, wanted.id)
        if not decision.waits:
            return decision
        answers = decision.answers
        questions = next(
            told.event.wanted.questions
            for told in decision.told
            if isinstance(told.event, wanted_dice.DiceWanted) and REFEREE in told.to
        )


def _withdrawn(campaign: Campaign, wanted: Wanted) -> Decision:
    throws = tuple(throw for ruling in _answers_of(wanted).throws.values() for throw in ruling)
    event = wanted_dice.Withdrawn(wanted.id, wanted.command or {}, throws, _named(campaign, wanted))
    told = [_told(campaign, event, (REFEREE,))]
    if others := _waiting(wanted):
        told.append(_told(campaign, wanted_dice.DiceAnswered(wanted.id), others))
    return Decision(tuple(told), waits=False, answers=NO_ANSWERS)


def _named(campaign: Campaign, wanted: Wanted) -> str:
    """What waits for dice, in words, with the character who does it."""
    if wanted.command is None:
        return ""
    command = wire.from_plain(ANY_COMMAND, wanted.command["command"])
    who = its_person(command)
    name = f" ({campaign.people[who].name})" if who is not None and who in campaign.people else ""
    return f"{command.in_words()}{name}"


def _asking(
    campaign: Campaign, order: Order, stopped: Stopped, answers: Answers, waited: Wanted | None
) -> tuple[Told, ...]:
    """Tell the referee what waits, each seat its own questions, and those who will see the dice who is waited for."""
    id = WantedId(order.act)
    blocks = not order.command.ABOUT.never_waits
    back = not blocks and chose_last(answers)
    questions = tuple(replace(_about(campaign, order.command, asked), back=back) for asked in stopped.questions)
    seen = tuple(replace(_about(campaign, order.command, asked), back=back) for asked in stopped.seen)
    whole = Wanted(
        id,
        questions,
        seat=order.seat,
        act=order.act,
        command={"command": wire.plain(order.command), "follows": order.follows},
        answers=_kept(answers),
        blocks=blocks,
    )
    seats = _asked_seats(questions)
    told = [*_waits_for(campaign, whole, waited), _told(campaign, wanted_dice.DiceWanted(whole), (REFEREE,))]
    for seat in seats:
        if seat != REFEREE:
            wanted = Wanted(id, tuple(_as_shown(campaign, asked) for asked in seen if asked.seat == seat))
            told.append(_told(campaign, wanted_dice.DiceWanted(wanted), (seat,)))
    return tuple(told)


def _waits_for(campaign: Campaign, wanted: Wanted, before: Wanted | None) -> Iterable[Told]:
    """Tell those who will see the dice who is waited for, and those who waited before that it is over for them."""
    now, asked = wanted_dice.awaited_by(wanted), _asked_seats(wanted.questions)
    was_asked = _asked_seats(before.questions) if before is not None else ()
    for seat in _waiting(before) if before is not None else ():
        if seat not in asked and (seat in was_asked or seat not in now):
            yield _told(campaign, wanted_dice.DiceAnswered(wanted.id), (seat,))
    alone = {seat: () for seat in wanted_dice.awaited_by(before) if seat in asked and seat not in now}
    lists = {**alone, **now}
    for of in dict.fromkeys(lists.values()):
        hear = tuple(seat for seat, heard in lists.items() if heard == of)
        yield _told(campaign, wanted_dice.AnswersAwaited(wanted.id, of), hear)


def _waiting(wanted: Wanted) -> tuple[SeatId, ...]:
    """The seats that know that a command waits, without the referee."""
    asked = (seat for seat in _asked_seats(wanted.questions) if seat != REFEREE)
    return tuple(sorted({*asked, *wanted_dice.awaited_by(wanted)}))


def _as_shown(campaign: Campaign, asked: OpenQuestion) -> OpenQuestion:
    """A question without the numbers behind it, where the house hides those or the odds from players."""
    house = campaign.house
    rule = None if asked.rule is None else RULES.get(asked.rule)
    hidden = rule is not None and veils.hides(house, rule)
    if (house.opens_odds and not hidden) or asked.rule == plain_dice.id:
        return asked
    return replace(asked, given=None, part=None)


def _about(campaign: Campaign, command: Command, asked: OpenQuestion) -> OpenQuestion:
    """A question with the character it is about, or the acting character, if the seat asked plays them."""
    who = asked.who if asked.who is not None else its_person(command)
    person = None if who is None else campaign.people.get(who)
    return replace(asked, who=person.id) if person is not None and person.seat == asked.seat else asked


def _asked_seats(questions: tuple[OpenQuestion, ...]) -> tuple[SeatId, ...]:
    return tuple(sorted({asked.seat for asked in questions}))


def _told(campaign: Campaign, event: Event, to: tuple[SeatId, ...]) -> Told:
    return Told(event, to, campaign.clock, None)
