"""The pages: server-rendered, with a little script for dice, forms and keys."""

from litestar.types import ControllerRouterHandler

from undercroft.faces.web.base.assets import asset
from undercroft.faces.web.base.home_screen import manifest
from undercroft.faces.web.books.dice import odds_page
from undercroft.faces.web.books.guides import guide_page, guides_page
from undercroft.faces.web.books.roll_tables import roll_on_table
from undercroft.faces.web.books.rulebook import book_page, chapter_page, questions_page, rules_page
from undercroft.faces.web.books.rules import odds_fragment, rule_page, settle_fragment
from undercroft.faces.web.live.start.start_page import start_page

PAGES: tuple[ControllerRouterHandler, ...] = (
    *(start_page, rules_page, questions_page, book_page, chapter_page, rule_page),
    *(settle_fragment, odds_fragment, roll_on_table, odds_page, guides_page, guide_page, asset, manifest),
)
