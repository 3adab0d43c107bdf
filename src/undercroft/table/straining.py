"""System Strain: borne for what helps, and forced upon the body by what does not."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.books.sovereign.strain import (
    Applied,
    Collapsed,
    Forced,
    Straining,
    overstrains,
    strain_add,
    strain_forced,
)
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bodies import Amount, State, StrainChanged, around
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Reason, Room
from undercroft.table.telling import Audience
from undercroft.table.whose import referee_only
from undercroft.table.wounds import knock_out


class Strain(Command, frozen=True, tag="strain"):
    """Something puts strain on somebody; `forced` where nobody asks them."""

    who: PersonId
    amount: Amount
    forced: bool = False


def bear(play: Play, who: PersonId, amount: int, *, to: Audience) -> bool:
    """Somebody takes strain upon themselves, and whether they bear it; too much, and nothing happens at all."""
    if not amount:
        return True
    person = play.now.people[who]
    given = Straining(person.strain, bridge.strain_max(person), amount)
    outcome = play.settle(strain_add, given, to=to, whole=True)
    if isinstance(outcome, Applied):
        play.tell(StrainChanged(who, outcome.strain), to=to)
    return isinstance(outcome, Applied)


def force(play: Play, who: PersonId, amount: int, *, to: Audience) -> None:
    """Strain is forced upon somebody; over the maximum they drop."""
    if not amount:
        return
    person = play.now.people[who]
    outcome = play.settle(strain_forced, Forced(person.strain, bridge.strain_max(person), amount), to=to, whole=True)
    if outcome.strain != person.strain:
        play.tell(StrainChanged(who, outcome.strain), to=to)
    if isinstance(outcome, Collapsed):
        knock_out(play, who, State.UNCONSCIOUS, outcome.seconds, {}, to)


def too_much(person: Person, amount: int) -> Iterable[Reason]:
    """Why somebody cannot take that strain."""
    if overstrains(person.strain, bridge.strain_max(person), amount):
        yield Reason("too_much_strain", f"{person.name} cannot bear more strain.", strain_add.id)


def _strain(play: Play, act: Strain) -> None:
    to = around(play, act.who)
    if act.forced:
        force(play, act.who, act.amount, to=to)
    else:
        bear(play, act.who, act.amount, to=to)


def _may_strain(known: Campaign, seat: SeatId, act: Strain) -> Iterable[Reason]:
    yield from referee_only(seat)
    person = known.people.get(act.who)
    if person is None:
        yield Reason("no_person", "Nobody goes by that name.")
    elif not act.forced:
        yield from too_much(person, act.amount)


ROOM = Room(steps={Strain: _strain}, refusals={Strain: _may_strain})
