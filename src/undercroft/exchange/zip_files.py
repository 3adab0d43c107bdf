"""Several files in one ZIP file: the same bytes for the same files, texts packed and pictures as they are."""

import zipfile
from collections.abc import Iterable
from io import BytesIO

_EARLIEST = (1980, 1, 1, 0, 0, 0)


def zipped(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """A ZIP file of named files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files:
            packing = zipfile.ZIP_DEFLATED if isinstance(content, str) else zipfile.ZIP_STORED
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), content, packing)
    return out.getvalue()
