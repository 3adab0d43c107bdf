"""`undercroft read`."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from undercroft.exchange.foreign import known_as
from undercroft.exchange.markup import rolling
from undercroft.exchange.markup.inline import InlineRoll
from undercroft.exchange.markup.page import Page
from undercroft.exchange.markup.page import read as read_page
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.rewriting import losses, rewritten
from undercroft.exchange.markup.rolling import AsItStands
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.exchange.markup.writing import Form, as_markdown
from undercroft.exchange.outline import is_outline, read_outline, write_outline
from undercroft.faces.cli import page_text
from undercroft.faces.cli.odds import chart
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.cli.rule import settled, shown, typed
from undercroft.faces.cli.text_file import form_of, named, text_of
from undercroft.faces.shared import entropy
from undercroft.faces.shared.payloads import throw_told
from undercroft.interpret.ask import TypedDice
from undercroft.interpret.odds import Odds
from undercroft.interpret.play import Generator
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.throwing import ThrownFormula, throw

MOST_ENDS = 40
"""Results with dice in them are followed to the end if there are no more than this."""


SHORT = 52
"""The most characters of a result beside a bar."""


class ReadOptions(Struct, frozen=True):
    """What to do with a page: roll a table or all of it, with which dice; show odds; or rewrite its tables."""

    roll: bool
    table: str | None
    dice: str | None
    odds: bool
    write: Form | None


def read(  # noqa: PLR0913 - an option each
    file: str,
    table: str | None,
    dice: str | None,
    write: str | None,
    *,
    roll: bool,
    odds: bool,
    html: bool,
    as_json: bool,
) -> None:
    """Show a page, roll on it, show the odds of its tables, or rewrite them."""
    wanted = ReadOptions(roll, table, dice, odds, form_of(Form, write))
    text = text_of(file)
    if html:
        _write_html(file, text, wanted, as_json=as_json)
        return
    if wanted == ReadOptions(roll=False, table=None, dice=None, odds=False, write=None) and is_outline(text):
        _show_outline(text, as_json=as_json)
        return
    page = _page(file, text)
    if wanted.write is not None:
        _write(text, page, wanted, wanted.write, as_json=as_json)
    elif wanted.odds:
        _odds(page, wanted, as_json=as_json)
    elif wanted.dice is not None or (wanted.roll and wanted.table is not None):
        _settle(page, wanted, as_json=as_json)
    elif wanted.table is not None:
        _show_table(_table(page, wanted.table), as_json=as_json)
    else:
        _show(page, roll=wanted.roll, as_json=as_json)


def _write_html(file: str, text: str, wanted: ReadOptions, *, as_json: bool) -> None:
    """Write the page as one HTML file that rolls."""
    if wanted != ReadOptions(roll=False, table=None, dice=None, odds=False, write=None):
        raise BadInput("usage", "--html works alone", "leave out --roll, --table, --dice, --odds and --write")
    from undercroft.faces.exports.rolling_page import as_html

    written = as_html(_page(file, text), "A page that rolls" if file == "-" else Path(file).stem)
    if as_json:
        print_json({"html": written})
    else:
        print(written, end="")


def _show_outline(text: str, *, as_json: bool) -> None:
    """An outline as it is understood; what there is to mend goes to stderr."""
    found = read_outline(text)
    if as_json:
        things = [*found.whole.things.values()]
        print_json({"site": found.whole.site, "things": things, "notes": found.notes})
        return
    print(write_outline(found.whole).removesuffix("\n"))
    print_notes([f"line {note.line}: {note.what} ({note.fix})" for note in found.notes])


def _page(path: str, text: str) -> Page:
    if other := known_as(text):
        raise BadInput("foreign", f"{named(path)} is {other.what}", other.fix)
    try:
        return read_page(text)
    except BadMarkup as fault:
        raise BadInput(fault.code, f"{named(path)}, {fault.what}", fault.fix, limit=fault.limit) from None


def _table(page: Page, name: str | None) -> RollTable:
    """The table of that name; without a name, the only table."""
    names = ", ".join(table.name for table in page.tables[:10])
    if not page.tables:
        raise NotFound("no_such_table", "the page has no table to roll on", "“undercroft read” shows what it has")
    if name is not None:
        found = page.table(name)
        if found is None:
            raise NotFound("no_such_table", f"the page has no table “{name[:60]}”", f"there are {names}")
        return found
    first, *others = page.tables
    if others:
        raise BadInput("which_table", "the page has several tables", f"add --table with one of {names}")
    return first


def _show(page: Page, *, roll: bool, as_json: bool) -> None:
    thrown_rolls = [throw(inline.expression.formula, entropy.draw()) if roll else None for inline in page.rolls]
    if as_json:
        print_json(_plain(page, thrown_rolls))
        return
    results = {inline.place: result for inline, result in zip(page.rolls, thrown_rolls, strict=True)}

    def told(inline: InlineRoll) -> str:
        result = results[inline.place]
        return (
            f"{page_text.notation(inline)[:-1]} = {inline.expression.told(result.total)}]"
            if result
            else page_text.notation(inline)
        )

    print("\n".join(page_text.lines(page, told)).strip("\n"))


def _show_table(table: RollTable, *, as_json: bool) -> None:
    if as_json:
        print_json(_plain_table(table))
    else:
        print(*page_text.table_lines(table), sep="\n")


def _settle(page: Page, wanted: ReadOptions, *, as_json: bool) -> None:
    table = _table(page, wanted.table)
    hands = TypedDice(typed(wanted.dice or ""), Generator(entropy.draw()), rest=wanted.roll)
    ruling = settled(rolling.rule_of(page, table), AsItStands(), hands)
    if as_json:
        throws = [throw_told(answered) for answered in ruling.throws]
        print_json({"table": table.name, "throws": throws, "outcome": ruling.outcome, "says": ruling.outcome.text})
        return
    for answered in ruling.throws:
        print(shown(answered))
    print(page_text.plain(ruling.outcome.text))


def _write(text: str, page: Page, wanted: ReadOptions, form: Form, *, as_json: bool) -> None:
    """Write the whole page with its tables in a form, or one table."""
    if wanted.odds or wanted.dice is not None or wanted.roll:
        raise BadInput("usage", "--write works alone or with --table", "leave out --roll, --dice and --odds")
    written = [(table.name, as_markdown(table, form)) for table in _chosen(page, wanted)]
    if as_json:
        whole = {"page": rewritten(text, page, form)} if wanted.table is None else {}
        print_json({**whole, "tables": [{"table": name, "markdown": markdown} for name, markdown in written]})
    elif wanted.table is not None:
        print(*(markdown for _, markdown in written), sep="\n", end="")
    else:
        print_notes([*losses(text, page, form)])
        print(rewritten(text, page, form).removesuffix("\n"))


def _chosen(page: Page, wanted: ReadOptions) -> tuple[RollTable, ...]:
    """The named table, else every table."""
    return page.tables if wanted.table is None and page.tables else (_table(page, wanted.table),)


def _odds(page: Page, wanted: ReadOptions, *, as_json: bool) -> None:
    if wanted.dice is not None or wanted.roll:
        raise BadInput("usage", "--odds takes no dice", "leave out --roll and --dice")
    tables = _chosen(page, wanted)
    if as_json:
        print_json({"exact": True, "tables": [_plain_odds(page, table) for table in tables]})
        return
    for number, table in enumerate(tables):
        if number:
            print()
        _print_odds(page, table)


def _print_odds(page: Page, table: RollTable) -> None:
    print(f"{table.name} ({table.expression.written})")
    found = rolling.row_odds(table)
    texts = {row.key: page_text.row_text(row) for row in table.rows}
    wide = max(len(key) for key in found)
    chart(found, [f"{key.ljust(wide)}  {_short(texts[key])}" for key in found])
    ends = _followed(page, table)
    if ends is not None:
        print("", "with the dice within the results", sep="\n")
        chart(ends, [_short(page_text.plain(result)) for result in ends])


def _followed(page: Page, table: RollTable) -> Odds[str] | None:
    """The odds of the final texts, where results hold dice and there are few of them."""
    if not any(row.rolls or row.references for row in table.rows) or rolling.ends(page, table) > MOST_ENDS:
        return None
    return rolling.result_odds(page, table)


def _short(text: str) -> str:
    """Text that fits beside a bar, cut in the middle because results often differ at their ends."""
    return text if len(text) <= SHORT else f"{text[: SHORT // 2 - 2].rstrip()} … {text[1 - SHORT // 2 :].lstrip()}"


def _plain_odds(page: Page, table: RollTable) -> dict[str, Any]:
    texts = {row.key: row.text for row in table.rows}
    rows = [{"key": key, "text": texts[key], **_chance(chance)} for key, chance in rolling.row_odds(table).items()]
    ends = _followed(page, table)
    results = None if ends is None else [{"result": result, **_chance(chance)} for result, chance in ends.items()]
    return {"table": table.name, "roll": table.expression.written, "rows": rows, "results": results}


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": str(chance), "percent": round(float(chance) * 100, 6)}


def _plain(page: Page, results: Sequence[ThrownFormula | None]) -> dict[str, Any]:
    """A page as JSON for programs."""
    return {
        "title": page.title,
        "weight": page.weight,
        "headings": [{"level": heading.level, "text": heading.text, "line": heading.line} for heading in page.headings],
        "rolls": [_plain_roll(roll, result) for roll, result in zip(page.rolls, results, strict=True)],
        "tables": [_plain_table(table) for table in page.tables],
        "todos": [{"text": todo.text, "line": todo.place.line} for todo in page.todos],
        "warnings": page.warnings,
    }


def _plain_roll(roll: InlineRoll, result: ThrownFormula | None) -> dict[str, Any]:
    told = {
        "roll": roll.expression.written,
        "title": roll.title,
        "label": roll.label,
        "section": roll.section,
        "line": roll.place.line,
        "column": roll.place.column,
    }
    return told if result is None else {**told, "total": result.total, "faces": result.faces}


def _plain_table(table: RollTable) -> dict[str, Any]:
    return {
        "name": table.name,
        "heading": table.heading,
        "roll": table.expression.written,
        "line": table.place.line,
        "rows": [{"key": row.key, "text": row.text} for row in table.rows],
    }
