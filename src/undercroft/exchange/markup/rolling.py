"""A page's table as a rule: rolled, settled with typed dice, and given exact odds like any other rule."""

from collections.abc import Callable
from math import lcm, prod

from undercroft.exchange.markup.coverage import MOST_SPAN
from undercroft.exchange.markup.inline import InlineRoll, Part, Reference
from undercroft.exchange.markup.page import Page
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.markup.templates import filled
from undercroft.interpret.odds import Odds, of_formula, of_rule
from undercroft.kernel.dice import Ask
from undercroft.kernel.rules import Cite, Given, Outcome, Rule
from undercroft.kernel.units import RuleId


class AsItStands(Given, frozen=True):
    """A table needs no situation."""


class Rolled(Outcome, frozen=True, tag="rolled"):
    """The result of a table: the total, its row, the row with its own dice thrown, and the page's wording of it all."""

    total: int
    key: str
    result: str
    text: str


def rule_of(page: Page, table: RollTable) -> Rule[Ask, AsItStands, Rolled]:
    """The table as a rule; tables it refers to are rules within it."""
    return _Rules(page).of(table)


def row_odds(table: RollTable) -> Odds[str]:
    """The exact chance of each row, by its key."""
    rows = table.look_up()
    return of_formula(table.expression.formula).by(lambda total: rows.at(total).key)


def result_odds(page: Page, table: RollTable) -> Odds[str]:
    """The exact chance of each result in the order of the rows, including its own dice and the tables it refers to."""
    found = of_rule(rule_of(page, table), AsItStands())
    whole = lcm(*(chance.denominator for chance in found.values()))
    weights: dict[str, int] = {}
    for outcome in sorted(found, key=lambda outcome: (outcome.total, outcome.result)):
        weights[outcome.result] = weights.get(outcome.result, 0) + int(found[outcome] * whole)
    return Odds(weights, whole)


def ends(page: Page, table: RollTable) -> int:
    """The most possible results, including the dice within results and other tables."""
    return _Ends(page).of(table)


class _Ends:
    """Counts the possible results of each table, once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known: dict[str, int] = {}

    def of(self, table: RollTable) -> int:
        if table.name not in self.known:
            self.known[table.name] = sum(prod(self._of_part(part) for part in row.parts) for row in table.rows)
        return self.known[table.name]

    def _of_part(self, part: Part) -> int:
        match part:
            case InlineRoll(expression=dice):
                span = dice.maximum - dice.minimum + 1
                return len(dice.totals()) if span <= MOST_SPAN else span
            case Reference(anchor=anchor):
                table = self.page.table(anchor)
                return self.of(table) if table else 1
            case str():
                return 1


class _Rules:
    """Makes each table of a page a rule, once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: dict[str, Rule[Ask, AsItStands, Rolled]] = {}

    def of(self, table: RollTable) -> Rule[Ask, AsItStands, Rolled]:
        if table.name not in self.made:
            cite = Cite(self.page.title or "", table.heading)
            self.made[table.name] = Rule(RuleId(f"page.{table.name}"), cite, self._asking(table), (), 1)
        return self.made[table.name]

    def _asking(self, table: RollTable) -> Callable[[Ask, AsItStands], Rolled]:
        rows = table.look_up()

        def ask(dice: Ask, given: AsItStands) -> Rolled:  # noqa: ARG001 - a table needs no input
            total = dice.total(table.name, table.expression.formula)
            row = rows.at(total)
            result = "".join(self._worded(part, f"{table.name}, row {row.key}", dice) for part in row.parts)
            return Rolled(total, row.key, result, filled(table.template, total, result))

        return ask

    def _worded(self, part: Part, where: str, dice: Ask) -> str:
        match part:
            case str():
                return part
            case InlineRoll(expression=of, plain=True):
                return f"{of.told(dice.total(where, of.formula))} ({of.written})"
            case InlineRoll(expression=of, title=None):
                return of.told(dice.total(where, of.formula))
            case InlineRoll(expression=of, title=title):
                return f"{of.told(dice.total(str(title), of.formula))} ({title})"
            case Reference(label=label, anchor=anchor):
                table = self.page.table(anchor)
                return f"{label} ({self.of(table)(dice, AsItStands()).result})" if table else label
