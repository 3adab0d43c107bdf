"""The last table of a browser: the rulebook and the odds show its bar and its house rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.views.banner import Banner
from undercroft.faces.views.dice.open_chances import OpenChance, open_chances
from undercroft.faces.views.dice.rule_inputs import filled
from undercroft.faces.views.house.rules_in_play import RuleInPlay, replaced, rules_in_play
from undercroft.faces.views.log.lines import LogLine, log_lines
from undercroft.faces.web.base.contents import Chapter
from undercroft.faces.web.live.access.links import AT, SignedIn, cookies_sent
from undercroft.faces.web.live.viewer.request import TopBar, bar_of, beside_of, lobby_of, viewer_of
from undercroft.faces.web.live.viewer.tabs import Tab, tabs_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.rules import AnyRule
from undercroft.table.state.ids import PersonId

MOST_USES = 6


class AtTable(Struct, frozen=True):
    """The viewer, and the content of the bar."""

    viewer: Viewer
    bar: TopBar

    def rules_in_play(self, chapter: Chapter) -> tuple[RuleInPlay, ...]:
        """The house rules on the subjects of a chapter."""
        return rules_in_play(self.viewer.known.house, (rule.id for rule in chapter.rules))

    def replaced(self, chapter: Chapter) -> bool:
        """Whether the house plays by other rules than those of a chapter."""
        return replaced(self.viewer.known.house, (rule.id for rule in chapter.rules))

    def uses(self, chapter: Chapter) -> tuple[LogLine, ...]:
        """The last rulings by a chapter's rules that the seat was told, the newest first."""
        rules = {rule.id for rule in chapter.rules}
        lines = [
            line for line in log_lines(self.viewer.known, self.viewer.told) if line.rule in rules and not line.undone
        ]
        return tuple(lines[::-1][:MOST_USES])

    def filled(self, rule: AnyRule, who: str) -> Mapping[str, Any]:
        """The inputs of a rule that a character's sheet provides, if the reader knows the character."""
        person = self.viewer.known.people.get(PersonId(who))
        return filled(rule, self.viewer.known, person) if person is not None else {}

    @property
    def beside(self) -> tuple[Banner, ...]:
        """The banners of the table."""
        return beside_of(self.viewer)

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs of a player's phone."""
        return tabs_of(self.viewer)

    def open_chances(self) -> tuple[OpenChance, ...]:
        """The chances of the rulings on the table."""
        return open_chances(self.viewer.known, self.viewer.seat)


def at_table(request: AnyRequest) -> AtTable | None:
    """The last table of a browser, if it still has a seat there."""
    cookies = cookies_sent(request)
    table = cookies.get(AT, "")
    try:
        if not table or not isinstance(lobby_of(request).signed_in(table, cookies), SignedIn):
            return None
        viewer = viewer_of(request, table)
    except UndercroftError:
        return None
    return AtTable(viewer, bar_of(request, viewer))
