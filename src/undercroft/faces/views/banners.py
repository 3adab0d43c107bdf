"""Banners: what nobody at the table may miss, with what can be done about it, until it is dealt with."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from undercroft.faces.views.actions import Action
from undercroft.faces.views.banner import Banner, BannerButton, BannerKind, group_named
from undercroft.faces.views.messages import news
from undercroft.faces.views.newcomer_banners import newcomer_banners
from undercroft.faces.views.own_turn import own_turn, waited_for
from undercroft.faces.views.people.results import OwnResult, own_result
from undercroft.faces.views.peril_banners import dark_banners, daylight_banners, dying_banners
from undercroft.faces.views.proposal_banners import proposal_banners
from undercroft.faces.views.seat_names import player_of
from undercroft.faces.views.session_banners import session_banners
from undercroft.faces.views.short_names import capital
from undercroft.kernel.amounts import series
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.arrivals import BringThemIn
from undercroft.table.engine.audience import Told
from undercroft.table.exploration.pending_encounters import PendingEncounter, pending_encounters
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Dismiss, Place
from undercroft.table.fight.choice_words import choice_words
from undercroft.table.session.seat_asks import LetIn, TurnAway
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.session.undo_wishes import DenyUndo, GrantUndo
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.seats import REFEREE, SPECTATORS, SeatAsk
from undercroft.table.state.sessions import UndoWish


def banners(known: Campaign, seat: SeatId, offered: Iterable[Action]) -> tuple[Banner, ...]:
    """What a seat may not miss, the most urgent first: encounters, the dying, the dark, dice that are waited for."""
    possible = tuple(action for action in offered if not action.refused)
    groups = tuple(group for group in known.groups.values() if group.members and _concerns(known, seat, group))
    return (
        *(_encounter(known, pending, possible) for pending in pending_encounters(known) if not _begun(known, pending)),
        *dying_banners(known, groups, possible),
        *dark_banners(known, seat, groups, possible),
        *daylight_banners(known, groups, possible),
        *_dice(known, seat),
        *(proposal_banners(known, possible) if seat == REFEREE else ()),
        *_turn(known, seat),
        *_message(known, seat),
        *_waiting(known, seat),
        *(_seat_asked(known, seat, ask, possible) for ask in known.asks.values()),
        *(_undo_wished(known, seat, wish, possible) for wish in known.undo_wishes.values()),
        *newcomer_banners(known, seat, possible),
        *session_banners(known, seat),
    )


def banners_beside(known: Campaign, seat: SeatId, told: Sequence[Told] = (), before: int = 0) -> tuple[Banner, ...]:
    """The same without their buttons, for a page beside the table and for the prompt.

    With what the seat was told lately, also what happened to its characters; `before` is the number of facts before.
    """
    plain = (
        replace(banner, text="") if banner.kind is BannerKind.DYING else banner for banner in banners(known, seat, ())
    )
    return (*plain, *_result(own_result(known, seat, told, before)))


def _result(result: OwnResult | None) -> Iterator[Banner]:
    """What happened last to a seat's characters."""
    if result is not None:
        leads, way = "?tab=me", "See it"
        yield Banner(BannerKind.RESULT, result.newest.text, leads=leads, way=way, number=result.number)


def _concerns(known: Campaign, seat: SeatId, group: Group) -> bool:
    """Whether a group is the seat's business: its own characters are in it, or the seat sees all."""
    return seat in (REFEREE, SPECTATORS) or any(known.people[who].seat == seat for who in group.members)


# An encounter


_DEALT = frozenset({Place.tag, BringThemIn.tag, Dismiss.tag, EndStep.tag})


def _encounter(known: Campaign, pending: PendingEncounter, possible: Iterable[Action]) -> Banner:
    """A rolled encounter: start it, postpone it or dismiss it."""
    ours = [
        action
        for action in possible
        if action.group == pending.group and action.kind in _DEALT and _about(action, pending)
    ]
    buttons = (BannerButton(_deals(action, pending), action) for action in ours)
    title = f"Event: {pending.name}" if pending.event else f"Encounter: {pending.name}"
    return Banner(
        BannerKind.ENCOUNTER,
        title,
        "Only you know of it.",
        group_named(known, pending.group),
        tuple(sorted(buttons, key=lambda button: button.action.about.rank)),
        secret=True,
    )


def _begun(known: Campaign, pending: PendingEncounter) -> bool:
    """Whether a command about this encounter only waits for its dice."""
    commands = (wanted.command["command"] for wanted in known.wanted.values() if wanted.command is not None)
    return any(command.get("creatures") == pending.creatures for command in commands)


def _about(action: Action, pending: PendingEncounter) -> bool:
    postpones = action.kind == EndStep.tag and bool(action.command.get("postpone"))
    return postpones or action.command.get("creatures") == pending.creatures


def _deals(action: Action, pending: PendingEncounter) -> str:
    """The button of a command; where a command does more than its title says, the words of the offer."""
    other = action.kind == EndStep.tag or pending.event
    return action.short.removesuffix(f": {action.object}") if other else action.about.on_button


# An undo


def _undo_wished(known: Campaign, seat: SeatId, wish: UndoWish, possible: Iterable[Action]) -> Banner:
    """A player asks the referee to undo their last act."""
    if seat != REFEREE:
        return Banner(BannerKind.WAITING, f"You asked the referee to undo: {wish.what}")
    ours = [action for action in possible if action.kind in _UNDOING and action.command.get("seat") == wish.seat]
    buttons = tuple(BannerButton(action.about.on_button, action) for action in ours)
    return Banner(BannerKind.UNDO, f"{player_of(known, wish.seat)} asks to undo: {wish.what}", buttons=buttons)


_UNDOING = frozenset({GrantUndo.tag, DenyUndo.tag})


# A taken seat


def _seat_asked(known: Campaign, seat: SeatId, ask: SeatAsk, possible: Iterable[Action]) -> Banner:
    """A person asks for a taken seat: its player and the referee can let them in."""
    ours = [
        action
        for action in possible
        if action.kind in (LetIn.tag, TurnAway.tag) and action.command.get("ask") == ask.id
    ]
    ours.sort(key=lambda action: action.about.rank)
    mine = seat == ask.seat
    return Banner(
        BannerKind.SEAT,
        f"{ask.name} asks for {'your seat' if mine else seat_words(known, ask.seat)}",
        f"If you let them in, {'this phone' if mine else signed_out_by(known, ask)} is signed out.",
        buttons=tuple(BannerButton(action.about.on_button, action) for action in ours),
        leads="" if mine else "/players",
        way="" if mine else "See the players",
    )


def signed_out_by(known: Campaign, ask: SeatAsk) -> str:
    """Who is signed out if a person is let into a seat; a player who asks for their own seat has another phone."""
    player = known.players.get(ask.seat, "its player")
    return f"the other phone of {player}" if ask.name == player else player


# Dice


def _dice(known: Campaign, seat: SeatId) -> Iterator[Banner]:
    """Dice or a choice that the table waits for: a player's own, and for the referee everybody's."""
    asked = [question for wanted in known.wanted.values() for question in wanted.questions]
    if not asked:
        return
    choice = all(isinstance(question.question, Choice) for question in asked)
    wanted = f"{'Choice' if choice else 'Dice'} wanted"
    purposes = ", ".join(dict.fromkeys(_purpose(known, question) for question in asked))
    if seat == REFEREE:
        seats = dict.fromkeys(_asked(known, question) for question in asked)
        yield Banner(BannerKind.DICE, f"{wanted}: {purposes}", f"The table waits for {series(list(seats))}.")
        return
    thrown = dict.fromkeys(text(asked.question.roll) for asked in asked if isinstance(asked.question, Throw))
    title = f"{wanted}: {', '.join(thrown) or purposes}"
    way = "Answer now" if choice else "Roll now"
    yield Banner(BannerKind.DICE, title, f"{capital(purposes)}." if thrown else "", leads="?tab=me", way=way)


def _asked(known: Campaign, question: OpenQuestion) -> str:
    """Who must answer: the character with the player, or the referee."""
    return _whose(known, question.seat) if question.seat == REFEREE else player_of(known, question.seat, question.who)


def _purpose(known: Campaign, asked: OpenQuestion) -> str:
    words = choice_words(known, asked)
    purpose = words.title if words is not None else asked.question.purpose
    return f"{purpose} ({asked.cause})" if asked.cause and words is None else purpose


def _whose(known: Campaign, seat: SeatId) -> str:
    if seat == REFEREE:
        return "you"
    return known.called(seat) or "a player"


# The turn, and those who are waited for


def _turn(known: Campaign, seat: SeatId) -> Iterator[Banner]:
    """A player's own turn, with who comes next."""
    turn = own_turn(known, seat)
    if turn is not None:
        several = sum(person.seat == seat and person.alive for person in known.people.values()) > 1
        title = f"Your turn: {series(turn.names)}" if several else "Your turn"
        then = f"{capital(turn.then)}." if turn.then else ""
        yield Banner(BannerKind.TURN, title, then, leads="?tab=me", way="Act now")


def _message(known: Campaign, seat: SeatId) -> Iterator[Banner]:
    """Whispers and handouts that the seat has not read; what they say is not told before they are opened."""
    new = news(known, seat)
    if new.count:
        private = "Only you can read it." if new.count == 1 else "Only you can read them."
        text = private if new.whispers and not new.handouts else ""
        yield Banner(BannerKind.MESSAGE, capital(new.words), text, leads=f"/notes#{new.at}".rstrip("#"), way="Read")


def _waiting(known: Campaign, seat: SeatId) -> Iterator[Banner]:
    """For players and spectators, the names of those whose dice or answer play waits for."""
    names = waited_for(known, seat) if seat != REFEREE else ()
    if any(name != "you" for name in names):
        yield Banner(BannerKind.WAITING, f"Waiting for {series(names)}")
