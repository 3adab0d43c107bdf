"""Files of the repository that are written from the code: each is there whole, or as it was."""

from pathlib import Path

from undercroft.store import files


def write(path: Path, what: str | bytes) -> None:
    """Replace a file at once, in a folder that is made if it is missing."""
    files.folder(path.parent, mode=files.COMMON)
    with files.written(path, replace=True, mode=files.COMMON) as file:
        file.write(what.encode() if isinstance(what, str) else what)
