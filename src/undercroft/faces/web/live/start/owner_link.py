"""A new link for the owner of the server."""

from litestar import Response, post

from undercroft.faces.api.table_bodies import OwnerLink
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.http.replies import reply
from undercroft.faces.web.live.access.links import OWNER
from undercroft.faces.web.live.access.lobby import OWNER_COOKIE
from undercroft.faces.web.live.start.sign_in import remember
from undercroft.faces.web.live.viewer.request import for_the_owner


@post("/owner/link", status_code=200)
async def renew_owner_link(request: AnyRequest) -> Response[bytes]:
    """Make a new owner's link; this browser stays signed in, and all others that used the old link are out."""
    lobby = for_the_owner(request)
    link = await beside(lobby.renew_owner)
    answer = reply(OwnerLink(f"{request.url.scheme}://{request.headers['host']}/enter/{link}"))
    remember(answer, request, OWNER_COOKIE, lobby.owner.cookie(OWNER))
    return answer


API = [renew_owner_link]
