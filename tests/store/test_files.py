"""Who may read what is written: secrets their owner alone, what is made to be shown everybody whom the system lets."""

import os
import stat
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.requiring import need
from undercroft.store import files


@pytest.fixture(autouse=True)
def _usual_mask() -> Generator[None]:
    need("unix", os.name == "posix")
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize("mode, file_mode, folder_mode", [(files.PRIVATE, 0o600, 0o700), (files.COMMON, 0o644, 0o755)])
def test_a_file_and_its_folders_are_for_whom_they_are_meant(
    tmp_path: Path, mode: int, file_mode: int, folder_mode: int
) -> None:
    """A new file replaces another with the mode it was asked for."""
    page = tmp_path / "manual" / "lantern" / "draught.md"
    files.folder(page.parent, mode=mode)
    for text in (b"first", b"second"):
        with files.written(page, replace=True, mode=mode) as file:
            file.write(text)
    assert b"second" == page.read_bytes()
    assert [file_mode, folder_mode, folder_mode] == [
        stat.S_IMODE(path.stat().st_mode) for path in (page, page.parent, page.parent.parent)
    ]
