"""How a report is folded: places only passed through, short encounters, and encounters that came to blows."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from undercroft.faces.report.headings import BETWEEN, MET, SceneHeading
from undercroft.faces.report.phrases import place_named
from undercroft.faces.report.tale import PlaceAgain
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import creatures_named, single
from undercroft.kernel.units import Seconds

FEW = 3
"""The most sentences that need no heading of their own."""


class ReportMoment(Struct):
    """Sentences told together, and their time."""

    at: Seconds
    lines: list[str]


class ReportSection(Struct):
    """One scene: its heading, its start and end, and what happened, moment by moment."""

    heading: SceneHeading
    began: Seconds
    ended: Seconds
    moments: list[ReportMoment]
    burnt: int = 0
    """Lights that burnt down during the scene."""
    meets: str = "The party meets"
    """Who meets others in it: the group, where the party is split."""

    @property
    def brief(self) -> bool:
        """Whether it is an encounter told in a few sentences."""
        return self.heading.what == MET and len(self.moments) == 1 and len(self.moments[0].lines) <= FEW


def passed_again(moments: Iterable[ReportMoment]) -> Iterator[ReportMoment]:
    """Name in one sentence the places that were only passed through again."""
    for again, run in groupby(moments, lambda moment: all(isinstance(line, PlaceAgain) for line in moment.lines)):
        if not again:
            yield from run
            continue
        first, *more = run
        lines = (line for moment in (first, *more) for line in moment.lines)
        yield ReportMoment(first.at, [_back([line.place for line in lines if isinstance(line, PlaceAgain)])])


def _back(passed: Sequence[str]) -> str:
    *through, last = passed
    if not through:
        return f"Back in {place_named(last)}."
    return f"Back by way of {series([place_named(name) for name in through])} to {place_named(last)}."


def folded(sections: Sequence[ReportSection]) -> list[ReportSection]:
    """Tell an encounter with the fight or chase it led to, and a short one with the scene around it."""
    told: list[ReportSection] = []
    for section in sections:
        if told and (_goes_on(told[-1], section) or _leads_to(told[-1], section)):
            told[-1] = _joined(told[-1], section, section.heading)
            continue
        if len(told) > 1 and told[-1].brief:
            told[-2:] = [_joined(told[-2], _in_passing(told[-1], told[-2]), told[-2].heading)]
        if told and told[-1].heading == section.heading:
            told[-1] = _joined(told[-1], section, section.heading)
        else:
            told.append(section)
    return told


def _goes_on(section: ReportSection, other: ReportSection) -> bool:
    return section.heading.what == MET and section.heading.whom == other.heading.whom


def _leads_to(section: ReportSection, other: ReportSection) -> bool:
    """Whether a moment between scenes belongs to the next scene."""
    return section.heading == BETWEEN and section.ended == other.began


def _in_passing(meeting: ReportSection, around: ReportSection) -> ReportSection:
    """An encounter as a paragraph of another section, which names those encountered unless it has just done so."""
    (only,) = meeting.moments
    before = " ".join(around.moments[-1].lines).casefold() if around.moments else ""
    names = [
        name for name in meeting.heading.whom if not any(called.casefold() in before for called in (name, single(name)))
    ]
    met = [f"{meeting.meets} {series([creatures_named(name) for name in names])}."] if names else []
    meeting.moments = [ReportMoment(only.at, [*met, *only.lines])]
    return meeting


def _joined(section: ReportSection, other: ReportSection, heading: SceneHeading) -> ReportSection:
    return ReportSection(
        heading,
        section.began,
        max(section.ended, other.ended),
        [*section.moments, *other.moments],
        section.burnt + other.burnt,
    )
