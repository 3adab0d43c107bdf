"""The page of the dice: their seals, the words of players, and a check of every die in the reader's own browser."""

from functools import cache
from importlib.resources import files

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length, beside
from undercroft.faces.views.dice.seals import seals
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, viewer_of
from undercroft.kernel import wire
from undercroft.kernel.budget import spend
from undercroft.server.dice_file import dice_file

EVENT = 200
"""The steps for reading an event and its dice."""

_SCRIPTS = ("dice-check", "dice-log")


@get("/t/{table:str}/dice")
async def dice_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The seals of the dice, and the button that checks them."""
    viewer = await beside(viewer_of, request, table, 0)
    return page_at(request, viewer, "live/dice/seals.html", seals=seals(viewer.known, viewer.seat))


async def dice_download(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The dice that a seat was told of, as a file that anybody can check."""
    return await at_length(_dice, request, table)


def _dice(request: AnyRequest, table: str) -> Response[bytes]:
    viewer = viewer_of(request, table, 0)
    spend(lobby_of(request).open(table).version * EVENT)
    found = dice_file(lobby_of(request).store, table, viewer.seat)
    name = "dice-secret.json" if viewer.referee else "dice.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(wire.encode(found), media_type="application/json", headers=headers)


@get("/dice-checker.html")
async def checker_download() -> Response[str]:
    """The checker as one page that works offline."""
    headers = {"content-disposition": 'attachment; filename="dice-checker.html"'}
    return Response(offline_checker(), media_type="text/html", headers=headers)


@cache
def offline_checker() -> str:
    """One page with everything in it: the same check, without a server."""
    folder = files("undercroft.faces.web") / "static" / "js" / "dice"
    scripts = ((folder / f"{name}.js").read_text("utf-8").replace("\nexport ", "\n") for name in _SCRIPTS)
    return render("live/dice/checker.html", script="\n".join(scripts))


PAGES = [dice_page, get("/t/{table:str}/dice.json")(dice_download), checker_download]
API = [get("/tables/{table:str}/dice")(dice_download)]
