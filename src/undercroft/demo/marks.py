"""The bookmarks of the demo: places in mid-play, and the scripts that lead there from its beginning."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

from undercroft.kernel.faults import BadInput

CAMPAIGN = "Carrow Marches"


class Bookmark(Struct, frozen=True):
    """A place in the demo: its name, what it is called, and what waits there."""

    id: str
    title: str
    says: str

    @property
    def table(self) -> str:
        """What a table that is opened here is called."""
        return f"{CAMPAIGN}: {self.title}"

    @property
    def script(self) -> str:
        """Every command that leads there, with its dice."""
        return files("undercroft.demo").joinpath("bookmarks", f"{self.id}.txt").read_text(encoding="utf-8")


BOOKMARKS = (
    Bookmark("torch", "the torch", "The nave of skulls. The torch dies when this Turn ends."),
    Bookmark("fight", "the fight", "Round four in the chandlery. Corvin bleeds, and the votaries waver."),
    Bookmark("road", "the road", "The third day out, in the rain. A well is found, and the turf was cut."),
    Bookmark("town", "the town", "Home in Carrow with the founder's silver, just short of a level."),
    Bookmark("report", "the report", "The evening is over. Read what was played."),
)


def bookmark(id: str) -> Bookmark:
    """The bookmark of that name."""
    found = next((one for one in BOOKMARKS if one.id == id), None)
    if found is None:
        names = ", ".join(one.id for one in BOOKMARKS)
        raise BadInput("no_such_bookmark", f"the demo has no bookmark “{id[:60]}”", f"there are {names}")
    return found
