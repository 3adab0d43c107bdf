"""Handouts: texts and pictures that the referee prepares, and shows to the players of their choice, now or later."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE, Audience, seats
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_seat
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Label, MessageId, PictureId, Text
from undercroft.table.state.messages import Handout
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.prepared_handouts import (
    MOST_HANDOUTS,
    TOO_MANY_HANDOUTS,
    HandoutPrepared,
    with_handout,
)


class GiveHandout(Command, frozen=True, tag="handout"):
    """Give players a handout: a text, a picture, or both. Without players it is prepared, to be shown later."""

    title: Label
    text: Text = ""
    picture: PictureId | None = None
    """One of the pictures kept with the campaign."""
    alt: Annotated[str, Meta(max_length=400)] = ""
    """What the picture shows, in words."""
    to: tuple[SeatId, ...] = ()
    everybody: bool = False
    ABOUT = About(
        title="Give a handout", icon="note", while_waiting=True, words="show picture letter text prop players"
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not self.text.strip() and self.picture is None:
            yield Reason("empty", "Write a text or choose a picture.")
        if seat == REFEREE and self.picture is not None and self.picture not in known.pictures:
            yield Reason("no_picture", "There is no such picture: upload it first.")
        if len(known.handouts) >= MOST_HANDOUTS:
            yield TOO_MANY_HANDOUTS
        yield from _no_seats(known, self.to)

    def do(self, play: Play) -> None:
        picture = play.now.pictures.get(self.picture) if self.picture is not None else None
        size = (picture.width, picture.height) if picture is not None else (0, 0)
        id = MessageId(play.act or "")
        handout = Handout(id, self.title.strip(), self.text.strip(), self.picture, *size, self.alt.strip())
        play.tell(HandoutPrepared(handout))
        if self.to or self.everybody:
            _show(play, handout, self.to, everybody=self.everybody)


class ShowHandout(Command, frozen=True, tag="show_handout"):
    """Show a prepared handout to players, or show more players one that some already have."""

    handout: MessageId
    to: tuple[SeatId, ...] = ()
    everybody: bool = False
    ABOUT = About(title="Show a handout", icon="eye", while_waiting=True, words="reveal picture letter prop players")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat != REFEREE:
            return
        handout = known.handouts.get(self.handout)
        if handout is None:
            yield NO_HANDOUT
        elif not self.to and not self.everybody:
            yield Reason("nobody", "Choose who sees it.")
        elif handout.everybody or (not self.everybody and set(self.to) <= set(handout.shown_to)):
            yield Reason("already_shown", "All of these seats have this handout already.")
        yield from _no_seats(known, self.to)

    def do(self, play: Play) -> None:
        _show(play, play.now.handouts[self.handout], self.to, everybody=self.everybody)


class HideHandout(Command, frozen=True, tag="hide_handout"):
    """Hide a handout from all players again; it stays prepared."""

    handout: MessageId
    ABOUT = About(title="Hide a handout", icon="eye-closed", while_waiting=True, words="withdraw picture letter prop")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat != REFEREE:
            return
        handout = known.handouts.get(self.handout)
        if handout is None:
            yield NO_HANDOUT
        elif not handout.shown:
            yield Reason("not_shown", "No player has this handout.")

    def do(self, play: Play) -> None:
        handout = play.now.handouts[self.handout]
        play.tell(HandoutHidden(self.handout, handout.title), to=has_it(handout))


class DropHandout(Command, frozen=True, tag="drop_handout"):
    """Remove a prepared handout."""

    handout: MessageId
    ABOUT = About(title="Remove a handout", icon="cross", while_waiting=True)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if seat != REFEREE:
            return
        handout = known.handouts.get(self.handout)
        if handout is None:
            yield NO_HANDOUT
        elif handout.shown:
            yield Reason("shown", "Players have this handout: hide it first.")

    def do(self, play: Play) -> None:
        play.tell(HandoutDropped(self.handout))


class HandoutShown(Event, frozen=True, tag="table.handout-shown"):
    """Players have a handout. `again` if they had it, and more players have it now."""

    handout: Handout
    again: bool = False

    def fold(self, campaign: Campaign) -> Campaign:
        had = campaign.handouts.get(self.handout.id)
        return with_handout(campaign, replace(self.handout, read_by=had.read_by if had is not None else ()))

    def say(self, _now: Campaign) -> str:
        return "" if self.again else f"Handout from the referee: {self.handout.title}."


class HandoutHidden(Event, frozen=True, tag="table.handout-hidden"):
    """The referee hid a handout again; only the referee still has it."""

    handout: MessageId
    title: str

    def fold(self, campaign: Campaign) -> Campaign:
        """Forget it; the referee, who has the pictures and all prepared handouts, keeps it."""
        had = campaign.handouts.get(self.handout)
        if had is not None and REFEREE in had.read_by:
            return with_handout(campaign, replace(had, shown_to=(), everybody=False, read_by=(REFEREE,)))
        return _without(campaign, self.handout)

    def say(self, _now: Campaign) -> str:
        return f"The referee hides a handout: {self.title}."


class HandoutDropped(SecretEvent, frozen=True, tag="table.handout-dropped"):
    """The referee removed a prepared handout."""

    handout: MessageId

    def fold(self, campaign: Campaign) -> Campaign:
        return _without(campaign, self.handout)


NO_HANDOUT = Reason("no_handout", "There is no such handout.")


def has_it(handout: Handout) -> Audience:
    """The seats that have a handout, and the referee; the spectators too if the whole table has it."""
    return TABLE if handout.everybody else seats(*handout.shown_to)


def sees_picture(known: Campaign, picture: PictureId) -> bool:
    """Whether a player's seat sees a picture: on the map of a level, or on a handout."""
    return picture in known.shown or any(handout.picture == picture for handout in known.handouts.values())


def _show(play: Play, handout: Handout, to: tuple[SeatId, ...], *, everybody: bool) -> None:
    """Show a handout to these seats: the new ones hear of it, the others learn who has it now."""
    had = has_it(handout)(play.now) if handout.shown else frozenset((REFEREE,))
    shown_to = tuple(seat for seat in play.now.seats if seat in {*handout.shown_to, *to})
    shown = replace(handout, shown_to=shown_to, everybody=handout.everybody or everybody, read_by=())
    new = has_it(shown)(play.now) - had
    play.tell(HandoutShown(shown), to=lambda _: new | {REFEREE})
    play.aside(HandoutShown(shown, again=True), to=lambda _: had)


def _no_seats(known: Campaign, to: tuple[SeatId, ...]) -> Iterator[Reason]:
    if not set(to) <= known.seats.keys():
        yield no_seat(known)


def _without(campaign: Campaign, id: MessageId) -> Campaign:
    return replace(campaign, handouts={key: handout for key, handout in campaign.handouts.items() if key != id})


PART = Part(
    commands=(GiveHandout, ShowHandout, HideHandout, DropHandout),
    events=(HandoutPrepared, HandoutShown, HandoutHidden, HandoutDropped),
)
