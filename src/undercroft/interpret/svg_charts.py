"""Odds as SVG pictures: columns or lines over numbers, bars beside anything else.

One drawer for files, notebooks and pages. Text takes the colour of its surroundings; every mark has its number as a
title, so that it can be read by pointing at it or by a screen reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias

from undercroft.interpret.words import named
from undercroft.kernel.amounts import fraction, percent
from undercroft.kernel.faults import BadInput

COLOURS = ("#5b7fb5", "#c2703d", "#5a9a68", "#9a6bb0", "#b5973a", "#5aa3a8")
"""One for each series, told apart on a light and on a dark ground."""
WIDTH, HEIGHT = 680, 340
LEFT, RIGHT, BOTTOM, TOP = 52, 16, 34, 16
LINE = 20
LETTER = 7.2
MOST_PLACES = 2_000
MOST_COLUMNS = 90
STEPS = tuple(Fraction(1, parts) for parts in (1000, 500, 200, 100, 50, 20, 10, 5, 4))

Chances: TypeAlias = Mapping[Any, Fraction]


def chart(series: Mapping[str, Chances], title: str = "", *, over: str = "") -> str:
    """A picture of one or several odds, or of other chances such as tails, each with its name.

    `over` names what the numbers below the columns count.

    >>> chart({"d2": {1: Fraction(1, 2), 2: Fraction(1, 2)}}).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    outcomes = {outcome for chances in series.values() for outcome in chances}
    if not outcomes:
        raise BadInput("no_outcomes", "there is nothing to draw", "name odds with at least one outcome")
    if len(outcomes) > MOST_PLACES:
        raise BadInput("too_many_outcomes", f"more than {MOST_PLACES:,} outcomes cannot be drawn", "group them first")
    if all(isinstance(outcome, int | Fraction) and not isinstance(outcome, bool) for outcome in outcomes):
        return _over_numbers(series, title, over)
    return _beside_words(series, title)


def _over_numbers(series: Mapping[str, Chances], title: str, over: str) -> str:
    numbers = sorted({number for chances in series.values() for number in chances})
    whole = all(isinstance(number, int) for number in numbers) and numbers[-1] - numbers[0] < MOST_PLACES
    places = list(range(numbers[0], numbers[-1] + 1)) if whole else numbers
    head = _Head(series, title)
    top = TOP + head.height
    plot = _Plot(len(places), top, max(chance for chances in series.values() for chance in chances.values()))
    parts = [*head.parts, *plot.grid(), *plot.names([named(place) for place in places])]
    if over:
        parts.append(_text(WIDTH - RIGHT, HEIGHT + head.height + 2, over, "end"))
    at = {place: index for index, place in enumerate(places)}
    as_columns = len(series) * len(places) <= MOST_COLUMNS or len(series) == 1
    for index, (name, chances) in enumerate(series.items()):
        points = [(at[number], number, chances[number]) for number in sorted(chances)]
        draw = plot.columns if as_columns else plot.line
        parts += draw(points, index, len(series), name if len(series) > 1 else "")
    return _svg(parts, HEIGHT + head.height + (8 if over else 0), title or ", ".join(series))


class _Plot:
    """A field with an axis of chances and a row of places."""

    def __init__(self, places: int, top: int, highest: Fraction) -> None:
        self._top, self._bottom = top, HEIGHT - BOTTOM + top - TOP
        self._each = (WIDTH - LEFT - RIGHT) / places
        self._step = next((step for step in STEPS if highest / step <= 6), Fraction(1, 4))
        self._most = self._step * max(1, ceil(highest / self._step))

    def _height(self, chance: Fraction) -> float:
        return float(chance / self._most) * (self._bottom - self._top)

    def grid(self) -> list[str]:
        parts: list[str] = []
        for line in range(int(self._most / self._step) + 1):
            y = self._bottom - self._height(line * self._step)
            strong = 0.15 if line else 0.5
            path = f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}"
            parts.append(f'<path d="{path}" stroke="currentColor" stroke-opacity="{strong}"/>')
            parts.append(_text(LEFT - 8, y + 4, percent(line * self._step), "end"))
        return parts

    def names(self, places: Sequence[str]) -> list[str]:
        room = max(map(len, places)) * LETTER + 8
        every = max(1, ceil(room / self._each))
        return [
            _text(LEFT + (at + 0.5) * self._each, self._bottom + 18, place, "middle")
            for at, place in enumerate(places)
            if at % every == 0
        ]

    def columns(self, points: Sequence[tuple[int, Any, Fraction]], index: int, of: int, name: str) -> list[str]:
        gap = min(4.0, self._each * 0.2)
        wide = (self._each - gap) / of
        parts: list[str] = []
        for place, number, chance in points:
            x, tall = LEFT + place * self._each + gap / 2 + index * wide, self._height(chance)
            parts.append(
                f'<rect x="{x:.2f}" y="{self._bottom - tall:.2f}" width="{wide:.2f}" height="{tall:.2f}" '
                f'fill="{_colour(index)}">{_point(name, number, chance)}</rect>'
            )
        return parts

    def line(self, points: Sequence[tuple[int, Any, Fraction]], index: int, _of: int, name: str) -> list[str]:
        corners = [
            (LEFT + (place + 0.5) * self._each, self._bottom - self._height(chance), number, chance)
            for place, number, chance in points
        ]
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y, _, _ in corners)
        parts = [f'<polyline points="{path}" fill="none" stroke="{_colour(index)}" stroke-width="2"/>']
        parts += [
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="2.5" fill="{_colour(index)}">{_point(name, number, chance)}</circle>'
            for x, y, number, chance in corners
        ]
        return parts


def _beside_words(series: Mapping[str, Chances], title: str) -> str:
    outcomes = list(dict.fromkeys(outcome for chances in series.values() for outcome in chances))
    labels = [named(outcome) for outcome in outcomes]
    head = _Head(series, title)
    wide = min(max(map(len, labels)) * LETTER + 12, WIDTH * 0.5)
    most = max(chance for chances in series.values() for chance in chances.values()) or Fraction(1)
    room = WIDTH - wide - RIGHT - 62
    parts, y = list(head.parts), float(TOP + head.height)
    for outcome, label in zip(outcomes, labels, strict=True):
        fits = int((wide - 12) / LETTER)
        shown = label if len(label) <= fits else f"{label[: fits - 1]}…"
        parts.append(_text(wide - 8, y + 14 + (len(series) - 1) * LINE * 0.45, shown, "end", label))
        for index, (name, chances) in enumerate(series.items()):
            chance = chances.get(outcome, Fraction(0))
            long = room * float(chance / most)
            parts.append(
                f'<rect x="{wide:.1f}" y="{y + 2:.1f}" width="{long:.2f}" height="{LINE - 5}" fill="{_colour(index)}">'
                f"{_point(name if len(series) > 1 else '', outcome, chance)}</rect>"
            )
            parts.append(_text(wide + long + 6, y + 14, percent(chance), "start"))
            y += LINE * (0.9 if index + 1 < len(series) else 1)
        y += 4 if len(series) > 1 else 0
    return _svg(parts, int(y) + TOP, title or ", ".join(series))


class _Head:
    """The title, and the names of several series with their colours."""

    def __init__(self, series: Mapping[str, Chances], title: str) -> None:
        self.parts: list[str] = []
        self.height = 0
        if title:
            self.parts.append(_text(LEFT, TOP + 4, title, "start", weight="600"))
            self.height += LINE
        if len(series) > 1:
            x = float(LEFT)
            for index, name in enumerate(series):
                wide = len(name) * LETTER + 34
                if x + wide > WIDTH - RIGHT and x > LEFT:
                    x, self.height = float(LEFT), self.height + LINE
                y = TOP + self.height
                self.parts.append(f'<rect x="{x:.1f}" y="{y - 7}" width="11" height="11" fill="{_colour(index)}"/>')
                self.parts.append(_text(x + 17, y + 3, name, "start"))
                x += wide
            self.height += LINE


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="12"><title>{escaped(title)}</title>'
        f"{''.join(parts)}</svg>\n"
    )


def _text(x: float, y: float, text: str, anchor: str, title: str = "", weight: str = "") -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    whole = f"<title>{escaped(title)}</title>" if title and title != text else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor"{bold}>{whole}{escaped(text)}</text>'
    )


def _point(name: str, outcome: object, chance: Fraction) -> str:
    before = f"{name}: " if name else ""
    return f"<title>{escaped(f'{before}{named(outcome)}, {percent(chance)} ({fraction(chance)})')}</title>"


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def escaped(text: str) -> str:
    """Text that means nothing to a reader of HTML or SVG, and has no character that it cannot hold.

    >>> escaped('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    kept = "".join(
        letter
        for letter in text
        if letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff"
    )
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
