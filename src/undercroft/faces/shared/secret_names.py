"""The names of files that hold the referee's secrets."""

from undercroft.store.ids import file_stem


def secret_name(table: str, ending: str = "jsonl", what: str = "") -> str:
    """The file name of an export with the referee's secrets, and what it holds; it never leads to another folder."""
    return f"{file_stem(table)}{what and f'-{what}'}-GM-SECRET.{ending}"
