"""Lines of the log folded away under others: what was undone, and searches that found nothing."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from undercroft.faces.views.log.lines import LogLine
from undercroft.faces.views.log.vain_searches import in_one_sentence


def folded(newest: Iterable[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """Each line with the lines to fold away under it, the newest first.

    Undone lines go under the line of their undo, and the searches of several people who find nothing under one line.
    """
    held: list[LogLine] = []
    for line, under in _undone_folded(newest):
        if held and (under or line.undone or line.moment != held[0].moment):
            yield from _searches_folded(held)
            held = []
        if not under and not line.undone and (held or line.search is not None):
            held.append(line)
        else:
            yield line, under
    yield from _searches_folded(held)


def last_roll(newest: Iterable[tuple[LogLine, object]]) -> LogLine | None:
    """The newest of folded lines with dice that still count, the searches of several people in one.

    An encounter check that brought nothing is passed over: it comes with every turn.
    """
    lines = (line for line, _ in newest if line.dice and not line.vain)
    return next((line for line in lines if not line.undone and not line.routine), None)


def _searches_folded(lines: Sequence[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """The lines of one moment from the newest vain search on, the searches under one line if there are several."""
    vain = tuple(line for line in lines if line.search is not None)
    said = in_one_sentence(line.search for line in reversed(vain) if line.search is not None)
    if said:
        rolled = next((line for line in vain if line.dice), vain[0])
        yield replace(vain[0], text=said, rule=rolled.rule, cite=rolled.cite, dice=rolled.dice), vain
    yield from ((line, ()) for line in lines if not said or line.search is None)


def _undone_folded(newest: Iterable[LogLine]) -> Iterator[tuple[LogLine, tuple[LogLine, ...]]]:
    """Each line with the undone lines to fold away under it; only the line of an undo has any."""
    undone: list[LogLine] = []
    for line in newest:
        if line.undone:
            undone.append(line)
            continue
        if line.undid is not None:
            yield line, tuple(undone)
        else:
            yield from ((each, ()) for each in (*undone, line))
        undone.clear()
    yield from ((each, ()) for each in undone)
