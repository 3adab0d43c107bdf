"""`undercroft odds`: compared, one after the other, repeated, as files; and rules by a part of their id."""

import csv
import io
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import undercroft as library
from tests.faces.commandline import CommandLine


def chances(answer) -> dict[object, Fraction]:
    """The chance of each outcome of a JSON answer."""
    return {row["outcome"]: Fraction(row["chance"]) for row in answer["outcomes"]}


def test_which_is_higher(undercroft: CommandLine) -> None:
    """Two d6 against a d12: of 432 pairs 216, 36 and 180."""
    found = chances(undercroft("odds", "2d6", "--vs", "1d12", "--json").json)
    assert {"2d6 is higher": Fraction(1, 2), "equal": Fraction(1, 12), "1d12 is higher": Fraction(5, 12)} == found
    assert "the first is higher" in undercroft("odds", "2d6", "--vs", "2d6").out


def test_several_at_once(undercroft: CommandLine) -> None:
    """Each with its name; one line each for a yes or no."""
    found = undercroft("odds", "1d4", "1d6", "--json").json
    assert ["1d4", "1d6"] == [each["what"] for each in found]
    assert 6 == len(found[1]["odds"]["outcomes"])
    out = undercroft("odds", "4d6kh3", "3d6", "--at-least", "15").out
    assert 2 == out.count("\n")
    assert "4d6kh3, 15 or more" in out
    assert "25/108" in out
    assert "\n\n1d6\n" in undercroft("odds", "1d4", "1d6").out


def test_dice_beside_a_rule(undercroft: CommandLine) -> None:
    """The situation is the rule's."""
    found = undercroft("odds", "1d4", "hazard-die", "--given", "danger=risky", "--json").json
    assert ["1d4", "delving.hazard-die"] == [each["what"] for each in found]


def test_at_least(undercroft: CommandLine) -> None:
    """A number of an outcome, too."""
    found = undercroft("odds", "2d6", "--at-least", "9", "--json").json
    assert {False: Fraction(13, 18), True: Fraction(5, 18)} == chances(found)
    found = undercroft("odds", "encounter.reaction", "--by", "total", "--at-least", "9", "--json").json
    assert Fraction(5, 18) == chances(found)[True]


def test_what_follows(undercroft: CommandLine) -> None:
    """An attack at 11/20, then d8+3; else 0. Its mean is 11/20 of 15/2."""
    out = undercroft("odds", "1d20+5", "--then", ">=15: 1d8+3").out
    assert "\nmean 4⅛, standard deviation " in out
    found = chances(undercroft("odds", "1d20+5", "--then", ">=15: 1d8+3", "--json").json)
    assert (Fraction(9, 20), Fraction(11, 160)) == (found[0], found[11])


def test_a_rule_after_a_rule(undercroft: CommandLine) -> None:
    """What follows may need a situation of its own; other outcomes keep their name."""
    then = "encounter: delving.encounter.reaction {}"
    found = undercroft("odds", "hazard-die", "--given", "danger=deadly", "--then", then, "--json").json
    rule = library.odds("delving.hazard-die", danger="deadly")
    after = chances(found)
    assert rule.chance(lambda outcome: outcome.kind == "nothing") == after["nothing"]
    assert 1 == sum(after.values())
    assert len(after) > 2


def test_how_often_in_ten(undercroft: CommandLine) -> None:
    """One in twelve, ten times: at least once with 1 - (11/12)^10."""
    asked = ("odds", "hazard-die", "--given", "danger=risky", "--repeat", "10", "--want", "encounter")
    found = undercroft(*asked, "--json").json
    assert 1 - Fraction(11, 12) ** 10 == Fraction(found["at_least_once"])
    assert (10, "random encounter", "5/6") == (found["times"], found["want"], found["mean"])
    out = undercroft(*asked).out
    assert "at least once 58.1 %, mean ⅚" in out
    assert out.endswith("exact\n")


def test_many_tries_leave_out_what_is_unlikely(undercroft: CommandLine) -> None:
    """A thousand throws are not a thousand lines."""
    out = undercroft("odds", "1d6", "--repeat", "1000", "--want", ">=5").out
    assert "mean 333⅓" in out
    assert "more often: under 0.1 %" in out


def test_how_long_until(undercroft: CommandLine) -> None:
    """Throws until a 4, and a rule until an outcome."""
    out = undercroft("odds", "1d6", "--until", "4").out
    assert "1d6 until total=4\nmean 6 tries, variance 30\nhalf by try 4, nine in ten by try 13\nexact\n" == out
    found = undercroft("odds", "hazard-die", "--given", "danger=risky", "--until", "encounter", "--json").json
    assert ("12", "132", True) == (found["mean"], found["variance"], found["exact"])


def test_exploding_dice_until(undercroft: CommandLine) -> None:
    """What was not followed is stated."""
    assert "exact but for under 0.1 %" in undercroft("odds", "1d6!", "--until", ">=20").out


def test_tables_for_spreadsheets(undercroft: CommandLine) -> None:
    """One row for each outcome; of several expressions each row names its own."""
    rows = list(csv.DictReader(io.StringIO(undercroft("odds", "2d6", "--csv").out)))
    assert 11 == len(rows)
    assert ("7", "1/6") == (rows[5]["outcome"], rows[5]["fraction"])
    rows = list(csv.DictReader(io.StringIO(undercroft("odds", "1d4", "2d6>=9", "--csv").out)))
    assert {"1d4", "2d6>=9"} == {row["what"] for row in rows}
    assert ["no", "yes"] == [row["outcome"] for row in rows if row["what"] == "2d6>=9"]
    table = list(csv.reader(io.StringIO(undercroft("odds", "2d6>=9", "1d4", "--csv").out)))
    assert {5} == {len(row) for row in table}


def test_pictures(undercroft: CommandLine, tmp_path: Path) -> None:
    """One picture of all that was asked about."""
    place = tmp_path / "odds.svg"
    ran = undercroft("odds", "2d6", "--vs", "1d12", "--plot", str(place), "--json")
    assert 3 == len(ran.json["outcomes"])
    assert f"note: the picture is in {place}\n" == ran.err
    drawn = ET.fromstring(place.read_text(encoding="utf-8"))
    assert {"2d6", "1d12"} <= {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}


def test_a_picture_of_a_rule_is_as_short_as_its_text(undercroft: CommandLine, tmp_path: Path) -> None:
    """Twenty faces of an attack are four kinds of outcome."""
    place = tmp_path / "attack.svg"
    undercroft("odds", "violence.attack", "--given", "attribute=14,ac=10,scars=0", "--plot", str(place))
    drawn = place.read_text(encoding="utf-8")
    assert 4 == drawn.count("<rect")
    assert "armour hit, 5 % (1/20)" in drawn


@pytest.mark.parametrize(
    "given",
    [
        ('{"con": 2, "fp": 4, "fp_max": 12}',),
        ("con=2,fp=4,fp_max=12",),
        ("con=2", "fp=4, fp_max=12"),
        (" con = 2 ", '{"fp": 4, "fp_max": 12}'),
    ],
)
def test_a_situation_in_any_form(undercroft: CommandLine, given: tuple[str, ...]) -> None:
    """JSON, names with values, or both."""
    options = [word for part in given for word in ("--given", part)]
    ran = undercroft("rule", "action.recover", *options, "--dice", "3", "--json").json
    assert ("delving.action.recover", 9) == (ran["rule"], ran["outcome"]["fp"])


def test_a_situation_that_is_nothing_of_the_kind(undercroft: CommandLine) -> None:
    """It says how to write it, with a name of the rule."""
    told = undercroft("rule", "hazard-die", "--given", "danger", "--roll")
    assert 2 == told.code
    assert "error: bad_given: “danger” is neither name=value nor JSON (write it like danger=…)" in told.err


def test_a_rule_by_a_part_of_its_id() -> None:
    """In the library too; a part that several have is refused with their ids."""
    assert "delving.hazard-die" == library.settle("hazard-die", dice=[1], danger="risky").rule
    assert library.odds("hazard die", danger="risky") == library.odds("delving.hazard-die", danger="risky")
    with pytest.raises(library.UndercroftError, match=r"sovereign\.combat\.attack"):
        library.odds("attack")


def test_a_part_that_another_book_uses_too_is_refused() -> None:
    """Only one id ends with it, but rules of other books are as likely meant."""
    with pytest.raises(library.UndercroftError) as refused:
        library.odds("morale")
    assert (
        "several rules are called “morale” (give one of these: sovereign.combat.morale, delving.morale.check, "
        in str(refused.value)
    )


@pytest.mark.parametrize("verb", ["odds", "rule"])
def test_a_word_of_other_books_is_answered_with_a_note(undercroft: CommandLine, verb: str) -> None:
    """On stderr, with the book whose rule was taken; a whole id needs none."""
    given = ("--given", "danger=risky")
    note = (
        "note: “hazard-die” means delving.hazard-die here (Delving: The hazard die); "
        "other books use the word for hexcrawl.encounter-die.template, hexcrawl.encounter-die.wilderness\n"
    )
    rest = ("--roll",) if verb == "rule" else ()
    assert note == undercroft(verb, "hazard-die", *given, *rest).err
    assert "" == undercroft(verb, "delving.hazard-die", *given, *rest).err
