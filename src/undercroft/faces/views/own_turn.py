"""Whose turn it is, as a player's phone says it: their own, who comes next, and who is waited for."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.faces.views.short_names import first_name
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.delve_rounds import to_act
from undercroft.table.fight.goes import on_their_go
from undercroft.table.fight.outlook import not_done
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.open_questions import Awaited
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, SPECTATORS

FEW = 3
"""Up to so many who come next are named."""


class OwnTurn(Struct, frozen=True):
    """The characters of a seat who may act now, where people act in an order, and who comes next."""

    names: tuple[str, ...]
    then: str


def own_turn(known: Campaign, seat: SeatId) -> OwnTurn | None:
    """The seat's own turn in a fight or in a delve round; None if it is not."""
    if seat in (REFEREE, SPECTATORS):
        return None
    own = tuple(person.id for person, *_ in on_their_go(known, seat) if person.seat == seat and person.able)
    if own:
        group = known.group_of(own[0])
        fight = fight_of(group)
        then = _after_them(known, group, fight, own) if group is not None and fight is not None else ""
        return OwnTurn(_names(known, own), then)
    for group in known.groups.values():
        waiting = to_act(known, group)
        if waiting and known.people[waiting[0]].seat == seat:
            return OwnTurn(_names(known, waiting[:1]), _then(known, waiting[1:]))
    return None


def _names(known: Campaign, people: tuple[PersonId, ...]) -> tuple[str, ...]:
    return tuple(first_name(name_of(known, who)) for who in people)


def _after_them(known: Campaign, group: Group, fight: Fight, own: tuple[PersonId, ...]) -> str:
    """Who else acts in the same part of the round, then the foes, then those after them."""
    others = [who for who in not_done(known, group, fight) if who not in own]
    late = {fighter.who for fighter in fight.fighters if fighter.block is InitiativeBlock.AFTER}
    now = tuple(who for who in others if (who in late) is (fight.phase is Phase.AFTER))
    after = tuple(who for who in others if who in late and fight.phase is not Phase.AFTER)
    foes = ("the foes",) if fight.phase is not Phase.AFTER else ()
    return ", ".join(f"then {part}" for part in (*_together(known, now), *foes, *_together(known, after)))


def _then(known: Campaign, people: tuple[PersonId, ...]) -> str:
    return "".join(f"then {part}" for part in _together(known, people))


def _together(known: Campaign, people: tuple[PersonId, ...]) -> Iterator[str]:
    """These people in a phrase, if there are any."""
    if people:
        names = [first_name(name_of(known, who)) for who in people]
        yield series(names) if len(names) <= FEW else f"{len(names)} others"


def waited_for(known: Campaign, seat: SeatId) -> tuple[str, ...]:
    """The names of those whose dice or answer play waits for, as far as the seat knows; itself comes first as `you`."""
    asked = [awaited for of in known.awaited.values() for awaited in of]
    if seat == REFEREE:
        asked = [
            Awaited(question.seat, question.who)
            for wanted in known.wanted.values()
            if wanted.blocks
            for question in wanted.questions
        ]
    names = dict.fromkeys(name for awaited in asked for name in _called(known, seat, awaited))
    return tuple(sorted(names, key=lambda name: (name != "you", name == "the referee")))


def _called(known: Campaign, seat: SeatId, awaited: Awaited) -> Iterator[str]:
    """How a seat that is waited for is called: by its character, else by all its characters, else by its name."""
    if awaited.seat == seat:
        yield "you"
    elif awaited.seat == REFEREE:
        yield "the referee"
    elif awaited.who is not None and awaited.who in known.people:
        yield first_name(known.people[awaited.who].name)
    else:
        people = known.people
        own = [first_name(people[who].name) for who in known.present if people[who].seat == awaited.seat]
        yield from own or [known.called(awaited.seat) or "a player"]
