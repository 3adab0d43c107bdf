"""Campaigns that differ only in what is written beside play, such as notes: most views of them are the same."""

from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign

ASIDE = ("notes",)
"""Parts of a campaign that no action and only few panels depend on."""
_PLAYED = tuple(field for field in Campaign.__struct_fields__ if field not in ASIDE)
_MOST = 4096
_LAST: dict[tuple[int, SeatId], Campaign] = {}


def is_same_play(one: Campaign, other: Campaign, *, aside: bool = False) -> bool:
    """Whether all else is the same, and with `aside` all: the very same, as what did not change is kept as it is."""
    fields = Campaign.__struct_fields__ if aside else _PLAYED
    return one is other or all(getattr(one, field) is getattr(other, field) for field in fields)


def as_last(known: Campaign, seat: SeatId) -> Campaign:
    """The campaign that a seat last knew, if all but what is written beside play is the same; else this one."""
    key = (id(known.people), seat)
    last = _LAST.get(key)
    if last is not None and is_same_play(last, known):
        return last
    if len(_LAST) >= _MOST:
        _LAST.clear()
    _LAST[key] = known
    return known
