"""The key of the server's owner: made once, whole, and mended by a person if it is none."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from undercroft.faces.shared.owner_key import KEY_BYTES, owner_key
from undercroft.store.faults import Storage


def test_the_key_is_made_once(tmp_path: Path) -> None:
    """For its owner alone; what a crash left of an earlier attempt is not in the way."""
    (tmp_path / "store.key.new").write_bytes(b"half")
    key = owner_key(tmp_path / "store.db")
    assert KEY_BYTES == len(key)
    assert key == owner_key(tmp_path / "store.db") == (tmp_path / "store.key").read_bytes()
    assert 0o600 == stat.S_IMODE((tmp_path / "store.key").stat().st_mode)
    assert ["store.key"] == [file.name for file in tmp_path.iterdir()]


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)])
def test_a_file_that_is_no_key(undercroft: CommandLine, tmp_path: Path, content: bytes) -> None:
    """`serve` ends with the exit code for storage and says which file to remove; without it, a new key is made."""
    (tmp_path / "store.key").write_bytes(content)
    with pytest.raises(Storage, match=f"it has {len(content)} bytes"):
        owner_key(tmp_path / "store.db")
    ran = undercroft("serve", "--port", "0", "--data", str(tmp_path / "store.db"))
    said = f"error: bad_key_file: {tmp_path / 'store.key'} is not a key: it has {len(content)} bytes, not 32"
    assert (6, "", said) == (ran.code, ran.out, ran.err.splitlines()[-1].partition(" (")[0])
    assert "remove the file and start again" in ran.err
    assert content == (tmp_path / "store.key").read_bytes()
    (tmp_path / "store.key").unlink()
    assert KEY_BYTES == len(owner_key(tmp_path / "store.db"))


def test_serve_makes_a_new_link(tmp_path: Path) -> None:
    """With `--new-link` the key is another, and so is the link that is printed; without it both stay."""
    links: list[str] = []
    for more in ((), (), ("--new-link",), ()):
        command = [sys.executable, "-m", "undercroft", "serve", "--json", "--port", "0", "--data", "store.db", *more]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            links.append(json.loads(server.stdout.readline())["referee"].rpartition("/")[2])
            server.terminate()
    assert (links[0], links[2]) == (links[1], links[3])
    assert links[1] != links[2]
    assert 0o600 == stat.S_IMODE((tmp_path / "store.key").stat().st_mode)
