"""A fighter's go in a round: a move, an action, and the extra attack that an exact hit earns."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.violence.checks import TWO_D20, Check, Edge, attribute_check
from undercroft.books.violence.combat_rounds import NoGo, turn_budget
from undercroft.books.violence.units import Attribute
from undercroft.kernel.dice import D20
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.fight import stats
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.field import FightField, fights
from undercroft.table.fight.goes import (
    SOMETHING_ELSE,
    ActionCommand,
    GoCommand,
    Went,
    acted,
    field_of,
    fighter_of,
    not_free,
    on_their_go,
    tries,
)
from undercroft.table.fight.stats import pointless
from undercroft.table.fight.weapons import Reload as Reloading
from undercroft.table.fight.weapons import Weapon, weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import GroupId, PersonId, Text


class CrossRoom(GoCommand, frozen=True, tag="cross_room"):
    """Move, at most across a normal room."""

    BOOK: ClassVar[Combat | None] = Combat.VIOLENCE
    ABOUT = About(title="Move up to a room's width", icon="boot", place=Section.GO, also=Section.ACTIONS, rank=50)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is not None and fighter.moved:
            yield Reason("moved", f"{have(known, self.who)} already moved this round.", turn_budget.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        field.set_fighter(replace(field.fighter(self.who), moved=True))
        play.tell(Went(self.who, "moves"), to=field.to)


class ReloadWeapon(GoCommand, frozen=True, tag="reload_weapon"):
    """Reload a weapon."""

    BOOK: ClassVar[Combat | None] = Combat.VIOLENCE
    ABOUT = About(title="Reload a weapon", icon="redo", place=Section.GO, also=Section.ACTIONS, rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        weapon = _unloaded(known, fighter) if fighter is not None else None
        if fighter is None or weapon is None:
            yield Reason("nothing_to_reload", "Nothing needs reloading.")
        elif weapon.reload is Reloading.MOVE and fighter.moved:
            yield Reason("moved", f"{have(known, self.who)} already moved this round.", turn_budget.id)
        elif weapon.reload is Reloading.ACTION:
            reasons = not_free(known, seat, self.who)
            yield from (reason for reason in reasons if reason.code == NoGo.TOO_MANY_ACTIONS)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = field.fighter(self.who)
        weapon = _unloaded(play.now, fighter)
        ready = replace(fighter, unloaded=None)
        play.tell(Went(self.who, f"reloads the {weapon.name}" if weapon else "reloads"), to=field.to)
        if weapon is not None and weapon.reload is Reloading.MOVE:
            field.set_fighter(replace(ready, moved=True))
        else:
            acted(field, ready, "reloaded")


class TryInFight(ActionCommand, frozen=True, tag="try_in_fight"):
    """Try something else as an action, in your own words; an attribute check decides it, or no roll at all."""

    BOOK: ClassVar[Combat | None] = Combat.VIOLENCE
    doing: Text
    attribute: Attribute | None = None
    edge: Edge = Edge.NONE
    ABOUT = About(
        title="Try something else",
        deed="another action",
        icon="hand",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=90,
        opens_form=True,
        for_referee=frozenset({"edge"}),
    )

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = field.fighter(self.who)
        result = ""
        if self.attribute is not None:
            given = play.now.house.applied(attribute_check, _check(play.now, fighter, self.attribute, self.edge))
            dice = D20 if given.edge is Edge.NONE else TWO_D20
            unchanged = pointless(given, lambda roll: (roll == given.attribute, roll < given.attribute), dice)
            outcome = field.settle(attribute_check, given, self.who, unchanged)
            fighter = field.with_bends(fighter)
            result = f" and {_RESULTS.get(outcome.kind, 'succeeds')}"
        play.tell(Went(self.who, tries(self.doing, result)), to=field.to)
        acted(field, fighter, self.doing)


class PassGo(GoCommand, frozen=True, tag="pass_go"):
    """Do nothing more this round."""

    ABOUT = About(
        title="Do nothing more this round",
        deed="the end of a character's round",
        icon="hourglass",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=20,
    )

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        fighter = field.fighter(self.who)
        play.tell(Went(self.who, "is done for this round" if fighter.did or fighter.moved else "waits"), to=field.to)
        field.set_fighter(replace(fighter, done=True, again=False, did=fighter.did or "waited"))


class FleeFight(GoCommand, frozen=True, tag="flee_fight"):
    """Flee from the fight."""

    ABOUT = About(title="Flee from the fight", icon="flag", place=Section.GO, also=Section.ACTIONS, rank=100)

    def do(self, play: Play) -> None:
        _flee(field_of(play, self.who), self.who)


class WithdrawAll(Command, frozen=True, tag="withdraw_all"):
    """Let everyone in the group who can run flee."""

    group: GroupId
    ABOUT = About(title="Everybody flees", deed="everybody flees", icon="flag")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None or fight.phase is Phase.OVER:
            yield Reason("no_fight", "There is no fight.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        for fighter in field.up():
            _flee(field, fighter.who)


def _unloaded(known: Campaign, fighter: Fighter) -> Weapon | None:
    if fighter.unloaded is None:
        return None
    return next((weapon for weapon in weapons_of(known, fighter.who) if weapon.thing == fighter.unloaded), None)


_RESULTS = {"failure": "fails", "exact": "succeeds very well"}


def _check(known: Campaign, fighter: Fighter, attribute: Attribute, edge: Edge) -> Check:
    score, scars = stats.scores(known, fighter.who)[attribute], stats.scars_of(known, fighter.who)
    return Check(scars=scars, scars_used=fighter.bent, attribute=score, edge=edge)


def _flee(field: FightField, who: PersonId) -> None:
    BOOKS[field.fight.book].leave_melee(field, who)
    if not field.person(who).able:
        return
    field.play.tell(Went(who, "flees"), to=field.to)
    field.set_fighter(replace(field.fighter(who), done=True, again=False, away=True, did="fled"))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, fight, fighter in on_their_go(known, seat):
        who, name = person.id, person.name
        if fight.book is Combat.VIOLENCE:
            yield Offer(CrossRoom(who), "cross", "the room", name, who)
            if fighter.unloaded is not None:
                yield Offer(ReloadWeapon(who), "reload", subject=name, who=who)
            yield Offer(TryInFight(who, SOMETHING_ELSE), "try", SOMETHING_ELSE, subject=name, who=who)
        yield Offer(FleeFight(who), "flee", subject=name, who=who)
        verb, what = ("give up", "the extra attack") if fighter.again else ("do", "nothing more this round")
        yield Offer(PassGo(who), verb, what, name, who)
    for group, fight in fights(known, seat):
        if fight.phase is not Phase.OVER:
            yield Offer(WithdrawAll(group.id), "Everybody flees", note=group.name)


PART = Part(commands=(CrossRoom, ReloadWeapon, TryInFight, PassGo, FleeFight, WithdrawAll), offers=_offers)
