"""Processes that write to a store, to be killed or traced, and the tools for that."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import undercroft
from tests.requiring import need

ROOT = Path(__file__).parents[2]
WRITER = [sys.executable, str(Path(__file__).with_name("writing.py"))]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{Path(undercroft.__file__).parents[1]}"}
"""The same package that the tests run on."""


def acks(output: str) -> list[int]:
    """The versions that were acknowledged; a last line cut by the kill does not count."""
    return [int(number) for number in re.findall(r"^ack (\d+)\n", output, re.MULTILINE)]


@cache
def traces() -> bool:
    """May processes be traced here?"""
    if shutil.which("strace") is None:
        return False
    command = ["strace", "-f", "-o", os.devnull, "-e", "inject=getpid:signal=SIGKILL:when=65535", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def traced(path: Path, calls: str, *arguments: str, inject: str = "", full: bool = False) -> tuple[str, str]:
    """Run the writer on a store; what it said, and its system calls, with every byte written if in full."""
    need("strace", traces())
    trace = path.with_name("trace")
    options = [*(["-xx", "-s", "1000000"] if full else []), *(["-e", f"inject={inject}"] if inject else [])]
    command = ["strace", "-f", "-y", "-e", f"trace={calls}", *options, "-o", str(trace), *WRITER, str(path), "barrow"]
    done = subprocess.run([*command, *arguments], env=ENVIRONMENT, check=False, stdout=subprocess.PIPE)
    assert inject or not done.returncode
    written = trace.read_text(encoding="utf-8")
    trace.unlink()
    return done.stdout.decode(), written
