"""Every form can be filled in by somebody who knows no ids, and sent: over many states of many evenings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any, NewType, get_args

from msgspec.structs import replace

from tests.table.bots import opening as crypt_opening
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
from undercroft.faces.web.live.forms.command_form import command_controls
from undercroft.faces.web.live.forms.lists import Chips, DiceList, Measure, Moment, NameList, Suggestions
from undercroft.faces.web.live.forms.setting import setting
from undercroft.faces.web.live.viewer.viewer import Viewer, chosen_group
from undercroft.kernel import wire
from undercroft.kernel.shape import (
    DiceOnly,
    Either,
    Exact,
    Field,
    Flag,
    Many,
    Maybe,
    Named,
    OneOf,
    Record,
    Rollable,
    Several,
    Shape,
    Text,
    Whole,
)
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.server.commands import BY_TAG, OF_ITSELF, read_command
from undercroft.table.body.effects import StartEffect, effect_id
from undercroft.table.body.wounds import Wound
from undercroft.table.decide import refusals
from undercroft.table.engine.part import Command
from undercroft.table.exploration.dragging import Drag
from undercroft.table.exploration.real_time_effects import TimeEffect
from undercroft.table.exploration.real_timer import StartTimer, TimeLight
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.lore.tables import KeepTable
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust
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

OF_THE_SERVER = frozenset({"undo", "redo", "overrule"})
"""The open table carries these out; a browser test fills in the form of the last."""
ASKED = tuple(
    kind
    for tag, kind in BY_TAG.items()
    if kind.ABOUT.listed and tag not in OF_ITSELF and tag not in OF_THE_SERVER and tag != "settle_rule"
)
"""Every command with a form; a rule of the books is settled on the rule's own page."""
IDS = frozenset(value for value in vars(ids).values() if isinstance(value, NewType)) | {SeatId}
MOST_TRIES = 40
LINE = "2 rats HD 1 AC 5 1d4"
"""How foes are written."""


def viewers(now: Campaign) -> Iterator[Viewer]:
    """The referee, looking at some members of the first group in turn."""
    group = chosen_group(now, REFEREE, None)
    for who in (group.members[:3] if group is not None else ()) or (None,):
        yield Viewer("a-table", REFEREE, now, (), group, who)


def asked(kind: type[Command], viewer: Viewer) -> tuple[Control, ...]:
    """The controls of a form, folded away or not."""
    needed, further = command_controls(kind, viewer, {})
    return (*needed, *further)


def fillings(kind: type[Command], viewer: Viewer) -> Iterator[dict[str, Any]]:
    """What somebody may send who fills in a form: what must be, and then one optional field more."""
    if kind is Adjust:
        form = setting(viewer, {}, {})
        yield {
            "what": form["what"],
            "id": form["id"],
            "field": form["value_name"],
            "value": form["present"],
            "reason": "x",
        }
        return
    controls = asked(kind, viewer)
    usual = {one.field.name: list(_options(one.field, one.value)) for one in controls}
    if not all(usual.values()):
        return
    for choice in islice(product(*(options[:4] for options in usual.values())), MOST_TRIES):
        yield dict(zip(usual, choice, strict=True))
    for name, options in usual.items():
        for option in options[:8]:
            yield {other: found[0] for other, found in usual.items() if other != name} | {name: option}
    for one in controls:
        for option in _given(one.field.shape):
            yield {name: found[0] for name, found in usual.items()} | {one.field.name: option}


def _options(field: Field, value: Any) -> Iterator[Any]:
    """The values that a control can send, the one it begins with first."""
    begun = [] if value is None and not isinstance(field.shape, Maybe) else [wire.plain(value)]
    shape = field.shape.of if isinstance(field.shape, Maybe) and field.required else field.shape
    every = [*begun, *([] if isinstance(shape, Maybe) or (begun and not field.required) else _given(shape))]
    yield from (one for place, one in enumerate(every) if one not in every[:place])


def _given(shape: Shape) -> Iterable[Any]:
    match shape:
        case Maybe(of=of):
            return _given(of)
        case Chips(words=words):
            return [[word] for word in words] + ([list(words)] if words else [])
        case DiceList():
            return [[6, 6]]
        case NameList(words=words) | OneOf(words=words):
            return list(words)
        case Flag():
            return [False, True]
        case Moment(now=now):
            return [now + 600]
        case Measure(dice=dice):
            return [600, "(1d6)*60"] if dice else [600]
        case Suggestions(words=words):
            return [*words, "something"]
        case _:
            return _plain(shape)


def _plain(shape: Shape) -> Iterable[Any]:
    match shape:
        case Whole(least=least):
            return [max(1, least or 1)]
        case Rollable():
            return [1, "1d6"]
        case DiceOnly():
            return ["1d6"]
        case Exact():
            return ["1"]
        case Text():
            return ["something", LINE]
        case _:
            return _compound(shape)


def _compound(shape: Shape) -> Iterable[Any]:
    match shape:
        case Record(fields=fields):
            kind = {shape.kind_field: shape.kind} if shape.kind else {}
            named = {one.name: [""] if one.name == "id" else list(_options(one, one.default)) for one in fields}
            found = {name: options for name, options in named.items() if options}
            tries = islice(product(*(options[:3] for options in found.values())), MOST_TRIES)
            return [{**kind, **dict(zip(found, choice, strict=True))} for choice in tries]
        case Either(parts=parts):
            return [value for part in parts for value in list(_given(part))[:3]]
        case Many(of=of):
            return [[value] for value in list(_given(of))[:3]]
        case Several(parts=parts):
            return [[next(iter(_given(part))) for part in parts]]
        case Named():
            return [{}]
        case _:
            return []


def _prepared() -> Iterator[Campaign]:
    """States that evenings seldom reach: talk, the road, the sick, a site's obstacles, rulings and effects."""
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


def _helpless() -> Iterator[Campaign]:
    """One who cannot walk and is dragged, while another sleeps."""
    at = sickroom(exploring=True)
    at.do(Wound(MAUD, 20))
    yield at.now
    at.do(Drag(ULF, MAUD))
    at.do(LieDown(OLGA))
    yield at.now


def _evenings(number: int) -> Iterator[Campaign]:
    """Evenings with the demo under every preset, at every fourth act."""
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
            for one in parts:
                yield from _ids_typed(name, None, one)
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
            left -= {one.tag for one in open_offers if one.tag in left and _can_be_expressed(one, viewer)}
            left -= {kind.tag for kind in ASKED if kind.tag in left and _can_be_sent(kind, viewer, wrong)}
        if not left:
            return


def _can_be_expressed(command: Command, viewer: Viewer) -> bool:
    """Whether the form of a command can send just this one."""
    plain = wire.plain(command)
    return all(_expresses(one, plain[one.field.name]) for one in asked(type(command), viewer))


def _expresses(control: Control, value: Any) -> bool:
    """Whether a control can send that value."""
    shape = control.field.shape
    if isinstance(shape, Maybe):
        return value is None or _expresses(replace(control, field=replace(control.field, shape=shape.of)), value)
    if isinstance(shape, Chips):
        return set(value) <= set(shape.words)
    return not isinstance(shape, OneOf) or value in shape.words


def _can_be_sent(kind: type[Command], viewer: Viewer, wrong: list[str]) -> bool:
    for plain in fillings(kind, viewer):
        try:
            command = read_command({"kind": kind.tag, **plain})
        except ValueError as fault:
            wrong.append(f"{kind.tag}: {fault}")
            continue
        if not refusals(viewer.known, REFEREE, command):
            return True
    return False


def test_no_form_asks_for_an_id() -> None:
    """Where something that exists is meant, it is chosen by its name; the id of something new is never asked."""
    viewer = next(viewers(next(_evenings(0))))
    for one in (viewer, replace(viewer, group=None, who=None)):
        found = [
            f"{kind.tag}: {typed}"
            for kind in ASKED
            for control in asked(kind, one)
            for typed in _ids_typed(control.field.name, control.field.annotation, control.field.shape)
        ]
        assert [] == found


RARE = frozenset(
    {
        "act_quickly",
        "buy_cure",
        "change_caravan",
        "disarm",
        "mend",
        "pay_hireling",
        "play_it",
        "provide",
        "pull_out",
        "pursue_them",
    }
    | {"reload_weapon", "seek", "take_on", "take_out_lands", "treat_frailty"}
)
"""Forms whose states are set up only in the tests of their own parts; here just their fields are looked at."""
MOST_EVENINGS = 4
"""So often the evenings are played at most until every form was sent."""


def test_every_form_can_be_filled_in_and_sent() -> None:
    """In some state of an evening, by choosing names and entering a number or a word where one is asked for."""
    left, wrong = {kind.tag for kind in ASKED} - RARE, list[str]()
    _look(_prepared(), left, wrong)
    for number in range(MOST_EVENINGS):
        if left:
            _look(_evenings(number), left, wrong)
    assert [] == wrong[:3]
    assert set() == left
