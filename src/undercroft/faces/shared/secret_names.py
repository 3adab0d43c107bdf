"""The names of files that hold the referee's secrets."""

from undercroft.store.ids import file_stem


def secret_name(table: str, ending: str = "jsonl") -> str:
    """The file name of an export with the referee's secrets; it never leads to another folder."""
    return f"{file_stem(table)}-GM-SECRET.{ending}"
