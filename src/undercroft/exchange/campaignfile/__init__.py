"""Campaign files: a campaign as its referee prepared it, in TOML, read and written.

The pieces, from the bottom up: `problems` says what is wrong and `positions` on which line it stands; `wares` are the
items a file may name, `forming` makes forms of structs, `forms` says how each thing is written, `checking` holds
values against forms; `entries`, `belongings`, `sites`, `lands` and `house` take a file apart, `references` sees that
what is named is there; `reading` reads a file whole, `writing` writes one, `standing` writes a campaign that is being
played, and `schema` publishes the forms.
"""

from undercroft.exchange.campaignfile.problems import BadCampaign, Problem
from undercroft.exchange.campaignfile.reading import problems, read
from undercroft.exchange.campaignfile.standing import as_it_stands, write_standing
from undercroft.exchange.campaignfile.writing import write

__all__ = ["BadCampaign", "Problem", "as_it_stands", "problems", "read", "write", "write_standing"]
