"""A fault as a page."""

from functools import lru_cache
from http.cookies import CookieError, SimpleCookie

from msgspec.structs import replace

from undercroft.faces.http.faults import HttpProblem
from undercroft.faces.http.guard import HttpScope
from undercroft.faces.web.base.rendering import render, theme

_NUMBER = "0" * 16


def fault_page(scope: HttpScope, problem: HttpProblem) -> bytes:
    """What went wrong, what to do about it, and the number to report it by."""
    table = _table_of(scope["path"]) if problem.code == "session_over" else ""
    drawn = _drawn(replace(problem, request_id=_NUMBER), theme(_cookies(scope)), table)
    return drawn.replace(_NUMBER, problem.request_id).encode()


def _table_of(path: str) -> str:
    """The table whose page was asked for; empty for any other address."""
    first, _, rest = path.removeprefix("/").partition("/")
    return rest.partition("/")[0] if first == "t" else ""


@lru_cache(maxsize=256)
def _drawn(problem: HttpProblem, theme: str, table: str) -> str:
    """The page with a place for the number: drawn once for all who get the same answer."""
    return render("base/fault.html", problem=problem, at=None, theme=theme, table=table)


def _cookies(scope: HttpScope) -> dict[str, str]:
    """The cookies of a request, which may be malformed."""
    raw = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(raw.decode("latin-1")).items()}
    except CookieError:
        return {}
