"""Dice that a seat rolls of its own accord, for nothing that a rule asks about."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.dice import TWO_D6
from undercroft.kernel.notation import text
from undercroft.kernel.rules import says
from undercroft.kernel.units import SeatId, Throw
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, check
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE, seats
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.permission import no_seat
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import not_on_their_roll
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE

MOST_WORDS = 80


class ThrowDice(Command, frozen=True, tag="throw_dice"):
    """Roll dice, and put the result in the log: for everybody, or for the referee alone."""

    dice: Throw
    purpose: Annotated[str, Meta(max_length=MOST_WORDS), says("what the dice are for")] = ""
    secret: bool = False
    seat: SeatId = REFEREE
    ABOUT = About(
        title="Roll dice",
        deed="a roll of dice",
        icon="die",
        never_waits=True,
        for_seats=True,
        words="roll d4 d6 d8 d10 d12 d20 d100 percentile",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if self.seat not in known.seats and self.seat != REFEREE:
            yield no_seat(known)
        elif seat not in (REFEREE, self.seat):
            yield Reason("not_yours", "Those are another player's dice: roll your own.")
        if self.secret and self.seat != REFEREE:
            yield Reason("open_only", "Only the referee rolls in secret: roll openly.")

    def do(self, play: Play) -> None:
        name = "The referee" if self.seat == REFEREE else play.now.called(self.seat)
        purpose = f"{name} rolls{f' for {self.purpose}' if self.purpose else ''}"
        play.settle(
            plain_dice, Plain(self.dice, purpose), by=self.seat, to=SECRET if self.secret else TABLE, whole=True
        )


class ThrowSkill(Command, frozen=True, tag="throw_skill"):
    """Roll for a skill of your character with no difficulty named: the referee judges the total."""

    who: PersonId
    skill: Skill
    attribute: Attribute
    to: tuple[SeatId, ...] | None = None
    """The seats that see it besides you and the referee; without it, everybody."""
    ABOUT = About(title="Roll for a skill", icon="die", never_waits=True, words="free check attribute test roll")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        if not set(self.to or ()) <= {REFEREE, *known.seats}:
            yield no_seat(known)

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        purpose = f"{self.skill} with {SCORES_ON_SHEET[self.attribute].capitalize()}"
        to = TABLE if self.to is None else seats(person.seat, *self.to)
        dice = skill_dice(check(person, self.attribute, self.skill))
        play.settle(plain_dice, Plain(dice, purpose), by=person.seat, who=self.who, to=to, whole=True)


def skill_dice(modifier: int) -> Throw:
    """The dice of a skill check, with a modifier: `2d6+1`."""
    return f"{text(TWO_D6)}{modifier:+}" if modifier else text(TWO_D6)


PART = Part(commands=(ThrowDice, ThrowSkill))
