"""Files of other programs: maps, hex texts, tables, stat blocks and notes, read into our terms with a report."""

from undercroft.exchange.foreign.imported import Imported, ImportedText, with_imported
from undercroft.exchange.foreign.readers import READERS, known_as, known_by_content, read_all, read_foreign, reader_of
from undercroft.exchange.foreign.report import ImportNote, ImportReport
from undercroft.exchange.foreign.several_files import together
from undercroft.exchange.foreign.source import SourceFile, UnreadableFile

__all__ = [
    "READERS",
    "ImportNote",
    "ImportReport",
    "Imported",
    "ImportedText",
    "SourceFile",
    "UnreadableFile",
    "known_as",
    "known_by_content",
    "read_all",
    "read_foreign",
    "reader_of",
    "together",
    "with_imported",
]
