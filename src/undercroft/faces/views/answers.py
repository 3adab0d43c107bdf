"""What others may do about what the party does: how likely each answer is, and where it stands along a bar."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.reactions import Response
from undercroft.faces.percents import percent, short_fraction
from undercroft.kernel.faults import UndercroftError
from undercroft.table.campaign import Campaign
from undercroft.table.chances import until
from undercroft.table.procedures.chasing import ChaseRun
from undercroft.table.procedures.reacting import OthersDid
from undercroft.table.rooms import Command, Event
from undercroft.table.seen import SeenCreatures


class Fact(Struct, frozen=True):
    """Something that is known of a meeting; `secret` where only the referee knows it."""

    title: str
    text: str
    secret: bool = False


class Answer(Struct, frozen=True):
    """One thing the others may do: how likely, and where it stands along the bar, in percent."""

    kind: str
    words: str
    percent: str
    fraction: str
    begins: int
    width: int


class Way(Struct, frozen=True):
    """Something the party may do, and what comes of it, for whoever may reckon that."""

    title: str
    command: Any
    answers: tuple[Answer, ...]
    chosen: bool = False
    backers: tuple[str, ...] = ()
    """Who of the party proposed it."""


WORDS = {
    Response.FIGHT: "fight",
    Response.RUN: "run",
    Response.TALK: "talk",
    Response.CHASE: "give chase",
    Response.IGNORE: "let be",
    Response.FIGHT_IF_COULD_WIN: "weigh it up",
}
CAUGHT, AWAY = "caught", "away"


def called(met: SeenCreatures) -> str:
    """Such as Votaries, 4; names that tell everybody apart need no number."""
    name = f"{met.name[:1].upper()}{met.name[1:]}"
    return f"{name}, {met.count}" if met.count is not None and met.count > 1 and ", " not in name else name


def outcomes(known: Campaign, act: Command, kind: type[Event]) -> dict[str, Fraction]:
    """How an act would turn out, by what everybody sees of it; nothing, where that cannot be reckoned."""
    try:
        ends = until(known, act, kind)
    except UndercroftError:
        return {}
    spread: dict[str, Fraction] = {}
    for event, chance in ends.items():
        match event:
            case OthersDid(does=does):
                name = str(does)
            case ChaseRun(caught=caught):
                name = CAUGHT if caught else AWAY
            case _:
                continue
        spread[name] = spread.get(name, Fraction(0)) + chance
    return spread


def answers(spread: dict[str, Fraction]) -> Iterator[Answer]:
    """Side by side, in the order of the book."""
    gone = Fraction(0)
    for name in sorted(spread, key=ORDER.index):
        chance = spread[name]
        words = WORDS[Response(name)] if name in set(Response) else name
        yield Answer(name, words, percent(chance), short_fraction(chance), int(gone * 100), max(1, int(chance * 100)))
        gone += chance


ORDER = (*(str(one) for one in Response), CAUGHT, AWAY)
