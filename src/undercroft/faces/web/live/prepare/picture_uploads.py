"""Pictures of a table: sent by the referee, and handed to those who may see them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus

from litestar import Response, get, post
from litestar.params import FromPath

from undercroft.exchange.pictures import MEDIA_TYPE, MOST_UPLOAD, read_picture, too_big
from undercroft.faces.api.table_bodies import PictureSent
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.faults import Unserved, not_found
from undercroft.faces.http.lanes import beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.pictures import keep_picture
from undercroft.faces.web.live.viewer.request import CURTAIN, check_referee, lobby_of, seat_at
from undercroft.table.state.ids import PictureId
from undercroft.table.state.seats import REFEREE, SPECTATORS

PATIENCE = 60.0
"""Seconds that an upload may take."""
_READING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="undercroft-pictures")
"""One picture is decoded at a time, since each takes much memory; nothing else waits for it."""
_HEADERS = {
    "cache-control": "private, max-age=3600",
    "vary": "cookie",
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
}


async def send_picture(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Keep a picture with the campaign: the body is the file, `name` what it is called; for the referee."""
    check_referee(seat_at(request, table).seat)
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_UPLOAD:
        fault = too_big()
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        raise Unserved(status, fault.code, fault.what, fault.fix, limit=MOST_UPLOAD)
    raw = await bytes_in(request, PATIENCE)
    reading = partial(read_picture, raw, request.query_params.get("name", ""))
    read = await asyncio.get_running_loop().run_in_executor(_READING, reading)
    await storing(keep_picture, lobby_of(request).open(table), read)
    return reply(PictureSent(read.picture), status=201)


async def picture_file(request: AnyRequest, table: FromPath[str], picture: FromPath[str]) -> Response[bytes]:
    """A picture, for the referee; for the others one that is shown to them."""
    seat = seat_at(request, table).seat
    if seat == REFEREE and CURTAIN in request.cookies:
        seat = SPECTATORS
    body = await beside(lobby_of(request).open(table).picture, seat, PictureId(picture))
    if body is None:
        raise not_found("ask the referee to show it", what="there is no such picture, or it is not shown to you")
    return Response(body, media_type=MEDIA_TYPE, headers=dict(_HEADERS))


_SENDING = "/tables/{table:str}/pictures"
API = [
    post(_SENDING, status_code=201, request_max_body_size=MOST_UPLOAD)(send_picture),
    get(f"{_SENDING}/{{picture:str}}")(picture_file),
]
PAGES = [get("/t/{table:str}/pictures/{picture:str}")(picture_file)]
