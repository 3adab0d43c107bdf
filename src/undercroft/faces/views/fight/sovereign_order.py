"""The order of a round by Sovereign: sides, actions left, and how people stand."""

from collections.abc import Iterator

from undercroft.books.sovereign.situations import Circumstance
from undercroft.faces.views.fight.order_words import ActionLeft, Initiative
from undercroft.faces.views.people.party import PartyChip
from undercroft.kernel.amounts import signed
from undercroft.table.fight.sovereign.arms import arms_of
from undercroft.table.fight.sovereign.swing import ascending, guard_of, swing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import LIKELY_AC, Fighter, Foe, Guess, Phase, SeenFoe, Stance
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight

SIDES = 2


class SovereignOrder:
    """How Sovereign words the order of a round."""

    before = "choose who goes next"
    after = "choose who goes next"

    def initiative(self, fight: Fight) -> Initiative:
        """What each side rolled."""
        means = "Each side rolls once, when the fight starts; the party adds its best DEX and goes first on a tie"
        if len(fight.initiative) < SIDES:
            return Initiative("initiative: not rolled", means)
        party, foes = fight.initiative[:SIDES]
        adds = zip(("DEX", "Alert"), fight.initiative_adds, strict=True)
        named = [f"{name} {amount}" for name, amount in adds if amount]
        die = party - sum(fight.initiative_adds)
        added = f"{' + '.join((str(die), *named))} = ".replace("+ DEX -", "- DEX ") if named else ""
        return Initiative(f"party {party}, foes {foes}", means, f"Initiative: party {added}{party}, foes {foes}")

    def own_ac(self, known: Campaign, fighter: Fighter) -> str:
        """The armour class that a d20 must reach."""
        return str(guard_of(known, fighter).ac)

    def note(self, known: Campaign, fighter: Fighter, _person: Person) -> str:
        """The attack with the weapon in hand."""
        arm = arms_of(known, fighter.who)[0]
        given = swing(known, fighter, arm, 0).attack
        return f"Attack {signed(given.attack_bonus + given.attr_mod + given.skill)}, {arm.name}"

    def states(self, known: Campaign, fight: Fight, fighter: Fighter, person: Person) -> Iterator[PartyChip]:
        """How a fighter stands, and the actions they have left this round."""
        yield from (PartyChip(words, "ember") for told, words in _stands(fighter) if told)
        if fighter.screens is not None and fighter.screens in known.people:
            yield PartyChip(f"screens {known.people[fighter.screens].name}", "verd")
        if person.able and fight.phase is not Phase.OVER:
            yield from (PartyChip(action.name, "verd") for action in self.actions(fighter) if action.left)

    def actions(self, fighter: Fighter) -> tuple[ActionLeft, ...]:
        """The Main and the Move action."""
        main = not fighter.actions and not fighter.done
        move = not fighter.moved and not (fighter.done and not fighter.actions)
        return ActionLeft("Main", main), ActionLeft("Move", move)

    def foe_attack(self, foe: Foe) -> str:
        """What a foe adds to the d20."""
        return signed(foe.attack)

    def foe_ac(self, foe: Foe) -> str:
        """The armour class that a d20 must reach."""
        return str(ascending(foe.ac))

    def ac_guessed(self, guess: Guess) -> str:
        """The armour class that a d20 must reach, as far as blows have shown."""
        return armour_guessed(guess)

    def foe_states(self, foe: SeenFoe) -> Iterator[PartyChip]:
        """Whether it lies or is held, and what holds for attacks on it."""
        if foe.prone:
            yield PartyChip("prone")
        if foe.grappled_by is not None:
            yield PartyChip("grappled")
        yield from (PartyChip(MARKS[mark]) for mark in foe.marks)


def _stands(fighter: Fighter) -> Iterator[tuple[bool, str]]:
    yield fighter.stance is Stance.DEFENDING, "total defense"
    yield fighter.stance is Stance.CHARGED, "charged"
    yield fighter.prone, "prone"
    yield fighter.grapples is not None, "grappling"


def armour_guessed(guess: Guess) -> str:
    """What is known of an AC that a d20 must reach: the number, a range, or nothing."""
    if guess.ac is not None:
        return str(ascending(guess.ac))
    unknown = (guess.low, guess.high) == (0, LIKELY_AC)
    return "?" if unknown else f"{ascending(guess.low)} to {ascending(guess.high)}"


MARKS = {
    Circumstance.HALF_COVER: "half cover",
    Circumstance.NEARLY_FULL_COVER: "nearly full cover",
    Circumstance.BEYOND_RANGE: "far off",
    Circumstance.UNSEEN: "unseen",
}
"""What holds for attacks on a foe, in words."""
