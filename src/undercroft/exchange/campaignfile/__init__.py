"""Campaign files: a campaign as its referee prepared it, in TOML, read and written.

The modules, from the bottom up: `problems` describes what is wrong, and `positions` finds the line of each value;
`wares` are the items that a file may name, `forming` derives forms from structs, `forms` holds the form of each thing,
`checking` checks values against forms; `entries`, `belongings`, `sites`, `lands` and `house` take a file apart, and
`references` checks that everything named exists; `reading` reads a whole file, `writing` writes one; `file_text`
changes single places of a text, and `amending` writes a campaign into its own file; `excerpts` cuts out one part to
edit, `standing` writes a campaign in play, `comparing` finds the changes between two files, `copying` copies parts of
one campaign into another, and `schema` publishes the forms.
"""

from undercroft.exchange.campaignfile.amending import with_parts, write_into
from undercroft.exchange.campaignfile.comparing import changes_between, not_taken, world_of
from undercroft.exchange.campaignfile.copying import copied_lands, copied_person, copied_site
from undercroft.exchange.campaignfile.excerpts import Excerpt, excerpt
from undercroft.exchange.campaignfile.problems import BadCampaign, FileProblem
from undercroft.exchange.campaignfile.reading import findings, problems, read
from undercroft.exchange.campaignfile.standing import as_it_stands, without_notes, write_standing
from undercroft.exchange.campaignfile.writing import write

__all__ = [
    "BadCampaign",
    "Excerpt",
    "FileProblem",
    "as_it_stands",
    "changes_between",
    "copied_lands",
    "copied_person",
    "copied_site",
    "excerpt",
    "findings",
    "not_taken",
    "problems",
    "read",
    "with_parts",
    "without_notes",
    "world_of",
    "write",
    "write_into",
    "write_standing",
]
