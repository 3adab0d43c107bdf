"""Dice that a command waits for: asked of the seats that hold them, answered in any order, rolled or called off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from undercroft.interpret.play import Answered
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Wanted
from undercroft.table.names import WantedId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Reason, Room
from undercroft.table.seats import REFEREE, Throwing
from undercroft.table.telling import SECRET, TABLE


class Answer(Command, frozen=True, tag="answer"):
    """What the dice show: one number a die in the order asked, nothing for a die the server is to roll, or a word."""

    wanted: WantedId
    ruling: int
    answers: tuple[int | str | None, ...]


class RollRest(Command, frozen=True, tag="roll_rest"):
    """Let the server roll all that is still wanted."""

    wanted: WantedId


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Call a waiting command off: the world is as it was."""

    wanted: WantedId


class LayTray(Command, frozen=True, tag="lay_tray"):
    """Type dice in advance, for secret rolls to come."""

    faces: tuple[int, ...]


class UseDice(Command, frozen=True, tag="use_dice"):
    """Say whose dice a seat uses from now on: its own, typed in, or the server's.

    Secret dice that the referee types are waited for, and players may notice the pause.
    """

    seat: SeatId
    dice: Throwing


class DiceWanted(Event, frozen=True, tag="table.dice-wanted"):
    """A command waits. A player's seat is told its own questions and nothing else."""

    wanted: Wanted


class DiceAnswered(Event, frozen=True, tag="table.dice-answered"):
    """It waits no longer."""

    wanted: WantedId


class Withdrawn(Event, frozen=True, tag="table.withdrawn"):
    """It was called off; the dice already thrown for it stay on record."""

    secret: ClassVar[bool] = True

    wanted: WantedId
    command: Mapping[str, Any]
    throws: tuple[Answered, ...]


class TrayLaid(Event, frozen=True, tag="table.tray-laid"):
    """Dice lie ready for secret rolls."""

    secret: ClassVar[bool] = True

    faces: tuple[int, ...]


class DiceChosen(Event, frozen=True, tag="table.dice-chosen"):
    """A seat uses these dice from now on."""

    seat: SeatId
    dice: Throwing


def _wanted(campaign: Campaign, event: DiceWanted) -> Campaign:
    return replace(campaign, wanted={**campaign.wanted, event.wanted.id: event.wanted})


def _answered(campaign: Campaign, event: DiceAnswered | Withdrawn) -> Campaign:
    return replace(campaign, wanted={id: one for id, one in campaign.wanted.items() if id != event.wanted})


def _tray_laid(campaign: Campaign, event: TrayLaid) -> Campaign:
    return replace(campaign, tray=event.faces)


def _dice_chosen(campaign: Campaign, event: DiceChosen) -> Campaign:
    if event.seat == REFEREE:
        return replace(campaign, referees_dice=event.dice)
    seat = replace(campaign.seats[event.seat], dice=event.dice)
    return replace(campaign, seats={**campaign.seats, event.seat: seat})


def _lay_tray(play: Play, act: LayTray) -> None:
    play.tell(TrayLaid((*play.now.tray, *act.faces)), to=SECRET)


def _use_dice(play: Play, act: UseDice) -> None:
    play.tell(DiceChosen(act.seat, act.dice), to=SECRET if act.seat == REFEREE else TABLE)


def _name(now: Campaign, seat: SeatId) -> str:
    return "The referee" if seat == REFEREE else now.seats[seat].name


def _answerable(known: Campaign, seat: SeatId, act: Answer) -> Iterable[Reason]:
    wanted = known.wanted.get(act.wanted)
    if wanted is None or not any(
        asked.ruling == act.ruling and seat in (REFEREE, asked.seat) for asked in wanted.questions
    ):
        yield Reason("nothing_wanted", "No such dice are wanted of you.")


def _own_seat(known: Campaign, seat: SeatId, act: UseDice) -> Iterable[Reason]:
    if act.seat not in known.seats and act.seat != REFEREE:
        yield Reason("no_seat", "There is no such seat.")
    elif seat not in (REFEREE, act.seat):
        yield Reason("not_yours", "That is for its own player or the referee to choose.")


def _waiting(known: Campaign, seat: SeatId, act: RollRest | Withdraw) -> Iterable[Reason]:
    if seat != REFEREE:
        yield Reason("referee_only", "That is for the referee.")
    elif act.wanted not in known.wanted:
        yield Reason("nothing_wanted", "Nothing waits under that name.")


ROOM = Room(
    arms={
        DiceWanted: _wanted,
        DiceAnswered: _answered,
        Withdrawn: _answered,
        TrayLaid: _tray_laid,
        DiceChosen: _dice_chosen,
    },
    steps={LayTray: _lay_tray, UseDice: _use_dice},
    refusals={Answer: _answerable, RollRest: _waiting, Withdraw: _waiting, UseDice: _own_seat},
    words={
        Withdrawn: lambda _, it: f"Called off; {counted(len(it.throws), 'throw')} had been made for it.",
        DiceChosen: lambda now, it: (
            f"{_name(now, it.seat)} {'types dice' if it.dice == Throwing.TYPED else 'lets the server roll'}."
        ),
    },
)
