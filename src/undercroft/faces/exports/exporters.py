"""All formats that a campaign is written in, beside its log and its campaign file."""

from collections.abc import Mapping

from undercroft.exchange import text_mapper_file
from undercroft.faces.exports.exporter import Exporter, Subject
from undercroft.faces.report.report_page import report


def _report(subject: Subject) -> bytes:
    return report(subject.chronicle, subject.seat, None).encode()


def _text_mapper(subject: Subject) -> bytes:
    return text_mapper_file.written(subject.now.lands if subject.secrets else subject.now.seen_lands).encode()


EXPORTERS: Mapping[str, Exporter] = {
    each.name: each
    for each in (
        Exporter("report", "the report of all sessions as Markdown", "md", _report),
        Exporter("text-mapper", "the lands as a hex map for Text Mapper", "txt", _text_mapper),
    )
}
"""Each by its name on the command line."""
