"""A panel of the live table: its name, title, view, template and tab."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.faces.web.live.viewer.viewer import Viewer

View: TypeAlias = Callable[[Viewer], Mapping[str, Any]]
"""What a panel shows to a viewer: the values of its template."""


class PanelTab(Struct, frozen=True):
    """The tab that opens a panel on a small screen."""

    label: str
    icon: str


class Panel(Struct, frozen=True):
    """A panel: a template over a view of what the seat knows."""

    name: str
    """Its name in addresses and in the page: `panels/<name>`, `#panel-<name>`, `.live-<name>`."""
    title: str
    view: View
    template: str
    tab: PanelTab | None = None
    steady: bool = False
    """The panel does not depend on the choices on the screen."""
    aside: bool = False
    """The panel shows what only few panels do, such as notes."""
