"""A row of an encounter table in words."""

from undercroft.table.state.sites import EncounterRow


def row_words(row: EncounterRow) -> str:
    """A row of an encounter table as a person types it, without its omen."""
    return row.name if row.count == "1" else f"{row.count} {row.name}"
