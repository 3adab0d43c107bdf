"""The head of a site that is prepared: its clock, its danger, its encounter table, and the chances that follow."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.wandering import Location
from undercroft.exchange.outline import Outlined, Sort
from undercroft.faces.views.dungeon.zone_map import ZoneMap, zone_map
from undercroft.faces.views.prepare.encounter_words import row_words
from undercroft.faces.views.prepare.room_card import CardField, card_fields
from undercroft.faces.views.short_names import capital
from undercroft.kernel.phrases import value_in_words
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table.exploration.clocks import BY_NAME
from undercroft.table.exploration.wandering_odds import WanderingOdds, wandering_odds
from undercroft.table.state.campaign import Campaign, Group, with_site
from undercroft.table.state.ids import GroupId, ZoneId


class EncounterOdds(Struct, frozen=True):
    """A row of the encounter table and its chance."""

    number: int
    words: str
    chance: Fraction


class SiteHeadView(Struct, frozen=True):
    """What the strip above the outline shows."""

    name: str
    rooms: tuple[tuple[int, int], ...]
    """The number of rooms on each level."""
    clock: CardField
    danger: CardField
    more: tuple[CardField, ...]
    odds: WanderingOdds | None
    """How often wandering monsters are checked for, and the chances."""
    rows: tuple[EncounterOdds, ...]
    text: str
    """The encounter table as it is typed."""


def site_head(known: Campaign, whole: Outlined) -> SiteHeadView:
    """The strip of a site."""
    site = whole.site
    fields = {field.name: field for field in card_fields(whole, Sort.SITE, site)}
    fields["clock"] = _worded(fields["clock"], _clocks())
    fields["location"] = _worded(fields["location"], _locations())
    odds = wandering_odds(known, site, site.entrance) if site.entrance in site.zones else None
    each = Fraction(1, len(site.encounters)) if site.encounters else Fraction(0)
    rows = tuple(EncounterOdds(number, row_words(row), each) for number, row in enumerate(site.encounters, 1))
    levels = sorted({zone.level for zone in site.zones.values()})
    danger = BY_NAME[site.clock].danger
    more = (name for name in ("location", "danger", "alerted", "shadowcursed", "clocks", "entrance", "effects"))
    return SiteHeadView(
        site.name,
        tuple((level, sum(zone.level == level for zone in site.zones.values())) for level in levels),
        fields["clock"],
        fields[danger],
        tuple(fields[name] for name in more if name != danger and name in fields),
        odds,
        rows,
        "\n".join(row.words for row in rows),
    )


def _clocks() -> dict[str, str]:
    """The clocks in words: `Sovereign, turns of 10 min`."""
    return {name: f"{clock.book}, {clock.called}s of {clock.step // MINUTE} min" for name, clock in BY_NAME.items()}


def _locations() -> dict[str, str]:
    return {place.value: capital(value_in_words(place.value)) for place in Location}


def _worded(field: CardField, words: Mapping[str, str]) -> CardField:
    """A choice with better words for its options."""
    return replace(field, options=tuple((value, words.get(value, name)) for value, name in field.options))


def prepared_map(known: Campaign, whole: Outlined, zone: ZoneId, level: int | None) -> ZoneMap | None:
    """The map of a level of a site that is prepared, as the table draws it."""
    if zone not in whole.site.zones:
        return None
    nobody = Group(GroupId(""), "", (), Seconds(0), whole.site.id, zone)
    return zone_map(with_site(known, whole.site), nobody, level)
