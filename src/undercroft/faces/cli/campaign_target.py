"""What a command of `undercroft campaign` changes: a campaign file, or the draft of a table in play."""

from collections.abc import Sequence
from contextlib import closing
from typing import Self

from msgspec import Struct

from undercroft.exchange.campaign_bundle import CampaignBundle
from undercroft.faces.cli.campaign_tables import merged
from undercroft.faces.cli.own_file import replace_own
from undercroft.faces.cli.text_file import named, text_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.campaign_text import campaign_text
from undercroft.kernel.faults import BadInput
from undercroft.server.open_table import OpenTable


class CampaignTarget(Struct, frozen=True):
    """A file, or a table of a store."""

    file: str
    table: str | None
    data: str | None

    @classmethod
    def of(cls, words: Sequence[str], table: str | None, data: str | None) -> tuple[Self, Sequence[str]]:
        """The target of a command line, and the words after it: the file is the first word if no table is named."""
        if table is not None:
            return cls("", table, data), words
        if not words:
            raise BadInput("usage", "no campaign file is named", "write its name, or --table TABLE")
        return cls(words[0], None, data), words[1:]

    @property
    def name(self) -> str:
        """What people call it."""
        return named(self.file) if self.table is None else f"the campaign file of {self.table}"

    def text(self) -> str:
        """The campaign file as it is now; of a table, with its draft."""
        if self.table is None:
            return text_of(self.file)
        with closing(store_path.reading(store_path.place(self.data))) as store:
            return campaign_text(OpenTable(store, self.table), draft=True)

    def keep(self, old: str, new: str, *, as_json: bool) -> str:
        """Write the file and return the name of its backup; at a table, put the changes into the draft."""
        if self.table is None:
            return replace_own(self.file, old, new)
        merged(self.table, CampaignBundle(new), self.name, self.data, as_json=as_json)
        return ""
