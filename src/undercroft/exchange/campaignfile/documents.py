"""A text read as TOML: its values, or the problems that keep it from being TOML."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec import Struct

from undercroft.exchange.campaignfile.positions import MOST_DEPTH, TooDeep, places_in
from undercroft.exchange.campaignfile.problems import FileProblem, Path
from undercroft.exchange.campaignfile.syntax import not_toml


class NotToml(ValueError):
    """A text that is not TOML, or is nested too deep; `problems` holds why."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        super().__init__()
        self.problems = problems


class Document(Struct, frozen=True):
    """The values of a text, and the text without its byte order mark."""

    values: Mapping[str, Any]
    text: str

    def lines(self) -> Mapping[Path, int]:
        """The line of each key and each list item: slower to find than the values."""
        return places_in(self.text).lines


def parsed(text: str, parse_float: Callable[[str], object] = float) -> Document:
    """A text read as TOML. Raises `NotToml`."""
    text = text.removeprefix("\ufeff")
    try:
        if _may_be_deep(text):
            places_in(text)
        found = tomllib.loads(text, parse_float=parse_float)
        if _is_deep(found):
            places_in(text)
    except TooDeep as fault:
        raise NotToml(_too_deep(fault)) from None
    except (ValueError, RecursionError) as fault:
        raise NotToml(_problems(fault, text)) from None
    return Document(found, text)


def _problems(fault: Exception, text: str) -> tuple[FileProblem, ...]:
    try:
        return not_toml(fault, text, places_in(text))
    except TooDeep as deep:
        return _too_deep(deep)


def _too_deep(fault: TooDeep) -> tuple[FileProblem, ...]:
    what = f"tables are nested more than {MOST_DEPTH} deep"
    return (FileProblem("too_deep", what, "nest them less deep", fault.line),)


def _may_be_deep(text: str) -> bool:
    """Whether a line has dots enough for a key that is too deep, which the standard library reads very slowly."""
    return any(line.count(".") >= MOST_DEPTH for line in text.split("\n"))


def _is_deep(document: Mapping[str, Any]) -> bool:
    """Whether a value is nested deeper than any campaign has it."""
    level: list[object] = [document]
    for _ in range(MOST_DEPTH + 1):
        level = [part for value in level for part in _parts(value)]
    return bool(level)


def _parts(value: object) -> list[object]:
    match value:
        case dict():
            return list(cast("dict[str, object]", value).values())
        case list():
            return cast("list[object]", value)
        case _:
            return []
