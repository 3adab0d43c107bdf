"""What can be wrong with a campaign file: each has one mistake, on the line marked #!, and all are told at once."""

from pathlib import Path

import pytest

from tests.exchange.campaignfile.test_reading import HEAD, LOFT, MILL, YARD
from undercroft.exchange.campaignfile import BadCampaign, FileProblem, findings, problems, read

TAM = f'{HEAD}[hirelings.tam]\nname = "Tam"\n'


RING = f'{HEAD}[things.ring]\nname = "ring"\n'


BOTH = f"""{HEAD}{YARD}{LOFT}
[sites.mill.doors.ladder]
from = "yard"
to = "loft"
"""


TRAP = 'name = "t"\ntell = "t"\nwhat = "t"\n'


CREATURES = 'name = "c"\ncount = 2\nhd = 1\n'


STANDS_FOR = {
    "head": HEAD,
    "mill": f"{HEAD}{MILL}",
    "yard": f"{HEAD}{YARD}",
    "both": BOTH,
    "tam": TAM,
    "ring": RING,
    "trap": TRAP,
    "creatures": CREATURES,
}


def mistakes() -> list[tuple[str, str, str]]:
    """The cases of mistakes.txt."""
    cases = (Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8").split("==== ")[1:]
    found: list[tuple[str, str, str]] = []
    for case in cases:
        first, _, body = case.partition("\n")
        code, _, path = first.partition(" ")
        lines = (STANDS_FOR.get(line.removeprefix("@"), line + "\n") for line in body.rstrip("\n").split("\n"))
        found.append(("".join(lines), code, path))
    return found


UNWIELDY = [
    (f"{HEAD}day = 0x{'f' * 5000} #!", "out_of_range", "day"),
    (f'{TAM}locks."{"x" * 65}" = 1 #!', "too_long", f'hirelings.tam.locks."{"x" * 57}..."'),
    ("\n\na = [1, #!", "not_toml", "a"),
    (f"\nday = {'9' * 5000} #!", "not_toml", "day"),
    (f"{HEAD}about = 'a\x07b' #!", "not_toml", "about"),
    (f"{HEAD}about = 'a' # a\rb #!", "not_toml", "about"),
    (f"\nx = {'[' * 30} #!", "too_deep", ""),
]


QUOTES = "put words, and numbers that begin with 0, in quotation marks"


def marked(text: str) -> int:
    """The line with the mark."""
    return text[: text.index("#!")].count("\n") + 1


@pytest.mark.parametrize(
    "text, code, path", [pytest.param(*case, id=" ".join(case[1:])) for case in (*mistakes(), *UNWIELDY)]
)
def test_a_mistake_is_found_where_it_stands(text: str, code: str, path: str) -> None:
    """Its code, its path and its line, and no other mistake; what is wrong and how to mend it in words."""
    (found,) = problems(text) or [warning for warning in findings(text) if warning.code == code]
    assert (code, path, marked(text)) == (found.code, found.path, found.line)
    assert found.what
    assert found.fix


@pytest.mark.parametrize(
    "text, fix",
    [
        (f'{TAM}gear.stowed = ["torhc"]', "did you mean torch?"),
        (f'{TAM}gear.stowed = ["torches_2"]', "they are used one by one: write torch x2"),
        (f'{HEAD}{YARD}doors = [{{ to = "yrad" }}]', "did you mean yard?"),
        (f'{HEAD}{YARD}doors = [{{ to = "cellar" }}]', "name one of the zones; known: yard"),
        (f'{HEAD}hex = "9999"\n[lands]\nhexes.0505.terrain = "hills"', "name one of the hexes; known: 0505"),
        (f'{HEAD}[house]\npreset = "sovereing"', "did you mean sovereign?"),
        (f'{HEAD}house.readings."violence.scars/limit" = 2', 'choose "none" or 1'),
        (f"{TAM}sheet.strength = 19", "write a whole number from 3 to 18"),
        (f'{HEAD}{YARD}glanze = "x"', "leave it out"),
        ("name = Ford", f"{QUOTES}; write true and false without them, in small letters"),
        ("name = \u201cFord\u201d", 'use the straight one: "'),
        (f"{HEAD}hex = 0203", f"{QUOTES}, or begin a new line"),
        (f"{HEAD}undercroft = 2", "write 1"),
        (f"{RING}place.type = 3", 'write a table with type = "carried" or "lying" or "left" or "guarded" or "gone"'),
    ],
)
def test_how_to_mend_it(text: str, fix: str) -> None:
    """What was probably meant, what there is to choose from, or what belongs there."""
    assert fix in one(text).fix


def test_a_wrong_choice_is_told_as_the_file_has_it() -> None:
    """`true` is not told as Python writes it."""
    assert one(f'{HEAD}house.readings."neverwhere.move/rounding" = true').what.startswith("“true” is not")


def one(text: str) -> FileProblem:
    """The only problem of a text."""
    (problem,) = problems(text)
    return problem


def test_every_problem_is_told_at_once() -> None:
    """From the top of the file to its bottom, however different they are."""
    text = """\
colour = "red"
day = "one"

[seats.one]
name = "Ann"
dice = "loaded"

[characters.maud]
name = "Maud"
seat = "two"
gear.readied = ["sword", "torch"]

[[sites]]
id = "mill"
name = "Mill"
entrance = "gate"

[[sites.zones]]
id = "yard"
name = "Yard"
glance = "Mud."

[[sites.zones]]
id = "loft"
name = "Loft"

[[sites.doors]]
from = "yard"
to = "cellar"
state = "ajar"

[[sites.doors]]
id = "chute"
from = "loft"
to = "yard"
hidden = true
key = "ring"

[sites.traps.net]
zone = "yard"
name = "Net"
tell = "ropes"
what = "It drops."
damage = "1d"
door = "gate"

[[sites.encounters]]
name = "Miller"
creatures = "miller"
"""
    expected = [
        (1, "unknown_key", "colour"),
        (1, "missing", "name"),
        (2, "type", "day"),
        (6, "not_one_of", "seats.one.dice"),
        (10, "unknown_reference", "characters.maud.seat"),
        (11, "unknown_item", "characters.maud.gear.readied[0].item"),
        (16, "unknown_reference", "sites[0].entrance"),
        (29, "unknown_reference", "sites[0].doors[0].to"),
        (30, "not_one_of", "sites[0].doors[0].state"),
        (37, "unknown_reference", "sites[0].doors[1].key"),
        (44, "bad_dice", "sites[0].traps.net.damage"),
        (45, "unknown_reference", "sites[0].traps.net.door"),
        (49, "unknown_reference", "sites[0].encounters[0].creatures"),
    ]
    found = problems(text)
    assert expected == [(problem.line, problem.code, problem.path) for problem in found]
    with pytest.raises(BadCampaign) as fault:
        read(text, "mill.toml")
    assert found == fault.value.problems
    assert fault.value.what.startswith("mill.toml, line 1, colour: there is no key “colour” here; 12 more")


def test_a_fault_with_one_problem_names_it() -> None:
    """Its code, its path, and how to mend it."""
    with pytest.raises(BadCampaign) as fault:
        read(f'{HEAD}hour = "25:00"', "mill.toml")
    assert ("bad_hour", "hour") == (fault.value.code, fault.value.field)
    assert "mill.toml, line 2, hour: “25:00” is not a time of day (write it like 09:30)" == str(fault.value)


def test_a_file_that_is_too_big_is_not_read() -> None:
    """A mebibyte is a long campaign."""
    assert "too_big" == one("#" * (1024 * 1024 + 1)).code


def test_more_problems_than_anyone_would_read_are_not_listed() -> None:
    """A thousand are enough."""
    assert 1000 == len(problems("\n".join(f"x{number} = 1" for number in range(2000))))
