"""The pages: server-rendered, with a little script for dice, forms and keys."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from undercroft.faces.web.assets import asset
from undercroft.faces.web.dice import odds_page
from undercroft.faces.web.rulebook import book_page, chapter_page, rules_page
from undercroft.faces.web.rules import odds_fragment, rule_page, settle_fragment
from undercroft.faces.web.start import start_page
from undercroft.faces.web.tables import roll_on_table

PAGES: tuple[ControllerRouterHandler, ...] = (
    start_page,
    rules_page,
    book_page,
    chapter_page,
    rule_page,
    settle_fragment,
    odds_fragment,
    roll_on_table,
    odds_page,
    asset,
)
