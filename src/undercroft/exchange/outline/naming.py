"""Ids of new rooms and things, made from their names, and what the names in an outline mean."""

import re
from collections.abc import Callable, Iterable

from undercroft.exchange.campaignfile.entries import Taken
from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.table.state.new_ids import id_from

_MOST = 56
"""The length of an id, with room for a number after it."""
_MOST_ALIKE = 20
"""The most things of one name that are looked at for the one nearby."""
_OF_SITE = frozenset({Sort.ZONE, Sort.DOOR, Sort.TRAP, Sort.FEATURE, Sort.OBSTACLE, Sort.CREATURES, Sort.THING})


class Naming:
    """The ids of everything in an outline, by sort; each is given once."""

    def __init__(self, document: Outline, taken: Iterable[str]) -> None:
        self._taken = {sort: Taken(taken if sort in (Sort.DOOR, Sort.THING) else ()) for sort in Sort}
        self._given: dict[Sort, dict[str, OutlineEntry]] = {sort: {} for sort in Sort}
        self._names: dict[Sort, dict[str, OutlineEntry]] = {sort: {} for sort in Sort}
        self.labels: dict[str, Room] = {}
        self.document = document
        self.twice: list[OutlineEntry] = []
        self._alike: dict[Sort, dict[str, list[OutlineEntry]]] = {}

    def name_all(self) -> None:
        """Give every entry an id: its own, that of before, or one made from its name."""
        zones = [room.entry for room in self.document.rooms]
        for room in self.document.rooms:
            self.labels.setdefault(room.label, room)
        everything = {Sort.ZONE: zones, **{sort: self.document.of(sort) for sort in _OF_SITE - {Sort.ZONE}}}
        for sort in Sort:
            self._name(sort, everything.get(sort, []))

    def _name(self, sort: Sort, entries: list[OutlineEntry]) -> None:
        for entry in entries:
            id = entry.keys.get("id")
            if entry.id or id is None:
                continue
            if id in self._given[sort]:
                self.twice.append(entry)
            else:
                self._give(entry, str(id))
        for entry in entries:
            if not entry.id and entry.was is not None and entry.was.id not in self._given[sort]:
                self._give(entry, entry.was.id)
        for entry in entries:
            if not entry.id:
                self._give(entry, self._taken[sort].free(self._made(entry)))
            self._names[sort].setdefault(entry.name.casefold(), entry)

    def _give(self, entry: OutlineEntry, id: str) -> None:
        entry.id = id
        self._given[entry.sort][id] = entry
        self._taken[entry.sort].take(id)

    def _made(self, entry: OutlineEntry) -> str:
        match entry.sort:
            case Sort.ZONE:
                return id_from(entry.name, f"room-{entry.room.label.lower()}" if entry.room else "room")
            case Sort.DOOR:
                to = self.room(entry.refs.get("to", ""))
                here = entry.room.entry.id if entry.room is not None else ""
                return f"{here}-{to.entry.id if to is not None else 'door'}"[:_MOST].strip("-")
            case Sort.FEATURE:
                return id_from(" ".join(re.sub(r"^(?:an?|the)\s", "", entry.name).split()[:4]), "feature")
            case _:
                return id_from(entry.name, entry.sort.value.split()[0])

    def room(self, name: str) -> Room | None:
        """The room of a number or a name."""
        name = re.sub(r"(?i)^(?:the\s+)?(?:room|area|chamber|location|#)\s*(?=[A-Z]?[0-9])", "", name.strip())
        known = self.labels.get(name) or self.labels.get(name.lower()) or self.labels.get(name.upper())
        if known is not None:
            return known
        found = self.named(Sort.ZONE, name)
        return found.room if found is not None else None

    def named(self, sort: Sort, name: str, near: Callable[[OutlineEntry], bool] | None = None) -> OutlineEntry | None:
        """The thing of that name; one that is near is meant first. Articles and a word or two less are forgiven."""
        exact = self._names[sort].get(name.casefold())
        if near is None and exact is not None:
            return exact
        if sort not in self._alike:
            self._alike[sort] = _by_words(self._given[sort].values())
        known = self._alike[sort].get(_bare(name), ())[:_MOST_ALIKE]
        wholly = [entry for entry in known if _bare(entry.name) == _bare(name)] or known
        close = (entry for entry in wholly if near is None or near(entry))
        return next(close, next(iter(wholly), None))

    def exactly(self, sort: Sort, name: str) -> OutlineEntry | None:
        """The thing of that whole name, but for an article."""
        found = self.named(sort, name)
        return found if found is not None and _bare(found.name) == _bare(name) else None

    def given(self, sort: Sort, id: str) -> OutlineEntry | None:
        """The thing of that id."""
        return self._given[sort].get(id)


def _bare(name: str) -> str:
    return re.sub(r"^(?:an?|the|some|its)\s+", "", " ".join(name.casefold().split()))


def _by_words(entries: Iterable[OutlineEntry]) -> dict[str, list[OutlineEntry]]:
    """The entries by their names, and by the first or the last words of their names."""
    found: dict[str, list[OutlineEntry]] = {}
    for entry in entries:
        words = _bare(entry.name).split()
        keys = {" ".join(words[:place]) for place in range(1, len(words) + 1)}
        keys |= {" ".join(words[place:]) for place in range(len(words))}
        for key in keys:
            found.setdefault(key, []).append(entry)
    return found
