"""What can be read of a damaged table: its lines up to the first that is lost, and its pictures.

The hash chain decides which lines are genuine, so nothing is guessed. It even mends a line: if a single bit was
flipped, only the line as it was before fits the chain.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain as joined

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.store import chain, checks
from undercroft.store.log import Head, Line, ListedTable, Salvage, Secret, StoredAnswer, StoredPicture

_NOT_LISTED = ListedTable("", "", "")
MOST_TRIED = 1 << 16
"""The most bytes of a line for which every bit is tried."""


class FoundLine(Line, frozen=True, gc=False):
    """A line as it was found, genuine or not."""

    seats: str
    """The audience as it is written."""
    answer: StoredAnswer | None = None
    """The answer stored with it, if its seal is right."""


def as_found(line: Line) -> FoundLine:
    """A line of a store that can be read."""
    seats = wire.encode(line.audience).decode()
    e = line
    return FoundLine(e.act, e.at, e.audience, e.tag, e.body, e.wall, e.table, e.seq, e.link, seats)


def _search_nowhere(_seq: int) -> Iterator[FoundLine]:
    return iter(())


class Salvaged(Struct):
    """Everything that was found of a table. Lines and pictures need not be genuine; the rest has sound seals."""

    table: ListedTable = _NOT_LISTED
    """The table as it is listed."""
    listed: bool = False
    """Whether the seal of the listing is right."""
    lines: dict[int, list[FoundLine]] = {}
    """Every form in which a line was found, by its number."""
    heads: dict[int, Head] = {}
    pictures: dict[str, bytes] = {}
    secret: Secret | None = None
    search: Callable[[int], Iterator[FoundLine]] = _search_nowhere
    """Looks further for a line that was not found."""

    @property
    def end(self) -> int:
        """How many lines the log has, as far as that is known."""
        return max(self.heads or self.lines, default=0)


def salvaged(found: Salvaged) -> Salvage:
    """The genuine lines up to the first that is missing, cut back to the end of an act, and what belongs to them."""
    table = _table(found)
    lines: list[FoundLine] = []
    mended, link = int(table != found.table), chain.first_link(table)
    while (line := _next(found, table.id, link, len(lines) + 1)) is not None:
        mended += not any(replace(form, table=table.id) == line for form in found.lines.get(line.seq, ()))
        lines.append(line)
        link = line.link
    end = max(found.end, len(lines))
    kept = _whole_acts(lines, end)
    lost = next((form.wall for seq in range(kept + 1, end + 1) for form in found.lines.get(seq, ())), "")
    pictures = (StoredPicture(id, body) for id, body in sorted(found.pictures.items()))
    return Salvage(
        table,
        tuple(map(_plain, lines[:kept])),
        end - kept,
        lost,
        mended,
        tuple(picture for picture in pictures if checks.is_whole(picture)),
        tuple(line.answer for line in lines[:kept] if line.answer is not None),
        found.secret,
        found.heads[max(found.heads)].streams if found.heads else None,
    )


def _plain(line: Line) -> Line:
    return Line(line.act, line.at, line.audience, line.tag, line.body, line.wall, line.table, line.seq, line.link)


def _whole_acts(lines: Sequence[FoundLine], end: int) -> int:
    """How many lines to keep, so that no act is there in part.

    An act ends at the end of the log and with the last line of an append; among imported lines, where another begins.
    """
    if len(lines) >= end:
        return len(lines)
    for seq in range(len(lines), 0, -1):
        if lines[seq - 1].answer is not None or (seq < len(lines) and lines[seq].act != lines[seq - 1].act):
            return seq
    return 0


def _table(found: Salvaged) -> ListedTable:
    """The table as it was listed. If the first line does not fit, a bit of its id or its time may be flipped."""
    listed = found.table
    near = (
        (listed,),
        (replace(listed, created=text) for text in texts_near(listed.created)),
        (replace(listed, id=text) for text in texts_near(listed.id)),
    )
    return next((table for table in joined(*near) if _begins(table, found)), listed)


def _begins(table: ListedTable, found: Salvaged) -> bool:
    link = chain.first_link(table)
    return any(_follows(link, replace(form, table=table.id)) for form in found.lines.get(1, ()))


def _next(found: Salvaged, table: str, link: bytes, seq: int) -> FoundLine | None:
    """The genuine line of that number, mended if need be."""
    moved = (form for bit in range(32) for form in found.lines.get(seq ^ 1 << bit, ()))
    forms = [replace(form, table=table) for form in found.lines.get(seq, ())]
    for form in joined(forms, (replace(form, table=table, seq=seq) for form in moved)):
        if _follows(link, form):
            return form
    following = [replace(form, table=table) for form in found.lines.get(seq + 1, ())]
    mended = (line for form in forms for line in _mended(link, form, following, found.heads))
    searched = (replace(form, table=table) for form in (found.search(seq) if seq <= found.end else ()))
    return next(joined(mended, (form for form in searched if _follows(link, form))), None)


def _follows(link: bytes, line: Line) -> bool:
    return _linked(link, line) == line.link


def _linked(link: bytes, line: Line) -> bytes | None:
    """The link that a line has after another link; None if no line can be like this."""
    try:
        return chain.links(line.table, line.seq - 1, link, (line,))[0]
    except (MsgspecError, TypeError, ValueError):
        return None


def _mended(link: bytes, line: FoundLine, following: Sequence[Line], heads: Mapping[int, Head]) -> Iterator[FoundLine]:
    """The line before one bit was flipped: in its link, as the next line or the head proves, or elsewhere."""
    own = _linked(link, line)
    head = heads.get(line.seq)
    if own is not None and ((head is not None and head.link == own) or any(_follows(own, form) for form in following)):
        yield replace(line, link=own)
    if len(line.body) <= MOST_TRIED:
        yield from (form for form in _near(line) if _follows(link, form))


def _near(line: FoundLine) -> Iterator[FoundLine]:
    """Every line that differs in one bit."""
    yield from (replace(line, body=body) for body in _bytes_near(line.body))
    yield from (replace(line, act=text) for text in texts_near(line.act))
    yield from (replace(line, tag=text) for text in texts_near(line.tag))
    yield from (replace(line, wall=text) for text in texts_near(line.wall))
    yield from (replace(line, at=line.at ^ 1 << bit) for bit in range(63))
    yield from (replace(line, audience=seats_in(text)) for text in texts_near(line.seats))


def seats_in(text: str) -> tuple[str, ...]:
    """The seats of an audience as it is written; none if it cannot be read."""
    try:
        seats: tuple[str, ...] = wire.decode(tuple[str, ...], text.encode(errors="surrogateescape"))
    except wire.Unreadable:
        return ()
    return seats


def texts_near(text: str) -> Iterator[str]:
    """Every text that differs in one bit."""
    for raw in _bytes_near(text.encode(errors="surrogateescape")):
        try:
            yield raw.decode()
        except UnicodeDecodeError:
            continue


def _bytes_near(raw: bytes) -> Iterator[bytes]:
    for at, byte in enumerate(raw):
        for bit in range(8):
            yield raw[:at] + bytes((byte ^ 1 << bit,)) + raw[at + 1 :]
