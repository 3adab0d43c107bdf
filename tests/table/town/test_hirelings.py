"""Hirelings and henchmen: who is for hire, and on what terms."""

import pytest
from msgspec.structs import replace

from tests.table.characters.test_creation import joined
from tests.table.newcomers import EDDA, rich, table, told
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.units import MONTH
from undercroft.books.violence.hirelings import Job
from undercroft.kernel.units import DAY, Seconds
from undercroft.table import bridge
from undercroft.table.characters.characters import AddPerson, CreateCharacter
from undercroft.table.characters.creation_methods import ByNeverwhere
from undercroft.table.gear import money
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Role, Sheet, Wages
from undercroft.table.state.seats import REFEREE, Seat
from undercroft.table.town.hiring import Hire, TakeOn, TermsAgreed
from undercroft.table.world.campaign_start import Begin, ThingPlaced


@pytest.mark.parametrize(
    "job, terms, coppers",
    [
        (Job.TORCHBEARER, "2 silver a day, carries 8 things", 20),
        (Job.GUIDE, "2 silver a day", 20),
        (Job.DIGGER, "5 silver a day", 50),
        (Job.SELLSWORD, "10 silver a day", 100),
    ],
)
def test_a_hireling_of_violence(job, terms, coppers):
    """Two Hit Dice and 7 health, the wage of the job, played by the employer's seat."""
    there = table()
    events = there.do(Hire(MAUD, "Odd", job), 2, 3, 4, seat=ONE)
    odd = Person(
        PersonId("odd-one"),
        "Odd",
        ONE,
        Role.HIRELING,
        Sheet(level=2, occupation=job.value),
        hp=7,
        hp_max=7,
        fp=10,
        terms=terms,
        pay=Wages(coppers, DAY, Seconds(0)),
        employer=MAUD,
    )
    assert [odd] == joined(events)
    assert 2 == bridge.hit_dice(odd)
    assert odd.id not in there.now.present


def test_a_henchman_of_sovereign() -> None:
    """Someone of the referee's, for 25 gold a month in advance and half a share."""
    there = rich()
    odd = Person(PersonId("odd"), "Odd", REFEREE, hp=3, hp_max=3)
    there.do(AddPerson(odd))
    events = there.do(TakeOn(MAUD, odd.id), seat=ONE)
    terms = "25 gold a month in advance, ½ a share"
    pay = Wages(2_500, MONTH, MONTH, ahead=True)
    hired = replace(odd, role=Role.HENCHMAN, seat=ONE, employer=MAUD, terms=terms, pay=pay)
    assert hired == there.now.people[odd.id] == there.known(TWO).people[odd.id]
    assert TermsAgreed(odd.id, MAUD, ONE, terms, pay) == events[-1]
    assert 2_500 == money.coins(there.now, MAUD)
    assert [f"Odd serves Maud: {terms}."] == told(there, events)
    there.do(AddPerson(replace(odd, id=PersonId("una"), name="Una")))
    assert ["has_henchman"] == codes(there, TakeOn(MAUD, PersonId("una")), ONE)


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({}, []),
        ({"seat": ONE}, []),
        ({"seat": TWO}, ["not_for_hire"]),
        ({"alive": False}, ["not_for_hire"]),
        ({"retired": True}, ["not_for_hire"]),
        ({"employer": ULF}, ["not_for_hire"]),
        ({"role": Role.HIRELING}, ["not_for_hire"]),
        ({"sheet": Sheet(level=2)}, []),
        ({"sheet": Sheet(level=3)}, ["too_poor"]),
    ],
)
def test_who_is_for_hire(changes, expected):
    """Someone built as a Delver, free, and no other player's; 50 gold are enough for the second level."""
    there = rich()
    odd = replace(Person(PersonId("odd"), "Odd", REFEREE), **changes)
    there.do(AddPerson(odd))
    assert expected == codes(there, TakeOn(MAUD, odd.id), ONE)
    assert expected == codes(there, TakeOn(MAUD, odd.id))


def test_why_nobody_is_hired() -> None:
    """Not by someone else's character, not under a name that is taken, and nobody hires themselves."""
    there = rich()
    there.do(Hire(MAUD, "Odd", Job.GUIDE), 1, 1, seat=ONE)
    assert ["not_yours"] == codes(there, Hire(ULF, "Una", Job.GUIDE), ONE)
    assert ["name_taken"] == codes(there, Hire(MAUD, "Odd", Job.GUIDE), ONE)
    assert ["no_person"] == codes(there, Hire(EDDA, "Una", Job.GUIDE), ONE)
    assert ["not_for_hire"] == codes(there, TakeOn(MAUD, MAUD), ONE)


def test_a_fresh_pool_goes_by_the_house() -> None:
    """Where fatigue is not counted, nobody begins with any."""
    there = Tabletop()
    there.sit(ONE)
    there.do(Begin("Bare", PRESETS["sovereign"], seats=(Seat(ONE, "Seat 1"),)))
    there.do(CreateCharacter(ONE, "Edda", ByNeverwhere()), seat=ONE)
    assert 0 == there.now.people[EDDA].fp
    assert ThingPlaced not in {type(each.event) for each in there.log}
