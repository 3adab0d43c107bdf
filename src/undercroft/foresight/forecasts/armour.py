"""How many attacks armour withstands before it breaks."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.violence.enemies import attack_of
from undercroft.books.violence.fighting import ArmourWorn, EnemyAttack, enemy_attack
from undercroft.books.violence.units import ArmourClass, HitDice
from undercroft.books.violence.wounds import Armour, Broken, armour_wear
from undercroft.foresight.forecasts.answers import ForecastAnswer, ForecastCase, Question, often, people_of, rows_of
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after, until
from undercroft.kernel.amounts import counted, rounded
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.fight.armour_wear import worn_by
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Combat, HouseRules


class ArmourStruck(Given, frozen=True, kw_only=True):
    """Armour that foes strike at."""

    ac: Annotated[ArmourClass, says("Armour Class by Violence")] = 4
    hd: Annotated[HitDice, says("Hit Dice of the foes")] = 1
    attacks: Annotated[int, Meta(ge=1, le=1_000), says("attacks to look ahead")] = 40

    def __post_init__(self) -> None:
        if self.ac < 1:
            raise ValueError("armour that does not protect cannot break")


class _Plate(Struct, frozen=True):
    ac: int
    broken: bool = False


def armour(given: ArmourStruck, house: HouseRules) -> ForecastAnswer:
    """The chance that armour is broken after each attack, and the mean number of attacks until then."""
    whole = _Plate(given.ac)
    course = after(lambda plate: _struck(given, house, plate), whole, given.attacks)
    chances = course.chances(lambda plate: plate.broken)
    ends = until(lambda plate: _struck(given, house, plate), whole, lambda plate: plate.broken)
    rows = rows_of((number, chances[number]) for number in range(1, given.attacks + 1))
    numbers: tuple[tuple[str, str], ...] = ()
    mean = "and such attacks may never break it"
    if not ends.never:
        numbers = (("attacks until it breaks, on average", rounded(ends.mean)),)
        mean = f"and after {rounded(ends.mean)} on average"

    sentence = f"The armour breaks within {counted(given.attacks, 'attack')} {often(chances[-1])}, {mean}."
    return ForecastAnswer(
        sentence, chances[-1], "attack", rows, "broken by then", numbers=numbers, assumes=(_ONE_FIGHT,)
    )


_ONE_FIGHT = "All attacks are in one fight: armour that is damaged and not broken is whole again after it."


def _struck(given: ArmourStruck, house: HouseRules, plate: _Plate) -> Odds[_Plate] | _Plate:
    if plate.broken:
        return plate
    blow = house.applied(enemy_attack, EnemyAttack(attack_of(given.hd), plate.ac, given.hd))
    return odds.of_rule(enemy_attack, blow).by(
        lambda end: _worn(given, house, plate) if isinstance(end, ArmourWorn) else plate
    )


def _worn(given: ArmourStruck, house: HouseRules, plate: _Plate) -> _Plate:
    struck = Armour(ac=plate.ac, ac_base=given.ac, natural=False, encounter_over=False, broken=False)
    end = armour_wear(Script(), house.applied(armour_wear, struck))
    return _Plate(0, broken=True) if isinstance(end, Broken) else _Plate(end.ac)


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The armour that characters wear, a seat's own or for the referee all, where fights are by Violence."""
    for person in people_of(known, seat) if known.house.combat is Combat.VIOLENCE else ():
        if worn_by(known, person.id):
            ac = bridge.violence(person, known.carried_by(person.id), known.house).ac
            if ac > 0:
                yield ForecastCase(person.name, ArmourStruck(ac=ac))


QUESTION = Question(
    id="armour",
    title="Blows to break armour",
    asks="How long does armour hold?",
    given=ArmourStruck,
    answer=armour,
    rules=(enemy_attack, armour_wear),
    at_table=_cases,
    steps="attacks",
    listed=False,
)
