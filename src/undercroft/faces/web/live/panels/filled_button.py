"""Which panel has the filled button of a screen: there is never more than one, and it is the likeliest next step."""

from collections.abc import Sequence
from enum import Enum, auto

from undercroft.books.sovereign.reactions import Response
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banner import Banner
from undercroft.faces.views.banners import banners
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import SPECTATORS


class FilledButton(Enum):
    """The part of a screen that has the filled button."""

    DICE = auto()
    """The dice that are wanted."""
    BANNER = auto()
    """The first banner with something to do."""
    PARLEY = auto()
    """The card of an encounter with creatures that are willing to talk."""
    STRIP = auto()
    """The strip of time."""


def filled_button(viewer: Viewer) -> FilledButton:
    """Where the filled button of a viewer's screen is."""
    urgent = _urgent(viewer.known, viewer.seat)
    if urgent is not None:
        return urgent
    encounter = encounter_of(viewer.group)
    talks = encounter is not None and encounter.does is Response.TALK
    return FilledButton.PARLEY if talks and viewer.referee else FilledButton.STRIP


@remembering(256)
def _urgent(known: Campaign, seat: SeatId) -> FilledButton | None:
    """Dice that a seat is asked for, else a banner with something to do; None if there is neither."""
    if wanted_views(known, seat):
        return FilledButton.DICE
    told = seat != SPECTATORS and filled_banner(banners(known, seat, actions(known, seat))) is not None
    return FilledButton.BANNER if told else None


def fills(viewer: Viewer, part: FilledButton) -> bool:
    """Whether a part of a viewer's screen has its filled button."""
    return filled_button(viewer) is part


def filled_banner(urgent: Sequence[Banner]) -> int | None:
    """The place of the first banner whose first button does something; one that only declines stays plain."""
    places = (place for place, banner in enumerate(urgent) if banner.buttons and not banner.buttons[0].declines)
    return next(places, None)
