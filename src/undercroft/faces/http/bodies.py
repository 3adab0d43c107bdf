"""Request bodies: JSON in UTF-8, uncompressed, at most 64 KiB, read strictly by our own decoder."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias, TypeVar

from litestar import Request
from litestar.exceptions import InternalServerException

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.lanes import reading, uploading
from undercroft.faces.http.replies import JSON
from undercroft.interpret.form import taken
from undercroft.kernel.strict import read_object

AnyRequest: TypeAlias = Request[Any, Any, Any]
"""A request, with whatever its connection knows."""

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds within which a body must arrive."""
LARGE = 1024 * 1024
"""The bytes above which bodies are read in turn: few of them are in memory at once."""
UNTIL_ANSWERED = "until_answered"
"""Where the state of a request has what is left when it is answered."""


async def body_as(request: AnyRequest, kind: Any) -> Any:
    """The body of a request as a value of that kind."""
    return await body_read(request, partial(taken, kind))


async def body_read(request: AnyRequest, read: Callable[[dict[str, Any]], T]) -> T:
    """What is read of the JSON object in the body of a request."""
    _check_kind(request)
    raw = await bytes_in(request)
    return await reading(len(raw), lambda: read(read_object(raw)))


async def bytes_in(request: AnyRequest, patience: float | None = None) -> bytes:
    """The body of a request, if all of it arrives in time; a large one in turn, which lasts until the answer."""
    if _is_large(request):
        until_answered: AsyncExitStack = request.scope["state"][UNTIL_ANSWERED]
        await until_answered.enter_async_context(uploading())
    try:
        async with asyncio.timeout(PATIENCE if patience is None else patience):
            return await request.body()
    except TimeoutError:
        raise Unserved(HTTPStatus.REQUEST_TIMEOUT, "too_slow", "the body did not come", "send it at once") from None
    except InternalServerException:
        raise Unserved(HTTPStatus.BAD_REQUEST, "cut_off", "the body was cut off", "send all of it") from None


def _is_large(request: AnyRequest) -> bool:
    """Whether a body may be long where long ones are taken."""
    most, length = request.route_handler.resolve_request_max_body_size(), request.headers.get("content-length", "")
    said = int(length) if length.isdecimal() else None
    return (most is None or most > LARGE) and (said is None or said > LARGE)


def _check_kind(request: AnyRequest) -> None:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if kind.strip().lower() != JSON or charset not in ("", "utf-8"):
        what = "the body is not sent as JSON"
        raise Unserved(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "bad_content_type", what, f"send the body as {JSON}")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        what = "the body is compressed"
        raise Unserved(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "bad_content_encoding", what, "send it as it is")
