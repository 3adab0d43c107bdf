"""Dice that a command waits for: seats enter them in any order, the server rolls them, or the command is called off."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from undercroft.interpret.play import Answered
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_seat
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import WantedId
from undercroft.table.state.open_questions import Awaited, Wanted
from undercroft.table.state.seats import REFEREE, DiceKind, Throwing

MOST_AHEAD = 50
"""The most dice that the referee types in advance."""


class Answer(Command, frozen=True, tag="answer"):
    """Enter dice in the order asked, leaving out those Undercroft is to roll, or answer a choice."""

    wanted: WantedId
    ruling: int
    answers: tuple[int | str | None, ...]
    ABOUT = About(deed="dice or a choice", while_waiting=True, listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        wanted = known.wanted.get(self.wanted)
        if wanted is None or not any(
            asked.ruling == self.ruling and seat in (REFEREE, asked.seat) for asked in wanted.questions
        ):
            yield Reason("nothing_wanted", "Nobody is waiting for those dice from you.")


class _OfWaiting(Command, frozen=True):
    wanted: WantedId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat == REFEREE and self.wanted not in known.wanted:
            yield Reason("nothing_wanted", "No command is waiting under that name.")


class ChooseAgain(Command, frozen=True, tag="choose_again"):
    """Go back to the choice before this one; the dice stay as they fell."""

    wanted: WantedId
    ABOUT = About(title="Back", deed="the choice before", icon="left", while_waiting=True, listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        wanted = known.wanted.get(self.wanted)
        asked = (
            [question for question in wanted.questions if seat in (REFEREE, question.seat)]
            if wanted is not None
            else []
        )
        if not asked:
            yield Reason("nothing_wanted", "Nobody is waiting for a choice from you.")
        elif not any(question.back for question in asked):
            yield Reason("no_choice_before", "There is no choice to go back to: dice came last, or nothing yet.")


class RollRest(_OfWaiting, frozen=True, tag="roll_rest"):
    """Let Undercroft roll all dice still wanted."""

    ABOUT = About(deed="the rest of the dice", key="d", while_waiting=True, listed=False)


class Withdraw(_OfWaiting, frozen=True, tag="withdraw"):
    """Call off a command that waits for dice: nothing has happened."""

    ABOUT = About(deed="a command called off", while_waiting=True, listed=False)


class LayTray(Command, frozen=True, tag="lay_tray"):
    """Type dice in advance for secret rolls: they are used in that order, and nobody else sees them."""

    faces: Annotated[tuple[Annotated[int, Meta(ge=1, le=1000)], ...], Meta(max_length=MOST_AHEAD)] = ()
    clear: bool = False
    """Remove the dice set before."""
    ABOUT = About(title="Set secret dice", deed="secret dice set", while_waiting=True, words="tray ahead typed secret")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not self.faces and not (self.clear and known.tray):
            yield Reason("no_dice", "Type the dice, in the order in which they are to be used.")
        elif len(self.faces) + (0 if self.clear else len(known.tray)) > MOST_AHEAD:
            yield Reason(
                "too_many_dice",
                f"You can set {MOST_AHEAD} secret dice at most: use some first, or remove those set before.",
            )

    def do(self, play: Play) -> None:
        kept = () if self.clear else play.now.tray
        play.tell(TrayLaid((*kept, *self.faces)), to=SECRET)


class UseDice(Command, frozen=True, tag="use_dice"):
    """Choose whose dice a seat uses from now on: its own, typed in, or Undercroft's.

    If the referee types dice, secret rolls wait for them, and players may notice the pause.
    """

    seat: SeatId
    dice: Throwing
    roll: DiceKind | None = None
    """For this kind of roll only; without it for all rolls."""
    ABOUT = About(
        title="Choose whose dice",
        deed="whose dice to use",
        while_waiting=True,
        for_seats=True,
        setting=True,
        words="roll type dice server physical",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        if self.seat not in known.seats and self.seat != REFEREE:
            yield no_seat(known)
        elif seat not in (REFEREE, self.seat):
            yield Reason("not_yours", "Only the seat's player or the referee can choose that.")

    def do(self, play: Play) -> None:
        """Tell of it, unless the seat uses these dice already."""
        chosen = DiceChosen(self.seat, self.dice, self.roll)
        if _dice_of(chosen.fold(play.now)) != _dice_of(play.now):
            play.tell(chosen, to=SECRET if self.seat == REFEREE else TABLE)


def _dice_of(known: Campaign) -> tuple[object, ...]:
    """Whose dice the referee and every seat use."""
    return known.referees_dice, known.referees_dice_for, known.seats


class DiceWanted(Event, frozen=True, tag="table.dice-wanted"):
    """A command waits for dice. A player's seat is told only its own questions."""

    wanted: Wanted

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, wanted={**campaign.wanted, self.wanted.id: self.wanted})


class AnswersAwaited(Event, frozen=True, tag="table.answers-awaited"):
    """A command waits for these seats. Only seats that will see the dice are told, and not what is asked."""

    wanted: WantedId
    of: tuple[Awaited, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, awaited={**campaign.awaited, self.wanted: self.of})


class DiceAnswered(Event, frozen=True, tag="table.dice-answered"):
    """A command waits no longer: its dice are answered."""

    wanted: WantedId

    def fold(self, campaign: Campaign) -> Campaign:
        others = {id: wanted for id, wanted in campaign.wanted.items() if id != self.wanted}
        awaited = {id: of for id, of in campaign.awaited.items() if id != self.wanted}
        return replace(campaign, wanted=others, awaited=awaited)


def awaited_by(wanted: Wanted | None) -> Mapping[SeatId, tuple[Awaited, ...]]:
    """Whom a command waits for, for each seat but the referee's that will see dice of others.

    Dice that nobody else will see stay between the seat that holds them and the referee, and so does the wait.
    """
    known: dict[SeatId, dict[Awaited, None]] = {}
    for asked in wanted.questions if wanted is not None and wanted.blocks else ():
        for seat in {asked.seat, *asked.to} - {REFEREE}:
            known.setdefault(seat, {})[Awaited(asked.seat, asked.who)] = None
    return {
        seat: tuple(found) for seat, found in sorted(known.items()) if any(awaited.seat != seat for awaited in found)
    }


class Withdrawn(DiceAnswered, frozen=True, tag="table.withdrawn"):
    """A waiting command was called off; the dice rolled for it stay on record."""

    secret: ClassVar[bool] = True

    command: Mapping[str, Any]
    throws: tuple[Answered, ...]
    what: str = ""
    """What waited, in words; older logs leave it out."""

    def say(self, _now: Campaign) -> str:
        made = f" {counted(len(self.throws), 'roll')} had been made for it." if self.throws else ""
        return f"Called off: {self.what or 'what waited for dice'}.{made}"


class TrayLaid(SecretEvent, frozen=True, tag="table.tray-laid"):
    """Dice were typed in advance for secret rolls."""

    faces: tuple[int, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, tray=self.faces)


class DiceChosen(Event, frozen=True, tag="table.dice-chosen"):
    """A seat uses these dice from now on."""

    seat: SeatId
    dice: Throwing
    roll: DiceKind | None = None
    """The kind of rolls that it is about; all rolls if there is none."""

    def fold(self, campaign: Campaign) -> Campaign:
        """Choose for all rolls, or for one kind, which is kept only where it differs from the rest."""
        if self.seat == REFEREE:
            usual, others = self._chosen(campaign.referees_dice, campaign.referees_dice_for)
            return replace(campaign, referees_dice=usual, referees_dice_for=others)
        if self.seat not in campaign.seats:
            return campaign
        seat = campaign.seats[self.seat]
        usual, others = self._chosen(seat.dice, seat.dice_for)
        return replace(campaign, seats={**campaign.seats, self.seat: replace(seat, dice=usual, dice_for=others)})

    def _chosen(
        self, usual: Throwing, others: Mapping[DiceKind, Throwing]
    ) -> tuple[Throwing, Mapping[DiceKind, Throwing]]:
        if self.roll is None:
            return self.dice, {}
        kept = {kind: dice for kind, dice in {**others, self.roll: self.dice}.items() if dice != usual}
        return usual, kept

    def say(self, now: Campaign) -> str:
        of_player = now.called(self.seat) or "A player"
        name = "The referee" if self.seat == REFEREE else of_player
        what = f" for {self.roll.words}" if self.roll is not None else ""
        return f"{name} {'types dice' if self.dice == Throwing.TYPED else 'lets Undercroft roll'}{what}."


PART = Part(
    commands=(LayTray, UseDice, Answer, ChooseAgain, RollRest, Withdraw),
    events=(DiceWanted, AnswersAwaited, DiceAnswered, Withdrawn, TrayLaid, DiceChosen),
)
