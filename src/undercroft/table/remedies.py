"""What treating somebody with a healer's kit takes, be it against a poison or a disease."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from undercroft.books.sovereign.poisons import Antidote, counteract
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bodies import State
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.spare_time import occupied
from undercroft.table.rooms import Reason
from undercroft.table.wounds import KIT, together

_NOT_OFFERED = frozenset({"not_here", "not_yours", "not_able", "self"})


def against(known: Campaign, medic: Person, difficulty: int) -> Antidote:
    """A try of somebody against something so difficult."""
    mod = bridge.check(medic, Attribute.INT, Skill.HEAL)
    return Antidote(mod, difficulty, has_kit=known.has(medic.id, KIT) is not None)


def cannot_nurse(known: Campaign, seat: SeatId, who: PersonId, patient: PersonId) -> Iterator[Reason]:
    """Why somebody cannot treat another now, whatever ails them."""
    yield from occupied(known, seat, who, Activity.FIRST_AID)
    yield from together(known, who, patient)
    if who in known.people and known.has(who, KIT) is None:
        yield Reason("no_kit", f"{known.people[who].name} has no healer's kit.", counteract.id)


def nurses(
    known: Campaign, state: State, refused: Callable[[Person, Person], Iterable[Reason]]
) -> Iterator[tuple[Person, Person, tuple[Reason, ...]]]:
    """Who might treat whom of those in a state, each with what stands in the way."""
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if not patient.is_in(state) or group is None:
            continue
        for medic in known.those_in(group.id):
            reasons = tuple(refused(medic, patient))
            if not any(reason.code in _NOT_OFFERED for reason in reasons):
                yield medic, patient, reasons
