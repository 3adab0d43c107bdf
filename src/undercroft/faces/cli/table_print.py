"""`undercroft table print`: sheets of paper as a page of HTML, to open in a browser and print."""

from base64 import b64encode
from contextlib import closing

from undercroft.exchange.pictures import MEDIA_TYPE
from undercroft.faces.cli.output import tell
from undercroft.faces.cli.secret_file import written
from undercroft.faces.cli.text_file import form_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.secret_names import secret_name
from undercroft.faces.views.seat_names import seat_named
from undercroft.faces.web.live.printing.sheets import Paper, PrintRequest, SheetReader, choices, printed
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable
from undercroft.table.state.ids import PictureId
from undercroft.table.state.seats import REFEREE


def print_sheets(  # noqa: PLR0913 - an option each
    table: str,
    what: list[str] | None,
    paper: str,
    seat: str,
    out: str | None,
    data: str | None,
    *,
    referee_only: bool,
    short_key: bool,
    on_pictures: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Write the chosen sheets, or all that a seat has, to a file."""
    size = form_of(Paper, paper) or Paper.A4
    with closing(store_path.reading(store_path.place(data))) as store:
        opened = OpenTable(store, table)
        whose = REFEREE if seat == REFEREE else seat_named(opened.now, seat)
        if referee_only and whose != REFEREE:
            raise BadInput("usage", "only the referee's sheets have secrets", "leave out --referee-only or --seat")

        def within(id: PictureId) -> str:
            body = opened.picture(whose, id)
            return f"data:{MEDIA_TYPE};base64,{b64encode(body).decode()}" if body is not None else ""

        reader = SheetReader(whose, opened.known(whose), opened.known, opened.as_known, within)
        chosen = tuple(what or [choice.id for choice in choices(reader)])
        page = printed(reader, PrintRequest(chosen, size, referee_only, short_key, on_pictures))
    secret = secret_name(table, "html", "print")
    name = out or (secret if referee_only else secret.replace("-GM-SECRET", ""))
    with written(name, force=force) as file:
        file.write(page.encode())
    warned = ", with every secret: keep it from players" if referee_only else ""
    said = f"{table}: {', '.join(chosen)} written to {name}{warned}. Open it in a browser and print it."
    tell({"table": table, "file": name, "what": chosen}, said, as_json=as_json)
