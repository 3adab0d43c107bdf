"""The kinds of files that a campaign is written in: the ending of the name, and the media type in an answer."""

from msgspec import Struct


class FileType(Struct, frozen=True):
    """A kind of file."""

    ending: str
    media: str


CALENDAR = FileType("ics", "text/calendar")
CSV = FileType("csv", "text/csv")
JSON = FileType("json", "application/json")
JSON_LINES = FileType("jsonl", "application/x-ndjson")
MARKDOWN = FileType("md", "text/markdown")
TEXT = FileType("txt", "text/plain")
TOML = FileType("toml", "application/toml")
ZIP = FileType("zip", "application/zip")
