"""The commands and their help. What a command needs is imported when it runs, so that `roll` starts at once."""

from typing import Annotated

import typer

from undercroft import __version__
from undercroft.faces.cli.lazy_verbs import CampaignVerbs, FounderVerbs, StoreVerbs, TableVerbs, Verbs, done_by
from undercroft.faces.cli.options import DASHED, Data, Given, Json, PageFile, RuleId, book_ids, dice_alone, rule_ids

app = typer.Typer(
    name="undercroft",
    cls=Verbs,
    help="Run old-school tabletop games: a live table, rules as code, dice and exact odds.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Add --debug to any command to see the details of a crash.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"undercroft {__version__}")
        raise typer.Exit


@app.callback()
def undercroft(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Run old-school tabletop games: a live table, rules as code, dice and exact odds."""


@app.command(context_settings=DASHED, epilog="Example: undercroft roll 4d6kh3 --times 6")
@done_by("roll")
def roll(
    expression: Annotated[
        str, typer.Argument(metavar="EXPR", help="Dice, such as 2d6+1.", show_default=False, callback=dice_alone)
    ],
    times: Annotated[str, typer.Option("--times", metavar="N", help="Roll N times.")] = "1",
    as_json: Json = False,
) -> None:
    """Roll dice and show every die."""


@app.command(epilog="Example: undercroft rules 'who goes first?'")
@done_by("rules")
def rules(
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD]...", help="Words, or a question.")] = None,
    book: Annotated[
        str | None, typer.Option("--book", metavar="B", help="Only the rules of one book.", autocompletion=book_ids)
    ] = None,
    questions: Annotated[
        bool, typer.Option("--questions", help="List what people ask at the table, with the rules of every book.")
    ] = False,
    readings: Annotated[bool, typer.Option("--readings", help="Show our readings where a book is unclear.")] = False,
    as_json: Json = False,
) -> None:
    """List the rules, or search them by words or by a question."""


@app.command(epilog="Example: undercroft books --check")
@done_by("books")
def books(
    book: Annotated[
        str | None, typer.Argument(metavar="[BOOK]", help="Only this book.", autocompletion=book_ids)
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the books of other packages, case by case.")] = False,
    manual: Annotated[
        str | None, typer.Option("--manual", metavar="DIR", help="Write the pages of the books of other packages.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the books, including those of other packages."""


@app.command(epilog="""Example: undercroft rule delving.hazard-die --given '{"danger": "risky"}' --dice 1""")
@done_by("rule")
def rule(
    rule_id: RuleId,
    given: Given = None,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice", metavar="9,4", help="Answers in order: one number a die, a word for a choice, ? to roll it."
        ),
    ] = None,
    roll_rest: Annotated[bool, typer.Option("--roll", help="Roll everything that --dice does not answer.")] = False,
    as_json: Json = False,
) -> None:
    """Settle a rule; in a terminal it asks for what is missing."""


@app.command(
    context_settings=DASHED,
    epilog="""Example: undercroft odds 4d6kh3 3d6 --at-least 15""",
)
@done_by("odds")
def odds(  # noqa: PLR0913, PLR0917 - an option each
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="EXPR|ID...",
            help="Dice or rules, one or several.",
            show_default=False,
            autocompletion=rule_ids,
            callback=dice_alone,
        ),
    ],
    given: Given = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="FIELD", help="Group by a part of the outcome: kind, total, or total>=9."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option("--policy", metavar="P", help="How players choose: never, always OPTION, best for OUTCOME."),
    ] = None,
    at_least: Annotated[
        str | None, typer.Option("--at-least", metavar="N", help="Only the chance of that number or more.")
    ] = None,
    against: Annotated[
        str | None, typer.Option("--vs", metavar="EXPR|ID", help="Which is higher, this or the other?")
    ] = None,
    then: Annotated[
        list[str] | None,
        typer.Option("--then", metavar="WHEN:WHAT", help="What follows: 'hit: 1d8', '>=15: 2d6', 'hit: ID JSON'."),
    ] = None,
    repeat: Annotated[
        str | None, typer.Option("--repeat", metavar="N", help="How often does --want come in N tries?")
    ] = None,
    want: Annotated[
        str | None, typer.Option("--want", metavar="WHAT", help="An outcome, a total, or a condition such as >=9.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="WHAT", help="How many tries until this comes?")
    ] = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.svg", help="Draw a picture, too.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values instead of text.")] = False,
    as_json: Json = False,
) -> None:
    """Show the exact odds of dice, or of a rule: alone, compared, one after the other, or repeated."""


@app.command(epilog="Example: undercroft simulate first-level --runs 500 --open worst")
@done_by("simulate")
def simulate(  # noqa: PLR0913, PLR0917 - an option each
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="A scenario in TOML, or one of ours.", show_default=False)
    ] = None,
    from_table: Annotated[
        str | None, typer.Option("--from-table", metavar="ID", help="Go on from where this table is.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--as", metavar="S", help="From what this seat, or the seat of this character, knows.")
    ] = "referee",
    plan: Annotated[
        str | None,
        typer.Option("--plan", metavar="PLAN", help="How a table's party goes on: target=wounded,aid=no,turns=3."),
    ] = None,
    runs: Annotated[str | None, typer.Option("--runs", metavar="N", help="How many runs; usually 100,000.")] = None,
    precision: Annotated[
        str | None,
        typer.Option("--precision", metavar="P", help="Play until the chance is known to within P %."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed plays the same runs.")] = "1",
    changes: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="PART=A..B:S", help="Play it for each value: policy.retreat=20..80:10."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="Compare with another scenario, or a table's plan with another, on the same dice.",
        ),
    ] = None,
    open_run: Annotated[
        str | None, typer.Option("--open", metavar="worst|median|RUN", help="Print a run as a real log.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the opened run as a table of its own.")] = False,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.svg", help="Write a chart.")] = None,
    workers: Annotated[
        str,
        typer.Option(
            "--workers",
            metavar="W",
            help="Use threads, a number of processes, or a Dask scheduler's address.",
        ),
    ] = "threads",
    plain: Annotated[bool, typer.Option("--plain", help="Play in plain Python, without compiling.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Play a fight or an expedition many times, by the rules of the table, and show the results."""


@app.command(epilog="Example: undercroft forecast met --given clock=violence --turns 6")
@done_by("forecast")
def forecast(  # noqa: PLR0913, PLR0917 - an option each
    question: Annotated[
        str | None,
        typer.Argument(metavar="[QUESTION]", help="A question, such as met; without one they are listed."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="ID", help="Ask it of this table, as it stands now.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--as", metavar="S", help="From what this seat, or the seat of this character, knows.")
    ] = "referee",
    about: Annotated[
        str | None, typer.Option("--about", metavar="NAME", help="Only about this character or group.")
    ] = None,
    given: Given = None,
    turns: Annotated[
        str | None, typer.Option("--turns", metavar="N", help="How many turns, rounds or days to look ahead.")
    ] = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.svg", help="Draw a picture, too.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Forecast what is likely: an encounter by turn n, light for the way back, the dying saved in time, and more."""


@app.command(epilog="Example: undercroft read rumours.md --table rumours --dice 4,2,1")
@done_by("read")
def read(  # noqa: PLR0913, PLR0917 - an option each
    file: PageFile,
    roll: Annotated[
        bool, typer.Option("--roll", help="Roll every roll in the text, or with --table the table.")
    ] = False,
    table: Annotated[str | None, typer.Option("--table", metavar="NAME", help="Only this table.")] = None,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="3,4", help="The table's dice: one number a die, ? to roll it.")
    ] = None,
    odds: Annotated[bool, typer.Option("--odds", help="The exact odds of each row of the table.")] = False,
    write: Annotated[
        str | None,
        typer.Option("--write", metavar="bars|fence", help="The tables as Markdown: with bars, or in fences."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="One HTML file that rolls in any browser, offline.")] = False,
    as_json: Json = False,
) -> None:
    """Show a page of Markdown and roll what can be rolled on it, or an outline as it is understood."""


@app.command(epilog="Example: undercroft lint barrow.toml")
@done_by("lint")
def lint(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A campaign (.toml), an outline or a page in Markdown; - is stdin.", show_default=False
        ),
    ],
    form: Annotated[
        str | None, typer.Option("--as", metavar="campaign|outline|page", help="Read it as one of these.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the problems of a campaign file, of an outline or of a page of Markdown."""


@app.command(epilog="Example: undercroft play the-barrow")
@done_by("play")
def play(
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="The table's id; not needed if there is only one.")
    ] = None,
    script: Annotated[
        str | None, typer.Option("--script", metavar="FILE", help="Run a file of commands; - reads stdin.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--as", metavar="S", help="Start as this seat, or as the seat of this character.")
    ] = "referee",
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Play at a table in the terminal."""


@app.command(epilog="Example: undercroft doctor")
@done_by("doctor")
def doctor(data: Data = None, as_json: Json = False) -> None:
    """Check this machine and the store for problems."""


@app.command(epilog="Example: undercroft tour")
@done_by("tour")
def tour(as_json: Json = False) -> None:
    """See what Undercroft does, in a minute."""


@app.command(epilog="Example: undercroft serve --host 0.0.0.0 --demo")
@done_by("serve", "table")
def serve(  # noqa: PLR0913, PLR0917 - an option each
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="The address to listen on; 0.0.0.0 lets the network in.")
    ] = "127.0.0.1",
    port: Annotated[
        str | None, typer.Option("--port", metavar="P", help="The port, if not 8041; 0 takes any free port.")
    ] = None,
    data: Data = None,
    pages: Annotated[
        str | None,
        typer.Option("--pages", metavar="DIR", help="Serve only a folder of Markdown pages with rolls, and no table."),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Add the demo campaign if the store has none.")] = False,
    browse: Annotated[bool, typer.Option("--browse", help="Open the referee's link in a browser.")] = False,
    host_name: Annotated[
        list[str] | None,
        typer.Option("--host-name", metavar="NAME", help="Another name of this server; may be repeated."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy", metavar="ADDRESS", help="Trust X-Forwarded-For, -Proto and -Host from this address."
        ),
    ] = None,
    spectators: Annotated[
        str | None,
        typer.Option("--spectators", metavar="N", help="The most spectators of a table from one address, if not 40."),
    ] = None,
    wrong_codes: Annotated[
        str | None,
        typer.Option(
            "--wrong-codes",
            metavar="N",
            help="Wrong codes and links from one address a minute, if not 10; then only long codes.",
        ),
    ] = None,
    requests: Annotated[
        str | None,
        typer.Option(
            "--requests", metavar="N", help="Requests of spectators and strangers from one address a second, if not 40."
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option("--metrics", metavar="H:P", help="Serve figures for Prometheus at this address and port."),
    ] = None,
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Write a line of JSON on stderr for every request, without secrets.")
    ] = False,
    new_link: Annotated[
        bool,
        typer.Option(
            "--new-link", help="Make a new referee's link; the old one stops working, also in browsers that used it."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Serve the pages and the API of your tables; Ctrl+C stops the server."""


app.add_typer(
    typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False),
    name="campaign",
    cls=CampaignVerbs,
    help="Write and change campaign files.",
    epilog="Example: undercroft campaign lint barrow.toml",
)
app.add_typer(
    typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False),
    name="founder",
    cls=FounderVerbs,
    help="Give links to those who may start campaigns on your server.",
    epilog="Example: undercroft founder add 'Saturday club'",
)
app.add_typer(
    typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False),
    name="store",
    cls=StoreVerbs,
    help="Look after a store in a database, and copy stores.",
    epilog="Example: undercroft store migrate --data postgresql:///undercroft",
)
app.add_typer(
    typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False),
    name="table",
    cls=TableVerbs,
    help="Manage the tables in the store.",
    epilog="Example: undercroft table list",
)
