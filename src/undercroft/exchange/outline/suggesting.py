"""Words that an outline understands, for a field that suggests them while they are typed."""

from collections.abc import Iterable, Mapping

from undercroft.exchange.outline.exit_lines import EXIT_STATES
from undercroft.exchange.outline.hazard_lines import TRAP_STATES
from undercroft.exchange.outline.room_lines import ROOM_STATES
from undercroft.kernel.amounts import plural
from undercroft.table.state.lore import Monster


def suggestions(monsters: Iterable[Monster]) -> Mapping[str, tuple[str, ...]]:
    """The words of each kind of line."""
    known = sorted(monsters, key=lambda monster: (len(monster.name), monster.name))
    return {
        "exit": EXIT_STATES,
        "trap": TRAP_STATES,
        "room": ROOM_STATES,
        "creature": tuple(monster.name for monster in known),
        "creatures": tuple(monster.plural or plural(monster.name) for monster in known),
    }
