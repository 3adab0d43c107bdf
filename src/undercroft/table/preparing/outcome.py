"""What comes of changes when they are put into play: what play has changed stays, what cannot be used is left out."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.preparing.merging import Merged, Path, merged
from undercroft.table.preparing.parts import all_made, by_address, everything, in_world, made
from undercroft.table.preparing.removals import in_use
from undercroft.table.preparing.requirements import fit
from undercroft.table.preparing.usable_parts import Fit
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, SiteChange, ZoneChange, part_of
from undercroft.table.state.ids import PartId

LAST_ROOM = "a site needs a room: remove the whole site instead"
MOST_LOOKS = 50
"""More looks at the world than any changes need: each look leaves out or takes along at least one part."""


class DraftOutcome(Struct, frozen=True):
    """The changes as they are made in the world, and those that stay out of it."""

    changes: tuple[AnyChange, ...] = ()
    """What is made: every part as it is in the world before and after."""
    kept: tuple[AnyChange, ...] = ()
    """What is not in play yet, whole or in part."""
    left: Mapping[PartId, str] = {}
    """Why a part is left out, or what of it, in words."""
    clashes: Mapping[PartId, tuple[Path, ...]] = {}
    """The fields that play changed as well."""


def outcome(campaign: Campaign, drafted: Iterable[AnyChange], yours: Collection[PartId] = ()) -> DraftOutcome:
    """What comes of changes. Where play changed the same field, play's value stays unless the part is in `yours`."""
    asked = by_address(drafted)
    merges = {part: _merged(campaign, change, part in yours) for part, change in asked.items()}
    found = _Settling(campaign, {part: _onto(campaign, asked[part], merge) for part, merge in merges.items()})
    found.settle()
    kept = [asked[part] for part in asked if part in found.out]
    kept += (replace(done, before=done.after, after=merges[part].value) for part, done in found.stripped.items())
    return DraftOutcome(
        tuple(change for change in found.wanted.values() if change.before != change.after),
        tuple(kept),
        found.left,
        {part: merge.clashes for part, merge in merges.items() if merge.clashes},
    )


def _merged(campaign: Campaign, change: AnyChange, ours_wins: bool) -> Merged:
    return merged(change.before, in_world(campaign, change), change.after, ours_wins=ours_wins)


def _onto(campaign: Campaign, change: AnyChange, merge: Merged) -> AnyChange:
    return replace(change, before=in_world(campaign, change), after=merge.value)


class _Settling:
    """Changes that are looked at again and again, until every part of the world can be used."""

    def __init__(self, campaign: Campaign, wanted: dict[PartId, AnyChange]) -> None:
        self.campaign = campaign
        self.wanted = wanted
        self.asked = frozenset(wanted)
        self.out: set[PartId] = set()
        self.left: dict[PartId, str] = {}
        self.stripped: dict[PartId, AnyChange] = {}

    def settle(self) -> None:
        """Leave out what cannot be removed, then look until nothing more has to be mended."""
        for part, change in tuple(self.wanted.items()):
            if change.after is None and change.before is not None and (why := in_use(self.campaign, change)):
                self._leave_out(part, why)
        for _ in range(MOST_LOOKS):
            world = all_made(self.campaign, self.wanted.values())
            if not [True for part in tuple(everything(world)) if self._mends(world, part)] and not self._lost(world):
                return

    def _leave_out(self, part: PartId, why: str) -> None:
        del self.wanted[part]
        self.out.add(part)
        self.left[part] = why

    def _lost(self, world: Campaign) -> bool:
        """Leave out parts that found no place, since their site is not there."""
        lost = [
            part for part, change in self.wanted.items() if change.after is not None and in_world(world, change) is None
        ]
        for part in lost:
            self._leave_out(part, "; ".join(fit(world, self.wanted[part]).wants))
        return bool(lost)

    def _mends(self, world: Campaign, part: AnyChange) -> bool:
        """Mend a part of the world that cannot be used as it is; whether there was anything to mend."""
        id, found = part_of(part), fit(world, part)
        if found.value == part.after:
            return False
        if id not in self.wanted:
            return self._mends_unchanged(world, part, found)
        if found.value is None:
            self._leave_out(id, "; ".join(found.wants))
            return True
        self.wanted[id] = replace(self.wanted[id], after=found.value)
        if found.wants:
            self.left[id] = "; ".join(found.wants)
            self.stripped[id] = self.wanted[id]
        return True

    def _mends_unchanged(self, world: Campaign, part: AnyChange, found: Fit) -> bool:
        """Let a part that stood on something removed go with it, or stay without it."""
        if fit(self.campaign, part).value == found.value:
            return False
        gone = replace(part, after=found.value)
        if found.value is None and (isinstance(part, SiteChange) or in_use(self.campaign, gone)):
            self._put_back(world, part)
        else:
            self.wanted[part_of(part)] = gone
        return True

    def _put_back(self, world: Campaign, part: AnyChange) -> None:
        """Leave out the changes that take away what a part stands on and that cannot go."""
        for id, change in tuple(self.wanted.items()):
            if (
                id in self.asked
                and change.after is None
                and fit(made(world, replace(change, after=change.before)), part).value is not None
            ):
                last = isinstance(part, SiteChange) and isinstance(change, ZoneChange)
                self._leave_out(id, LAST_ROOM if last else in_use(self.campaign, replace(part, after=None)))
                return
        raise ValueError(f"{part_of(part)} can neither stay nor go")
