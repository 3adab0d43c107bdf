"""The tables in the API's description: every command by its kind, events, offers and files."""

from typing import Any

from undercroft.demo.bookmark_scripts import BOOKMARKS
from undercroft.faces.api.foresight_bodies import (
    Forecasts,
    KeepBody,
    OpenedRun,
    RunBody,
    Simulated,
    SimulationBody,
)
from undercroft.faces.api.operations import PROBLEM, TEXT, content, in_path, query, ref
from undercroft.faces.api.operations import operation as any_operation
from undercroft.faces.api.table_bodies import (
    CommandBody,
    CommandDone,
    Events,
    FileContents,
    FounderCard,
    FounderLink,
    Founders,
    ImportedFile,
    NewFounder,
    Offers,
    OwnerLink,
    PictureSent,
    RecoveredTable,
    Refusal,
    Removed,
    Renamed,
    SeatLinks,
    TableAddress,
    TableList,
    TableName,
    TableState,
)
from undercroft.faces.shared.new_campaign import NewTable
from undercroft.kernel.shape import record, schema
from undercroft.server.commands import BY_TAG
from undercroft.table.registry import EVENT_KINDS

SENT = (CommandBody, TableName, NewTable, NewFounder, SimulationBody, RunBody, KeepBody)
ANSWERED = (
    CommandDone,
    Refusal,
    TableState,
    Events,
    Offers,
    SeatLinks,
    TableList,
    TableAddress,
    FileContents,
    ImportedFile,
    Renamed,
    Removed,
    RecoveredTable,
    PictureSent,
    OwnerLink,
    Forecasts,
    Simulated,
    OpenedRun,
    Founders,
    FounderLink,
    FounderCard,
)

EXPORTED = (
    "application/x-ndjson",
    "application/toml",
    "application/zip",
    "application/json",
    "text/csv",
    "text/calendar",
    "text/markdown",
    "text/plain",
)
"""The media types of exported files."""
_TABLE = in_path("table", "the table's id")
_FOUNDER = in_path("founder", "the founder's id")
_MARK = in_path("mark", "the bookmark's name", {"enum": [mark.id for mark in BOOKMARKS]})
_IMPORTED = (
    query("dry_run", "yes: only look, and keep nothing"),
    query("names", "the names of the files, as a JSON list, if there are several"),
    query("sizes", "the bytes of each file, with commas between them; the body has one after the other"),
    query("corrections", "what to correct, as JSON: names, passages, doors, terrains, hexes, square_ft, left_out"),
)
_FILE = {"required": True, "content": {"application/octet-stream": {"schema": TEXT}}}


def schemas() -> dict[str, Any]:
    """A schema for each command, one for any command by its kind, and one for events by type."""
    mapping = {tag: f"#/components/schemas/command.{tag}" for tag in sorted(BY_TAG)}
    return {
        **{f"command.{tag}": schema(record(kind)) for tag, kind in sorted(BY_TAG.items())},
        "Command": {
            "oneOf": [{"$ref": reference} for reference in mapping.values()],
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        },
        "Event": {
            "type": "object",
            "properties": {"type": {"enum": sorted(EVENT_KINDS)}},
            "required": ["type"],
            "additionalProperties": True,
        },
    }


def paths() -> dict[str, Any]:
    """The operations at every address of a table."""
    return {
        "/api/tables": {
            "get": _operation("listTables", "Every campaign of the owner or founder who asks", TableList),
            "post": _operation("newTable", "Start a campaign", TableAddress, body=NewTable, status="201"),
        },
        "/api/tables/file": {
            "post": {
                **_operation(
                    "importTable",
                    "Start a campaign from a file: an exported log or a campaign file",
                    TableAddress,
                    query("id", "another id, if its own is taken"),
                    status="201",
                ),
                "requestBody": _FILE,
            }
        },
        "/api/tables/file/contents": {
            "post": {
                **_operation("countFile", "Count what a campaign file or an outline holds", FileContents),
                "requestBody": _FILE,
            }
        },
        "/api/tables/import": {
            "post": {
                **_operation(
                    "importFiles",
                    "Start a campaign from files of other programs, for the owner of the server",
                    ImportedFile,
                    *_IMPORTED,
                    status="201",
                ),
                "requestBody": _FILE,
            }
        },
        "/api/tables/{table}/import": {
            "post": {
                **_operation(
                    "importIntoTable",
                    "Bring files of other programs into a table, for its referee",
                    ImportedFile,
                    _TABLE,
                    *_IMPORTED,
                    query("into", "play, or draft: not in play yet"),
                ),
                "requestBody": _FILE,
            }
        },
        "/api/demo/{mark}": {
            "post": _operation(
                "openBookmark",
                "Open the demo at one of its bookmarks",
                TableAddress,
                _MARK,
                query("again", "yes: start it again at a new table"),
            ),
        },
        "/api/owner/link": {
            "post": _operation(
                "renewOwnerLink", "Make a new link for the owner of the server; the old one ends", OwnerLink
            )
        },
        "/api/founders": {
            "get": _operation("listFounders", "Who may start campaigns besides the owner; for the owner", Founders),
            "post": _operation("addFounder", "Make a founder's link", FounderLink, body=NewFounder, status="201"),
        },
        "/api/founders/{founder}/link": {
            "post": _operation("renewFounder", "Make a new link for a founder; the old one ends", FounderLink, _FOUNDER)
        },
        "/api/founders/{founder}/end": {
            "post": _operation("endFounder", "End a founder's link; the campaigns stay", FounderCard, _FOUNDER)
        },
        "/api/tables/{table}": {"get": _operation("showTable", "Everything that the seat knows", TableState, _TABLE)},
        "/api/tables/{table}/rename": {
            "post": _operation("renameTable", "Rename a table (its id stays the same)", Renamed, _TABLE, body=TableName)
        },
        "/api/tables/{table}/delete": {
            "post": _operation("deleteTable", "Remove a table; its name confirms it", Removed, _TABLE, body=TableName)
        },
        "/api/tables/{table}/recover": {
            "post": _operation(
                "recoverTable", "Save what can be read of a damaged table as a new one", RecoveredTable, _TABLE
            )
        },
        "/api/tables/{table}/commands": {
            "post": any_operation(
                "command",
                "tables",
                "Carry out a command for the seat",
                {"oneOf": [ref(CommandDone), ref(Refusal)]},
                body=ref(CommandBody),
                parameters=[_TABLE],
            ),
        },
        "/api/tables/{table}/events": {
            "get": _operation(
                "listEvents",
                "What the seat was told, since a cursor or from the start",
                Events,
                _TABLE,
                query("after", "a cursor you were given"),
            )
        },
        "/api/tables/{table}/offers": {
            "get": _operation("listOffers", "What the seat may do now, with the odds", Offers, _TABLE)
        },
        "/api/tables/{table}/forecasts": {
            "get": _operation(
                "listForecasts",
                "What is likely, exactly, from what the seat knows",
                Forecasts,
                _TABLE,
                query("question", "one question only, such as met or light"),
                query("about", "one character or group only"),
            )
        },
        "/api/tables/{table}/simulations": {
            "post": _operation(
                "simulate",
                "Play runs from the table as it stands, for its referee; each request plays some more",
                Simulated,
                _TABLE,
                body=SimulationBody,
            )
        },
        "/api/tables/{table}/simulations/run": {
            "post": _operation("openRun", "A simulated run as a log, for the referee", OpenedRun, _TABLE, body=RunBody)
        },
        "/api/tables/{table}/simulations/keep": {
            "post": _operation(
                "keepRun",
                "Keep a simulated run as a campaign, for the owner of the server",
                TableAddress,
                _TABLE,
                body=KeepBody,
                status="201",
            )
        },
        "/api/tables/{table}/seats": {
            "get": _operation("listSeats", "Every seat with its link, for the referee", SeatLinks, _TABLE)
        },
        "/api/tables/{table}/export": {
            "get": {
                **_operation(
                    "exportTable",
                    "The table as a file, for its referee",
                    TableAddress,
                    _TABLE,
                    query("as", "log, campaign, or a format of another program, such as obsidian; by default log"),
                    query("for", "players: only what everybody at the table knows"),
                ),
                "responses": {
                    "200": content("the file", TEXT, *EXPORTED),
                    "default": PROBLEM,
                },
            }
        },
        "/api/tables/{table}/dice": {
            "get": {
                **_operation(
                    "listDice", "The seals and dice that the seat was told of, to check them", TableAddress, _TABLE
                ),
                "responses": {
                    "200": content("a dice file", {"type": "object"}, "application/json"),
                    "default": PROBLEM,
                },
            }
        },
        "/api/tables/{table}/pictures": {
            "post": {
                **_operation(
                    "sendPicture",
                    "Keep a picture with the campaign, for its referee: a PNG, JPEG, WebP or GIF file",
                    PictureSent,
                    _TABLE,
                    query("name", "the name of the file"),
                    status="201",
                ),
                "requestBody": _FILE,
            }
        },
        "/api/tables/{table}/pictures/{picture}": {
            "get": {
                **_operation(
                    "showPicture",
                    "A picture, for the referee; for the others one that is shown to them",
                    PictureSent,
                    _TABLE,
                    in_path("picture", "the picture's id"),
                ),
                "responses": {"200": content("the picture", TEXT, "image/webp"), "default": PROBLEM},
            }
        },
    }


def _operation(
    name: str,
    summary: str,
    answer: type[Any],
    *parameters: dict[str, Any],
    body: type[Any] | None = None,
    status: str = "200",
) -> dict[str, Any]:
    sent = None if body is None else ref(body)
    return any_operation(name, "tables", summary, ref(answer), body=sent, parameters=parameters, status=status)
