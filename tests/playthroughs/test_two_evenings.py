"""The whole session twice, in worlds that differ only in secrets: to players it is one session, to the byte."""

import re

import pytest

from tests.playthroughs.delves import EVENING, ID, Delve
from tests.playthroughs.other_world import MORE, Hearsay, other
from undercroft import demo
from undercroft.faces.report.report_page import report
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.store.memory import MemoryStore
from undercroft.table.offers import offers
from undercroft.table.state.seats import SPECTATORS

PLAYERS = (SPECTATORS, *(seat.id for seat in demo.campaign().seats))
SECRETLY = (
    'note text="The organ plays at midnight."',
    'settle_rule rule=delving.hazard-die given={"danger":"risky"} secret=true : 3',
    'note text="Never mind."',
    "undo",
)
"""What a referee does behind the screen, and takes back."""
_ACT = re.compile(rb"\bact-[0-9]+\b")


@pytest.fixture(scope="module")
def plain() -> Delve:
    """The session as it is."""
    return Delve(EVENING, MemoryStore())


@pytest.fixture(scope="module")
def changed(plain: Delve) -> Delve:
    """The same with other secrets, and more of them, and more done in secret wherever the script pauses."""
    told = b"".join(line.body for line in plain.log if set(line.audience) & set(PLAYERS))
    pauses = {line: SECRETLY for line in plain.script if line.startswith("# ")}
    return Delve(EVENING, MemoryStore(), opening=other(demo.campaign(), Hearsay(told)), besides=pauses)


def _heard(evening: Delve, seat: SeatId) -> list[object]:
    """What a seat was told, line by line; acts, whose ids are by chance, go by the order in which it heard of them."""
    acts: dict[bytes, bytes] = {}

    def renamed(act: re.Match[bytes]) -> bytes:
        return acts.setdefault(act[0], b"act %d" % len(acts))

    return [
        (line.at, line.tag, _ACT.sub(renamed, line.act.encode()), _ACT.sub(renamed, line.body))
        for line in evening.log
        if seat in line.audience
    ]


def test_the_worlds_differ(plain: Delve, changed: Delve) -> None:
    """In what the referee knows, and in how much happened behind the screen."""
    assert ("", "") == (plain.ended.refused, changed.ended.refused)
    assert len(changed.log) > len(plain.log) + 20
    truth = wire.encode(changed.table.now).decode()
    assert truth.count(MORE) > 100
    (site,), lands = changed.table.now.sites.values(), changed.table.now.lands
    features = (id for hex in lands.hexes.values() for id in hex.features)
    assert {"ghost", "crack", "blade", "hoard", "mine-0404", "1212"} <= {
        *site.creatures,
        *site.features,
        *site.traps,
        *changed.table.now.things,
        *lands.hexes,
        *features,
    }


@pytest.mark.parametrize("seat", PLAYERS)
def test_no_player_can_tell(plain: Delve, changed: Delve, seat: SeatId) -> None:
    """Every line, the state at the end, what may be done, and the report: dungeon, fights, road and town."""
    for one, two in zip(_heard(plain, seat), _heard(changed, seat), strict=True):
        assert one == two
    assert wire.encode(plain.table.known(seat)) == wire.encode(changed.table.known(seat))
    assert offers(plain.table.known(seat), seat) == offers(changed.table.known(seat), seat)
    assert report(chronicle(plain.store, ID, seat), seat, 1) == report(chronicle(changed.store, ID, seat), seat, 1)
