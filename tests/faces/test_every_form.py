"""Every form can be filled in without knowing any id, and sent: over many states of many sessions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NewType, get_args

from msgspec.structs import replace

from tests.faces.forms_filled import asked, can_be_sent, viewers
from tests.faces.rare_states import SITUATIONS
from tests.table.bots import opening as crypt_opening
from tests.table.exploration.test_ammunition import inside as shooting
from tests.table.exploration.test_real_timer import inside
from tests.table.field import ANSGAR, ISOLDE, TAM, field
from tests.table.hamlet import in_town
from tests.table.hindrances import facing
from tests.table.infirmary import OLGA
from tests.table.infirmary import table as sickroom
from tests.table.journeying import on_the_road
from tests.table.lair import talking
from tests.table.passage import BERT, TORCHES
from tests.table.road.test_hike import hiking
from tests.table.small_lands import FORD
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop
from tests.table.two_groups import go_apart
from tests.table.wayfarers import PLANS, Wayfarers, chance, opening
from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.lists import Chips, DiceList
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.shape import (
    Either,
    Many,
    Maybe,
    OneOf,
    Record,
    Shape,
    Text,
)
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.server.commands import BY_TAG, OF_ITSELF
from undercroft.table.body.effects import StartEffect, effect_id
from undercroft.table.body.wounds import Wound
from undercroft.table.engine.part import Command
from undercroft.table.exploration.dragging import Drag
from undercroft.table.exploration.real_time_effects import TimeEffect
from undercroft.table.exploration.real_timer import StartTimer, TimeLight
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.lore.tables import KeepTable
from undercroft.table.offers import offers
from undercroft.table.road.travel_day import SetCourse
from undercroft.table.rulings.rulings import ProposeRuling
from undercroft.table.session.sessions import Leave
from undercroft.table.state import ids
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import RandomTable, TableLine
from undercroft.table.state.open_rulings import PlainDice, Trial
from undercroft.table.state.people import Condition, Sheet, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, Hindrance
from undercroft.table.treatment.sleep import LieDown
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

OF_THE_SERVER = frozenset({"undo", "redo", "overrule", "undo_own", "grant_undo"})
"""The open table carries these out; a browser test fills in the form of the last."""
ASKED = tuple(
    kind
    for tag, kind in BY_TAG.items()
    if kind.ABOUT.listed and tag not in OF_ITSELF and tag not in OF_THE_SERVER and tag != "settle_rule"
)
"""Every command with a form; a rule of the books is settled on the rule's own page."""
IDS = frozenset(value for value in vars(ids).values() if isinstance(value, NewType)) | {SeatId}


def _prepared() -> Iterator[Campaign]:
    """States that sessions seldom reach: talk, the road, the sick, a site's obstacles, rulings and effects."""
    yield talking().now
    road = on_the_road()
    yield road.now
    for condition in (State.POISONED, State.DISEASED, State.FRAIL):
        ill = (Condition(condition, Seconds(0), marks={"dc": 10}),)
        yield sickroom(victim={"conditions": ill, "hp": 1}).now
        yield in_town(ulf={"conditions": ill, "hp": 1}).now
    yield in_town(ulf={"sheet": Sheet(feats_due=2)}).now
    yield hiking().now
    road.do(SetCourse(MAIN, FORD))
    yield road.now
    grave = field(TAM, ISOLDE)
    grave.do(Wound(TAM, 40))
    yield grave.now
    for kind in (Hindrance.PIT, Hindrance.PORTCULLIS):
        yield facing(kind).now
    delve = Tabletop()
    delve.sit(ONE, TWO)
    delve.do(crypt_opening(Clock.DELVING))
    delve.do(EnterSite(MAIN, CRYPT))
    delve.do(Wound(OLGA, 3))
    yield delve.now
    timed = inside(lit=False)
    timed.do(StartTimer(MAIN))
    timed.do(LightUp(BERT, TORCHES))
    yield timed.now
    timed.do(TimeLight(next(iter(timed.now.lights))))
    timed.do(StartEffect(BERT, "ward", Seconds(HOUR)))
    yield timed.now
    timed.do(TimeEffect(effect_id(BERT, "ward")))
    yield timed.now
    crypt = Tabletop()
    crypt.sit(ONE, TWO)
    crypt.do(crypt_opening(Clock.SOVEREIGN))
    crypt.do(EnterSite(MAIN, CRYPT))
    yield crypt.now
    crypt.do(StartEffect(MAUD, "charm", uses=2))
    crypt.do(ProposeRuling(Trial(MAIN, "leap", PlainDice("1d20", 10), (MAUD,))))
    crypt.do(Leave(OLGA))
    yield crypt.now
    apart = sickroom(exploring=True)
    go_apart(apart, ULF)
    yield apart.now
    tables = field(ANSGAR)
    tables.do(KeepTable(RandomTable(TableId("omens"), "Omens", "1d2", (TableLine(1, 2, "a raven"),))))
    yield tables.now
    yield from _helpless()
    yield shooting(Clock.SOVEREIGN).now


def _helpless() -> Iterator[Campaign]:
    """One who cannot walk and is dragged, while another sleeps."""
    at = sickroom(exploring=True)
    at.do(Wound(MAUD, 20))
    yield at.now
    at.do(Drag(ULF, MAUD))
    at.do(LieDown(OLGA))
    yield at.now


def _evenings(number: int) -> Iterator[Campaign]:
    """Sessions with the demo under every preset, at every fourth act."""
    for place, (preset, house) in enumerate(PRESETS.items(), number):
        hex, wishes = PLANS[place % len(PLANS)]
        table = Wayfarers(chance(f"forms {preset} {number}"), opening(house, hex), Counter())
        yield table.now
        for step, wish in enumerate(wish for wish in wishes for _ in range(20)):
            act = table.next_act(wish)
            if act is not None:
                table.try_out(*act)
            if step % 4 == 0:
                yield table.now


def _ids_typed(name: str, annotation: Any, shape: Shape) -> Iterator[str]:
    """The fields below a field that would have to be answered with an id."""
    match shape:
        case Maybe(of=of) | Many(of=of) if not isinstance(shape, Chips | DiceList):
            yield from _ids_typed(name, next(iter(get_args(annotation)), annotation), of)
        case Record(fields=fields):
            for part in fields:
                yield from _ids_typed(f"{name}.{part.name}", part.annotation, part.shape)
        case Either(parts=parts):
            for each in parts:
                yield from _ids_typed(name, None, each)
        case Text():
            if annotation in IDS and not name.endswith(".id"):
                yield name
        case _:
            pass


def _look(seen: Iterable[Campaign], left: set[str], wrong: list[str]) -> None:
    """Take out of what is left what can be sent in one of these states."""
    for now in seen:
        open_offers = [offer.command for offer in offers(now, REFEREE) if not offer.refused]
        for viewer in viewers(now):
            left -= {offer.tag for offer in open_offers if offer.tag in left and _can_be_expressed(offer, viewer)}
            left -= {kind.tag for kind in ASKED if kind.tag in left and can_be_sent(kind, viewer, wrong)}
        if not left:
            return


def _can_be_expressed(command: Command, viewer: Viewer) -> bool:
    """Whether the form of a command can send just this one."""
    plain = wire.plain(command)
    return all(_expresses(each, plain[each.field.name]) for each in asked(type(command), viewer))


def _expresses(control: Control, value: Any) -> bool:
    """Whether a control can send that value."""
    shape = control.field.shape
    if isinstance(shape, Maybe):
        return value is None or _expresses(replace(control, field=replace(control.field, shape=shape.of)), value)
    if isinstance(shape, Chips):
        return set(value) <= set(shape.words)
    return not isinstance(shape, OneOf) or value in shape.words


def test_no_form_asks_for_an_id() -> None:
    """Where something that exists is meant, it is chosen by its name; the id of something new is never asked."""
    viewer = next(viewers(next(_evenings(0))))
    for each in (viewer, replace(viewer, group=None, who=None)):
        found = [
            f"{kind.tag}: {typed}"
            for kind in ASKED
            for control in asked(kind, each)
            for typed in _ids_typed(control.field.name, control.field.annotation, control.field.shape)
        ]
        assert [] == found


RARE = frozenset({*SITUATIONS, "add_dice_word", "play_it", "take_out_lands"})
"""Forms with situations of their own; those of preparing and of sealed dice are set up in their tests."""
MOST_EVENINGS = 4
"""So often the sessions are played at most until every form was sent."""


def test_every_form_can_be_filled_in_and_sent() -> None:
    """In some state of a session, by choosing names and entering a number or a word where one is asked for."""
    left, wrong = {kind.tag for kind in ASKED} - RARE, list[str]()
    _look(_prepared(), left, wrong)
    for number in range(MOST_EVENINGS):
        if left:
            _look(_evenings(number), left, wrong)
    assert [] == wrong[:3]
    assert set() == left
