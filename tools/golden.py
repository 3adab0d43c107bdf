"""Keep another golden log.

    python -m tools.golden                     what is kept, and what can be played
    python -m tools.golden delve-sovereign     play it and keep its log
    python -m tools.golden fight as fight-2    under another name

A golden log is never overwritten.
"""

import sys
from collections.abc import Sequence

from tests.golden.sources import SOURCES, add, recorded


def main(words: Sequence[str]) -> int:
    """List the golden logs, or add one."""
    match words:
        case ():
            print("kept:", *recorded())
            print("can be played:", *SOURCES)
            return 0
        case (source,) | (source, "as", _) if source in SOURCES:
            name = words[-1]
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    try:
        add(name, SOURCES[source]())
    except FileExistsError as fault:
        print(f"{fault}; give it another name: {source} as {name}-2", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(tuple(sys.argv[1:])))
