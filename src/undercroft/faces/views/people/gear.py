"""What a person carries, at hand and packed away, with what can be done with each thing."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.actions import Action
from undercroft.kernel import wire
from undercroft.kernel.remembering import remembering
from undercroft.table.bridge.armour import is_armour
from undercroft.table.bridge.loads import Load, load
from undercroft.table.engine.about import Section, Slot
from undercroft.table.gear.carrying import Drop, Pack
from undercroft.table.gear.reach import called
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.things import Gone, Thing, ThingKind, Worn
from undercroft.table.world.roadside import ground

MOST_ITEMS = 8192
"""Things that are remembered as the panels of gear show them: few change from moment to moment."""


class GearItem(Struct, frozen=True):
    """One thing a person carries, and the commands that move it."""

    thing: Thing
    name: str
    worth: str
    worn: str
    """Of armour, whether it is worn: readied armour protects, stowed armour does not."""
    drop: Any
    pack: Any
    """The command that moves it to the other of the two places."""


class GearView(Struct, frozen=True):
    """Everything a person carries."""

    load: Load
    readied: tuple[GearItem, ...]
    stowed: tuple[GearItem, ...]
    lost: str = ""
    """A warning where dropped things are gone for good."""


def gear(known: Campaign, person: Person) -> GearView:
    """The gear of a person."""
    return GearView(
        load(known, person),
        tuple(
            _item(thing, person.id, Worn.STOWED) for thing in known.carried_by(person.id, Worn.READIED) if thing.count
        ),
        tuple(
            _item(thing, person.id, Worn.READIED) for thing in known.carried_by(person.id, Worn.STOWED) if thing.count
        ),
        _lost(known, person),
    )


def _lost(known: Campaign, person: Person) -> str:
    group = known.group_of(person.id)
    gone = group is not None and isinstance(ground(group), Gone)
    return "There is no map here: what is dropped is gone for good." if gone else ""


def with_gear(actions: Iterable[Action], person: Person) -> tuple[Action, ...]:
    """What else a person can do with what they carry: eat, drink, share coins."""
    own = (action for action in actions if action.who == person.id and action.about.slot is Slot.GEAR)
    return tuple(action for action in own if not action.refused and not action.about.shown_in(Section.GEAR))


@remembering(MOST_ITEMS)
def _item(thing: Thing, bearer: PersonId, other: Worn) -> GearItem:
    return GearItem(
        thing,
        called(thing),
        thing.note if thing.kind is ThingKind.COINS and thing.worth is None else worth(thing.worth),
        ("worn" if other is Worn.STOWED else "not worn") if is_armour(thing.item) and not thing.broken else "",
        wire.plain(Drop(bearer, thing.id)),
        wire.plain(Pack(bearer, thing.id, other)),
    )


def worth(coppers: int | None) -> str:
    """Such as 50g; empty for a worthless thing."""
    if coppers is None:
        return "worth unknown"
    return in_coins(coppers) if coppers else ""
