"""A playthrough: commands with the dice that fall for them, and what the referee and one player are told of it."""

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from tests.table.tabletop import Tabletop
from undercroft.kernel import wire
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command
from undercroft.table.sentences import says
from undercroft.table.state.seats import REFEREE

FOLDER = Path(__file__).parent / "scenes"
WIDTH = 72


class Act(Struct, frozen=True):
    """A command, the dice and choices that fall for it, and who gives it."""

    command: Command
    faces: tuple[int | str, ...] = ()
    seat: str = REFEREE


class Playthrough(Struct, frozen=True):
    """A story to be played: its name, what it shows, the table it begins at, its acts, and the player who watches."""

    name: str
    shows: str
    begins: Callable[[], Tabletop]
    acts: tuple[Act, ...]
    player: str


def act(command: Command, *faces: int | str, seat: str = REFEREE) -> Act:
    """One act."""
    return Act(command, faces, seat)


def played(story: Playthrough, acts: int | None = None) -> Tabletop:
    """The table after the first acts of a story; after all, if no number is given."""
    table = story.begins()
    for each in story.acts[:acts]:
        table.do(each.command, *each.faces, seat=each.seat)
    return table


def transcript(story: Playthrough) -> str:
    """The whole story, the referee's column on the left, the player's on the right."""
    table = story.begins()
    lines = [story.shows, "", f"{'referee':<{WIDTH}} | {story.player}", f"{'-' * WIDTH}-+-{'-' * WIDTH}"]
    for each in story.acts:
        began = len(table.log)
        table.do(each.command, *each.faces, seat=each.seat)
        lines += ["", _asked(each)]
        lines += _rows(table, table.log[began:], story.player)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _asked(one: Act) -> str:
    plain = wire.plain(one.command)
    given = ", ".join(f"{key} {value}" for key, value in plain.items() if key != "kind" and value not in (None, [], ""))
    dice = f"   dice {', '.join(str(face) for face in one.faces)}" if one.faces else ""
    return f"> {one.seat}: {one.command.tag} ({given}){dice}"


def _rows(table: Tabletop, told: Iterable[Told], player: str) -> Iterable[str]:
    """What each is told, side by side; the same fact on the same line."""
    for each in told:
        left = says(table.now, each.event) if REFEREE in each.to else ""
        right = says(table.known(player), each.event) if player in each.to else ""
        if left or right:
            columns = textwrap.wrap(left, WIDTH) or [""], textwrap.wrap(right, WIDTH) or [""]
            height = max(map(len, columns))
            padded = (column + [""] * (height - len(column)) for column in columns)
            for ours, theirs in zip(*padded, strict=True):
                yield f"{ours:<{WIDTH}} | {theirs}"


def file_of(story: Playthrough) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{story.name}.txt"
