"""The command line: everything scriptable, `--json` on every command."""

import sys

from undercroft.faces.cli.command_line import run

__all__ = ["main"]


def main() -> None:
    """Run `undercroft` and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))
