"""A fighter's go in a round: a move, an action, and the extra attack that an exact hit earns."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.violence.checks import TWO_D20, Check, Edge, attribute_check
from undercroft.books.violence.combat_rounds import Go, GoRefused, NoGo, affords, turn_budget
from undercroft.books.violence.units import Attribute
from undercroft.kernel.dice import D20
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.fight import stats
from undercroft.table.fight.field import Field, fights
from undercroft.table.fight.start import named
from undercroft.table.fight.stats import pointless
from undercroft.table.fight.weapons import Reload as Reloading
from undercroft.table.fight.weapons import Weapon, weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Block, Fighter, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import GroupId, PersonId, Text
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class GoCommand(Command, frozen=True):
    """A command that a fighter carries out on their go."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return not_on_their_go(known, seat, self.who)


class ActionCommand(Command, frozen=True):
    """A command that takes a fighter's action."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return not_free(known, seat, self.who)


class CrossRoom(GoCommand, frozen=True, tag="cross_room"):
    """Move, at most across a normal room."""

    ABOUT = About(title="Cross the room", icon="boot", place=Section.GO, also=Section.ACTIONS, rank=50)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        if fighter is not None and fighter.moved:
            yield Reason("moved", "They have already moved this round.", turn_budget.id)

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        field.set_fighter(replace(field.fighter(self.who), moved=True))
        play.tell(Went(self.who, "moves"), to=field.to)


class ReloadWeapon(GoCommand, frozen=True, tag="reload_weapon"):
    """Reload a weapon."""

    ABOUT = About(title="Reload a weapon", icon="redo", place=Section.GO, also=Section.ACTIONS, rank=60)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fighter = fighter_of(known, self.who)
        weapon = _unloaded(known, fighter) if fighter is not None else None
        if fighter is None or weapon is None:
            yield Reason("nothing_to_reload", "Nothing needs reloading.")
        elif weapon.reload is Reloading.MOVE and fighter.moved:
            yield Reason("moved", "They have already moved this round.", turn_budget.id)
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
    """Do something else as an action; with an attribute, it takes a check."""

    doing: Text
    attribute: Attribute | None = None
    edge: Edge = Edge.NONE
    ABOUT = About(
        title="Do something else",
        deed="another action",
        icon="hand",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=90,
        opens_form=True,
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
            result = f" and {_RESULTS.get(outcome.kind, 'does it')}"
        play.tell(Went(self.who, f"tries: {self.doing}{result}"), to=field.to)
        acted(field, fighter, self.doing)


class PassGo(GoCommand, frozen=True, tag="pass_go"):
    """Do nothing more this round."""

    ABOUT = About(
        title="End their turn",
        deed="ends their turn",
        icon="hourglass",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=110,
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
        field = Field(play, self.group)
        for fighter in field.up():
            _flee(field, fighter.who)


class Went(Event, frozen=True, tag="table.went"):
    """What a fighter did with their go."""

    who: PersonId
    did: str

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} {self.did}."


def field_of(play: Play, who: PersonId) -> Field:
    """The fight a character is in."""
    return Field(play, play.group_with(who).id)


def acted(field: Field, fighter: Fighter, did: str, *, free: bool = False) -> None:
    """Count an action, unless it was free; the go ends when no further action is possible."""
    actions = fighter.actions if free else fighter.actions + 1
    done = not fighter.again and not affords(actions + 1, fighter.grants)
    field.set_fighter(replace(fighter, actions=actions, done=done, did=did))


def _unloaded(known: Campaign, fighter: Fighter) -> Weapon | None:
    if fighter.unloaded is None:
        return None
    return next((weapon for weapon in weapons_of(known, fighter.who) if weapon.thing == fighter.unloaded), None)


_RESULTS = {"failure": "fails", "exact": "does it very well"}


def _check(known: Campaign, fighter: Fighter, attribute: Attribute, edge: Edge) -> Check:
    score, scars = stats.scores(known, fighter.who)[attribute], stats.scars_of(known, fighter.who)
    return Check(scars=scars, scars_used=fighter.bent, attribute=score, edge=edge)


def _flee(field: Field, who: PersonId) -> None:
    field.play.tell(Went(who, "flees"), to=field.to)
    field.set_fighter(replace(field.fighter(who), done=True, again=False, away=True, did="fled"))


# Reasons against


_PHASE = {Block.BEFORE: Phase.BEFORE, Block.AFTER: Phase.AFTER}


def not_on_their_go(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Why a fighter cannot act now."""
    yield from not_theirs(known, seat, who)
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None else None
    if fight is None or fighter is None or fight.phase is Phase.OVER:
        yield Reason("no_fight", "They are not in a fight.")
    elif fighter.away:
        yield Reason("away", "They are out of the fight.")
    elif fight.phase is not _PHASE[fighter.block]:
        yield Reason("not_their_go", "It is not their turn to act.")
    elif fighter.done:
        yield Reason("done_this_round", f"They have already acted: {fighter.did or 'nothing to be done'}.")


def not_free(known: Campaign, seat: SeatId, who: PersonId, *, ritual: bool = False) -> Iterable[Reason]:
    """Why a fighter has no action left; an earned extra attack must be made or passed first."""
    reasons = tuple(not_on_their_go(known, seat, who))
    yield from reasons
    fighter = fighter_of(known, who)
    if reasons or fighter is None:
        return
    if fighter.again:
        yield Reason("blow_owed", "They have another attack first: make it, or give it up.")
    go = Go(moved=fighter.moved, actions=fighter.actions + 1, grants=fighter.grants, ritual=ritual)
    outcome = turn_budget(Script(), go)
    if isinstance(outcome, GoRefused):
        yield Reason(outcome.reason.value, _NO_GO[outcome.reason], turn_budget.id)


_NO_GO = {
    NoGo.TOO_MANY_ACTIONS: "They have no action left.",
    NoGo.RITUAL_AND_MOVE: "A ritual allows no move.",
}


def fighter_of(known: Campaign, who: PersonId) -> Fighter | None:
    """The fighter that a character is, if they are in a fight."""
    fight = fight_of(known.group_of(who))
    return fight.fighter(who) if fight is not None else None


# Offers


def on_their_go(known: Campaign, seat: SeatId) -> Iterable[tuple[Person, Fight, Fighter]]:
    """The people for whom a seat may act in a fight now, each with the fight and their place in it."""
    for who in known.present:
        fight, fighter = fight_of(known.group_of(who)), fighter_of(known, who)
        if fight is not None and fighter is not None and not any(not_on_their_go(known, seat, who)):
            yield known.people[who], fight, fighter


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, _, fighter in on_their_go(known, seat):
        who, name = person.id, person.name
        yield Offer(CrossRoom(who), "cross", "the room", name, who)
        if fighter.unloaded is not None:
            yield Offer(ReloadWeapon(who), "reload", subject=name, who=who)
        yield Offer(TryInFight(who, "something else"), "try", "something else", subject=name, who=who)
        yield Offer(FleeFight(who), "flee", subject=name, who=who)
        verb, what = ("give up", "the extra attack") if fighter.again else ("finish", "their turn")
        yield Offer(PassGo(who), verb, what, name, who)
    for group, fight in fights(known, seat):
        if fight.phase is not Phase.OVER:
            yield Offer(WithdrawAll(group.id), "Everybody flees", note=group.name)


PART = Part(
    commands=(CrossRoom, ReloadWeapon, TryInFight, PassGo, FleeFight, WithdrawAll), events=(Went,), offers=_offers
)
