"""The table at which a browser was last: the rulebook and the odds show its bar, and what holds there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request
from msgspec import Struct

from undercroft.faces.views.filling import filled
from undercroft.faces.views.logbook import LogLine, log_lines
from undercroft.faces.views.questions import Asked, asked_now
from undercroft.faces.views.standings import Standing, replaced, standings
from undercroft.faces.web.contents import Chapter
from undercroft.faces.web.live.access import SignedIn, cookies_sent
from undercroft.faces.web.live.drawing import RECENT
from undercroft.faces.web.live.panels import Looking
from undercroft.faces.web.live.seated import AT, Bar, bar_of, lobby_of, looking
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.rules import AnyRule
from undercroft.table.names import PersonId

MOST_USES = 6


class AtTable(Struct, frozen=True):
    """Who looks, and what the bar says."""

    look: Looking
    bar: Bar

    def standings(self, chapter: Chapter) -> tuple[Standing, ...]:
        """What the house has decided on the parts of play that a chapter is about."""
        return standings(self.look.known.house, (rule.id for rule in chapter.rules))

    def replaced(self, chapter: Chapter) -> bool:
        """Whether other rules are played by than those of a chapter."""
        return replaced(self.look.known.house, (rule.id for rule in chapter.rules))

    def uses(self, chapter: Chapter) -> tuple[LogLine, ...]:
        """The last rulings by a chapter's rules of which the seat was told, the newest first."""
        rules = {rule.id for rule in chapter.rules}
        lines = [line for line in log_lines(self.look.known, self.look.told) if line.rule in rules and not line.undone]
        return tuple(lines[::-1][:MOST_USES])

    def filled(self, rule: AnyRule, who: str) -> Mapping[str, Any]:
        """What a rule is to be told of somebody whom the reader knows, as far as their sheet says it."""
        person = self.look.known.people.get(PersonId(who))
        return filled(rule, self.look.known, person) if person is not None else {}

    def asked_now(self) -> tuple[Asked, ...]:
        """The chances that lie on the table."""
        return asked_now(self.look.known, self.look.seat)


def at_table(request: Request[Any, Any, Any]) -> AtTable | None:
    """Where a browser comes from, if it still has a seat there."""
    cookies = cookies_sent(request)
    table = cookies.get(AT, "")
    try:
        if not table or not isinstance(lobby_of(request).signed_in(table, cookies), SignedIn):
            return None
        look = looking(request, table, RECENT)
    except UndercroftError:
        return None
    return AtTable(look, bar_of(request, look))
