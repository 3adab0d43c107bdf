"""Undo, redo, and overruling: deciding the last act again with another outcome for one of its rulings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.interpret.play import Answered
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import checked
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.commands import BY_TAG, Overrule, Redo, Undo, UndoOwn
from undercroft.server.draws import Draws
from undercroft.server.seat_histories import SeatHistories
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.engine.about import Slot
from undercroft.table.engine.answers import Answers, Overruling
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Act, Replaced, Restored, Retracted
from undercroft.table.engine.part import Reason
from undercroft.table.engine.record import Chosen, Ordered, Settled, Thrown, TimePassed
from undercroft.table.engine.wanted_dice import Withdraw
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.rulings.words import RULES
from undercroft.table.session.undo_wishes import NO_WISH, GrantUndo, UndoAnswered, UndoWished
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, TimerId, WantedId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sessions import UndoWish

FORGOTTEN = Reason("nothing_there", "There is nothing to undo or redo.")
"""There is no act to undo or redo, as far as the server remembers."""


def told_of_last(histories: SeatHistories) -> tuple[Told, ...]:
    """What the referee was told of the last act of play that is not undone."""
    last = next((act.id for act in reversed(histories.truth.done) if not _passed_over(act)), None)
    return _told_of(histories, last) if last is not None else ()


def _passed_over(act: Act) -> bool:
    """Whether an undo leaves an act alone: it began the campaign, set a seat, or is a note or whisper of a player."""
    if not act.before.name:
        return True
    ordered = next((told.event for told in act.told if told.act == act.id and isinstance(told.event, Ordered)), None)
    kind = BY_TAG.get(ordered.command["kind"]) if ordered is not None else None
    if ordered is None or kind is None:
        return False
    return kind.ABOUT.setting or (kind.ABOUT.for_seats and ordered.seat != REFEREE)


def _told_of(histories: SeatHistories, act: ActId) -> tuple[Told, ...]:
    return tuple(told for done in histories.truth.done if done.id == act for told in done.told if told.act == act)


def back_to(histories: SeatHistories, act: ActId) -> tuple[tuple[Told, ...], ...]:
    """What the referee was told of every act to undo, the last first, until that act is undone."""
    found: list[tuple[Told, ...]] = []
    for id in dict.fromkeys(done.id for done in reversed(histories.truth.done) if not _passed_over(done)):
        found.append(_told_of(histories, id))
        if id == act:
            return tuple(found)
    return ()


def rulings_of(told: Sequence[Told]) -> tuple[Settled, ...]:
    """The rulings of an act, in the order that `Overrule` counts them."""
    return tuple(fact.event for fact in told if isinstance(fact.event, Settled))


def refusals(
    histories: SeatHistories, seat: SeatId, command: Undo | Redo | Overrule | UndoOwn | GrantUndo
) -> tuple[Reason, ...]:
    """Why not: the seat is not the referee, another act waits for dice, or there is no such act, ruling or outcome."""
    if isinstance(command, UndoOwn):
        return _not_own(histories, seat)
    if seat != REFEREE:
        return (Reason("referee_only", "Only the referee can do that."),)
    told = told_of_last(histories)
    last = told[0].act if told else None
    waiting = [question for question in histories.truth.now.wanted.values() if question.blocks]
    if any(not isinstance(command, Undo | GrantUndo) or question.act != last for question in waiting):
        return (
            Reason("dice_wanted", "The table waits for dice or a choice: answer, let Undercroft roll, or call it off."),
        )
    if isinstance(command, Redo):
        return () if histories.truth.undone else (FORGOTTEN,)
    if last is None:
        return (FORGOTTEN,)
    match command:
        case Undo():
            return ()
        case GrantUndo(seat=asks):
            return _not_wished(histories, asks, last)
        case Overrule():
            return _not_so(told, command)


def _not_so(told: Sequence[Told], command: Overrule) -> tuple[Reason, ...]:
    rulings = rulings_of(told)
    if command.ruling > len(rulings):
        return (Reason("no_ruling", f"The last act has {counted(len(rulings), 'ruling')}."),)
    rule = RULES.get(rulings[command.ruling - 1].rule)
    if rule is None:
        return (Reason("no_rule", "That rule is no longer known: set the values by hand instead."),)
    try:
        checked(rule.outcome_type, command.outcome)
    except BadInput as fault:
        return (Reason("bad_outcome", f"This rule has no such outcome: {fault.what}.", rule.id),)
    return ()


def undone(histories: SeatHistories) -> tuple[Told, ...]:
    """Undo the last act, after calling off the questions of it that are still open."""
    act = told_of_last(histories)[0].act or ActId("")
    waiting = [question for question in histories.truth.now.wanted.values() if question.act == act]
    called_off = (told for question in waiting for told in _withdrawn(histories.truth.now, question.id, act))
    return (*called_off, *_retracted(histories, act), *_answered(histories, act))


def _answered(histories: SeatHistories, act: ActId) -> Iterator[Told]:
    """The answer to each player who asked to undo that act."""
    campaign = histories.truth.now
    for wish in campaign.undo_wishes.values():
        if _standing(histories, wish.act) == act:
            yield Told(UndoAnswered(wish.seat, granted=True), tuple(sorted((REFEREE, wish.seat))), campaign.clock, None)


# A player's own act


class OwnAct(Struct, frozen=True):
    """The last act that a player's seat knows of, if it is the seat's own: its name, and whether it needs nobody."""

    act: ActId
    what: str
    alone: bool
    """Whether the player may undo it without the referee."""
    slot: Slot | None = None
    """Its place among the actions, beside which it can be undone."""


def own_act(histories: SeatHistories, seat: SeatId) -> OwnAct | None:
    """The player's own last act while nothing followed that the seat knows of.

    What it may not know does not count: an answer that depended on it would tell.
    """
    done = histories.of[seat].done if seat in histories.of and seat != REFEREE else []
    if not done:
        return None
    act = done[-1].id
    truly = _told_of(histories, _standing(histories, act))
    ordered = next((told.event for told in truly if isinstance(told.event, Ordered)), None)
    kind = BY_TAG.get(ordered.command["kind"]) if ordered is not None else None
    if ordered is None or kind is None or ordered.seat != seat:
        return None
    heard = [told.event for part in done if part.id == act for told in part.told if told.act == act]
    settled = any(isinstance(event, Settled | Thrown | TimePassed) for event in heard)
    return OwnAct(act, kind.in_words(), kind.ABOUT.own_undo and not settled, kind.ABOUT.slot)


def _not_own(histories: SeatHistories, seat: SeatId) -> tuple[Reason, ...]:
    if seat == SPECTATORS:
        return (Reason("looks_on", "Spectators cannot act."),)
    if seat == REFEREE:
        return (Reason("not_yours", "You can undo every act: use `undo`."),)
    if seat in histories.of and not histories.of[seat].done and histories.truth.forgot:
        return (FORGOTTEN,)
    own = own_act(histories, seat)
    if own is None:
        return (Reason("not_yours", "The last act was not yours: ask the referee to undo it."),)
    wish = histories.truth.now.undo_wishes.get(seat)
    if wish is not None and wish.act == own.act:
        return (Reason("asked_already", "The referee has been asked already."),)
    return ()


def _not_wished(histories: SeatHistories, seat: SeatId, last: ActId) -> tuple[Reason, ...]:
    wish = histories.truth.now.undo_wishes.get(seat)
    if wish is None:
        return (NO_WISH,)
    if _standing(histories, wish.act) == last:
        return ()
    return (Reason("not_last", "More has happened since: undo back to it in the log."),)


def undone_by_player(histories: SeatHistories, seat: SeatId) -> tuple[Told, ...]:
    """Undo a player's own last act, or ask the referee to."""
    own = own_act(histories, seat)
    if own is None:
        raise ValueError("the seat has no act of its own to undo")
    if own.alone:
        return _retracted(histories, _standing(histories, own.act))
    now = histories.truth.now
    return (Told(UndoWished(UndoWish(seat, own.act, own.what)), tuple(sorted((REFEREE, seat))), now.clock, None),)


# Withdrawing, retracting, restoring


def _withdrawn(campaign: Campaign, wanted: WantedId, act: ActId) -> tuple[Told, ...]:
    return decide(campaign, Order(Withdraw(wanted), REFEREE, act)).told


def _retracted(histories: SeatHistories, act: ActId) -> tuple[Told, ...]:
    """The undo of an act and of those it stands for, told to exactly the seats that know of them, at its time."""
    told = _told_of(histories, act)
    acts = ((each, histories.who_know(each)) for each in (act, *_replaced(told)))
    return tuple(Told(Retracted(each), seats, told[0].at, None) for each, seats in acts if seats)


def redone(histories: SeatHistories) -> tuple[Told, ...]:
    """Redo the act that was undone last, and those it stands for."""
    taken = histories.truth.undone[-1]
    told = [fact for fact in taken.told if fact.act == taken.id]
    acts = ((each, histories.who_knew(each)) for each in (taken.id, *_replaced(told)))
    return tuple(Told(Restored(each), seats, told[0].at, None) for each, seats in acts if seats)


def _replaced(told: Iterable[Told]) -> tuple[ActId, ...]:
    """The acts that an act stands for."""
    return tuple(act for fact in told if isinstance(fact.event, Replaced) for act in fact.event.acts)


def _standing(histories: SeatHistories, act: ActId) -> ActId:
    """The act that stands for one that a seat knows; that act itself if none does."""
    done = ((each.id, each.told) for each in reversed(histories.truth.done))
    return next((id for id, told in done if act in _replaced(told)), act)


class _Part(Struct):
    """One order of an act: the command, and the answers of its rulings in order."""

    ordered: Ordered
    answers: list[tuple[Answered, ...]]
    settled: list[int]
    """Which of them were rulings, and not mere choices."""


def overruled(
    histories: SeatHistories,
    command: Overrule,
    act: ActId,
    draws: Draws,
    real_left: Mapping[TimerId, Seconds],
    *,
    by_hand: bool,
) -> tuple[Told, ...]:
    """Undo the last act and decide it again, from its order to its last follow-up.

    Every other ruling keeps its dice as long as it asks the same questions.
    """
    told = told_of_last(histories)
    parts = _parts(told)
    answers = _answers(parts, command)
    campaign = histories.truth.without(told[0].act or ActId(""))
    facts: list[Told] = []
    order = replace(_order(parts[0].ordered, act), real_left=real_left, shuffle=draws.shuffle)
    for number in range(len(parts) + MOST_MORE):
        kept = answers[number] if number < len(answers) else Answers()
        decision = decide(campaign, order, draws, kept, by_hand=by_hand)
        facts += decision.told
        campaign = _folded(campaign, decision.told)
        follows = None if decision.waits else follow_up(campaign)
        if follows is None:
            break
        if number + 1 < len(parts) and parts[number + 1].ordered.command != wire.plain(follows):
            del answers[number + 1 :]
        order = Order(follows, REFEREE, act, follows=True, real_left=real_left, shuffle=draws.shuffle)
    return _told_where_changed(histories, told, facts, act)


def _told_where_changed(
    histories: SeatHistories, told: Sequence[Told], facts: Sequence[Told], act: ActId
) -> tuple[Told, ...]:
    """The undo of an act and the facts that replace it, for every seat to which they are not what it was told before.

    To the others nothing has happened: they keep the act as they know it.
    """
    before = told[0].act or ActId("")
    acts = (before, *_replaced(told))
    same = {seat for seat in histories.of if seat != REFEREE and _is_same(histories, seat, acts, facts)}
    undone = [(each, tuple(seat for seat in histories.who_know(each) if seat not in same)) for each in acts]
    retracted = (Told(Retracted(each, changed=True), seats, told[0].at, None) for each, seats in undone if seats)
    kept = (Told(Replaced(acts), (REFEREE,), facts[0].at, act),) if same else ()
    rest = (replace(fact, to=tuple(seat for seat in fact.to if seat not in same)) for fact in facts)
    return (*retracted, facts[0], *kept, *(fact for fact in [*rest][1:] if fact.to))


def _is_same(histories: SeatHistories, seat: SeatId, acts: Sequence[ActId], facts: Iterable[Told]) -> bool:
    """Whether a seat that knows of an act would be sent the very same again."""
    known = [told for done in histories.of[seat].done for told in done.told if told.act in acts]
    sent = map(histories.foreseeing(seat), (fact for fact in facts if seat in fact.to))
    return bool(known) and [(told.event, told.at) for told in known] == [(told.event, told.at) for told in sent]


MOST_MORE = 1000
"""More additional follow-ups than another outcome can ever have."""


def _parts(told: Sequence[Told]) -> list[_Part]:
    parts: list[_Part] = []
    for fact in told:
        match fact.event:
            case Ordered() as ordered:
                parts.append(_Part(ordered, [], []))
            case Settled(throws=throws):
                parts[-1].settled.append(len(parts[-1].answers))
                parts[-1].answers.append(throws)
            case Chosen(choice=choice):
                parts[-1].answers.append((choice,))
            case _:
                pass
    return parts


def _answers(parts: Sequence[_Part], command: Overrule) -> list[Answers]:
    """The answers of each part, with the new outcome in its place."""
    found: list[Answers] = []
    left = command.ruling
    for part in parts:
        overruled: Mapping[int, Overruling] = {}
        if 0 < left <= len(part.settled):
            overruled = {part.settled[left - 1]: Overruling(command.outcome, command.reason)}
        left -= len(part.settled)
        found.append(Answers(dict(enumerate(part.answers)), overruled))
    return found


def _order(ordered: Ordered, act: ActId) -> Order:
    command: Any = wire.from_plain(ANY_COMMAND, ordered.command)
    return Order(command, ordered.seat, act, ordered.follows)


def _folded(campaign: Campaign, told: Sequence[Told]) -> Campaign:
    for fact in told:
        if REFEREE in fact.to:
            campaign = fact.event.fold(campaign)
    return campaign
