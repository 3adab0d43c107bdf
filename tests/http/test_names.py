"""Names that people give over HTTP: what is refused, what is fine, and what passes for another's."""

from collections.abc import Iterator
from unicodedata import normalize

import pytest

from tests.http.seating import DAN, PRIYA, SAM, Room, give, room
from undercroft.exchange import campaignfile
from undercroft.faces.shared.table_names import title_in
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.state.names import characters
from undercroft.table.state.seats import REFEREE

BAD = {
    "": "none to be seen",
    "   ": "none to be seen",
    "\u3164\u3164": "none to be seen",
    "a" * 65: "this one has 65",
    "a" + "\u0301" * 10_000: "this one has 1, made of 10,000 signs",
    "a\u0301\u0302\u0303\u0304": "at most 3 marks",
    "\u0301": "none to be seen",
    "Edda\u202e": "U+202E",
    "Ed\u2066da": "U+2066",
    "Ed\u200dda": "U+200D",
    "Ed\u200bda": "U+200B",
    "Ed\nda": "U+000A",
    "\ue000": "U+E000",
    "GM": "would pass for the referee's",
    "\u050c\u041c": "would pass for the referee's",
    "R\u0435feree": "would pass for the referee's",
}
FINE = [
    "a" * 64,
    "e\u0301\u0323\u0308",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f9d9\U0001f3fd\u200d\u2642\ufe0f Merrow",
    "\U0001f1ee\U0001f1f8",
    "\u042d\u0434\u0434\u0430",
    "\u0643\u0631\u064a\u0645",
    "Anne-Marie O'Dell",
]


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A table that the tests of this module share."""
    with room() as opened:
        yield opened


@pytest.mark.parametrize("name, why", list(BAD.items()))
def test_names_that_are_refused(hall: Room, name: str, why: str) -> None:
    """422 with a sentence that says what is wrong, counted as people count; nothing is done."""
    referee, before = hall.sit(), hall.table.cursor(REFEREE)
    for command in (
        {"kind": "take_seat", "seat": "new", "name": name},
        {"kind": "quick_character", "seat": "dan", "name": name},
        {"kind": "split", "group": "party", "members": [], "name": name},
    ):
        answer = give(referee, command, key=f"{hash((name, command['kind']))}")
        assert (422, "bad_name", "name") == (answer.status_code, *(answer.json()[it] for it in ("code", "field")))
        assert why in answer.json()["detail"]
    assert before == hall.table.cursor(REFEREE)


@pytest.mark.parametrize("number, name", list(enumerate(FINE)))
def test_names_that_are_fine(hall: Room, number: int, name: str) -> None:
    """Pictures, letters with up to three marks, and every alphabet."""
    answer = give(hall.sit(), {"kind": "take_seat", "seat": f"fine-{number}", "name": name}, key=f"fine-{number}")
    assert 200 == answer.status_code
    assert normalize("NFC", name) == hall.table.now.seats[SeatId(f"fine-{number}")].name


def test_names_that_pass_for_anothers(hall: Room) -> None:
    """Composed or not, in other letters that look the same, or spelt otherwise: the second is refused."""
    referee = hall.sit()
    assert 200 == give(referee, {"kind": "take_seat", "seat": "first", "name": "Ren\u00e9"}, key="first").status_code
    for name in ("Rene\u0301", "REN\u00c9", "R\u0435n\u00e9", " Ren\u00e9!"):
        answer = give(referee, {"kind": "take_seat", "seat": "second", "name": name}, key=f"second {name!r}").json()
        assert ["name_taken"] == [reason["code"] for reason in answer["refused"]]
    for key, name, refused in (("made", "Zo\u00eb", False), ("again", "Zoe\u0308", True)):
        answer = give(referee, {"kind": "quick_character", "seat": "dan", "name": name}, key=key).json()
        assert (["name_taken"] if refused else []) == [reason["code"] for reason in answer.get("refused", ())]


def test_characters_of_two_seats_are_told_apart(hall: Room) -> None:
    """What one seat's character is called, or what looks like it, is refused to others, and to hirelings."""
    referee = hall.sit()
    made = give(hall.sit(SAM), {"kind": "quick_character", "seat": "sam", "name": "Runa"}, key="runa").json()
    assert "table.person-joined" in [event["type"] for event in made["told"]]
    person = {"id": "runa-the-second", "name": "RUNA", "seat": "referee"}
    for client, command in (
        (hall.sit(DAN), {"kind": "quick_character", "seat": "dan", "name": "Runa"}),
        (hall.sit(PRIYA), {"kind": "create_character", "seat": "priya", "name": "Run\u0430"}),
        (referee, {"kind": "hire", "who": "maud", "name": " Runa.", "job": "guide"}),
        (referee, {"kind": "add_person", "person": person}),
    ):
        answer = give(client, command, key=f"again {command['kind']}").json()
        assert "name_taken" in [reason["code"] for reason in answer["refused"]]


def test_a_name_that_only_the_referee_knows_is_free(hall: Room) -> None:
    """A creature that nobody has met keeps no name from a player: to refuse it would tell of it."""
    hidden = {"id": "hidden", "name": "Mossback", "seat": "referee", "role": "creature"}
    assert "cursor" in give(hall.sit(), {"kind": "add_person", "person": hidden}, key="hidden").json()
    made = give(hall.sit(DAN), {"kind": "quick_character", "seat": "dan", "name": "Mossback"}, key="free").json()
    assert "table.person-joined" in [event["type"] for event in made["told"]]


def test_people_of_a_file_are_told_apart() -> None:
    """Two characters who look the same are a problem, named by its path; creatures may share what they are called."""
    text = 'name = "Crypt"\n[[seats]]\nid = "one"\nname = "One"\n[[seats]]\nid = "two"\nname = "Two"\n'
    for id, name, role in (("a", "Edda", "delver"), ("b", "EDDA!", "delver"), ("c", "Rat", "creature")):
        text += (
            f'[[characters]]\nid = "{id}"\nname = "{name}"\nseat = "{"one" if id == "a" else "two"}"\nrole = "{role}"\n'
        )
    text += '[[characters]]\nid = "d"\nname = "Rat"\nseat = "two"\nrole = "creature"\n'
    found = [(problem.code, problem.path) for problem in campaignfile.problems(text)]
    assert [("twice", "characters[1].name")] == found


@pytest.mark.parametrize("name", [name for name in BAD if name.strip()])
def test_campaigns_and_their_files_go_by_the_same(name: str) -> None:
    """A campaign's title is checked as it is given, and in a file every name is."""
    with pytest.raises(BadInput):
        title_in(name)
    if "\n" not in name and name.isprintable() and len(name) < 65:
        text = f'name = "Crypt"\n[[seats]]\nid = "one"\nname = "{name}"\n'
        assert ["bad_name"] == [problem.code for problem in campaignfile.problems(text)]


@pytest.mark.parametrize("name, count", [(FINE[2], 1), (FINE[3], 8), (FINE[4], 1), ("Zoe\u0308", 3), ("abc", 3)])
def test_characters_as_people_count_them(name: str, count: int) -> None:
    """A letter with its marks is one, and so is a picture made of several."""
    assert count == characters(name)
