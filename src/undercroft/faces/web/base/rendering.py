"""Templates: what a page knows about its reader, and how it shows values."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import in_lane
from undercroft.faces.http.replies import HTML
from undercroft.faces.shared.manual import looked_up_by, title_of
from undercroft.faces.views import percents
from undercroft.faces.views.command_names import about, deed
from undercroft.faces.views.input_names import input_words, number_name
from undercroft.faces.views.short_names import first_name
from undercroft.faces.web.base import assets, contents, fields, odds_words, prose
from undercroft.faces.web.base.markdown import marked
from undercroft.faces.web.base.page_templates import PageTemplates
from undercroft.interpret.words import told
from undercroft.kernel.amounts import fraction, percent, series, signed
from undercroft.kernel.budget import spend
from undercroft.kernel.phrases import within
from undercroft.kernel.wire import shown
from undercroft.table.bridge.class_names import standing
from undercroft.table.state.people import spoken

_THEMES: Mapping[str, str] = {"dark": "screen", "light": "not all"}
_AS_THE_SYSTEM = "screen and (prefers-color-scheme: dark)"

MOST_KEPT = 1024
"""Drawings of a small part, such as an icon, that are kept: each is drawn once for the same values."""
PAGE = 100_000
"""The steps for drawing a page."""


@cache
def environment() -> Environment:
    """The templates, with everything they may call."""
    made = PageTemplates(
        loader=PackageLoader("undercroft.faces.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=-1,
        auto_reload=False,
    )
    known: dict[str, Any] = {
        "about": about,
        "asset": assets.place,
        "called_kind": fields.called_kind,
        "chapter_of": contents.chapter_of,
        "dice_written": fields.dice_written,
        "exactly": fields.exactly,
        "kind_of": fields.kind_of,
        "once": lru_cache(MOST_KEPT),
        "shelf": contents.shelf,
        "side_by_side": fields.side_by_side,
    }
    made.globals.update(known)
    made.policies["json.dumps_function"] = _as_json
    made.filters.update(
        chipped=prose.chipped,
        deed=deed,
        first_name=first_name,
        fraction=fraction,
        input_words=input_words,
        looked_up=looked_up_by,
        marked=marked,
        number_name=number_name,
        mean=percents.mean,
        percent=percent,
        sentence=prose.sentence,
        series=series,
        titled=title_of,
        shape_name=fields.shape_name,
        share=odds_words.share,
        short_fraction=percents.short_fraction,
        signed=signed,
        standing=standing,
        spoken=prose.spoken,
        condition=spoken,
        told=told,
        within=within,
    )
    return made


def page(request: AnyRequest, template: str, **known: object) -> Response[str]:
    """A whole page; a page outside the tables knows the last table of its reader."""
    at = None if "viewer" in known else at_of(request)
    return Response(render(template, theme=theme(request.cookies), at=at, **known), media_type=HTML)


async def page_in_lane(request: AnyRequest, template: str, **known: object) -> Response[str]:
    """A whole page, drawn beside the event loop and paid for: for pages that anybody may open."""
    return await in_lane(_paid, request, template, known)


def _paid(request: AnyRequest, template: str, known: Mapping[str, object]) -> Response[str]:
    spend(PAGE)
    return page(request, template, **known)


def at_of(request: AnyRequest) -> Any:
    """The last table of a reader, as the live pages know it; None if there is none."""
    found = getattr(request.app.state, "at_table", None)
    return found(request) if found is not None else None


def fragment(template: str, **known: object) -> Response[str]:
    """A part of a page, for the script to put in place."""
    return Response(render(template, **known), media_type=HTML)


def render(template: str, **known: object) -> str:
    """A template filled in."""
    return together(environment().get_template(template).render(known))


_PERCENT = re.compile(r" %(?<=[0-9] %)(?![^<>]*(?:>|</textarea))")
"""The space before a percent sign in a page's text; not in a tag, and not in what a person edits."""


def together(page: str) -> str:
    r"""A page on which no line ends between a number and its percent sign.

    >>> together('<b title="5 % of">58.3 %</b> 1 %')
    '<b title="5 % of">58.3\xa0%</b> 1\xa0%'
    >>> together("<textarea>5 % off</textarea>")
    '<textarea>5 % off</textarea>'
    """
    return _PERCENT.sub("\N{NO-BREAK SPACE}%", page) if " %" in page else page


def _as_json(value: object, **_: object) -> str:
    """A value in an attribute, for scripts."""
    return shown(value).decode()


def theme(cookies: Mapping[str, str]) -> str:
    """The media query for the dark colours: the reader's choice, else the system's setting."""
    return _THEMES.get(cookies.get("theme", ""), _AS_THE_SYSTEM)
