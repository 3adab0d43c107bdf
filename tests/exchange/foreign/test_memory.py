"""No file of another program takes more memory than is stated, however it was made."""

import json
import os
import subprocess
import sys

from tests.exchange.foreign.peaks import MADE
from tests.requiring import need
from tests.store.processes import ENVIRONMENT
from undercroft.exchange.foreign.source import MOST_MEMORY


def test_a_reader_takes_no_more_memory_than_is_stated() -> None:
    """Of the largest file of each kind, read or refused."""
    need("unix", hasattr(os, "fork"))
    command = [sys.executable, "-m", "tests.exchange.foreign.peaks"]
    said = subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout
    took = dict(zip([made.__name__ for made in MADE], map(json.loads, said.splitlines()), strict=True))
    assert ["rows", "lists"] == [name for name, (_, done) in took.items() if done == "refused"]
    assert all(0 < peak <= MOST_MEMORY for peak, _ in took.values()), took
