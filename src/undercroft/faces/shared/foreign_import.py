"""What a file of another program holds, brought into a campaign that is played, or into a new one."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from msgspec.structs import replace

from undercroft.exchange.campaign_bundle import is_bundle
from undercroft.exchange.foreign import Imported, ImportedText, SourceFile, known_by_content, with_imported
from undercroft.exchange.foreign.imported import rested, with_place
from undercroft.exchange.foreign.packed_files import is_packed
from undercroft.exchange.foreign_signs import known_by_signs
from undercroft.exchange.outline import is_outline
from undercroft.faces.shared.new_campaign import MORNING, USUAL_SEATS, CampaignChoices, seated
from undercroft.faces.shared.pictures import keep_picture
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import BadInput
from undercroft.server.new_ids import new_act
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.table.preparing.draft import MOST_CHANGES, ChangeNow, Changes, Prepare
from undercroft.table.preparing.parts import differences, with_draft
from undercroft.table.preparing.wording import in_words
from undercroft.table.preparing.wording import together as with_exits
from undercroft.table.session.handouts import DropHandout, GiveHandout
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import MessageId
from undercroft.table.state.lands import Lands
from undercroft.table.state.messages import Handout
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

MOST_TITLE = 64
"""The longest title of a handout."""


def is_ours(raw: bytes) -> bool:
    """Whether a file is not of another program, as far as its beginning says: a log, a campaign file or an outline."""
    if is_packed(raw):
        return False
    if is_bundle(raw):
        return True
    source = SourceFile(raw)
    if not source.text or is_outline(source.text):
        return bool(source.text)
    if known_by_content(raw) is not None:
        return False
    known = known_by_signs(source.text)
    return known is None or known.ours


def begin_with(title: str, found: Imported) -> Begin:
    """A campaign that starts with what a file holds."""
    lands = found.lands or Lands()
    for place in found.places:
        name = next((whole.site.name for whole in found.sites if whole.site.id == place.site), title)
        lands = with_place(lands, place, name)
    begin = Begin(
        title,
        day_begins=MORNING,
        people=tuple(rested(person, HouseRules()) for person in found.people),
        things=(*(thing for whole in found.sites for thing in whole.things.values()), *found.gear),
        sites=tuple(whole.site for whole in found.sites),
        lands=lands,
        bestiary=found.monsters,
        tables=found.tables,
        pictures=tuple(file.picture for file in found.pictures),
        handouts=tuple({each.id: each for each in map(_handout, found.texts)}.values()),
    )
    return seated(begin, CampaignChoices(), USUAL_SEATS)


def _handout(text: ImportedText) -> Handout:
    """A text as a prepared handout. Its id says nothing of it to players."""
    digest = sha256(f"{text.title}\n{text.text}".encode()).hexdigest()[:16]
    return Handout(MessageId(digest), text.title[:MOST_TITLE], text.text)


def _texts_changed(world: Campaign, texts: Iterable[ImportedText]) -> Iterator[DropHandout | GiveHandout]:
    """How texts become prepared handouts. One that was read before is replaced, unless players have it."""
    there = {handout.title: handout for handout in world.handouts.values()}
    for text in {each.title[:MOST_TITLE]: each for each in texts}.values():
        old = there.get(text.title[:MOST_TITLE])
        if old is not None and old.text == text.text.strip():
            continue
        if old is not None and not old.shown:
            yield DropHandout(old.id)
        yield GiveHandout(text.title[:MOST_TITLE], text.text)


def changes_of(world: Campaign, found: Imported) -> tuple[AnyChange, ...]:
    """What a file changes in a world. A file that was read before changes what differs, and doubles nothing."""
    return tuple(differences(world, with_imported(world, found)))


def changes_at(table: OpenTable, found: Imported, *, draft: bool) -> tuple[AnyChange, ...]:
    """What a file changes at a table: in play, or in the draft."""
    return changes_of(with_draft(table.now) if draft else replace(table.now, draft={}), found)


def changes_in_words(table: OpenTable, found: Imported, *, draft: bool) -> tuple[str, ...]:
    """What a file changes at a table, in words: a new room together with its exits."""
    world = with_imported(with_draft(table.now), found)
    changes = changes_at(table, found, draft=draft)
    texts = (each.title for each in _texts_changed(table.now, found.texts) if isinstance(each, GiveHandout))
    said = (in_words(world, change, exits) for change, exits in with_exits(changes))
    return (*said, *(f"{title} prepared as a handout" for title in texts))


def bring_in(table: OpenTable, found: Imported, *, draft: bool) -> int:
    """Put what a file holds into play, or into the draft, whole or not at all; the number of changes."""
    changes = changes_at(table, found, draft=draft)
    command: Callable[[Changes], Prepare | ChangeNow] = Prepare if draft else ChangeNow
    texts = tuple(_texts_changed(table.now, found.texts))

    def taken(tried: OpenTable) -> None:
        for picture in found.pictures:
            keep_picture(tried, picture)
        parts = [command(changes[start : start + MOST_CHANGES]) for start in range(0, len(changes), MOST_CHANGES)]
        for each in (*parts, *texts):
            done = tried.act(REFEREE, each, key=new_act())
            if isinstance(done, Refused):
                why = done.reasons[0]
                raise BadInput(why.code, why.what.removesuffix("."), "change that at the table first")

    table.together(taken)
    return len(changes) + sum(isinstance(each, GiveHandout) for each in texts)


def contents_of(found: Imported) -> tuple[str, ...]:
    """What a file holds, each part counted in words; what it has none of is left out."""
    sites = [whole.site for whole in found.sites]
    counts = (
        (len(sites), "site", ""),
        (sum(not zone.corridor for site in sites for zone in site.zones.values()), "room", ""),
        (sum(zone.corridor for site in sites for zone in site.zones.values()), "passage", ""),
        (sum(len(site.doors) for site in sites), "way between them", "ways between them"),
        (sum(len(site.creatures) for site in sites), "kind of creature", "kinds of creatures"),
        (sum(len(site.traps) for site in sites), "trap", ""),
        (sum(len(whole.things) for whole in found.sites), "thing to find", "things to find"),
        (len(found.lands.hexes) if found.lands is not None else 0, "hex", "hexes"),
        (
            len(found.lands.ways) if found.lands is not None else 0,
            "stretch of road or river",
            "stretches of road or river",
        ),
        (len(found.tables), "table", ""),
        (len(found.monsters), "monster", ""),
        (len(found.people), "character", ""),
        (len(found.texts), "text as a prepared handout", "texts as prepared handouts"),
        (len(found.pictures), "picture", ""),
    )
    return tuple(counted(number, one, many) for number, one, many in counts if number)
