"""Something from the pack in a fight: in hand at once, next Round, after a search, or not at all."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.combat_rounds import Found, FoundNow, Searching, pack_access
from undercroft.books.violence.equipment import Item
from undercroft.kernel.units import SeatId
from undercroft.table import striking
from undercroft.table.answers import Ruling
from undercroft.table.battle import Reaching
from undercroft.table.bending import bent
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.procedures.fight_go import acted, field_of, free_to_act, on_their_go
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.things import Carried, Worn


class Rummage(Command, frozen=True, tag="rummage"):
    """Reach into the pack for something; `pouch` where it is the one thing in a belt pouch."""

    who: PersonId
    thing: ThingId
    pouch: bool = False


class Rummaged(Event, frozen=True, tag="table.rummaged"):
    """Somebody reached into their pack: how it went, and from which Round on the thing can be used."""

    who: PersonId
    thing: str
    how: str
    usable: int | None = None


def _rummage(play: Play, act: Rummage) -> None:
    """What is found at once leaves the action to use it."""
    field = field_of(play, act.who)
    fighter, thing = field.fighter(act.who), play.now.things[act.thing]
    given = replace(striking.pack(play.now, fighter, field.fight.round), belt_pouch=act.pouch)
    given = play.now.house.applied(pack_access, given)
    seat = field.person(act.who).seat
    ruling = Ruling(pack_access, given, by=seat, to=field.to, whole=True, idle=striking.pack_idle(given))
    (outcome,) = play.settle_each((ruling,))
    fighter = replace(fighter, bent=fighter.bent + bent(play.answers_of()))
    usable = outcome.usable_round if isinstance(outcome, Found | Searching) else None
    play.tell(Rummaged(act.who, thing.name, outcome.kind, usable), to=field.to)
    if isinstance(outcome, FoundNow):
        play.tell(ThingPlaced(replace(thing, place=Carried(act.who, Worn.READIED))), to=field.to)
        field.stands(fighter)
        return
    if isinstance(outcome, Found):
        fighter = replace(fighter, reaching=Reaching(act.thing, outcome.usable_round))
    elif isinstance(outcome, Searching):
        fighter = replace(fighter, reaching=Reaching(act.thing, outcome.usable_round, outcome.until_round))
    acted(field, fighter, f"reached for the {thing.name}")


def _may_rummage(known: Campaign, seat: SeatId, act: Rummage) -> Iterable[Reason]:
    yield from free_to_act(known, seat, act.who)
    thing = known.things.get(act.thing)
    if thing is None or thing.place != Carried(act.who, Worn.STOWED) or not thing.count:
        yield Reason("not_in_the_pack", "They have no such thing in their pack.", pack_access.id)
    if act.pouch and known.has(act.who, Item.BELT_POUCH) is None:
        yield Reason("no_pouch", "They have no belt pouch.", pack_access.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        if any(on_their_go(known, seat, who)):
            continue
        fight = fight_of(known.group_of(who))
        fighter = fight.fighter(who) if fight is not None else None
        if fight is None or fighter is None:
            continue
        given = known.house.applied(pack_access, striking.pack(known, fighter, max(1, fight.round)))
        for thing in known.carried_by(who, Worn.STOWED):
            act = Rummage(who, thing.id)
            refused = tuple(_may_rummage(known, seat, act))
            label = f"{known.people[who].name}: dig in the pack for the {thing.name}"
            yield Offer(act, label, who, rule=pack_access, given=given, refused=refused, aims=("found", "found_now"))


_HOW = {
    "found": "finds",
    "found_now": "has at once",
    "forgone": "does without",
    "searching": "must search for",
    "no_check": "takes out",
}

ROOM = Room(
    arms={Rummaged: unchanged},
    steps={Rummage: _rummage},
    refusals={Rummage: _may_rummage},
    offers=_offers,
    words={
        Rummaged: lambda now, it: (
            f"{now.people[it.who].name} {_HOW[it.how]} the {it.thing}"
            f"{f', ready in Round {it.usable}' if it.usable is not None else ''}."
        ),
    },
)
