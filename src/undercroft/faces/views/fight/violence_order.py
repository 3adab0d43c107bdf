"""The order of a round by Violence: Agility, weapons, Scars."""

from collections.abc import Iterable, Iterator

from undercroft.faces.views.fight.order_words import ActionLeft, Initiative
from undercroft.faces.views.people.party import PartyChip
from undercroft.kernel.amounts import counted, mixed, signed
from undercroft.table import bridge
from undercroft.table.fight import stats
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import LIKELY_AC, Fighter, Foe, Guess, SeenFoe
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight


class ViolenceOrder:
    """How Violence words the order of a round."""

    before = "rolled under Agility"
    after = "rolled over Agility"

    def initiative(self, _fight: Fight) -> Initiative:
        """Each character rolls for themselves."""
        return Initiative(
            "initiative: 1d20 under Agility",
            "Each character rolls once, when the fight starts: under Agility acts before the foes",
        )

    def own_ac(self, known: Campaign, fighter: Fighter) -> str:
        """The AC, less what the fight has worn off."""
        return str(stats.ac_of(known, fighter))

    def note(self, known: Campaign, fighter: Fighter, person: Person) -> str:
        """The Agility, what the weapon adds, and the roll; Hit Dice for those without Agility."""
        if not stats.has_agility(person):
            return f"{person.role.value} · HD {mixed(bridge.hit_dice(person))}"
        ready = stats.ready(known, fighter.who)
        weapon = f" {signed(ready.weapon_mod)} weapon" if ready.weapon_mod else ""
        rolled = f", rolled {fighter.face}" if fighter.face is not None else ""
        return f"Agility {ready.agility}{weapon}{rolled}"

    def states(self, known: Campaign, _fight: Fight, fighter: Fighter, person: Person) -> Iterator[PartyChip]:
        """The Scars that can bend rolls."""
        scars = stats.scars_of(known, fighter.who)
        if scars > 1 or (scars and not person.able):
            yield PartyChip(counted(scars, "Scar"))

    def actions(self, _fighter: Fighter) -> tuple[ActionLeft, ...]:
        """One action, which ends the go."""
        return ()

    def foe_attack(self, foe: Foe) -> str:
        """The highest roll that hits."""
        return str(foe.attack)

    def foe_ac(self, foe: Foe) -> str:
        """Counted from no armour."""
        return str(foe.ac)

    def ac_guessed(self, guess: Guess) -> str:
        """Counted from no armour."""
        return guessed(guess)

    def foe_states(self, _foe: SeenFoe) -> Iterable[PartyChip]:
        """Nothing more."""
        return ()


def guessed(guess: Guess) -> str:
    """What is known of an AC: the number, a range, or nothing."""
    if guess.ac is not None:
        return str(guess.ac)
    return "?" if (guess.low, guess.high) == (0, LIKELY_AC) else f"{guess.low} to {guess.high}"
