"""The big screen: whether it shows the code by which players join."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import SPECTATORS


class ShowCode(Command, frozen=True, tag="show_code"):
    """Show the code by which players join on the big screen, or hide it again."""

    shown: bool = True
    ABOUT = About(
        title="Show the join code on the big screen",
        place=Section.NOWHERE,
        while_waiting=True,
        setting=True,
        words="television tv qr join players",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if known.code_on_screen == self.shown:
            yield Reason(
                "as_it_is", "The big screen shows the code already." if self.shown else "It is hidden already."
            )

    def do(self, play: Play) -> None:
        play.tell(CodeShown(self.shown), to=seats(SPECTATORS))


class CodeShown(Event, frozen=True, tag="table.code-shown"):
    """The big screen shows the join code from now on, or hides it."""

    shown: bool

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, code_on_screen=self.shown)


PART = Part(commands=(ShowCode,), events=(CodeShown,))
