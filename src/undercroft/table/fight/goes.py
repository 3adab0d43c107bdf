"""A fighter's go in a round: whether it is theirs, what they have left of it, and what they did with it."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.violence.combat_rounds import Go, GoRefused, NoGo, affords, turn_budget
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, have, subject
from undercroft.table.fight.field import FightField, named
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import SEARCHING, STUNNED, SURPRISED, Fighter, InitiativeBlock, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class GoCommand(Command, frozen=True):
    """A command that a fighter carries out on their go."""

    who: PersonId
    BOOK: ClassVar[Combat | None] = None
    """The book it belongs to; None if every fight has it."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from other_rules(known, self.who, self.BOOK)
        yield from not_on_their_go(known, seat, self.who)


class ActionCommand(Command, frozen=True):
    """A command that takes a fighter's action."""

    who: PersonId
    BOOK: ClassVar[Combat | None] = None
    """The book it belongs to; None if every fight has it."""

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from other_rules(known, self.who, self.BOOK)
        yield from not_free(known, seat, self.who)


class Went(Event, frozen=True, tag="table.went"):
    """What a fighter did with their go."""

    who: PersonId
    did: str

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} {self.did}."


def tries(doing: str, result: str) -> str:
    """What a fighter did who tried something of their own: `tries “topple the pillar” and succeeds`."""
    return f"tries {doing}{result}" if doing == SOMETHING_ELSE else f"tries “{doing}”{result}"


SOMETHING_ELSE = "something else"
"""What a fighter tries as long as nobody says what it is."""


def field_of(play: Play, who: PersonId) -> FightField:
    """The fight a character is in."""
    return FightField(play, play.group_with(who).id)


def acted(field: FightField, fighter: Fighter, did: str, *, free: bool = False) -> None:
    """Count an action, unless it was free; the go ends when no further action is possible."""
    actions = fighter.actions if free else fighter.actions + 1
    done = not fighter.again and not affords(actions + 1, fighter.grants)
    field.set_fighter(replace(fighter, actions=actions, done=done, did=did))


def hindrance(fighter: Fighter, number: int) -> str:
    """What keeps a fighter from acting in a round; empty if nothing does."""
    if fighter.surprised and number == 1:
        return SURPRISED
    if fighter.stunned:
        return STUNNED
    searching = fighter.reaching is not None and fighter.reaching.busy_until >= number
    return SEARCHING if searching else ""


# Reasons against


PHASE_OF = {InitiativeBlock.BEFORE: Phase.BEFORE, InitiativeBlock.AFTER: Phase.AFTER}
"""The phase in which each block acts."""


_ATTACKS = {Combat.VIOLENCE: ("Violence", "attack"), Combat.SOVEREIGN: ("Sovereign", "strike")}


def by_other_rules(fight: Fight) -> Reason:
    """That a command belongs to another book than the fight's, with the fight's own attack."""
    book, attack = _ATTACKS[fight.book]
    return Reason("other_rules", f"This fight goes by {book}: “{attack}” attacks in it.")


def other_rules(known: Campaign, who: PersonId, book: Combat | None) -> Iterable[Reason]:
    """Why a command of one book cannot be given in a fight by another."""
    fight = fight_of(known.group_of(who))
    if fight is not None and book is not None and fight.book is not book:
        yield by_other_rules(fight)


def has_acted(known: Campaign, fighter: Fighter) -> Reason:
    """The reason against a fighter who is done for this round."""
    what = f": {fighter.did}" if fighter.did else ""
    return Reason("done_this_round", f"{have(known, fighter.who)} already acted{what}.")


def not_on_their_go(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Why a fighter cannot act now."""
    yield from not_theirs(known, seat, who)
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None else None
    if fight is None or fighter is None or fight.phase is Phase.OVER:
        yield Reason("no_fight", f"{are(known, who)} not in a fight.")
    elif fighter.away:
        yield Reason("away", f"{are(known, who)} out of the fight.")
    elif fight.phase is not PHASE_OF[fighter.block]:
        yield Reason("not_their_go", f"It is not {subject(known, who)}'s turn to act.")
    elif fighter.done:
        yield has_acted(known, fighter)


def not_free(known: Campaign, seat: SeatId, who: PersonId, *, ritual: bool = False) -> Iterable[Reason]:
    """Why a fighter has no action left; an earned extra attack must be made or passed first."""
    reasons = tuple(not_on_their_go(known, seat, who))
    yield from reasons
    fighter = fighter_of(known, who)
    if reasons or fighter is None:
        return
    if fighter.again:
        yield Reason("blow_owed", "An extra attack comes first: make it, or give it up.")
    go = Go(moved=fighter.moved, actions=fighter.actions + 1, grants=fighter.grants, ritual=ritual)
    outcome = turn_budget(Script(), go)
    if isinstance(outcome, GoRefused):
        yield Reason(outcome.reason.value, _NO_GO[outcome.reason].format(have=have(known, who)), turn_budget.id)


_NO_GO = {
    NoGo.TOO_MANY_ACTIONS: "{have} no action left.",
    NoGo.RITUAL_AND_MOVE: "A ritual allows no move.",
}


def fighter_of(known: Campaign, who: PersonId) -> Fighter | None:
    """The fighter that a character is, if they are in a fight."""
    fight = fight_of(known.group_of(who))
    return fight.fighter(who) if fight is not None else None


def on_their_go(known: Campaign, seat: SeatId, book: Combat | None = None) -> Iterable[tuple[Person, Fight, Fighter]]:
    """The people for whom a seat may act in a fight now, by any book or one, with the fight and their place in it."""
    for who in acting_for(known, seat):
        fight, fighter = fight_of(known.group_of(who)), fighter_of(known, who)
        if fight is None or book not in (None, fight.book):
            continue
        if fighter is not None and not any(not_on_their_go(known, seat, who)):
            yield known.people[who], fight, fighter


PART = Part(events=(Went,))
