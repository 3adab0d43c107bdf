"""Cures that a settlement sells: of a disease at the book's price, of anything else at the referee's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, in_coins
from undercroft.books.sovereign.poisons import TOWN_CURE_G, counteract
from undercroft.kernel.units import SeatId
from undercroft.table import purses
from undercroft.table.bodies import State, around, lose, spoken
from undercroft.table.campaign import Campaign
from undercroft.table.diseases import cure
from undercroft.table.names import Label, PersonId
from undercroft.table.play import Play
from undercroft.table.procedures.town import not_in_town
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.whose import not_theirs

DISEASE_C = TOWN_CURE_G * COPPER_A_GOLD
"""What healers take for a disease, in coppers."""


class BuyCure(Command, frozen=True, tag="buy_cure"):
    """Pay for a cure: of a disease at its price, of a curse or another state at what the referee says."""

    who: PersonId
    patient: PersonId
    condition: Label = State.DISEASED.value
    coppers: Annotated[int, Meta(ge=0, le=10**12)] | None = None


class CureBought(Event, frozen=True, tag="table.cure-bought"):
    """Somebody paid for somebody's cure."""

    who: PersonId
    patient: PersonId
    condition: str
    coppers: int


def _price(act: BuyCure) -> int:
    return DISEASE_C if act.coppers is None else act.coppers


def _buy(play: Play, act: BuyCure) -> None:
    to = around(play, act.who)
    purses.pay(play, act.who, _price(act), to)
    play.tell(CureBought(act.who, act.patient, act.condition, _price(act)), to=to)
    if act.condition == State.DISEASED:
        cure(play, act.patient)
    else:
        lose(play, act.patient, act.condition, to=to)


def _may_buy(known: Campaign, seat: SeatId, act: BuyCure) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    yield from not_in_town(known, act.who)
    patient = known.people.get(act.patient)
    if patient is None or known.group_of(act.patient) != known.group_of(act.who):
        yield Reason("not_with_them", "Nobody of that name is there to be helped.")
    elif not patient.is_in(act.condition):
        yield Reason("not_so", f"{patient.name} is not in that state.")
    named = act.coppers is not None or act.condition != State.DISEASED
    if named and seat != REFEREE:
        yield Reason("referee_only", "Only a disease has a price of its own: ask the referee.", counteract.id)
    elif act.coppers is None and act.condition != State.DISEASED:
        yield Reason("no_price", "No book has a price for that: name one.")
    elif act.who in known.people and _price(act) > purses.coins(known, act.who):
        yield Reason("too_poor", f"That costs {in_coins(_price(act))}.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for patient in known.people.values():
        group = known.group_of(patient.id)
        if group is None or not group.in_town or not patient.is_in(State.DISEASED):
            continue
        for who in group.members:
            act = BuyCure(who, patient.id)
            refused = tuple(_may_buy(known, seat, act))
            if all(reason.code == "too_poor" for reason in refused):
                label = f"{known.people[who].name}: have {patient.name} cured for {in_coins(DISEASE_C)}"
                yield Offer(act, label, who, refused=refused)


ROOM = Room(
    arms={CureBought: unchanged},
    steps={BuyCure: _buy},
    refusals={BuyCure: _may_buy},
    offers=_offers,
    words={
        CureBought: lambda now, it: (
            f"{name_of(now, it.patient)} is treated for being {spoken(it.condition)}; "
            f"{name_of(now, it.who)} pays {in_coins(it.coppers)}."
        ),
    },
)
