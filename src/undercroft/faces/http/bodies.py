"""Request bodies: JSON in UTF-8, uncompressed, at most 64 KiB, read strictly by our own decoder."""

import asyncio
from http import HTTPStatus
from typing import Any, TypeAlias

from litestar import Request
from litestar.exceptions import InternalServerException

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import JSON
from undercroft.interpret.form import taken
from undercroft.kernel.strict import read_object

AnyRequest: TypeAlias = Request[Any, Any, Any]
"""A request, with whatever its connection knows."""

PATIENCE = 10.0
"""Seconds within which a body must arrive."""


async def body_as(request: AnyRequest, kind: Any) -> Any:
    """The body of a request as a value of that kind."""
    return taken(kind, await object_in(request))


async def object_in(request: AnyRequest) -> dict[str, Any]:
    """The JSON object in the body of a request."""
    _check_kind(request)
    return read_object(await bytes_in(request))


async def bytes_in(request: AnyRequest, patience: float | None = None) -> bytes:
    """The body of a request, if all of it arrives in time."""
    try:
        async with asyncio.timeout(PATIENCE if patience is None else patience):
            return await request.body()
    except TimeoutError:
        raise Unserved(HTTPStatus.REQUEST_TIMEOUT, "too_slow", "the body did not come", "send it at once") from None
    except InternalServerException:
        raise Unserved(HTTPStatus.BAD_REQUEST, "cut_off", "the body was cut off", "send all of it") from None


def _check_kind(request: AnyRequest) -> None:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if kind.strip().lower() != JSON or charset not in ("", "utf-8"):
        what = "the body is not sent as JSON"
        raise Unserved(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "bad_content_type", what, f"send the body as {JSON}")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        what = "the body is compressed"
        raise Unserved(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "bad_content_encoding", what, "send it as it is")
