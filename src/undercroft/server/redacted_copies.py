"""What players were told of a fact that the referee was told in full: the redacted copies that follow it in the log."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.country import HexEntered


def with_copies(facts: Iterable[Told]) -> list[Told]:
    """Facts in their order; each that the referee was told has the copies that players were told of it.

    They come straight after it; only where a lost party is, it may learn later in the act.
    """
    found: list[Told] = []
    whole: int | None = None
    entered: dict[object, int] = {}
    for fact in facts:
        found.append(fact)
        if REFEREE in fact.to:
            whole = len(found) - 1
            if isinstance(fact.event, HexEntered):
                entered[_entry(fact, fact.event)] = whole
            continue
        if isinstance(fact.event, HexEntered):
            of = entered.get(_entry(fact, fact.event))
        else:
            of = whole = whole if whole is not None and _is_copy(fact, found[whole]) else None
        if of is not None:
            found[of] = replace(found[of], copies=(*found[of].copies, fact))
    return found


def _entry(fact: Told, event: HexEntered) -> object:
    """An act in which a group enters a hex."""
    return fact.act, event.group, event.hex


def _is_copy(fact: Told, whole: Told) -> bool:
    """Whether a fact tells players of the same thing as the referee's fact before it."""
    return fact.act == whole.act and fact.at == whole.at and _is_redacted(fact.event, whole.event)


def _is_redacted(shown: Event, whole: Event) -> bool:
    if isinstance(whole, Settled) and isinstance(shown, Thrown):
        return shown.rule == whole.rule
    return type(shown) is type(whole)
