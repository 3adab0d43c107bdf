"""Two lands as one: the hexes of both."""

from msgspec.structs import replace

from undercroft.table.state.lands import Lands


def lands_together(first: Lands, second: Lands) -> Lands:
    """The land of both; where they differ, the second counts."""
    told = {frozenset(way.between) for way in second.ways}
    kept = (way for way in first.ways if frozenset(way.between) not in told)
    return replace(
        first,
        name=first.name or second.name,
        hexes={**first.hexes, **second.hexes},
        ways=(*kept, *second.ways),
        regions={**first.regions, **second.regions},
        tables={**first.tables, **second.tables},
        creatures={**first.creatures, **second.creatures},
    )
