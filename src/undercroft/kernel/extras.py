"""The extras of the package: the libraries that each brings, and the one fault for a library that is not installed."""

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from undercroft.kernel.faults import Unavailable

LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "exchange": ("PIL", "markdown_it", "markupsafe", "nh3", "tomlkit", "yaml"),
    "table": (
        "PIL",
        "h11",
        "jinja2",
        "litestar",
        "markdown_it",
        "markupsafe",
        "nh3",
        "segno",
        "tomlkit",
        "uvicorn",
        "yaml",
    ),
    "postgres": ("psycopg",),
    "metrics": ("prometheus_client",),
    "sim": ("numba", "numpy"),
    "cluster": ("distributed",),
}
"""What each extra brings, by the names that are imported; the smallest extra first."""


class NotInstalled(Unavailable):
    """A library is missing that an extra of the package brings."""

    def __init__(self, library: str, extra: str) -> None:
        what = f"this needs {library}, which is not installed" if library else "a library for this is not installed"
        super().__init__("not_installed", what, to_install(extra))
        self.extra = extra


def to_install(extra: str) -> str:
    """The line that installs an extra, in quotation marks that the shell here knows.

    >>> to_install("table").replace('"', "'")
    "pip install 'undercroft[table]'"
    """
    mark = '"' if sys.platform == "win32" else "'"
    return f"pip install {mark}undercroft[{extra}]{mark}"


def extra_with(library: str, wanted: str = "") -> str | None:
    """The extra that brings a library: the wanted one if it does, else the smallest; None for any other library.

    >>> extra_with("nh3"), extra_with("nh3", "table"), extra_with("json")
    ('exchange', 'table', None)
    """
    if library in LIBRARIES.get(wanted, ()):
        return wanted
    return next((extra for extra, libraries in LIBRARIES.items() if library in libraries), None)


@contextmanager
def needs(wanted: str = "") -> Generator[None]:
    """Say which extra to install when an import fails for want of it."""
    try:
        yield
    except ImportError as fault:
        library = (fault.name or "").partition(".")[0]
        extra = extra_with(library, wanted) if library else wanted or None
        if extra is None:
            raise
        raise NotInstalled(library, extra) from None
