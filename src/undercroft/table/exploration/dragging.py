"""Dragging a person who cannot walk, outside a fight: their weight is part of the dragger's load."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign.encumbrance import DRAG_TEAMMATE
from undercroft.books.sovereign.injury import Lying, Wish, mortally_injured
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.body.wounds import not_together
from undercroft.table.bridge.loads import load
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, in_a_scene, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import subject
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import Fight
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind, Worn
from undercroft.table.world.campaign_start import ThingPlaced

_DRAGGED = "dragged-"


class Drag(Command, frozen=True, tag="drag"):
    """Drag a person who cannot walk; their weight is part of the load until you let go."""

    who: PersonId
    patient: PersonId
    ABOUT = About(title="Drag a person", icon="hand", rank=170)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        apart = tuple(not_together(known, self.who, self.patient))
        yield from apart
        group = known.group_of(self.who)
        if apart or group is None:
            return
        if isinstance(group.scene, Fight):
            yield in_a_scene(group)
        patient, who = known.people[self.patient], known.people.get(self.who)
        if patient.able:
            yield Reason("on_their_feet", f"{patient.name} needs no dragging.")
        elif dragger_of(known, self.patient) is not None:
            yield Reason("dragged_already", f"{patient.name} is being dragged.")
        burden = load(known, who, (_burden(self.who, patient),), Worn.STOWED) if who is not None else None
        if who is not None and burden is not None and burden.move is None:
            yield Reason("too_heavy", f"{who.name} cannot move with {patient.name}. Put some gear down.", burden.rule)

    def do(self, play: Play) -> None:
        patient = play.now.people[self.patient]
        if patient.is_in(State.MORTALLY_INJURED):
            play.settle(mortally_injured, Lying(Wish.BE_DRAGGED), to=around(self.who), whole=True)
        play.tell(ThingPlaced(_burden(self.who, patient)), to=around(self.who))
        play.tell(DragBegan(self.who, self.patient), to=around(self.who))


class LetGo(Command, frozen=True, tag="let_go"):
    """Let go of the person you drag."""

    who: PersonId
    patient: PersonId
    ABOUT = About(title="Let go of a person", icon="hand", rank=171)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_theirs(known, seat, self.who)
        if dragger_of(known, self.patient) != self.who:
            yield Reason("not_dragged", f"{subject(known, self.who)} does not drag that person.")

    def do(self, play: Play) -> None:
        _end(play, play.now.things[_id(self.patient)], self.who)


class EndDrag(Automatic, frozen=True, tag="end_drag"):
    """End the dragging of a person who can walk again or is elsewhere; Undercroft does this by itself."""

    patient: PersonId
    ABOUT = About(deed="nobody is dragged any more")

    def do(self, play: Play) -> None:
        _end(play, play.now.things[_id(self.patient)], self.patient)


class DragBegan(Event, frozen=True, tag="table.drag-began"):
    """A person drags another, who weighs on them."""

    who: PersonId
    patient: PersonId

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} drags {name_of(now, self.patient)}."


def dragger_of(known: Campaign, patient: PersonId) -> PersonId | None:
    """The person who drags another."""
    return _draggers(known.things).get(patient)


@remembering(256)
def _draggers(things: Mapping[ThingId, Thing]) -> Mapping[PersonId, PersonId]:
    """Everybody who is dragged, and who drags them."""
    burdens = ((_dragged(thing), thing.place) for thing in things.values())
    return {person: place.by for person, place in burdens if person is not None and isinstance(place, Carried)}


def _dragged(thing: Thing) -> PersonId | None:
    """The person that a load is; logs from before a load said so have it in its id."""
    if thing.dragged is None and thing.id.startswith(_DRAGGED):
        return PersonId(thing.id.removeprefix(_DRAGGED))
    return thing.dragged


def _id(patient: PersonId) -> ThingId:
    return ThingId(f"{_DRAGGED}{patient}")


def _burden(who: PersonId, patient: Person) -> Thing:
    """The dragged person as a load."""
    place = Carried(who, Worn.STOWED)
    return Thing(
        _id(patient.id),
        f"{patient.name}, dragged",
        ThingKind.GEAR,
        place,
        points=DRAG_TEAMMATE,
        worth=0,
        dragged=patient.id,
    )


def _end(play: Play, burden: Thing, near: PersonId) -> None:
    play.tell(ThingPlaced(replace(burden, place=Gone(), count=0, points=0)), to=around(near))


def _next(campaign: Campaign) -> Command | None:
    """End the first dragging that cannot go on."""
    for patient, by in _draggers(campaign.things).items():
        together = campaign.group_of(by) == campaign.group_of(patient)
        person = campaign.people.get(patient)
        if not together or not campaign.people[by].able or person is None or person.able:
            return EndDrag(patient)
    return None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    draggers = _draggers(known.things)
    for who in acting_for(known, seat):
        group = known.group_of(who)
        for patient in known.those_in(group.id) if group is not None else ():
            name = known.people[who].name
            if draggers.get(patient.id) == who:
                yield Offer(LetGo(who, patient.id), "let go of", patient.name, name, who, open_only=True)
            elif not patient.able and patient.alive:
                yield Offer(Drag(who, patient.id), "drag", patient.name, name, who, open_only=True)


PART = Part(commands=(Drag, LetGo, EndDrag), events=(DragBegan,), offers=_offers, follow_up=_next)
