"""A site while it is written: its outline read against the site it was written from, and the changes for the draft."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.outline import Outlined, OutlineReading, Sort, outlined, read_outline, write_outline
from undercroft.exchange.outline.properties import REFERENCES, read_property
from undercroft.exchange.outline.sections import COUNTED
from undercroft.faces.views.prepare.encounter_words import row_words
from undercroft.kernel.faults import BadInput
from undercroft.table.lore.lookup import bestiary
from undercroft.table.preparing.merging import merged
from undercroft.table.preparing.parts import all_made, differences, in_draft
from undercroft.table.preparing.table_lines import without_numbers
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.ids import CreaturesId, PictureId, SiteId, ZoneId
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.sites import EncounterRow, Site
from undercroft.table.state.things import Guarded, Lying, ThingPlace

KEPT_IN = {
    Sort.ZONE: "zones",
    Sort.DOOR: "doors",
    Sort.TRAP: "traps",
    Sort.FEATURE: "features",
    Sort.OBSTACLE: "obstacles",
    Sort.CREATURES: "creatures",
}
"""Where a site keeps its parts."""
ROWS = "encounters"
PICTURES = "pictures"
PLACE = "place"
"""The fields that are not written as a property: the encounter table, a level's picture, and where a thing is."""
_DIGITS = 3


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    """One field changed on the card, on the map or above the outline."""

    sort: Sort
    id: str
    field: str
    value: str
    number: str = ""
    """The number of the room, for a room that was just drawn and has no id yet."""


def drafted(known: Campaign) -> Campaign:
    """The campaign with every change of the draft."""
    return all_made(known, known.draft.values())


def site_in(campaign: Campaign, id: str) -> Outlined | None:
    """A site with the things in it."""
    site = campaign.sites.get(SiteId(id))
    return None if site is None else outlined(site, campaign.things.values())


def new_site(campaign: Campaign, text: str) -> Outlined:
    """The empty site that a first outline is read against, under an id of its own name."""
    name = read_outline(text).whole.site.name
    return Outlined(Site(SiteId(new_id(name, campaign.sites, "site")), name, ZoneId("")))


def read_site(campaign: Campaign, text: str, base: Outlined) -> OutlineReading:
    """An outline read against the site it was written from."""
    elsewhere = (site for site in campaign.sites.values() if site.id != base.site.id)
    now = site_in(campaign, base.site.id) or base
    taken = {id for site in elsewhere for id in site.doors} | (
        campaign.things.keys() - base.things.keys() - now.things.keys()
    )
    return read_outline(text, base, taken=taken, monsters=bestiary(campaign))


def changes_between(old: Outlined, new: Outlined) -> tuple[AnyChange, ...]:
    """The changes that make one site of another."""
    return tuple(differences(_world(old), _world(new)))


def _world(whole: Outlined) -> Campaign:
    return Campaign(sites={whole.site.id: whole.site} if whole.site.zones else {}, things=whole.things)


def clashing(known: Campaign, changes: Iterable[AnyChange]) -> list[AnyChange]:
    """The changes of something that has another value in the draft by now."""
    return [change for change in changes if merged(change.before, in_draft(known, change), change.after).clashes]


def on_top(known: Campaign, changes: Iterable[AnyChange]) -> tuple[AnyChange, ...]:
    """Changes of what is in the draft now, without those that are made already."""
    found = (replace(change, before=in_draft(known, change)) for change in changes)
    return tuple(change for change in found if change.before != change.after)


def outgrown(known: Campaign, base: Outlined) -> bool:
    """Whether the site in play has parts that the outline was written without: renamed, they would get other ids."""
    site = known.sites.get(base.site.id)
    if site is None:
        return False
    return any(getattr(site, kind).keys() - getattr(base.site, kind).keys() for kind in KEPT_IN.values())


def all_edited(campaign: Campaign, whole: Outlined, edits: Iterable[Edit]) -> Outlined:
    """The site with fields changed one after the other."""
    for edit in edits:
        ids = {number: id for id, number in room_numbers(whole.site).items()} if edit.number else {}
        whole = edited(campaign, whole, replace(edit, id=ids.get(edit.number, edit.id)))
    return whole


def edited(campaign: Campaign, whole: Outlined, edit: Edit) -> Outlined:
    """The site with one field changed."""
    if edit.sort is Sort.SITE:
        if edit.field == ROWS:
            return _with_rows(campaign, whole, edit.value)
        if edit.field == PICTURES:
            return replace(whole, site=_with_picture(whole.site, edit.value))
        return replace(whole, site=replace(whole.site, **{edit.field: _value(edit)}))
    there: Any = whole.things if edit.sort is Sort.THING else getattr(whole.site, KEPT_IN[edit.sort])
    held: dict[str, Any] = dict(there)
    if edit.id not in held:
        raise BadInput("gone", "that is no longer in the site", "look at the outline")
    value = _place(whole.site, edit.value) if edit.field == PLACE else _value(edit)
    held[edit.id] = replace(held[edit.id], **{edit.field: value})
    if edit.sort is Sort.THING:
        return replace(whole, things=held)
    return replace(whole, site=replace(whole.site, **{KEPT_IN[edit.sort]: held}))


def _value(edit: Edit) -> object:
    if edit.field in REFERENCES.get(edit.sort, {}):
        return edit.value or None
    return read_property(edit.sort, edit.field, edit.value)


def _place(site: Site, written: str) -> ThingPlace:
    """Where a thing is: in a room, or with creatures."""
    kind, _, id = written.partition(" ")
    return Guarded(site.id, CreaturesId(id)) if kind == "with" else Lying(site.id, ZoneId(id))


def _with_picture(site: Site, text: str) -> Site:
    """The site with another picture of a level, written as its number and the picture, or without one."""
    level, _, id = text.partition(" ")
    if not level.isdecimal() or len(level) > _DIGITS:
        raise BadInput("bad_level", "the level of the picture is missing", "choose a level", field=PICTURES)
    others = {number: kept for number, kept in site.pictures.items() if number != int(level)}
    return replace(site, pictures={**others, int(level): PictureId(id)} if id else others)


def _with_rows(campaign: Campaign, whole: Outlined, text: str) -> Outlined:
    """The site with another encounter table; a line that is as before keeps all that it had."""
    lines = without_numbers(" ".join(line.split()) for line in text.split("\n"))
    if not lines:
        return replace(whole, site=replace(whole.site, encounters=()))
    head, _, rest = write_outline(whole).partition("\n")
    typed = "\n".join((head, *(f"encounter: {line}" for line in lines), rest))
    read = read_site(campaign, typed, whole).whole
    before = {row_words(row): row for row in whole.site.encounters}
    rows = (before.get(row_words(row)) or _with_creatures(read.site, row) for row in read.site.encounters)
    return replace(read, site=replace(read.site, encounters=tuple(rows)))


def _with_creatures(site: Site, row: EncounterRow) -> EncounterRow:
    """A row with the creatures of the site that it names."""
    if row.creatures is not None:
        return row
    counted = COUNTED.fullmatch(row.name)
    for id, kind in site.creatures.items():
        if kind.name.casefold() == row.name.casefold():
            return replace(row, creatures=id)
        if counted is not None and kind.name.casefold() == counted["name"].casefold():
            return replace(row, name=counted["name"], count=counted["count"], creatures=id)
    return row
