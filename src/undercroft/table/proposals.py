"""What players propose that only the referee does: where their group goes, and how it meets others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId, PersonId
from undercroft.table.notes import Declare
from undercroft.table.people import Role
from undercroft.table.procedures import camping, courses, exploring, moving, reacting, travelling
from undercroft.table.rooms import Command, Offer
from undercroft.table.seats import REFEREE

ROOMS = (moving.ROOM, exploring.ROOM, reacting.ROOM, travelling.ROOM, courses.ROOM, camping.ROOM)
PROPOSED: Mapping[type[Command], tuple[str, ...]] = {
    moving.Move: ("door", "style", "speed", "then"),
    exploring.LeaveSite: (),
    reacting.TakeStance: ("stance",),
    reacting.PursueThem: (),
    travelling.TravelTo: ("hex",),
    courses.SetCourse: ("destination",),
    camping.MakeCamp: (),
}
"""What may be proposed, and which of its fields a player fills in beside the group; the rest is the referee's."""
LASTING = frozenset({"door_shut", "obstacle", "impassable"})
"""Reasons that do not pass with the turn: what they stand against is nothing to propose."""


def proposals(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """What a seat may propose for the groups of its own, by what it knows; the referee needs to propose nothing."""
    if seat == REFEREE:
        return
    for room in ROOMS:
        for offer in room.offers(known, REFEREE):
            who = speaker(known, seat, getattr(offer.command, "group", None))
            if who is None or type(offer.command) not in PROPOSED or _stands(offer):
                continue
            act = Declare(who, _said(offer.label), wire.plain(offer.command))
            yield Offer(act, f"{known.people[who].name}: propose to {act.text}", who)


def proposes(known: Campaign, seat: SeatId, act: Declare, meant: Command) -> bool:
    """Whether a player may propose that: something of the group's they know of, with nothing decided for others."""
    fields = PROPOSED.get(type(meant))
    group = getattr(meant, "group", None)
    if fields is None or seat == REFEREE or act.who not in _own(known, seat, group):
        return False
    bare = type(meant)(**{name: getattr(meant, name) for name in ("group", *fields)})
    if bare != meant:
        return False
    room = next(room for room in ROOMS if type(meant) in room.steps)
    if not any(room.refusals[type(meant)](known, REFEREE, meant)):
        return True
    return any(offer.command == meant and not _stands(offer) for offer in room.offers(known, REFEREE))


def speaker(known: Campaign, seat: SeatId, group: GroupId | None) -> PersonId | None:
    """Who of a group proposes for a seat: the first of its own who can act, a Delver before hired people."""
    own = _own(known, seat, group)
    return min(own, key=lambda who: known.people[who].role is not Role.DELVER, default=None)


def _own(known: Campaign, seat: SeatId, group: GroupId | None) -> tuple[PersonId, ...]:
    there = known.groups.get(group) if group is not None else None
    members = there.members if there is not None else ()
    people = (known.people[who] for who in members if who in known.people)
    return tuple(person.id for person in people if person.seat == seat and person.able)


def _stands(offer: Offer) -> bool:
    return any(reason.code in LASTING for reason in offer.refused)


def _said(label: str) -> str:
    """What is proposed, without the group's name and what it costs."""
    said = (label.partition(": ")[2] or f"{label[:1].lower()}{label[1:]}").partition(" (")[0].partition(",")[0]
    return f"go {said}" if said.startswith("through") else said
