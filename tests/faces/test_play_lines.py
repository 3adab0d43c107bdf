"""Lines that people type: taken apart, and matched with what can be done."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Meta, Struct
from msgspec.structs import fields

from tests.merged import try_each
from tests.server.tabling import in_the_hall
from tests.table.small_site import CELL, CRYPT, MAUD, OAK, ONE, TORCHES, ULF
from undercroft.faces.terminal.typed_command import command_of
from undercroft.faces.terminal.typed_line import Typed, faces, typed
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import Throw
from undercroft.kernel.wire import encode, plain
from undercroft.server.commands import BY_TAG, Undo
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.preparing.rooms import AddExit, AddRoom
from undercroft.table.referee.placing import AddThing
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.listening import Listen
from undercroft.table.site.movement import Move
from undercroft.table.site.search import FollowClue, Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FeatureId, ThingId
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.groups import MAIN, March
from undercroft.table.world.light import HandLight, LightUp


@pytest.mark.parametrize(
    "line, expected",
    [
        ("search maud", Typed(("search", "maud"), {})),
        ("search maud : 3 4", Typed(("search", "maud"), {}, (3, 4))),
        ("search maud : 3,4 , ?", Typed(("search", "maud"), {}, (3, 4, None))),
        ("pick maud : 15 search *", Typed(("pick", "maud"), {}, (15, "search"), rest=True)),
        ("end : *", Typed(("end",), {}, rest=True)),
        ('search maud spot="a : b" : 3', Typed(("search", "maud"), {"spot": '"a : b"'}, (3,))),
        ('{"kind": "undo"}', Typed(('{"kind": "undo"}',), {})),
        ('{"kind": "search", "who": "a\\" b"} : 3', Typed(('{"kind": "search", "who": "a\\" b"}',), {}, (3,))),
        ("march order=[ulf, maud]", Typed(("march",), {"order": "[ulf, maud]"})),
        ("", Typed((), {})),
    ],
)
def test_a_line_is_taken_apart(line: str, expected: Typed) -> None:
    """Words, named values, and dice behind a colon that stands by itself."""
    assert expected == typed(line)


@pytest.mark.parametrize(
    "line, code",
    [
        ("search :", "dice_missing"),
        ('note "open', "bad_line"),
        ("search spot=a spot=b", "duplicate_key"),
        ("x" * 10_001, "too_long"),
    ],
)
def test_a_line_that_cannot_be(line: str, code: str) -> None:
    """Says why."""
    with pytest.raises(BadInput) as caught:
        typed(line)
    assert code == caught.value.code


def test_a_row_of_dice() -> None:
    """As it is typed at the prompt."""
    assert (3, 4, None, "up", -1) == faces(" 3,4 ?  up -1 ")
    assert () == faces("")


@pytest.mark.parametrize(
    "line, expected",
    [
        ("search maud", Search(MAUD)),
        ("sea ulf", Search(ULF)),
        ("Ulf search", Search(ULF)),
        ("search Maud", Search(MAUD)),
        ('search maud spot="the altar" finds=niche', Search(MAUD, "the altar", (FeatureId("niche"),))),
        ('search maud finds=["niche", "slide"]', Search(MAUD, "", (FeatureId("niche"), FeatureId("slide")))),
        ("search who=maud", Search(MAUD)),
        ("open ulf oak", OpenDoor(ULF, OAK)),
        ("listen maud", Listen(MAUD, OAK)),
        ("move oak", Move(MAIN, OAK)),
        ("move party oak", Move(MAIN, OAK)),
        ("light maud torch", LightUp(MAUD, TORCHES)),
        ("light maud torches ago=600", LightUp(MAUD, TORCHES, 600)),  # type: ignore[arg-type]
        ("end", EndStep(MAIN)),
        ("end turn", EndStep(MAIN)),
        ("leave", LeaveSite(MAIN)),
        ("enter_site crypt", EnterSite(MAIN, CRYPT)),
        ("enter_site site=crypt group=party", EnterSite(MAIN, CRYPT)),
        ("march order=ulf,maud", March(MAIN, (ULF, MAUD))),
        ("hand_light maud torches-0-3 ulf", HandLight(MAUD, ThingId("torches-0-3"), ULF)),
        ("follow_clue maud push the slab", FollowClue(MAUD, "push the slab")),
        ("follow_clue maud push the slab finds=slide", FollowClue(MAUD, "push the slab", FeatureId("slide"))),
        ("use_dice one typed", UseDice(ONE, Throwing.TYPED)),
        ("add room Tallow loft", AddRoom(MAIN, "Tallow loft")),
        ("add exit cell one_way=yes", AddExit(MAIN, CELL, one_way=True)),
        ("pass_time 3 hours", PassTime(MAIN, Span.HOUR, 3)),
        ("pass_time hour", PassTime(MAIN, Span.HOUR)),
        ("pass_time 10 min", PassTime(MAIN, Span.MINUTE, 10)),
        ("pass_time 2 turns", PassTime(MAIN, Span.TURN, 2)),
        ("pass_time 2 delve rounds", PassTime(MAIN, Span.DELVE_ROUND, 2)),
        ("pass_time until morning", PassTime(MAIN, Span.TILL_MORNING)),
        ("pass_time span=day amount=2", PassTime(MAIN, Span.DAY, 2)),
        ("undo", Undo()),
        ('{"kind": "search", "who": "maud"}', Search(MAUD)),
        ("search gandalf", Search("gandalf")),  # type: ignore[arg-type]
    ],
)
def test_words_mean_a_command(line: str, expected: Command) -> None:
    """By what is offered, or by the command's own name with its fields in order or by theirs."""
    table = in_the_hall(MemoryStore()).table
    assert expected == command_of(table.known(REFEREE), table.offers(REFEREE), typed(line))


@pytest.mark.parametrize(
    "line, fault, code",
    [
        ("open oak", BadInput, "ambiguous"),
        ("oak", BadInput, "say_more"),
        ("m", BadInput, "ambiguous"),
        ("dance", NotFound, "no_such_command"),
        ("searchh maud", NotFound, "no_such_command"),
        ("search maud colour=blue", BadInput, "unknown_field"),
        ("search maud finds=[", BadInput, "bad_json"),
        ('{"kind": "search"}', BadInput, "missing_field"),
        ('{"kind": "search", "who": "maud"} now', BadInput, "bad_line"),
        ('{"kind": "dance"}', BadInput, "out_of_range"),
        ("light maud torch ago=soon", BadInput, "type"),
        ("enter_site crypt now", BadInput, "bad_line"),
        ("hand_light", BadInput, "missing_field"),
    ],
)
def test_words_that_mean_nothing(line: str, fault: type[Exception], code: str) -> None:
    """Or several things, or not enough."""
    table = in_the_hall(MemoryStore()).table
    with pytest.raises(fault) as caught:
        command_of(table.known(REFEREE), table.offers(REFEREE), typed(line))
    assert code == caught.value.code  # type: ignore[attr-defined]


def test_a_word_alone_must_say_what_is_done() -> None:
    """A name that stands in an offer's label does not take it; the offer is named by its number."""
    table = in_the_hall(MemoryStore()).table
    offers = table.offers(REFEREE)
    with pytest.raises(BadInput) as caught:
        command_of(table.known(REFEREE), offers, typed("oak"))
    assert "“oak” does not say what to do" == caught.value.what
    assert Search(MAUD) == command_of(table.known(REFEREE), offers, typed("maud search"))


def test_of_two_bundles_of_torches_the_first_is_meant() -> None:
    """A line that fits offers that read alike means the first; those that do not read alike are named by number."""
    playing = in_the_hall(MemoryStore())
    more = Thing(ThingId("more"), "torches", ThingKind.LIGHT, Carried(MAUD), count=2, item="torch")
    playing.do(AddThing(more))
    table = playing.table
    offers = table.offers(REFEREE)
    assert 2 == len([offer for offer in offers if offer.label == "Maud: light a torch"])
    assert LightUp(MAUD, TORCHES) == command_of(table.known(REFEREE), offers, typed("light maud torch"))
    assert LightUp(MAUD, more.id) == command_of(table.known(REFEREE), offers, typed("light maud more"))
    with pytest.raises(BadInput) as caught:
        command_of(table.known(REFEREE), offers, typed("open oak"))
    first = next(number for number, offer in enumerate(offers, 1) if offer.label == "Maud: open the oak door")
    assert f"Maud: open the oak door ({first})" in caught.value.what
    assert "add a word, or type its number" == caught.value.fix


def sample(hint: Any) -> Any:
    """Some value of a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        least = [part.ge for part in parts[1:] if isinstance(part, Meta) and part.ge is not None]
        return "2d6" if hint == Throw else max([sample(parts[0]), *least])
    if hasattr(hint, "__supertype__"):
        return sample(hint.__supertype__)
    if origin in (Union, UnionType):
        return sample(next(part for part in parts if part is not NoneType))
    if origin is tuple:
        return (sample(parts[0]),) if parts[1:] == (Ellipsis,) else tuple(sample(part) for part in parts)
    if origin in (Mapping, FrozenMap):
        return {"x": sample(parts[-1])}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type) and issubclass(hint, Struct):
        hints = get_type_hints(hint, include_extras=True)
        return hint(**{field.name: sample(hints[field.name]) for field in fields(hint) if field.required})
    return {str: "some words", int: 3, bool: True, Fraction: Fraction(1, 2), Any: "some words"}[hint]


def test_every_command_can_be_written(subtests: pytest.Subtests) -> None:
    """By its name and all its fields, and as JSON, whatever room it belongs to."""
    try_each(subtests, ((tag, tag) for tag in sorted(BY_TAG)), _can_be_written)


def _can_be_written(tag: str) -> None:
    kind = BY_TAG[tag]
    hints = get_type_hints(kind, include_extras=True)
    command = kind(**{field.name: sample(hints[field.name]) for field in fields(kind)})
    written = {name: encode(value).decode() for name, value in plain(command).items() if name != "kind"}
    line = " ".join((tag, *(f"{name}={value}" for name, value in written.items())))
    assert plain(command) == plain(command_of(Campaign(), (), typed(line)))
    assert plain(command) == plain(command_of(Campaign(), (), typed(encode(command).decode())))


def test_a_line_for_the_party_says_that_it_is_empty() -> None:
    """A place without a party is not taken for the party's name."""
    with pytest.raises(BadInput) as refused:
        command_of(Campaign(), (), typed("start_place Crypt"))
    assert ("no_group", "no character is in the party yet") == (refused.value.code, refused.value.what)
    assert "quick_character" in refused.value.fix
    assert "arrive" in refused.value.fix
