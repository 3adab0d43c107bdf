"""Pictures on their way into a campaign and out of it."""

from collections.abc import Iterable, Iterator, Mapping

from undercroft.exchange.campaign_bundle import pictures_in_use
from undercroft.exchange.pictures import PictureFile
from undercroft.kernel.faults import BadInput
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.store.log import StoredPicture
from undercroft.store.store import Store
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.ids import PictureId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.pictures import AddPicture


def stored(files: Iterable[PictureFile]) -> tuple[StoredPicture, ...]:
    """Pictures as a store takes them."""
    return tuple(StoredPicture(file.picture.id, file.body) for file in files)


def keep_picture(table: OpenTable, file: PictureFile) -> None:
    """Keep a picture with a campaign, unless it is there already."""
    if file.picture.id in table.now.pictures:
        return
    done = table.act(REFEREE, AddPicture(file.picture), key=new_act(), pictures=stored((file,)))
    if isinstance(done, Refused):
        why = done.reasons[0]
        raise BadInput(why.code, why.what.removesuffix("."), "use fewer or smaller pictures")


def new_pictures(table: OpenTable, files: Iterable[PictureFile]) -> Iterator[PictureFile]:
    """The pictures that a table does not have."""
    return (file for file in files if file.picture.id not in table.now.pictures)


def pictures_of(store: Store, table: OpenTable, *, draft: bool = False) -> Mapping[PictureId, bytes]:
    """The pictures of a campaign's sites, as they are or as the draft has them, as far as they are stored."""
    world = with_draft(table.now) if draft else table.now
    found = ((id, store.picture(table.id, id)) for id in pictures_in_use(world))
    return {id: body for id, body in found if body is not None}
