"""Templates: what a page needs to know of its reader, and how values are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Request, Response

from undercroft.faces import percents
from undercroft.faces.http.replies import HTML
from undercroft.faces.views.deeds import deed
from undercroft.faces.views.input_names import input_name
from undercroft.faces.views.number_names import number_name
from undercroft.faces.web import assets, contents, fields, prose
from undercroft.faces.web.markdown import marked

_THEMES: Mapping[str, str] = {"dark": "screen", "light": "not all"}
_AS_THE_SYSTEM = "screen and (prefers-color-scheme: dark)"


@cache
def environment() -> Environment:
    """The templates, with everything they may call."""
    made = Environment(
        loader=PackageLoader("undercroft.faces.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=-1,
        auto_reload=False,
    )
    known: dict[str, Any] = {
        "asset": assets.place,
        "called_kind": fields.called_kind,
        "chapter_of": contents.chapter_of,
        "exactly": fields.exactly,
        "kind_of": fields.kind_of,
        "shelf": contents.shelf,
        "side_by_side": fields.side_by_side,
    }
    made.globals.update(known)
    made.filters.update(
        chipped=prose.chipped,
        deed=deed,
        fraction=percents.fraction,
        input_name=input_name,
        marked=marked,
        number_name=number_name,
        percent=percents.percent,
        sentence=prose.sentence,
        shape_name=fields.shape_name,
        spoken=prose.spoken,
        told=prose.told,
    )
    return made


def page(request: Request[Any, Any, Any], template: str, **known: object) -> Response[str]:
    """A whole page; one that is no part of a table knows the table at which its reader was last."""
    at = None if "look" in known else at_of(request)
    return Response(render(template, theme=theme(request.cookies), at=at, **known), media_type=HTML)


def at_of(request: Request[Any, Any, Any]) -> Any:
    """The table at which a reader was last, as the live pages know it; None where there is none."""
    found = getattr(request.app.state, "at_table", None)
    return found(request) if found is not None else None


def fragment(template: str, **known: object) -> Response[str]:
    """A part of a page, to be put in its place."""
    return Response(render(template, **known), media_type=HTML)


def render(template: str, **known: object) -> str:
    """A template filled in."""
    return environment().get_template(template).render(known)


def theme(cookies: Mapping[str, str]) -> str:
    """On which media the dark colours are used: as the reader chose, else as their system has it."""
    return _THEMES.get(cookies.get("theme", ""), _AS_THE_SYSTEM)
