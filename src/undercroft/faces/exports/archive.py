"""Several files in one ZIP file, the same bytes for the same files; and a file for each level of each site."""

import zipfile
from collections.abc import Callable, Iterable
from io import BytesIO

from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.file_names import file_name
from undercroft.faces.exports.floor_plans import Plan, plans

_EARLIEST = (1980, 1, 1, 0, 0, 0)


def zipped(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """A ZIP file of named files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), content)
    return out.getvalue()


def level_by_level(subject: Subject, ending: str, drawn: Callable[[Plan], str | bytes]) -> bytes:
    """A ZIP file with a map for each level of each site, numbered in their order."""
    found = enumerate(plans(subject), 1)
    return zipped((f"{number:02} {file_name(plan.title)}.{ending}", drawn(plan)) for number, plan in found)
