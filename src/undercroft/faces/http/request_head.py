"""What is refused by the head of a request alone, before anything of it is done."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from undercroft.faces.http.connections import MOST_HEAD
from undercroft.faces.http.faults import Unserved, allowing, head_too_big, not_found

MOST_HEADERS = 100
MOST_PATH = 1024
MOST_COOKIE = 4096
SAFE = frozenset({"GET", "HEAD"})
METHODS = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
_NO_PLACE = re.compile(r"[\x00-\x1f\x7f\\]|//|/\.{1,2}(?:/|$)")
_HIDDEN_SLASH = re.compile(rb"%(?:2f|5c|00)", re.IGNORECASE)


def headers_read(raw: Sequence[tuple[bytes, bytes]]) -> dict[str, str]:
    if len(raw) > MOST_HEADERS:
        status, what = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"more than {MOST_HEADERS} headers"
        raise Unserved(status, "too_many_headers", what, "send fewer", limit=MOST_HEADERS)
    if sum(len(name) + len(value) for name, value in raw) > MOST_HEAD:
        raise head_too_big()
    if sum(name.lower() == b"cookie" for name, _ in raw) > 1:
        raise _bad_cookie("there is more than one line of cookies")
    if {b"content-length", b"transfer-encoding"} <= {name.lower() for name, _ in raw}:
        what = "the request has both a length and chunks, so its end is unclear"
        raise Unserved(HTTPStatus.BAD_REQUEST, "bad_http", what, "send Content-Length or Transfer-Encoding, not both")
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def check_cookies(line: str) -> None:
    """No browser sends a name twice for one path, or a cookie longer than it would keep."""
    names = [pair.partition("=")[0].strip() for pair in line.split(";") if pair.strip()]
    if len(set(names)) < len(names):
        raise _bad_cookie("a cookie comes twice")
    if any(len(pair) > MOST_COOKIE for pair in line.split(";")):
        raise _bad_cookie("a cookie is too long")


def _bad_cookie(what: str) -> Unserved:
    return Unserved(HTTPStatus.BAD_REQUEST, "bad_cookie", what, "clear the cookies of this address", limit=MOST_COOKIE)


def check_method(method: str) -> None:
    if method not in METHODS:
        headers = {"allow": allowing(("GET", "POST"))}
        what = "no address here takes that method"
        raise Unserved(HTTPStatus.METHOD_NOT_ALLOWED, "bad_method", what, "use GET or POST", headers=headers)


def check_bare(method: str, headers: Mapping[str, str]) -> None:
    """Nobody reads the body of a GET, so there may be none: it could go on without end."""
    if method in SAFE and (headers.get("content-length", "0") != "0" or "transfer-encoding" in headers):
        raise Unserved(HTTPStatus.BAD_REQUEST, "bad_http", f"{method} has no body", "send it without one, or use POST")


def check_path(path: str, raw: bytes) -> None:
    if len(path) > MOST_PATH or _NO_PLACE.search(path) or _HIDDEN_SLASH.search(raw):
        raise not_found("check the spelling")


def check_origin(headers: Mapping[str, str], ours: str) -> None:
    """Changes come only from our own pages, or from clients that are not browsers."""
    site, origin = headers.get("sec-fetch-site", "none"), headers.get("origin", ours)
    if site not in ("same-origin", "none") or origin.lower() != ours.lower():
        what = "this request came from a page of another site"
        raise Unserved(HTTPStatus.FORBIDDEN, "bad_origin", what, "send it from a page of this server")


def from_elsewhere(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that a page of another site is behind a request."""
    return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def check_reader(headers: Mapping[str, str]) -> None:
    """Pages of other sites may link here, and nothing else: they can neither show nor fetch what is here."""
    if from_elsewhere(headers) and headers.get("sec-fetch-dest", "document") != "document":
        what = "this request came from a page of another site"
        raise Unserved(HTTPStatus.FORBIDDEN, "bad_origin", what, "open it on a page of its own")
