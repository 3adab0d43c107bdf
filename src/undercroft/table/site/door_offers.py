"""Offers for the doors that characters are at."""

from collections.abc import Iterable

from undercroft.books.sovereign.doors import door_pick
from undercroft.kernel.phrases import thing_named
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Offer, Part
from undercroft.table.exploration.clocks import step_of
from undercroft.table.site.doors import SHUT, CloseDoor, OpenDoor, doors_before
from undercroft.table.site.listening import listening
from undercroft.table.site.locks import PickLock, Unlock, keys_of, lock
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.sites import DoorState


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, door in doors_before(known, seat):
        who, name, what = person.id, person.name, f"the {door.name}"
        if door.state == DoorState.OPEN:
            yield Offer(CloseDoor(who, door.id), "close", what, name, who)
        if door.state in (DoorState.CLOSED, DoorState.BARRED):
            yield Offer(OpenDoor(who, door.id), "open", what, name, who)
        if door.state in SHUT:
            yield listening(person, door)
        if door.state == DoorState.LOCKED:
            if keys := keys_of(known, who):
                key = thing_named(keys[0], known=True) if len(keys) == 1 else "the keys at hand"
                yield Offer(Unlock(who, door.id), "unlock", f"{what} with {key}", name, who)
            act, step, site = PickLock(who, door.id), step_of(known, who), known.site_of(known.group_of(who))
            given = lock(known, person, site.doors[door.id]) if site is not None else None
            yield Offer(
                act, "pick", f"the lock of {what}", name, who,
                seconds=step, rule=door_pick, given=given, aims=("open",),
            )  # fmt: skip


PART = Part(offers=_offers)
