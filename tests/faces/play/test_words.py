"""Words at the prompt in a fight, in a room and in town: what they mean, and when they ask for more."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.faces.play.scripting import referee_at
from tests.server.tabling import in_the_hall
from tests.serving import same_dice
from tests.table.small_site import MAUD, ONE
from undercroft.faces.terminal.closer_look import look_lines
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.typed_line import typed
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.sovereign.strike import Manner, Strike
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.prices import Lot
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.ids import BARE_HANDS, FoeId, PersonId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

ANSGAR = PersonId("ansgar")


@pytest.fixture(scope="module")
def fight() -> Iterator[Console]:
    """The referee in the middle of the demo's fight, who only asks what lines mean."""
    with referee_at("fight") as console:
        yield console


def test_a_word_that_ends_two_things_asks(fight: Console) -> None:
    """The round and the fight both end: neither does before the message says which."""
    with pytest.raises(BadInput) as asked:
        fight.command(typed("end"))
    assert "ambiguous" == asked.value.code
    assert "End round 4" in asked.value.what
    assert asked.value.what.count(";") == 1


@pytest.mark.parametrize(
    "line",
    [
        "attack ansgar a mace",
        "attack ansgar A mace",
        "attack ansgar foe=A weapon=mace",
        'attack ansgar foe="Votary A" weapon=mace',
    ],
)
def test_a_foe_is_chosen_by_its_letter(fight: Console, line: str) -> None:
    """A letter is a whole word, though others begin with it; a field takes it too."""
    command = fight.command(typed(line))
    assert isinstance(command, Attack)
    assert (ANSGAR, "Votary A") == (command.who, _name(fight, command.foe))


def _name(fight: Console, foe: FoeId) -> str:
    return next(name for offer in fight.offers if getattr(offer.command, "foe", "") == foe for name in [offer.object])


def test_a_number_means_its_offer_wherever_it_is_advised(fight: Console) -> None:
    """The number in “may mean ... (11)” is a line of its own, in scripts as at the prompt."""
    number = next(n for n, offer in enumerate(fight.offers, 1) if isinstance(offer.command, Attack))
    assert fight.offers[number - 1].command == fight.command(typed(f"{number} : 3"))
    with pytest.raises(NotFound):
        fight.command(typed("9999"))


def test_looking_lists_the_exits() -> None:
    """With the ids that commands take, for the referee; a player reads their names."""
    table = in_the_hall(MemoryStore()).table
    assert "  exit: oak door (locked, seen as closed) to Cell [oak]" in look_lines(table.known(REFEREE), REFEREE)
    assert "  exit: oak door (closed)" in look_lines(table.known(ONE), ONE)


def test_wares_go_by_the_names_people_use() -> None:
    """One torch is the bundle on the list; a number before the name says how many."""
    console = Console(in_the_hall(MemoryStore()).table)
    wanted = Equip(MAUD, items=(Lot("torch"), Lot("rations", 2)), gift=True)
    assert wanted == console.command(typed('equip maud items="torch, 2 rations" gift=true'))
    assert () == console.act(wanted)
    carried = {thing.item: thing.count for thing in console.known.carried_by(MAUD)}
    assert (2, 2) == (carried["torch"], carried["ration_day"])
    (why,) = console.act(Equip(MAUD, items=(Lot("oil"),), gift=True))
    assert "“oil” is not for sale. Is it lamp oil, a pint or military oil, a pint?" == why.what


def test_a_weapon_in_hand_goes_before_bare_hands_and_charges() -> None:
    """One attack makes sense, so nobody is asked which; bare hands are there for those who say so."""
    with closing(MemoryStore()) as store:
        tables = Tables(store)
        duel = Begin("Duel", house=HouseRules(combat=Combat.SOVEREIGN))
        console = Console(tables.begin("duel", duel, secret=same_dice))
        console.act(console.command(typed("quick_character seat=referee name=Grim pack=warrior")))
        console.act(console.command(typed('add_foes line="2 orcs HD 1 AC 13 1d6 hp 30"')))
        plain = console.command(typed("strike Grim orc a"))
        assert isinstance(plain, Strike)
        assert (Manner.PLAIN, "Orc A") == (plain.manner, _name(console, plain.foe))
        assert BARE_HANDS != plain.weapon
        bare = console.command(typed("strike Grim orc a bare"))
        assert isinstance(bare, Strike)
        assert BARE_HANDS == bare.weapon
        tables.close()


def test_a_number_may_have_the_minus_sign_of_the_screens() -> None:
    """What a screen shows can be copied into a line: −2 is -2."""
    assert typed("move oak : −2 3").dice == typed("move oak : -2 3").dice
