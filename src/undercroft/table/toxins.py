"""What a poison or a disease does in a body: strain, a collapse, harm."""

from __future__ import annotations

from undercroft.books.sovereign.poisons import Toxin, poison_effect
from undercroft.books.sovereign.strain import OUT_COLD
from undercroft.table import bridge
from undercroft.table.bodies import State, StrainChanged
from undercroft.table.names import PersonId
from undercroft.table.play import Play
from undercroft.table.telling import Audience
from undercroft.table.wounds import hurt, knock_out


def sicken(
    play: Play, who: PersonId, dice: tuple[int, ...], strain: int, penalty: int, *, cause: str, to: Audience
) -> None:
    """It does its harm once."""
    person = play.now.people[who]
    toxin = Toxin(dice, strain, penalty, person.strain, bridge.strain_max(person))
    harm = play.settle(poison_effect, toxin, to=to)
    if harm.strain != person.strain:
        play.tell(StrainChanged(who, harm.strain), to=to)
    if harm.unconscious:
        knock_out(play, who, State.UNCONSCIOUS, OUT_COLD, {}, to)
    if harm.damage:
        hurt(play, who, harm.damage, cause=cause, to=to)
