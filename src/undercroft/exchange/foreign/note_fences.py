"""The fences of a note that plugins of Obsidian read: stat blocks, encounters and generators, apart from the page."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

_OPEN = re.compile(r"(?P<quote>[ \t]{0,3}(?:>[ \t]?)*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<kind>[A-Za-z][\w-]*)?.*")
STATBLOCKS = frozenset({"statblock"})
ENCOUNTERS = frozenset({"encounter", "encounter-table"})
GENERATORS = frozenset({"perchance"})
READ = STATBLOCKS | ENCOUNTERS | GENERATORS
"""The fences that are read as something else than text."""
_OF_PAGES = frozenset({"", "md", "markdown", "roll-list", "roll-table", "text", "text-mapper", "txt"})
"""The fences that are read with the page, or that are text."""
_QUOTES = re.compile(r"[ \t]{0,3}(?:>[ \t]?)*")


class NoteFence(Struct, frozen=True):
    """A fence: its kind, the number of the line that opens it, and the lines within."""

    kind: str
    line: int
    body: tuple[str, ...]


def fences_in(lines: Sequence[str]) -> Iterator[NoteFence]:
    """Every fence that is closed."""
    at = 0
    while at < len(lines):
        opens = _OPEN.fullmatch(lines[at])
        if opens is None or len(lines[at]) > 200:
            at += 1
            continue
        mark, quoted = opens["mark"], ">" in opens["quote"]
        bare = (_QUOTES.sub("", line, count=1) if quoted else line for line in lines[at + 1 :])
        body = list[str]()
        for line in bare:
            if line.strip().startswith(mark) and not line.strip().strip(mark[0]):
                yield NoteFence((opens["kind"] or "").casefold(), at + 1, tuple(body))
                break
            body.append(line)
        else:
            return
        at += len(body) + 2


def without_fences(lines: Sequence[str], kinds: frozenset[str] = READ) -> list[str]:
    """The lines with empty ones in place of fences of some kinds."""
    kept = [*lines]
    for fence in fences_in(lines):
        if fence.kind in kinds:
            first, after = fence.line - 1, fence.line + len(fence.body) + 1
            kept[first:after] = [""] * (after - first)
    return kept


def not_read(fences: Sequence[NoteFence]) -> Iterator[NoteFence]:
    """The fences of other plugins and of code, which stay in the text as they are."""
    return (fence for fence in fences if fence.kind not in READ | _OF_PAGES)
