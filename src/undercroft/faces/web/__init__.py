"""The pages."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

PAGES: tuple[ControllerRouterHandler, ...] = ()
