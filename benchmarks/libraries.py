"""What is measured: a library, and the one line its users write for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

OURS = "undercroft"


@dataclass(frozen=True)
class Library:
    """An installed package, what is imported before the clock starts, and the expression timed in each column."""

    package: str
    setup: str
    calls: Mapping[str, str]
    weights: str = ""
    """For a distribution: an expression over `result` that gives each outcome and its weight."""

    exact: bool = True
    """Does it count in whole numbers?"""

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"{self.package} {version(self.package)}"

    @property
    def called(self) -> str:
        """How it is called, for readers who want to check that it is called well."""
        return f"{self.label}: after `{self.setup}`, {', '.join(f'`{call}`' for call in self.calls.values())}"


def installed(libraries: Sequence[Library]) -> tuple[list[Library], list[str]]:
    """The libraries that are here, and a line for each that is not."""
    here: list[Library] = []
    notes: list[str] = []
    for library in libraries:
        try:
            version(library.package)
        except PackageNotFoundError:
            notes.append(f"{library.package} is not installed here and is left out.")
        else:
            here.append(library)
    return here, notes
