"""YAML from elsewhere as plain values: no tags, no anchors, no aliases, and nothing that grows when it is read."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from undercroft.kernel.nesting import MOST_DEPTH

MOST_YAML = 2 * 1024 * 1024
"""The longest text that is read."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
"""Words that are no text. All others, such as no or 1:30, are what they look like."""


class BadYaml(ValueError):
    """A text that is no YAML, or YAML of a kind that is not read: what is wrong, and in which line."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.what, self.line = what, line


def yaml_values(text: str) -> list[Any]:
    r"""The values of the documents of a text, as JSON would have them; raises `BadYaml`.

    >>> yaml_values("name: Tin Imp\nrange: [1, 2]\nnone: no\nhp: 07")
    [{'name': 'Tin Imp', 'range': [1, 2], 'none': 'no', 'hp': '07'}]
    """
    library: Any = import_module("yaml")  # only files that are YAML need it
    if len(text) > MOST_YAML:
        raise BadYaml(f"it is longer than {MOST_YAML // 1024 // 1024} MB", 1)
    try:
        events = library.parse(text, Loader=getattr(library, "CSafeLoader", library.SafeLoader))
        begun = library.DocumentStartEvent
        return [_value(events, next(events), 0) for event in events if isinstance(event, begun)]
    except library.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        raise BadYaml(str(fault.problem or fault.context), mark.line + 1 if mark is not None else 1) from None
    except library.YAMLError:
        raise BadYaml("it has a character that no text may have", 1) from None


def _value(events: Iterator[Any], event: Any, depth: int) -> Any:  # noqa: ANN401 - whatever the text holds
    kind, line = type(event).__name__, event.start_mark.line + 1
    if kind == "AliasEvent" or event.anchor is not None:
        raise BadYaml("it has anchors or aliases", line)
    if event.tag not in (None, "!"):
        raise BadYaml(f"it has the tag {event.tag[:40]}", line)
    if kind == "ScalarEvent":
        return _scalar(event)
    if depth >= MOST_DEPTH:
        raise BadYaml(f"it is nested more than {MOST_DEPTH} deep", line)
    return _mapping(events, depth) if kind == "MappingStartEvent" else _sequence(events, depth)


def _sequence(events: Iterator[Any], depth: int) -> list[Any]:
    found = list[Any]()
    for event in events:
        if type(event).__name__ == "SequenceEndEvent":
            break
        found.append(_value(events, event, depth + 1))
    return found


def _mapping(events: Iterator[Any], depth: int) -> dict[str, Any]:
    found = dict[str, Any]()
    for event in events:
        if type(event).__name__ == "MappingEndEvent":
            break
        if type(event).__name__ != "ScalarEvent":
            raise BadYaml("a name has to be plain text", event.start_mark.line + 1)
        if event.value in found:
            raise BadYaml(f"“{event.value[:40]}” is there twice", event.start_mark.line + 1)
        name = event.value
        found[name] = _value(events, next(events), depth + 1)
    return found


def _scalar(event: Any) -> str | float | bool | None:  # noqa: ANN401 - an event of the library
    text: str = event.value
    if event.style or event.tag == "!":
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text) is None:
        return text
    return float(text) if "." in text else int(text)
