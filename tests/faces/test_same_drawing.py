"""A panel that is kept shows what a fresh drawing of it would, to every seat, whatever happens in between."""

import random
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import getclosurevars
from types import FunctionType
from typing import Any

import pytest
from msgspec.structs import replace

from tests.figures import SEED, figure, soak
from tests.serving import same_dice
from undercroft.demo import campaign as demo
from undercroft.faces.views import actions as actions_module
from undercroft.faces.views import fact_places, same_play
from undercroft.faces.views.actions import actions
from undercroft.faces.views.log import lines, shown_lines
from undercroft.faces.web.base.rendering import environment
from undercroft.faces.web.live.panels import panel_drawing
from undercroft.faces.web.live.panels.panel_drawing import drawn
from undercroft.faces.web.live.panels.screens import PANELS, places_of
from undercroft.faces.web.live.viewer.viewer import RECENT, SUMMED, Viewer, chosen_group, chosen_person
from undercroft.kernel.noting import Noting
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.record import Chosen, SceneWentOn, Settled, Thrown
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.sentences import may_say
from undercroft.table.session.notes import NoteWritten, WriteNote
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.ids import SiteId, SubjectId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.groups import MAIN

ACTS = figure("DRAWN_ACTS", 8, 400)
"""Acts after which every panel is compared."""
BETWEEN = 4
"""Acts before each comparison, after which all screens are drawn as well."""

UNDONE = 9
"""Every act of this number is undone."""


def viewer(table: OpenTable, seat: SeatId) -> Viewer:
    """The viewer of a seat, as a request makes it."""
    standing = table.standing(seat, most=RECENT)
    known = standing.known
    group = chosen_group(known, seat, None)
    return Viewer(
        table.id,
        seat,
        known,
        standing.told,
        group,
        chosen_person(known, seat, group, None),
        cursor=standing.cursor,
        last=standing.last,
        before=standing.before,
        acts=table.acts() if seat == REFEREE else (),
        own=standing.own,
    )


def act(table: OpenTable, dice: random.Random, number: int) -> None:
    """A seat acts, by chance: a note, a whisper, an undo, or any offer."""
    if number % UNDONE == UNDONE - 1:
        assert isinstance(table.act(REFEREE, Undo(), key=f"undo-{number}"), Acted)
        return
    seats = [REFEREE, *table.now.seats]
    seat = dice.choice(seats)
    command = WriteNote(f"Note {number}.", everybody=True)
    if number % 3 == 1 and seat != REFEREE:
        whisper = Whisper(seat, REFEREE, f"Whisper {number}.")
        assert isinstance(table.act(seat, whisper, key=f"whisper-{number}"), Acted)
    elif number % 3:
        known = table.known(seat)
        open_to_them = [offer.command for offer in offers(known, seat) if not offer.refused]
        if open_to_them:
            table.act(seat, dice.choice(open_to_them), key=f"act-{number}")
    else:
        assert isinstance(table.act(REFEREE, command, key=f"note-{number}"), Acted)


def screens(table: OpenTable) -> dict[tuple[SeatId, str], str]:
    """Every panel of every seat's screen, and those of the pages beside it."""
    found: dict[tuple[SeatId, str], str] = {}
    for seat in (REFEREE, *table.now.seats, SPECTATORS):
        of = viewer(table, seat)
        names = {panel.name for _, panels in places_of(of) for panel in panels} | {"banners", "shared", "whispers"}
        found |= {(seat, name): str(drawn(PANELS[name], of)) for name in sorted(names)}
    return found


REMEMBERED = remembering(1)(id).__code__
"""The code of every function whose results are remembered."""


def remembered() -> list[dict[object, object]]:
    """The results that functions of ours remember."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("undercroft.")]
    functions = {value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)}
    return [getclosurevars(each).nonlocals["kept"] for each in functions if each.__code__ is REMEMBERED]


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """Everything is found as if it was never asked for; what was remembered before is remembered again afterwards."""
    caches = remembered()
    before = [dict(cache) for cache in caches]
    for cache in caches:
        cache.clear()
    yield
    for cache, results in zip(caches, before, strict=True):
        cache.clear()
        cache.update(results)


@soak(ACTS)
def test_a_kept_drawing_is_as_a_fresh_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """After notes, whispers and any other act; the facts that a seat is sent are too."""
    dice, table = random.Random(SEED), Tables(MemoryStore()).begin("demo", demo(), secret=same_dice)
    changed = 0
    before: dict[tuple[SeatId, str], str] = {}
    for number in range(ACTS * BETWEEN):
        act(table, dice, number)
        kept = screens(table)
        changed += kept != before
        before = kept
        if number % BETWEEN == BETWEEN - 1:
            with monkeypatch.context() as patch:
                patch.setattr(panel_drawing, "_LAST", OrderedDict())
                patch.setattr(same_play, "_LAST", {})
                patch.setattr(fact_places, "_KEPT", {})
                patch.setattr(lines, "_KEPT", {})
                patch.setattr(shown_lines, "_KEPT", {})
                patch.setattr(actions_module, "_KEPT", {})
                patch.setattr(table._histories, "_lately", {})
                with nothing_remembered():
                    assert screens(table) == kept, number
    assert changed > ACTS
    assert len(remembered()) > 20


def test_what_is_written_beside_play_changes_no_action() -> None:
    """Nor any panel but those that say so: the page that all write on, and the card of a room that a note is about."""
    dice, table = random.Random(SEED), Tables(MemoryStore()).begin("demo", demo(), secret=same_dice)
    table.act(REFEREE, EnterSite(MAIN, SiteId("ossuary")), key="enter")
    about = SubjectId(str(table.now.groups[MAIN].zone))
    table.act(REFEREE, WriteNote("Mind the step.", about=about, everybody=True), key="about")
    of = viewer(table, REFEREE)
    assert PANELS["room"].view(of) != PANELS["room"].view(replace(of, known=replace(of.known, notes=())))
    for number in range(3 * BETWEEN):
        act(table, dice, number)
    for seat in (REFEREE, *table.now.seats):
        of = viewer(table, seat)
        bare = replace(of, known=replace(of.known, **dict.fromkeys(same_play.ASIDE, ())))
        assert of.known != bare.known
        assert actions_module._actions(of.known, seat) == actions_module._actions(bare.known, seat)
        assert actions(of.known, seat) == actions(bare.known, seat)
        differ = {name for name, panel in PANELS.items() if panel.view(of) != panel.view(bare)}
        assert differ <= {name for name, panel in PANELS.items() if panel.aside}


def test_a_view_finds_each_part_of_its_viewer_once() -> None:
    """However often it looks: here at the groups, of which every other reader makes a new list."""
    table = Tables(MemoryStore()).begin("demo", demo(), secret=same_dice)
    of = viewer(table, REFEREE)
    noting = Noting(of, SUMMED)
    assert of.groups is not of.groups
    assert noting.groups is noting.groups
    assert noting.groups == of.groups
    assert set(noting.read) == {"known"}


def test_an_action_that_lasts_is_made_once() -> None:
    """A command changes few of the many offers: the others are shown as they were, and none is of another moment."""
    table = Tables(MemoryStore()).begin("demo", demo(), secret=same_dice)
    table.act(REFEREE, EnterSite(MAIN, SiteId("ossuary")), key="enter")
    before = {id(action) for action in actions(table.known(REFEREE), REFEREE)}
    table.act(REFEREE, EndStep(MAIN), key="turn")
    known = table.known(REFEREE)
    now = actions(known, REFEREE)
    assert 2 * sum(id(action) in before for action in now) > len(now)
    assert now == tuple(actions_module._shown(offer, aside=False) for offer in offers(known, REFEREE))


def test_only_events_that_say_nothing_are_passed_over() -> None:
    """A ruling has its words from its book, other events from themselves."""
    assert all(map(may_say, (Settled, Thrown, Chosen, NoteWritten)))
    assert not may_say(SceneWentOn)


def test_an_icon_is_drawn_once() -> None:
    """A screen holds hundreds of them, and each is escaped as every other part of a page is."""
    parts: Any = environment().get_template("base/parts.html").module
    assert parts.icon("sun") is parts.icon("sun")
    assert parts.icon("sun") != parts.icon("sun", "small")
    assert "#&lt;sun&gt;" in parts.icon("<sun>")
    assert parts.kbd("note") is parts.kbd("note")
