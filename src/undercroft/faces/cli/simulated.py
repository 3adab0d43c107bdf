"""What a simulation found, in words, columns and charts."""

from collections.abc import Iterable, Mapping, Sequence

from undercroft.faces.shared.svg_bars import Bar, bars
from undercroft.foresight.compare import CHANCES, Compared
from undercroft.foresight.estimate import Estimate, in_number, in_percent
from undercroft.foresight.results import Percentiles, Results
from undercroft.foresight.sweep import Varied
from undercroft.interpret.text_charts import bar, columns

NUMBERS = ("nobody falls", "one falls", "two fall", "three fall", "four fall", "five fall", "six fall")


_DAYS = {False: "days on the road", True: "the day it ends"}
"""What the days of a journey are called: from its start they are counted, from a table it ends on one."""


def result_lines(found: Results) -> Iterable[str]:
    """The results as lines of text."""
    each = f"{found.fights:.2f} fights and {found.dice:.0f} dice a run"
    yield f"{found.runs:,} runs, seed {found.seed}, simulated: {each}"
    likeliest = max(chance.value for chance in found.fallen) or 1
    rows = [
        (_fall(number), bar(chance.value / likeliest), in_percent(chance))
        for number, chance in enumerate(found.fallen)
        if chance.value
    ]
    yield from columns(rows)
    told = [
        (_home(found), in_percent(found.home)),
        ("nobody is hurt", in_percent(found.unhurt)),
        *([("the party runs and gets away", in_percent(found.fled))] if found.fled is not None else []),
        *((f"{name} falls", in_percent(chance)) for name, chance in found.falls.items()),
        ("experience for monsters", in_number(found.experience)),
    ]
    if found.travels:
        told += [("encounters", f"{found.encounters:.2f}"), (_DAYS[found.begun > 0], _spread(found.turns))]
        if found.lost is not None:
            told.append(("the party loses its way", in_percent(found.lost)))
    elif found.explores:
        told += [
            ("encounters", f"{found.encounters:.2f}"),
            ("turns", _spread(found.turns)),
            ("torches used", _spread(found.torches)),
            ("rooms on the way in", _spread(found.rooms)),
            ("the party goes on in the dark", in_percent(found.dark)),
        ]
    else:
        told.append(("rounds", _spread(found.rounds)))
    if found.cut_off:
        told.append(("runs cut off without an end", f"{found.cut_off:,}"))
    yield from columns(told)


def sentence(found: Results) -> str:
    """The last line: the chance that nobody falls, as people say it."""
    what = "journeys" if found.travels else "expeditions" if found.explores else "fights"
    if found.nobody_falls.value in (0.0, 1.0):
        return f"Nobody falls in {in_percent(found.nobody_falls)} of the {what}."
    return f"Nobody falls in {100 * found.nobody_falls.value:.0f} of 100 {what} (± {_points(found.nobody_falls)})."


def _home(found: Results) -> str:
    """The end that a party wishes for."""
    if found.travels:
        return "the party arrives in time"
    return "the party comes home" if found.explores else "the party wins"


def _points(chance: Estimate) -> str:
    return f"{100 * chance.margin:.2g}"


def _fall(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else f"{number} fall"


def _spread(spread: Percentiles) -> str:
    return (
        f"typically {spread.median.value:g}; one run in ten has at most {spread.tenth.value:g}, "
        f"nine in ten at most {spread.ninetieth.value:g}"
    )


def compared_lines(one: str, other: str, found: Mapping[str, Compared]) -> Iterable[str]:
    """Two scenarios side by side, with the difference and its interval."""
    rows = [("", one, other, "difference", "")]
    for name, pair in found.items():
        said = in_percent if name in CHANCES else in_number
        difference = _difference(pair.difference, points=name in CHANCES)
        saved = f"pairing saved {pair.saved:.1f} times the runs" if pair.saved < 1e6 else "the same in every run"
        rows.append((name, said(pair.one), said(pair.other), difference, saved))
    return columns(rows)


def _difference(found: Estimate, *, points: bool) -> str:
    scale, unit = (100, " points") if points else (1, "")
    return f"{scale * found.value:+.2f}{unit} ± {scale * found.margin:.2f}"


def varied_lines(name: str, found: Sequence[Varied]) -> Iterable[str]:
    """What came of each value."""
    travels = any(each.results.travels for each in found)
    explores = any(each.results.explores for each in found) and not travels
    more = ("rooms", "in the dark") if explores else ("days", "lost") if travels else ()
    home = "arrives" if travels else "home" if explores else "won"
    rows: list[tuple[str, ...]] = [(name, "nobody falls", "", home, "experience", *more)]
    rows += [
        (
            each.value,
            bar(each.results.nobody_falls.value, 24),
            in_percent(each.results.nobody_falls),
            in_percent(each.results.home),
            in_number(each.results.experience),
            *((f"{each.results.rooms.median.value:g}", in_percent(each.results.dark)) if explores else ()),
            *((f"{each.results.turns.median.value:g}", _lost(each.results)) if travels else ()),
        )
        for each in found
    ]
    return columns(rows)


def _lost(found: Results) -> str:
    return "" if found.lost is None else in_percent(found.lost)


def fallen_chart(title: str, found: Results) -> str:
    """How many fall, as a chart."""
    rows = [_bar(_fall(number), chance) for number, chance in enumerate(found.fallen) if chance.value]
    return bars(f"{title}: how many fall in {found.runs:,} runs", rows)


def varied_chart(title: str, name: str, found: Sequence[Varied]) -> str:
    """The chance that nobody falls for each value, as a chart."""
    rows = [_bar(each.value, each.results.nobody_falls) for each in found]
    return bars(f"{title}: nobody falls, by {name}", rows)


def _bar(label: str, chance: Estimate) -> Bar:
    return Bar(label, chance.value, chance.low, chance.high, in_percent(chance))
