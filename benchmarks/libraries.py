"""The libraries measured, and the line of code that their users write for each column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

OURS = "undercroft"


@dataclass(frozen=True)
class Library:
    """An installed package, its imports before the clock starts, and the expression timed in each column."""

    package: str
    setup: str
    calls: Mapping[str, str]
    weights: str = ""
    """For a distribution: an expression over `result` that gives each outcome and its weight."""

    exact: bool = True
    """Whether it counts in whole numbers."""

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"{self.package} {version(self.package)}"

    @property
    def called(self) -> str:
        """The calls, for readers who want to check that the library is used well."""
        return f"{self.label}: after `{self.setup}`, {', '.join(f'`{call}`' for call in self.calls.values())}"


def installed(libraries: Sequence[Library]) -> tuple[list[Library], list[str]]:
    """The installed libraries, and a line for each missing one."""
    found: list[Library] = []
    notes: list[str] = []
    for library in libraries:
        try:
            version(library.package)
        except PackageNotFoundError:
            notes.append(f"{library.package} is not installed here and is left out.")
        else:
            found.append(library)
    return found, notes
