"""A file for each level of each site, in one ZIP file."""

from collections.abc import Callable

from undercroft.exchange.zip_files import zipped
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.file_names import file_name
from undercroft.faces.exports.floor_plans import FloorPlan, plans


def level_by_level(subject: Subject, ending: str, drawn: Callable[[FloorPlan], str | bytes]) -> bytes:
    """A ZIP file with a map for each level of each site, numbered in their order."""
    found = enumerate(plans(subject), 1)
    return zipped((f"{number:02} {file_name(plan.title)}.{ending}", drawn(plan)) for number, plan in found)
