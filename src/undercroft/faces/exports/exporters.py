"""All formats that a campaign is written in, beside its log and its campaign file."""

from collections.abc import Mapping

from undercroft.exchange import text_mapper_file
from undercroft.faces.exports import archive, calendar_file, foundry, map_files, spreadsheets, vault, vtt_maps
from undercroft.faces.exports.exporter import Exporter, Lack, Subject
from undercroft.faces.exports.file_types import CALENDAR, CSV, JSON, JSON_LINES, MARKDOWN, TEXT, ZIP
from undercroft.faces.report.report_page import report
from undercroft.table.state.campaign import Campaign

_NO_LAND = Lack("no_land", "there is no land to draw", "prepare one first")
_NO_HEX_SEEN = Lack("no_hex_seen", "players have seen no hex yet", "wait until they have, or export with every secret")


def _report(subject: Subject) -> bytes:
    return report(subject.chronicle, subject.seat, None).encode()


def _text_mapper(subject: Subject) -> bytes:
    return text_mapper_file.written(subject.now.lands if subject.secrets else subject.now.seen_lands).encode()


def _no_hexes(now: Campaign, secrets: bool) -> Lack | None:
    if secrets:
        return None if now.lands.hexes else _NO_LAND
    return None if now.seen_lands.hexes else _NO_HEX_SEEN


EXPORTERS: Mapping[str, Exporter] = {
    each.name: each
    for each in (
        Exporter(
            "report",
            "the report of all sessions as Markdown",
            "Read it, or send it to the players after a session.",
            MARKDOWN,
            _report,
        ),
        Exporter(
            "markdown",
            "sites, creatures, tables and sessions as Markdown",
            "One page to read, search and print.",
            MARKDOWN,
            vault.markdown,
        ),
        Exporter(
            "obsidian",
            "linked notes for Obsidian",
            "Unpack it into a folder and open that folder as a vault.",
            ZIP,
            vault.obsidian,
        ),
        Exporter(
            "foundry",
            "tables and notes for Foundry VTT",
            "Unpack it, and import the tables as RollTables and the notes as a JournalEntry.",
            ZIP,
            foundry.everything,
        ),
        Exporter(
            "foundry-tables", "the tables for Foundry VTT", "Import them as RollTables.", JSON, foundry.roll_tables
        ),
        Exporter(
            "foundry-journal",
            "the notes as a journal for Foundry VTT",
            "Import it as a JournalEntry.",
            JSON,
            foundry.journal,
        ),
        Exporter(
            "uvtt",
            "the maps for virtual tabletops",
            "Walls and doors of each level, for programs that read Universal VTT.",
            ZIP,
            vtt_maps.universal_vtt,
            archive.no_rooms,
        ),
        Exporter(
            "svg",
            "the maps as drawings",
            "Print them at any size, or change them in a drawing program.",
            ZIP,
            map_files.drawings,
            archive.no_rooms,
        ),
        Exporter("png", "the maps as pictures", "Show them anywhere.", ZIP, map_files.pictures, archive.no_rooms),
        Exporter(
            "tables-csv", "the rows of all tables", "Open them in a spreadsheet.", CSV, spreadsheets.tables_as_csv
        ),
        Exporter(
            "rulings-csv",
            "every ruling with its dice and its chance",
            "See in a spreadsheet who was lucky.",
            CSV,
            spreadsheets.rulings_as_csv,
        ),
        Exporter(
            "rulings-json",
            "every ruling as a line of JSON",
            "The same rulings, for programs.",
            JSON_LINES,
            spreadsheets.rulings_as_lines,
        ),
        Exporter(
            "text-mapper",
            "the lands as a hex map for Text Mapper",
            "Paste it into Text Mapper to draw the map.",
            TEXT,
            _text_mapper,
            _no_hexes,
        ),
        Exporter(
            "ics",
            "the next session for calendars",
            "Open it on a phone or a computer, and it is in the calendar.",
            CALENDAR,
            calendar_file.calendar,
            calendar_file.nothing_planned,
            secret=False,
        ),
    )
}
"""Each by its name on the command line."""
