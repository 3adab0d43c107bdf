"""`undercroft campaign new`, `add` and `lint`."""

from collections.abc import Sequence

from msgspec.structs import replace

from undercroft.exchange import campaignfile
from undercroft.faces.cli import lint as linting
from undercroft.faces.cli.campaign_parts import NewPart, joined, new_parts
from undercroft.faces.cli.campaign_target import CampaignTarget
from undercroft.faces.cli.output import tell
from undercroft.faces.cli.secret_file import written
from undercroft.faces.cli.text_file import named
from undercroft.faces.shared.new_campaign import CampaignChoices, CampaignSource, begin_from, seated
from undercroft.faces.shared.table_names import title_in
from undercroft.kernel.faults import BadInput

HEAD = "# {name}. “undercroft campaign add” adds sites, rooms and more; “undercroft campaign lint” checks the file.\n\n"
"""The first line of a new file."""
_WORDS = 2
"""A kind and a name."""


def new(file: str, name: str, preset: str | None, player: Sequence[str] | None, *, as_json: bool) -> None:
    """Write a new campaign file with a seat for each player."""
    title = title_in(name)
    begin = begin_from(title, CampaignSource(preset=preset))
    begin = seated(begin, CampaignChoices(players=tuple(player or ())), 0)
    text = HEAD.format(name=title) + campaignfile.write(begin)
    campaignfile.read(text, named(file))
    with written(file, force=False) as out:
        out.write(text.encode())
    said = f"{named(file)}: {title}. “undercroft campaign add {named(file)} site NAME” adds a site."
    tell({"file": file, "name": title, "seats": [seat.id for seat in begin.seats]}, said, as_json=as_json)


def add(  # noqa: PLR0913 - an option each
    words: Sequence[str],
    *,
    place: str,
    start: str,
    to: str,
    seat: str,
    terrain: str,
    row: Sequence[str] | None,
    field: Sequence[str] | None,
    table: str | None,
    data: str | None,
    hireling: bool,
    as_json: bool,
) -> None:
    """Add a part, and check the whole file with it before anything is written."""
    target, rest = CampaignTarget.of(words, table, data)
    if len(rest) < _WORDS:
        raise BadInput("usage", "what is to be added?", "write a kind and a name, such as room 'Hay loft'")
    asked = NewPart(rest[0], " ".join(rest[1:]), place, start, to, seat, terrain, tuple(row or ()), tuple(field or ()))
    text = target.text()
    begin = campaignfile.read(text, target.name)
    parts = new_parts(begin, replace(asked, hireling=hireling))
    changed = campaignfile.with_parts(text, parts)
    whole = joined(campaignfile.read(changed, target.name), asked)
    if whole is not None:
        changed = campaignfile.write_into(changed, whole)
    added = ["/".join(map(str, part)) for part in parts]
    if target.table is not None:
        target.keep(text, changed, as_json=as_json)
        return
    backup = target.keep(text, changed, as_json=as_json)
    said = f"{target.name}: {', '.join(added)} added; the old file is {backup}."
    tell({"file": target.name, "added": added, "backup": backup}, said, as_json=as_json)


def lint(file: str, *, as_json: bool) -> int:
    """List the problems of a campaign file."""
    return linting.lint(file, linting.TextForm.CAMPAIGN.value, as_json=as_json)
