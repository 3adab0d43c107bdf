"""All formats that a campaign is written in, beside its log and its campaign file."""

from collections.abc import Mapping

from undercroft.faces.exports.exporter import Exporter, Subject
from undercroft.faces.report.report_page import report


def _report(subject: Subject) -> bytes:
    return report(subject.chronicle, subject.seat, None).encode()


EXPORTERS: Mapping[str, Exporter] = {
    each.name: each for each in (Exporter("report", "the report of all sessions as Markdown", "md", _report),)
}
"""Each by its name on the command line."""
