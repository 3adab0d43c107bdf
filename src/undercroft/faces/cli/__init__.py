"""The command line: everything scriptable, `--json` on every command."""

from __future__ import annotations

import sys

from undercroft.faces.cli.errors import run

__all__ = ["main"]


def main() -> None:
    """Run `undercroft` and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))
