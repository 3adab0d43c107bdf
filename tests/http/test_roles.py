"""Every command from every kind of seat, over HTTP: who may ever give it, and that nobody acts for another.

`roles.txt` lists each command as `referee` (players are told that it is for the referee) or `player` (theirs, for
their own). A command without a line fails, so that someone decides.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NewType, get_args

import pytest

from tests import known_ids
from tests.http.seating import DAN, PRIYA, TABLE, Room, give, room
from tests.merged import try_each
from undercroft.kernel.shape import (
    DiceOnly,
    Either,
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
    record,
)
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state import ids
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

LISTED = dict(line.split() for line in Path(__file__).with_name("roles.txt").read_text(encoding="utf-8").splitlines())
THERE: Mapping[Any, str] = {
    ids.PersonId: "ansgar",
    ids.GroupId: "party",
    ids.ThingId: "mail",
    ids.DoorId: "stair-nave",
    ids.SiteId: "chapel",
    ids.ZoneId: "stair",
    SeatId: "dan",
}
"""What a sample names: another's character, and what everybody can see."""
ANSWERS = ("answer", "answer_ruling", "choose_again", "drop_declaration", "let_in", "turn_away")
"""What only makes sense where something was asked or said; refused as if it had not been."""


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """The party is in the chapel."""
    with room() as opened:
        opened.act(EnterSite(MAIN, SiteId("chapel")))
        opened.act(LightUp(PersonId("tam"), ThingId("torches")))
        opened.sit(PRIYA)
        yield opened


def sample(tag: str) -> dict[str, Any]:
    """A command of that kind with every required field, about another player's character."""
    return {"kind": tag, **_fields(record(BY_TAG[tag]))}


def _fields(of: Record) -> dict[str, Any]:
    return {field.name: _value(field.annotation, field.shape) for field in of.fields if field.required}


def _value(annotation: Any, shape: Shape) -> Any:
    if isinstance(annotation, NewType) and annotation in THERE:
        return THERE[annotation]
    match shape:
        case Flag():
            return False
        case Whole(least=least) | Rollable(least=least):
            return least or 1
        case Text(least=least):
            return "x" * (least or 1)
        case OneOf(words=words):
            return words[0]
        case Many(of=of, least=least):
            return [_value(None, of) for _ in range(least or 0)]
        case Several(parts=parts):
            return [_value(None, part) for part in parts]
        case Named():
            return {}
        case Maybe():
            return None
        case Either(parts=parts):
            return _value(None, parts[0]) if parts else 1
        case Record():
            kind = {shape.kind_field: shape.kind} if shape.kind else {}
            return {**kind, **_fields(shape)}
        case _:
            return "1d6" if isinstance(shape, DiceOnly) else "1/2"


def codes(answer: dict[str, Any]) -> set[str]:
    """Why it was refused; nothing where it was not."""
    return {reason["code"] for reason in answer.get("refused", ())}


def test_every_command_is_listed() -> None:
    """As the referee's, or as one that players may give."""
    assert sorted(BY_TAG) == sorted(LISTED), "write each new command in roles.txt: its tag, and referee or player"
    assert {"referee", "player"} == set(LISTED.values())


def test_who_may_give_a_command(hall: Room, subtests: pytest.Subtests) -> None:
    """Strangers find no table, who watches does nothing else, and a player does nothing for another's character."""
    try_each(subtests, ((tag, tag) for tag in sorted(BY_TAG)), partial(_may_give, hall))


def _may_give(hall: Room, tag: str) -> None:
    before, body = hall.table.version, sample(tag)
    assert 404 == give(hall.visitor(), body, tag).status_code
    looking_on = give(hall.sit(SPECTATORS), body, tag)
    assert 200 == looking_on.status_code, looking_on.text
    assert codes(looking_on.json()) & {"looks_on", "referee_only"}
    player = give(hall.sit(PRIYA), known_ids.body(hall.table, PRIYA, body), tag)
    assert 200 == player.status_code, player.text
    refused = codes(player.json())
    assert ("referee" == LISTED[tag]) == ("referee_only" in refused), refused
    assert refused & {"referee_only", "not_yours"} or (refused and tag in ANSWERS), refused
    assert before == hall.table.version


def _filled_in(field: Field) -> Any:
    """A value for an optional field that is not the one it has anyway."""
    match field.shape:
        case Flag():
            return not field.default
        case Maybe(of=of):
            return _value(next(iter(get_args(field.annotation)), None), of)
        case Many(of=of):
            return [_value(None, of)]
        case OneOf(words=words):
            return next((word for word in words if word != field.default), words[0])
        case Whole(least=least, most=most):
            return most if most is not None and most != field.default else (least or 0) + 1
        case Named():
            return {"ac": 3}
        case shape:
            return _value(field.annotation, shape)


ASKED_OTHERWISE = {("declare", "command"), ("buy_cure", "condition")}
"""What buttons fill in, and what the referee prices where the book has no price."""
PLAYERS = sorted(tag for tag, whose in LISTED.items() if whose == "player")


def test_players_fill_in_what_their_forms_ask_and_nothing_else(hall: Room) -> None:
    """Each field of each command of players, sent to the API: refused as the referee's where no form shows it."""
    client, referee, wrong = hall.sit(PRIYA), hall.sit(), list[str]()
    for tag in PLAYERS:
        for_referee = BY_TAG[tag].ABOUT.for_referee
        for field in record(BY_TAG[tag]).fields:
            if field.required or (tag, field.name) in ASKED_OTHERWISE:
                continue
            body = {**sample(tag), field.name: _filled_in(field)}
            refused = codes(give(client, known_ids.body(hall.table, PRIYA, body), f"{tag} {field.name}").json())
            if ("referee_only" in refused) != (field.name in for_referee):
                wrong.append(f"{tag}: {field.name}: {sorted(refused)}")
        for name in for_referee:
            shown = [f'data-field="{name}"' in each.get(f"/t/{TABLE}/forms/{tag}").text for each in (client, referee)]
            wrong += [] if shown == [False, True] else [f"{tag}: {name} on the forms: {shown}"]
    assert [] == wrong


MAY_REPEAT = {("answer", "answers")}
"""Dice may show the same."""


def test_players_name_each_once(hall: Room) -> None:
    """In every list of every command of players: a name without end would fill the log of all who are told."""
    client, tried, wrong = hall.sit(PRIYA), 0, list[str]()
    for tag in PLAYERS:
        for field in record(BY_TAG[tag]).fields:
            shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
            if not isinstance(shape, Many) or shape.most is not None or (tag, field.name) in MAY_REPEAT:
                continue
            for many in (1, 2):
                body = {**sample(tag), field.name: [_value(None, shape.of)] * many}
                refused = codes(give(client, known_ids.body(hall.table, PRIYA, body), f"{tag} {field.name}").json())
                if ("named_twice" in refused) != (many == 2):
                    wrong.append(f"{tag}: {field.name}: {sorted(refused)}")
            tried += 1
    assert ([], 13) == (wrong, tried)


def test_a_whisper_is_no_longer_than_its_readers(hall: Room) -> None:
    """Dan is named once, also where he is named first and again."""
    whisper = {"kind": "whisper", "seat": "priya", "to": "dan", "text": "Hush.", "also": ["dan", "sam", "priya"]}
    assert [] == give(hall.sit(PRIYA), whisper, "hush").json().get("refused", [])
    assert "Priya to Dan and Sam: Hush." in hall.sit(DAN).get(f"/t/{TABLE}/log").text


def test_a_players_search_lists_only_what_players_may_do(hall: Room) -> None:
    """No command of the referee is in it; the referee's search has them all."""
    mine, referees = (
        set(re.findall(r'data-form="([a-z_]+)"', hall.sit(seat).get(f"/t/{TABLE}/commands").text))
        for seat in (PRIYA, REFEREE)
    )
    assert set() == {tag for tag in mine if LISTED[tag] == "referee"}
    assert {"note", "whisper", "search", "undo_own"} <= mine
    assert {"note", "adjust", "pass_time"} <= referees


@pytest.mark.parametrize("seat, refused", [(PRIYA, "referee_only"), (SPECTATORS, "looks_on")])
def test_a_form_is_drawn_for_those_who_may_ever_send_it(seat: SeatId, refused: str) -> None:
    """A player has no form of a command of the referee, and spectators have none at all.

    A refusal ends its connection, and one server takes only so many.
    """
    with room() as hall:
        client, wrong = hall.sit(seat), dict[str, str]()
        for tag, whose in LISTED.items():
            answer = client.get(f"/t/{TABLE}/forms/{tag}")
            drawn = f'data-command-form="{tag}"' in answer.text
            expected = (200, True) if seat == PRIYA and whose == "player" else (403, False)
            if (answer.status_code, drawn) != expected or (not drawn and refused != answer.json()["code"]):
                wrong[tag] = f"{answer.status_code} {answer.text[:80]}"
        assert {} == wrong


@pytest.mark.parametrize("field", ["actor", "seq", "seed", "ts", "visibility", "audience", "by_hand", "__proto__"])
@pytest.mark.parametrize("within", [False, True])
def test_fields_that_nobody_may_send(hall: Room, field: str, within: bool) -> None:
    """Beside a command or within it: 422, and nothing happens. Who acts is who signed in."""
    before = hall.table.version
    command: dict[str, Any] = {"kind": "note", "text": "x", "seat": "priya", **({field: "dan"} if within else {})}
    beside = {} if within else {field: "dan"}
    answer = give(hall.sit(PRIYA), command, "k", **beside)
    assert (422, "unknown_field") == (answer.status_code, answer.json()["code"])
    assert before == hall.table.version


def test_nobody_speaks_for_another_seat(hall: Room) -> None:
    """A note, a whisper or dice in another's name are refused."""
    for body in (
        {"kind": "note", "text": "x", "seat": "dan"},
        {"kind": "note", "text": "x"},
        {"kind": "whisper", "seat": "dan", "to": "priya", "text": "x"},
        {"kind": "use_dice", "seat": "dan", "dice": "typed"},
        {"kind": "quick_character", "seat": "dan", "name": "Bors"},
    ):
        assert {"not_yours"} == codes(give(hall.sit(PRIYA), body, "other").json())


def test_the_same_command_twice(hall: Room) -> None:
    """One event, the same answer; the second says that it is one. The key with another command is a conflict."""
    client = hall.sit(DAN)
    note = {"kind": "note", "text": "Once.", "seat": "dan"}
    first = give(client, note, "twice")
    after = hall.table.version
    second = give(client, note, "twice")
    assert after == hall.table.version
    assert first.content == second.content
    assert [None, "true"] == [each.headers.get("idempotent-replay") for each in (first, second)]
    other = give(client, {**note, "text": "Other."}, "twice")
    assert (409, "idempotency_mismatch") == (other.status_code, other.json()["code"])
    assert after == hall.table.version
    assert "idempotent-replay" not in give(hall.sit(PRIYA), {**note, "seat": "priya"}, "twice").headers


def test_the_same_command_with_other_dice(hall: Room) -> None:
    """A command and its dice are done at once under their key: again it is the same answer, other dice a conflict."""
    referee, throw = hall.sit(), {"kind": "throw_dice", "dice": "2d6"}
    first = give(referee, throw, "thrown", dice=[3, 4])
    after = hall.table.version
    assert (200, True, {}) == (first.status_code, "3 + 4 = 7" in first.text, dict(hall.table.now.wanted))
    assert first.content == give(referee, throw, "thrown", dice=[3, 4]).content
    for dice in ([3, 5], []):
        other = give(referee, throw, "thrown", dice=dice)
        assert (409, "idempotency_mismatch") == (other.status_code, other.json()["code"])
    assert after == hall.table.version


@pytest.mark.parametrize("key", [None, "", "k" * 201, "k" * 10_000, "a\tb"])
def test_keys_that_are_none(hall: Room, key: str | None) -> None:
    """Left out, empty, too long, or not to be printed."""
    body = {"command": {"kind": "note", "text": "x", "seat": "dan"}, **({} if key is None else {"key": key})}
    answer = hall.sit(DAN).post(f"/api/tables/{TABLE}/commands", json=body)
    assert (400, "bad_key") == (answer.status_code, answer.json()["code"])


def test_a_command_that_rests_on_an_old_cursor(hall: Room) -> None:
    """409 that names the seat's own cursor; a secret in between does not count."""
    client, cursor = hall.sit(DAN), hall.table.cursor(DAN)
    note = {"kind": "note", "text": "Now.", "seat": "dan"}
    give(hall.sit(), {"kind": "note", "text": "secret"}, "secret")
    assert "cursor" in give(client, note, "first", expected=cursor).json()
    late = give(client, note, "second", expected=cursor)
    assert (409, "stale") == (late.status_code, late.json()["code"])
    assert hall.table.cursor(DAN) in late.text


def test_a_text_without_end(hall: Room) -> None:
    """Four thousand characters are enough for anybody."""
    for kind in ("note", "whisper", "declare"):
        text = {"kind": kind, "seat": "dan", "to": "priya", "who": "ansgar", "text": "x" * 4001}
        body = {name: text[name] for name in ("kind", "text", *BY_TAG[kind].__struct_fields__) if name in text}
        body = {name: value for name, value in body.items() if kind != "note" or name != "to"}
        answer = give(hall.sit(DAN), body, kind)
        assert (422, "out_of_range") == (answer.status_code, answer.json()["code"]), answer.text
