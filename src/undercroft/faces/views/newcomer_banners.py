"""New characters as banners: the referee lets them in or sends them back, and the player reads why."""

from collections.abc import Iterable, Iterator

from undercroft.faces.views.actions import Action
from undercroft.faces.views.banner import Banner, BannerButton, BannerKind
from undercroft.faces.views.people.newcomers import at_a_glance
from undercroft.faces.views.places import place_of
from undercroft.kernel.units import SeatId
from undercroft.table.characters.joining import AskToJoin, KeepOut, SendBack, home
from undercroft.table.session.sessions import Arrive
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE

_ADMITTED = frozenset({Arrive.tag, SendBack.tag, KeepOut.tag})


def newcomer_banners(known: Campaign, seat: SeatId, possible: tuple[Action, ...]) -> Iterator[Banner]:
    """For the referee everybody who waits to join, for a player the characters that were sent back."""
    for person in known.people.values():
        if person.waits and seat == REFEREE:
            yield _newcomer(known, person, possible)
        if person.sent_back and seat == person.seat:
            yield _sent_back(person, possible)


def _newcomer(known: Campaign, person: Person, possible: Iterable[Action]) -> Banner:
    """A new character waits to join: the sheet in a line, and the button that lets them in."""
    ours = [action for action in possible if action.kind in _ADMITTED and action.command.get("who") == person.id]
    ours.sort(key=lambda action: action.about.rank)
    return Banner(
        BannerKind.NEWCOMER,
        f"{person.name} waits to join the party",
        f"Made by {known.called(person.seat) or 'a player'}: {at_a_glance(known, person)}.{_joins_at(known)}",
        buttons=tuple(BannerButton(action.about.on_button, action) for action in ours),
    )


def _joins_at(known: Campaign) -> str:
    """Where a new character would join the party; empty while there is none."""
    group = known.groups.get(home(known))
    place = ", ".join(part for part in place_of(known, group) if part) if group is not None and group.members else ""
    return f" The party is in {place}." if place else ""


def _sent_back(person: Person, possible: Iterable[Action]) -> Banner:
    """The referee sent a character back: the word for its player, and the button that asks again."""
    again = [action for action in possible if action.kind == AskToJoin.tag and action.command.get("who") == person.id]
    return Banner(
        BannerKind.NEWCOMER,
        f"The referee sent {person.name} back",
        f"“{person.sent_back}” Change what they ask, then say that {person.name} is ready.",
        buttons=tuple(BannerButton(action.about.on_button, action) for action in again),
    )
