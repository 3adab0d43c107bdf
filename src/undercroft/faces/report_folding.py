"""How a report is folded: places that were only passed, meetings of a few words, meetings that came to blows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from undercroft.faces.report_scenes import MET
from undercroft.faces.report_tale import AGAIN
from undercroft.kernel.amounts import series
from undercroft.kernel.units import Seconds

FEW = 3
"""Sentences that need no heading of their own."""


class Moment(Struct):
    """What is told in one breath, and when."""

    at: Seconds
    lines: list[str]


class Section(Struct):
    """One scene: its title, when it began and ended, the rulings in it, and what happened, moment by moment."""

    title: str
    began: Seconds
    ended: Seconds
    rulings: int
    moments: list[Moment]
    burnt: int = 0
    """Lights that burnt down meanwhile."""

    @property
    def with_whom(self) -> str:
        """Those who were met, fought or run from."""
        return self.title.partition(": ")[2]

    @property
    def brief(self) -> bool:
        """Whether it is a meeting told in a few sentences."""
        return self.title.startswith(MET) and len(self.moments) == 1 and len(self.moments[0].lines) <= FEW


def passed_again(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Places that were only passed through again are named in one breath."""
    passed: list[str] = []
    began = Seconds(0)
    for one in moments:
        if all(line.endswith(AGAIN) for line in one.lines):
            began = began if passed else one.at
            passed += [line.removesuffix(AGAIN) for line in one.lines]
            continue
        if passed:
            yield Moment(began, [_back(passed)])
        passed = []
        yield one
    if passed:
        yield Moment(began, [_back(passed)])


def _back(passed: Sequence[str]) -> str:
    *through, last = passed
    return f"Back by way of {series(through)} to {last}." if through else f"Back in {last}."


def folded(sections: Sequence[Section]) -> list[Section]:
    """A meeting that came to blows or to a chase is told with it, one of a few words with what was around it."""
    told: list[Section] = []
    for section in sections:
        if told and _goes_on(told[-1], section):
            told[-1] = _joined(told[-1], section, section.title)
            continue
        if len(told) > 1 and told[-1].brief:
            told[-2:] = [_joined(told[-2], _in_passing(told[-1]), told[-2].title)]
        if told and told[-1].title == section.title:
            told[-1] = _joined(told[-1], section, section.title)
        else:
            told.append(section)
    return told


def _goes_on(one: Section, other: Section) -> bool:
    return one.title.startswith(MET) and one.with_whom == other.with_whom


def _in_passing(meeting: Section) -> Section:
    """A meeting as a paragraph of something else."""
    (only,) = meeting.moments
    meeting.moments = [Moment(only.at, [f"{_capital(meeting.with_whom)}:", *only.lines])]
    return meeting


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _joined(one: Section, other: Section, title: str) -> Section:
    return Section(
        title,
        one.began,
        max(one.ended, other.ended),
        one.rulings + other.rulings,
        [*one.moments, *other.moments],
        one.burnt + other.burnt,
    )
