"""Lists the wording of the source texts without the texts: a digest of every eight words in a row.

`python -m tools.wording FOLDER` reads the folder's `*.txt` and writes `tests/wording/runs.bin`: eight bytes a run,
sorted.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from tools.written import write

WORDS = 8
BYTES = 8
LISTED = Path(__file__).parents[1] / "tests" / "wording" / "runs.bin"

_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*|\n")
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")
_BORDER = re.compile(r'''(\n\s*\n|"""|(?<=["']),\s*(?=["'])|(?m:^ *\|.*\|$))''')
"""Borders that no sentence crosses: a blank line, a docstring's end, a comma between list items, a table row."""


def every_run(text: str) -> set[str]:
    """Every eight words in a row, whatever is between them."""
    return {run for run, _ in _runs([text])}


def runs(text: str) -> Iterator[tuple[str, int]]:
    """Every eight words in a row that may be part of one sentence, with the line they begin on."""
    return _runs(_passages(text))


def _runs(passages: Iterable[str]) -> Iterator[tuple[str, int]]:
    line = 1
    for passage in passages:
        words, lines = list[str](), list[int]()
        for found in _WORD.findall(_APOSTROPHE.sub("", passage.lower())):
            if found == "\n":
                line += 1
            else:
                words.append(found)
                lines.append(line)
        for start in range(len(words) - WORDS + 1):
            yield " ".join(words[start : start + WORDS]), lines[start]


def _passages(text: str) -> Iterator[str]:
    """The parts of the text that no sentence crosses. Each cell of a table is a part."""
    for part in _BORDER.split(text):
        yield from part.split("|") if part.lstrip(" ").startswith("|") else (part,)


def digest(run: str) -> bytes:
    """The digest that the list holds for a run."""
    return sha256(run.encode()).digest()[:BYTES]


def listed() -> frozenset[bytes]:
    """The digests of every run of the source texts."""
    data = LISTED.read_bytes()
    return frozenset(data[at : at + BYTES] for at in range(0, len(data), BYTES))


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(prog="python -m tools.wording", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the source texts are")
    folder: Path = parser.parse_args().folder
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    digests = {digest(run) for text in texts for run in every_run(text)}
    write(LISTED, b"".join(sorted(digests)))
    print(f"{len(digests)} runs of {len(texts)} texts in {LISTED.name}")


if __name__ == "__main__":
    main()
