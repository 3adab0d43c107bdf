"""Odds for people and for other programs: text, HTML, pictures, files. What draws them is loaded on use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from undercroft.interpret.arguments import check_chances, check_text
from undercroft.interpret.measured import H, Measured

MOST_ROWS = 100
"""A notebook shows at most so many outcomes; the rest is counted."""


LONG = 2**63
"""From here on a column holds no whole numbers."""


class Presented(Measured[H]):
    """Odds that can be shown and handed on."""

    def table(self) -> str:
        """The odds as plain text, a bar for each outcome.

        >>> print(Odds.of({"orc": 3, "rat": 1}).table())
        orc  ████████████████████████████████  75 %  3/4
        rat  ██████████▋                       25 %  1/4
        """
        from undercroft.interpret.text_charts import chance_lines
        from undercroft.interpret.words import named

        return "\n".join(chance_lines(list(map(named, self)), list(self.values()), self.unexplored))

    def svg(self, title: str = "", *, tails: bool = False, **others: Mapping[Any, Fraction]) -> str:
        """The odds as a picture, other odds beside them; with `tails`, the chances of at least each number.

        >>> Odds.of(range(1, 7)).svg("a d6").count("<rect")
        6
        """
        from undercroft.interpret.svg_charts import chart

        check_text(title)
        for each in others.values():
            check_chances(each)
        series: dict[str, Mapping[Any, Fraction]] = {title or "odds": self, **others}
        if tails:
            series = {name: each.tails() if isinstance(each, Measured) else each for name, each in series.items()}
        return chart(series, "" if others else title)

    def to_columns(self) -> dict[str, list[Any]]:
        """The odds as columns, each of one type, for `pandas.DataFrame(...)` or `polars.DataFrame(...)`.

        >>> Odds.of([1, 2]).to_columns()
        {'outcome': [1, 2], 'chance': [0.5, 0.5], 'fraction': ['1/2', '1/2'], 'at least': [1.0, 0.5]}
        """
        columns: dict[str, list[Any]] = {
            "outcome": _column([*self]),
            "chance": [float(chance) for chance in self.values()],
            "fraction": [str(chance) for chance in self.values()],
        }
        if self.are_numbers:
            tails = self.tails()
            columns["at least"] = [float(tails[outcome]) for outcome in self]
        return columns

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns as an Arrow stream: `polars.from_arrow(odds)`, `pandas.DataFrame.from_arrow(odds)`."""
        from undercroft.interpret.arrow import stream

        return stream(self.to_columns(), requested_schema)

    def to_dict(self) -> dict[str, Any]:
        """The odds as plain values, ready for JSON; chances are exact fractions written out.

        >>> Odds.of("ab").to_dict()["outcomes"][0]
        {'outcome': 'a', 'chance': '1/2', 'percent': 50.0}
        """
        return {
            "outcomes": [
                {"outcome": _plain(outcome), "chance": str(chance), "percent": round(float(chance) * 100, 6)}
                for outcome, chance in self.items()
            ],
            "unexplored": str(self.unexplored),
            "policy": self.policy,
        }

    def to_csv(self) -> str:
        """The odds as comma-separated values, with a line of names.

        >>> print(Odds.of([1, 2]).to_csv(), end="")
        outcome,chance,fraction,at least
        1,0.5,1/2,1.0
        2,0.5,1/2,0.5
        """
        columns = self.to_columns()
        lines = [",".join(columns)]
        lines += [",".join(_cell(value) for value in row) for row in zip(*columns.values(), strict=True)]
        return "".join(f"{line}\n" for line in lines)

    def _repr_html_(self) -> str:
        """The odds as a notebook shows them."""
        from undercroft.interpret.svg_charts import COLOURS, escaped
        from undercroft.interpret.words import named
        from undercroft.kernel.amounts import fraction, percent

        most = max(self.values(), default=Fraction(1))
        rows: list[str] = []
        for outcome, chance in [*self.items()][:MOST_ROWS]:
            bar = f'<div style="background:{COLOURS[0]};height:0.9em;width:{float(chance / most) * 16:.2f}em"></div>'
            rows.append(
                f'<tr><td style="text-align:right">{escaped(named(outcome))}</td><td style="text-align:left">{bar}</td>'
                f"<td>{percent(chance)}</td><td>{escaped(fraction(chance))}</td></tr>"
            )
        notes = [f"and {len(self) - MOST_ROWS:,} more"] if len(self) > MOST_ROWS else []
        notes += [f"not followed to its end: {percent(self.unexplored)}"] if self.unexplored else []
        if self.are_numbers and self.weights:
            notes.append(f"mean {float(self.mean):.6g}, standard deviation {self.deviation:.4g}")
        return f"<table>{''.join(rows)}</table>{''.join(f'<p>{escaped(note)}</p>' for note in notes)}"


def _plain(outcome: object) -> Any:
    from undercroft.interpret.words import named

    return outcome if isinstance(outcome, int | str) else named(outcome)


def _column(outcomes: Sequence[Any]) -> list[Any]:
    """Outcomes as values of one type: numbers, yes and no, or text."""
    numbers = [each for each in outcomes if isinstance(each, int | Fraction) and not isinstance(each, bool)]
    if not numbers and all(isinstance(each, bool) for each in outcomes):
        return [*outcomes]
    if len(numbers) < len(outcomes):
        return [str(_plain(each)) for each in outcomes]
    exact = all(isinstance(each, int) and abs(each) < LONG for each in numbers)
    return [int(each) if exact else float(each) for each in numbers]


def _cell(value: object) -> str:
    written = str(value)
    # A spreadsheet takes a cell that begins like this for a formula.
    if isinstance(value, str) and written[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        written = f"'{written}"
    return f'"{written.replace(chr(34), chr(34) * 2)}"' if any(mark in written for mark in ',"\r\n') else written
