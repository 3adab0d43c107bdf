"""System Strain: accepted or forced."""

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
from undercroft.table.body.condition import RolledAmount, StrainChanged
from undercroft.table.body.wounds import knock_out
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.permission import OfPerson
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State


class Strain(OfPerson, frozen=True, tag="strain"):
    """Put System Strain on a person; `forced` strain may exceed their maximum and knock them out."""

    amount: RolledAmount
    forced: bool = False
    ABOUT = About(title="Add System Strain")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        person = known.people.get(self.who)
        if person is not None and not self.forced and isinstance(self.amount, int):
            yield from too_much(person, self.amount)

    def do(self, play: Play) -> None:
        put, to = force if self.forced else bear, around(self.who)
        put(play, self.who, amount(play, self.amount, "System Strain", to=to), to=to)


def bear(play: Play, who: PersonId, amount: int, *, to: Audience) -> bool:
    """Put strain on a person if they can bear it, and return whether they can."""
    if not amount:
        return True
    person = play.now.people[who]
    given = Straining(person.strain, bridge.strain_max(person), amount)
    outcome = play.settle(strain_add, given, to=to, whole=True)
    if isinstance(outcome, Applied):
        play.tell(StrainChanged(who, outcome.strain), to=to)
    return isinstance(outcome, Applied)


def force(play: Play, who: PersonId, amount: int, *, to: Audience) -> None:
    """Force strain on a person; over the maximum they fall unconscious."""
    if not amount:
        return
    person = play.now.people[who]
    outcome = play.settle(strain_forced, Forced(person.strain, bridge.strain_max(person), amount), to=to, whole=True)
    if outcome.strain != person.strain:
        play.tell(StrainChanged(who, outcome.strain), to=to)
    if isinstance(outcome, Collapsed):
        knock_out(play, who, State.UNCONSCIOUS, outcome.seconds, {}, to)


def too_much(person: Person, amount: int) -> Iterable[Reason]:
    """The reason a person cannot bear that strain."""
    if overstrains(person.strain, bridge.strain_max(person), amount):
        yield Reason("too_much_strain", f"{person.name} cannot bear more strain.", strain_add.id)


PART = Part(commands=(Strain,))
