"""Things in hand in a fight by Sovereign: readying and stowing them, and reloading."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.combat import Action
from undercroft.books.sovereign.units import Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.fight.goes import Went, field_of, fighter_of
from undercroft.table.fight.sovereign.arms import Arm, arms_of
from undercroft.table.fight.sovereign.economy import SovereignAction, cannot_afford, fighting_by_sovereign, pay
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.things import Carried, Worn
from undercroft.table.world.campaign_start import ThingPlaced


class ReadyInFight(SovereignAction, frozen=True, tag="ready_in_fight"):
    """Take a stowed thing in hand."""

    COSTS: ClassVar[Action] = Action.READY_STOWED_ITEM
    thing: ThingId
    ABOUT = About(title="Take a thing in hand", icon="pack")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        thing = known.things.get(self.thing)
        if thing is None or thing.place != Carried(self.who, Worn.STOWED) or not thing.count:
            yield Reason("not_in_the_pack", f"{have(known, self.who)} no such thing in the pack.")
        elif readied_load(known, self.who) + thing.points > bridge.load_limits(known.people[self.who])[0]:
            yield Reason("hands_full", f"{have(known, self.who)} too much at hand: stow something first.")

    def do(self, play: Play) -> None:
        field, thing = field_of(play, self.who), play.now.things[self.thing]
        play.tell(ThingPlaced(replace(thing, place=Carried(self.who, Worn.READIED))), to=field.to)
        play.tell(Went(self.who, f"takes the {thing.name} in hand"), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, f"readied the {thing.name}")


class StowInFight(SovereignAction, frozen=True, tag="stow_in_fight"):
    """Stow a thing that is in hand."""

    COSTS: ClassVar[Action] = Action.STOW_ITEM
    thing: ThingId
    ABOUT = About(title="Stow a thing", icon="pack")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        thing = known.things.get(self.thing)
        if thing is None or thing.place != Carried(self.who, Worn.READIED) or not thing.count:
            yield Reason("not_in_hand", f"{have(known, self.who)} no such thing at hand.")

    def do(self, play: Play) -> None:
        field, thing = field_of(play, self.who), play.now.things[self.thing]
        play.tell(ThingPlaced(replace(thing, place=Carried(self.who, Worn.STOWED))), to=field.to)
        play.tell(Went(self.who, f"stows the {thing.name}"), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, f"stowed the {thing.name}")


class ReloadArm(Command, frozen=True, tag="reload_arm"):
    """Nock an arrow, or span a crossbow again."""

    who: PersonId
    ABOUT = About(title="Reload a bow or crossbow", icon="redo", place=Section.GO, also=Section.ACTIONS, rank=40)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        fighter = fighter_of(known, self.who)
        arm = unloaded_arm(known, fighter) if fighter is not None else None
        if arm is None:
            yield from cannot_afford(known, seat, self.who, Action.NOCK_ARROW_TRAINED)
            yield Reason("nothing_to_reload", "Nothing needs reloading.")
        else:
            yield from cannot_afford(known, seat, self.who, _reloading(known, self.who, arm))

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = field.fighter(self.who)
        arm = unloaded_arm(play.now, fighter)
        action = _reloading(play.now, self.who, arm) if arm is not None else Action.NOCK_ARROW_TRAINED
        play.tell(Went(self.who, f"reloads the {arm.name}" if arm is not None else "reloads"), to=field.to)
        pay(field, replace(fighter, unloaded=None), action, "reloaded")


def unloaded_arm(known: Campaign, fighter: Fighter) -> Arm | None:
    """The weapon in a fighter's hands that must be reloaded, if there is one."""
    if fighter.unloaded is None:
        return None
    return next((arm for arm in arms_of(known, fighter.who) if arm.thing == fighter.unloaded), None)


def _reloading(known: Campaign, who: PersonId, arm: Arm) -> Action:
    return arm.reload(bridge.skill(known.people[who], Skill.SHOOT)) or Action.NOCK_ARROW_TRAINED


def readied_load(known: Campaign, who: PersonId) -> int:
    """The points of what a character has at hand."""
    return sum(thing.points for thing in known.carried_by(who, Worn.READIED))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, _, fighter in fighting_by_sovereign(known, seat):
        who, name = person.id, person.name
        if fighter.unloaded is not None:
            yield Offer(ReloadArm(who), "reload", subject=name, who=who)
        for thing in known.carried_by(who, Worn.STOWED):
            yield Offer(ReadyInFight(who, thing.id), "take", thing.name, name, who, detail=" in hand", open_only=True)
        for thing in known.carried_by(who, Worn.READIED):
            yield Offer(StowInFight(who, thing.id), "stow", thing.name, name, who, open_only=True)


PART = Part(commands=(ReadyInFight, StowInFight, ReloadArm), offers=_offers)
