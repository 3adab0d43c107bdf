"""Telling players how people are: those they have not seen for a while, or see otherwise by new house rules."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.table.engine.audience import Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import SceneWentOn
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import PersonId
from undercroft.table.state.lights import Light
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight
from undercroft.table.state.things import Carried, Thing, seen_thing


class CaughtUp(Event, frozen=True, tag="table.caught-up"):
    """Players met people they had not seen for a while: how they are, what they carry, and which lights they hold."""

    people: tuple[Person, ...]
    things: tuple[Thing, ...]
    lights: tuple[Light, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        """Drop the things and lights that the people no longer have."""
        who = {person.id for person in self.people}
        for person in self.people:
            campaign = with_person(campaign, person)
        elsewhere = {
            id: thing
            for id, thing in campaign.things.items()
            if not (isinstance(thing.place, Carried) and thing.place.by in who)
        }
        lights = {id: light for id, light in campaign.lights.items() if light.holder not in who}
        return replace(
            campaign,
            things={**elsewhere, **{thing.id: thing for thing in self.things}},
            lights={**lights, **{light.thing: light for light in self.lights}},
        )


def as_others_see(person: Person) -> Person:
    """A person without their secret conditions."""
    return replace(person, conditions=tuple(condition for condition in person.conditions if not condition.secret))


def catch_up(play: Play, members: Iterable[PersonId], to: Audience) -> None:
    """Tell players how these people are and what they carry."""
    met = tuple(members)
    people = tuple(as_others_see(play.now.people[who]) for who in met)
    things = tuple(seen_thing(thing) for who in met for thing in play.now.carried_by(who))
    lights = tuple(light for light in play.now.lights.values() if light.holder in met)
    play.aside(CaughtUp(people, things, lights), to=to)


def look_again(play: Play) -> None:
    """Tell every group how its members and its foes look, after the house changed what players see of them."""
    for group in play.now.groups.values():
        to = group_audience(group.id)
        catch_up(play, group.members, to)
        if isinstance(group.scene, Fight):
            play.aside(SceneWentOn(group.id, group.scene.seen), to)
