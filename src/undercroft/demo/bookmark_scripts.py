"""The bookmarks of the demo: points in mid-play, and the scripts that lead there from the start."""

from importlib.resources import files

from msgspec import Struct

from undercroft.kernel.faults import BadInput

CAMPAIGN = "Carrow Marches"


class Bookmark(Struct, frozen=True):
    """A point in the demo: its id, its title, and what comes next there."""

    id: str
    title: str
    says: str
    page: str = ""
    """The page of the table that it opens, if not the table itself."""

    @property
    def table(self) -> str:
        """The name of a table opened at this bookmark."""
        return f"{CAMPAIGN}: {self.title}"

    @property
    def script(self) -> str:
        """Every command that leads there, with its dice."""
        return files("undercroft.demo").joinpath("bookmarks", f"{self.id}.txt").read_text(encoding="utf-8")


BOOKMARKS = (
    Bookmark("torch", "the torch", "The nave of skulls. The torch dies when this turn ends."),
    Bookmark("fight", "the fight", "Round four in the chandlery. Corvin bleeds, and the votaries waver."),
    Bookmark(
        "road", "the road", "The third day out, in the rain. The party has found a well, and cut turf hints at more."
    ),
    Bookmark("town", "the town", "Home in Carrow with the founder's silver, just short of a level."),
    Bookmark("report", "the report", "The session is over. Read its report.", "/report"),
)


def bookmark(id: str) -> Bookmark:
    """The bookmark of that id."""
    found = next((mark for mark in BOOKMARKS if mark.id == id), None)
    if found is None:
        names = ", ".join(mark.id for mark in BOOKMARKS)
        raise BadInput("no_such_bookmark", f"the demo has no bookmark “{id[:60]}”", f"there are {names}")
    return found
