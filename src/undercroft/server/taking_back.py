"""Taking the last act back, letting it stand again, and deciding it anew with another outcome for a ruling of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

from msgspec import Struct

from undercroft.interpret.play import Answered
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Overrule, Redo, Undo
from undercroft.server.draws import Draws
from undercroft.server.ears import Ears
from undercroft.table.answers import Answers, Overruling
from undercroft.table.campaign import Campaign
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.dice import Withdraw
from undercroft.table.history import Restored, Retracted
from undercroft.table.names import ActId, WantedId
from undercroft.table.rooms import Reason
from undercroft.table.ruling_words import RULES
from undercroft.table.seats import REFEREE
from undercroft.table.settled import Chosen, Ordered, Settled
from undercroft.table.table import ARMS
from undercroft.table.table import COMMANDS as OF_THE_TABLE
from undercroft.table.telling import Told

FORGOTTEN = Reason("nothing_there", "There is no such act.")
"""No act to take back, or to let stand again, as far as is remembered."""


def told_of_last(ears: Ears) -> tuple[Told, ...]:
    """What the referee was told of the last act that stands."""
    done = ears.truth.done
    if not done:
        return ()
    last = done[-1].id
    return tuple(told for act in done if act.id == last for told in act.told if told.act == last)


def back_to(ears: Ears, act: ActId) -> tuple[tuple[Told, ...], ...]:
    """What the referee was told of every act that must be taken back to take back that one, the last first."""
    found: list[tuple[Told, ...]] = []
    for id in dict.fromkeys(one.id for one in reversed(ears.truth.done)):
        found.append(tuple(told for one in ears.truth.done if one.id == id for told in one.told if told.act == id))
        if id == act:
            return tuple(found)
    return ()


def rulings_of(told: Sequence[Told]) -> tuple[Settled, ...]:
    """The rulings of an act, in the order in which they are counted."""
    return tuple(one.event for one in told if isinstance(one.event, Settled))


def refusals(ears: Ears, seat: SeatId, command: Undo | Redo | Overrule) -> tuple[Reason, ...]:
    """Why not: not the referee's, dice wanted of another act, nothing there, or no such ruling or outcome."""
    if seat != REFEREE:
        return (Reason("referee_only", "That is for the referee."),)
    told = told_of_last(ears)
    last = told[0].act if told else None
    waiting = [one for one in ears.truth.now.wanted.values() if one.blocks]
    if any(not isinstance(command, Undo) or one.act != last for one in waiting):
        return (Reason("dice_wanted", "A command waits for its dice: answer, let the server roll, or call it off."),)
    if isinstance(command, Redo):
        return () if ears.truth.undone else (FORGOTTEN,)
    if last is None:
        return (FORGOTTEN,)
    return () if isinstance(command, Undo) else _not_so(told, command)


def _not_so(told: Sequence[Told], command: Overrule) -> tuple[Reason, ...]:
    rulings = rulings_of(told)
    if command.ruling > len(rulings):
        return (Reason("no_ruling", f"The last act has {len(rulings)} rulings."),)
    rule = RULES.get(rulings[command.ruling - 1].rule)
    if rule is None:
        return (Reason("no_rule", "That rule is no longer known: adjust by hand instead."),)
    try:
        wire.from_plain(Union[rule.outcomes], command.outcome)  # noqa: UP007 - a union made at run time
    except wire.Unreadable as fault:
        return (Reason("bad_outcome", f"That is no outcome of this rule: {fault}", rule.id),)
    return ()


def undone(ears: Ears) -> tuple[Told, ...]:
    """The last act is taken back; what was still waiting as part of it is called off first."""
    last = told_of_last(ears)[0]
    act = last.act or ActId("")
    waiting = [one for one in ears.truth.now.wanted.values() if one.act == act]
    called_off = (told for one in waiting for told in _withdrawn(ears.truth.now, one.id, act))
    return (*called_off, _retracted(ears, last))


def _withdrawn(campaign: Campaign, wanted: WantedId, act: ActId) -> tuple[Told, ...]:
    return decide(campaign, Order(Withdraw(wanted), REFEREE, act)).told


def _retracted(ears: Ears, first: Told) -> Told:
    """Told to exactly those who were told something of the act, as of the moment it began."""
    act = first.act or ActId("")
    return Told(Retracted(act), ears.who_know(act), first.at, None)


def redone(ears: Ears) -> tuple[Told, ...]:
    """The act that was taken back last stands again."""
    taken = ears.truth.undone[-1]
    at = next(told.at for told in taken.told if told.act == taken.id)
    return (Told(Restored(taken.id), ears.who_knew(taken.id), at, None),)


class _Part(Struct):
    """One order of an act: what was asked, and the answers of each of its rulings in the order they came up."""

    ordered: Ordered
    answers: list[tuple[Answered, ...]]
    settled: list[int]
    """Which of them were rulings, and not mere choices."""


def overruled(ears: Ears, command: Overrule, act: ActId, draws: Draws, *, by_hand: bool) -> tuple[Told, ...]:
    """The last act is taken back and decided again, from its order to all that follows of itself.

    Every other ruling keeps its dice as long as the same questions are asked.
    """
    told = told_of_last(ears)
    parts = _parts(told)
    answers = _answers(parts, command)
    campaign = ears.truth.without(told[0].act or ActId(""))
    anew: list[Told] = [_retracted(ears, told[0])]
    order = _order(parts[0].ordered, act)
    for number in range(len(parts) + MOST_MORE):
        kept = answers[number] if number < len(answers) else Answers()
        decision = decide(campaign, order, draws, kept, by_hand=by_hand)
        anew += decision.told
        campaign = _folded(campaign, decision.told)
        follows = None if decision.waits else follow_up(campaign)
        if follows is None:
            break
        if number + 1 < len(parts) and parts[number + 1].ordered.command != wire.plain(follows):
            del answers[number + 1 :]
        order = Order(follows, REFEREE, act, follows=True)
    return tuple(anew)


MOST_MORE = 1000
"""So many follow-ups more than before never come of another outcome."""


def _parts(told: Sequence[Told]) -> list[_Part]:
    parts: list[_Part] = []
    for one in told:
        match one.event:
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
    """The answers of each part, with the other outcome in its place."""
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
    command: Any = wire.from_plain(OF_THE_TABLE, ordered.command)
    return Order(command, ordered.seat, act, ordered.follows)


def _folded(campaign: Campaign, told: Sequence[Told]) -> Campaign:
    for one in told:
        if REFEREE in one.to:
            campaign = ARMS[type(one.event)](campaign, one.event)
    return campaign
