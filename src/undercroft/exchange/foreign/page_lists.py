"""Lists of a page that can be rolled on: below a line with dice, or with their own numbers at the head of each item."""

import re
from collections.abc import Iterator, Sequence

DICE = re.compile(r"\b[0-9]{0,2}d(?:[0-9]{1,4}|%)(?:\s?[+-]\s?[0-9]{1,3})?(?![\w])", re.IGNORECASE)
BOLD = re.compile(r"^\s*(\*\*|__)(.+)\1:?\s*$")
CODE = re.compile(r"`[^`\n]*`")
_ROW = re.compile(r"\s*(?:[-*\u2022]\s+|[0-9]{1,5}\s*(?:[-\u2013\u2014.:)+]|\s))\s*\S?")
_NUMBERED = re.compile(
    r"\s*[-*\u2022]\s+(?:\*\*|__)?(?P<low>[0-9]{1,3})(?:\s?[-\u2013\u2014]\s?(?P<high>[0-9]{1,3}))?\s*(?:\*\*|__)?[:.=)]"
    r"(?:\*\*|__)?\s+(?P<text>\S.*)"
)
"""An item that begins with the totals it stands for, such as `- 3-4: fog`."""
_SIDES = frozenset({3, 4, 6, 8, 10, 12, 20, 30, 100})
"""The last total of a list that numbers its items for a die."""


def lists_under_dice(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Short lines with dice and the rows right below them: where each begins, and its lines."""
    at = 0
    while at < len(lines):
        head, at = lines[at].strip(), at + 1
        head = bold[2].strip() if (bold := BOLD.match(head)) else CODE.sub("", head).strip()
        if not head or len(head) > 80 or "|" in head or not DICE.search(head) or head.startswith(("```", "-", "*")):
            continue
        if head[0].isdigit() and not DICE.match(head):
            continue
        start = at
        while start < len(lines) and not lines[start].strip():
            start += 1
        end = start
        while end < len(lines) and lines[end].strip() and _ROW.match(lines[end]) and "|" not in lines[end]:
            end += 1
        if end - start >= 2:
            yield at, [head, *map(_unmarked, lines[start:end])]
            at = end


def numbered_lists(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Lists whose items begin with totals that follow on each other from 1 to the last of a die, without dice above."""
    above = {at + extra for at, block in lists_under_dice(lines) for extra in range(len(block) + 2)}
    at = 0
    while at < len(lines):
        rows, next_total = list[str](), 1
        while at < len(lines) and (found := _NUMBERED.fullmatch(lines[at])) and int(found["low"] or 0) == next_total:
            high = int(found["high"] or found["low"])
            next_total = (100 if found["high"] in ("0", "00") else high) + 1
            rows.append(_unmarked(lines[at]))
            at += 1
        if len(rows) > 1 and next_total - 1 in _SIDES and at not in above:
            yield at - len(rows) + 1, rows
        at += 0 if rows else 1


def _unmarked(line: str) -> str:
    """A row without the bullet before its totals, and without stress on them."""
    found = _NUMBERED.fullmatch(line)
    if found is None:
        return line
    totals = "-".join(filter(None, (found["low"], found["high"])))
    return f"{totals}: {found['text']}"
