"""Every kind of event is listed with who may ever be told of it; a new kind is a decision someone makes."""

from pathlib import Path

import pytest

from tests.table.small_site import begin, site
from tests.table.tabletop import Tabletop
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.play import Play
from undercroft.table.registry import COMMANDS, EVENT_KINDS, EVENTS, ON_DUE
from undercroft.table.world.campaign_start import SitePlaced

LISTED = dict(line.split() for line in Path(__file__).with_name("audiences.txt").read_text().splitlines() if line)


def test_every_kind_of_event_is_listed():
    """`secret` kinds are the referee's alone, `told` kinds are told to seats where they are told."""
    kinds = {tag: "secret" if kind.secret else "told" for tag, kind in sorted(EVENT_KINDS.items())}

    assert LISTED == kinds, "write a line for each new event in audiences.txt: its tag, and told or secret"


def test_no_two_kinds_have_the_same_name():
    """Neither events in the log nor commands on the wire: one would be read as the other."""
    assert len(EVENTS) == len(EVENT_KINDS)
    assert len(COMMANDS) == len({kind.tag for kind in COMMANDS})


def test_a_secret_kind_cannot_be_told_to_players():
    """Whatever a procedure asks for."""
    table = Tabletop()
    table.do(begin())
    play = Play(table.now, on_due=ON_DUE, act=None, at=table.now.clock, answers=NO_ANSWERS)

    with pytest.raises(ValueError, match="SitePlaced is for the referee alone"):
        play.tell(SitePlaced(site()), to=TABLE)
    with pytest.raises(ValueError, match="SitePlaced is for the referee alone"):
        play.aside(SitePlaced(site()), to=TABLE)
