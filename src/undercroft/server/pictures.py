"""Pictures sent with a command: what the command adds must be there, or an event would name a picture nobody has."""

from collections.abc import Sequence

from undercroft.store.log import StoredPicture
from undercroft.table.engine.part import Command, Reason
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.pictures import AddPicture

NOT_SENT = Reason("not_sent", "Send the picture itself: upload it on the page of the site.")


def not_sent(command: Command, pictures: Sequence[StoredPicture]) -> tuple[Reason, ...]:
    """The reason against a command that adds a picture which did not come with it."""
    match command:
        case AddPicture(picture=picture):
            named = (picture,)
        case Begin(pictures=named):
            pass
        case _:
            return ()
    sizes = {sent.id: len(sent.body) for sent in pictures}
    return () if all(sizes.get(picture.id) == picture.size for picture in named) else (NOT_SENT,)
