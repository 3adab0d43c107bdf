"""Stamina: Delving's fatigue points, which take up harm before it draws blood, where the house counts them."""

from __future__ import annotations

from undercroft.books.delving.body import Blow, Unconscious, damage_apply
from undercroft.kernel.units import HOUR
from undercroft.table.bodies import FpChanged, State, gain, time_of
from undercroft.table.house import Fatigue
from undercroft.table.names import PersonId
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse


def absorbed(play: Play, who: PersonId, amount: int, *, to: Audience) -> int:
    """What is left of some damage for the hit points; the Exhausted, who have no points to give, drop at a wound."""
    person = play.now.people[who]
    if play.now.house.fatigue is not Fatigue.DELVING or not person.hp:
        return amount
    blow = Blow(max(0, person.fp), person.hp, amount, exhausted=person.is_in(State.EXHAUSTED))
    after = play.settle(damage_apply, blow, to=to, whole=True)
    if after.fp != person.fp:
        play.tell(FpChanged(who, after.fp), to=to)
    if isinstance(after, Unconscious):
        condition = Condition(State.UNCONSCIOUS, time_of(play, who))
        gain(play, who, condition, to=to, seconds=HOUR, lapse=Lapse.RISING)
    return person.hp - after.hp
