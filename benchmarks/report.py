"""Tables and verdicts, as text for both the terminal and RESULTS.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """Rows under a heading. The first column names the row; numbers are aligned to the right."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: bool = False
    """Whether the cells are text rather than numbers."""

    def lines(self) -> list[str]:
        """The table in Markdown, its columns aligned."""
        rows = [tuple(_cell(cell) for cell in row) for row in (self.head, *self.rows)]
        widths = [max(3, *(len(row[i]) for row in rows)) for i in range(len(self.head))]
        left = [self.words or i == 0 for i in range(len(widths))]
        rule = [
            "-" * width if to_left else "-" * (width - 1) + ":" for width, to_left in zip(widths, left, strict=True)
        ]
        return [_line(row, widths, left) for row in (rows[0], tuple(rule), *rows[1:])]


@dataclass(frozen=True)
class Target:
    """A target, the measurement of this run, and whether it meets the target; None if it could not be measured."""

    what: str
    measured: str
    met: bool | None
    why: str = ""
    """One line of explanation if the target is not met."""

    @property
    def verdict(self) -> str:
        """The result in a word or two."""
        if self.met is None:
            return "not measured"
        return "met" if self.met else "not met"


@dataclass(frozen=True)
class Part:
    """One part of the benchmark: what it measures, its tables, its targets, and its remarks."""

    title: str
    measures: str
    tables: Sequence[Table]
    targets: Sequence[Target]
    notes: Sequence[str] = field(default=())

    def lines(self) -> list[str]:
        """The part in Markdown."""
        lines = [f"## {self.title}", "", self.measures]
        for table in self.tables:
            lines += ["", *table.lines()]
        if self.notes:
            lines += ["", *(f"- {note}" for note in self.notes)]
        return lines


def targets_table(targets: Sequence[Target]) -> list[str]:
    """Every target with its verdict, and a line for each that is not met."""
    table = Table(
        ("target", "measured", "verdict"), [(t.what, t.measured, t.verdict) for t in targets], words=True
    ).lines()
    reasons = [f"- {target.what}: {target.why}" for target in targets if target.met is False and target.why]
    return [*table, "", *reasons] if reasons else table


def span(values: Mapping[str, float], unit: str = "times") -> str:
    """The smallest and the largest of some ratios."""
    least, most = min(values.values()), max(values.values())
    return f"{least:.2g} to {most:.2g} {unit}"


def listed(values: Mapping[str, float], unit: str = "times") -> str:
    """Each name with its ratio: `2d6 (4.1 times), 10d6! (3 times)`."""
    return ", ".join(f"{name} ({value:.2g} {unit})" for name, value in values.items())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _line(row: tuple[str, ...], widths: Sequence[int], left: Sequence[bool]) -> str:
    cells = [
        cell.ljust(width) if to_left else cell.rjust(width)
        for cell, width, to_left in zip(row, widths, left, strict=True)
    ]
    return f"| {' | '.join(cells)} |"
