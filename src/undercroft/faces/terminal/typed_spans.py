"""Lengths of time as people write them: `pass_time 3 hours`, `pass_time 10 min`, `pass_time until morning`."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from undercroft.faces.terminal.typed_line import Typed
from undercroft.kernel.faults import BadInput
from undercroft.table.site.waiting import PassTime, Span

_AMOUNT = re.compile(r"(?:[0-9]+|[0-9]*d[0-9]+(?:[+-][0-9]+)?)", re.IGNORECASE)
_SHORT: Mapping[str, Span] = {
    **dict.fromkeys(("s", "sec"), Span.SECOND),
    **dict.fromkeys(("m", "min"), Span.MINUTE),
    "h": Span.HOUR,
    "watches": Span.WATCH,
}
_WORDS: Mapping[str, Span] = {
    **{span.value.replace("_", " "): span for span in Span},
    **{f"{span.value.replace('_', ' ')}s": span for span in Span},
    **{span.value.replace("till_", "until "): span for span in Span if span.value.startswith("till_")},
    **_SHORT,
}


def with_span(line: Typed) -> Typed:
    """The line with its length of time as the fields of the command, if it lets time pass and says how long."""
    if line.first != PassTime.tag or line.named:
        return line
    words = [word.casefold() for word in line.words[1:]]
    amount = next((word for word in words if _AMOUNT.fullmatch(word)), None)
    span = _WORDS.get(" ".join(word for word in words if word != amount).replace("_", " "))
    if span is None:
        return line
    named = {"span": span.value} | ({"amount": amount} if amount is not None else {})
    return replace(line, words=line.words[:1], named=named)


def no_span(text: str) -> BadInput:
    """The fault of words that are no length of time."""
    return BadInput(
        "bad_span", f"“{text[:40]}” is not a length of time", "write 3 turns, 2 hours, 1 day or until morning"
    )
