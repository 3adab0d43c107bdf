"""A whole round, each step settled by its own rule."""

from undercroft.books.violence.combat_rounds import Before, Fighter, initiative
from undercroft.books.violence.dying import Fallen, Unconscious, dying
from undercroft.books.violence.enemies import Creature, EnemyStats, enemy_stats
from undercroft.books.violence.fighting import Attack, EnemyAttack, Hit, attack, enemy_attack
from undercroft.books.violence.morale import Band, Breaks, Due, Enemy, Retreat, RoundEnds, morale_check, morale_trigger
from undercroft.books.violence.units import Health, Rounds
from undercroft.books.violence.wounds import Down, Wound, Wounded, damage
from undercroft.kernel.script import Script

SCARS = 1
WEAPON = "1d6"


def test_an_adventurer_against_four_hit_dice():
    """She hits first and is struck down; the foe, at less than half its health, breaks."""
    foe = enemy_stats(Script(((2, 2, 2, 2),)), Creature(hd=4))
    assert EnemyStats(attack=15, attacks_per_round=2, save_target=14, health=Health(8)) == foe
    assert Before() == initiative(Script((9, "keep")), Fighter(scars=SCARS, agility=12))

    assert Hit(12) == attack(Script((12, "keep")), Attack(scars=SCARS, attribute=14, ac=5))
    blow = Wound(scars=SCARS, expr=WEAPON, health=foe.health, adventurer=False)
    assert Wounded(Health(3), 5) == damage(Script((5, "keep")), blow)

    assert Hit(7) == enemy_attack(Script((7,)), EnemyAttack(attack=foe.attack, ac=3))
    assert Down(6) == damage(Script((6,)), Wound(scars=0, expr=WEAPON, health=6, adventurer=True))
    assert Unconscious(SCARS + 1, Rounds(2), 3) == dying(Script(((2, 3), (1, 1))), Fallen(scars=SCARS, round_no=1))

    # Its second attack has nobody to strike at.
    ends = RoundEnds(
        kind=Band.LONE,
        health=3,
        health_max=foe.health,
        damaged_this_round=True,
        first_done=False,
        deaths_this_round=0,
        dead_total=0,
        initial_size=1,
        half_done=False,
        immune=False,
    )
    assert Due() == morale_trigger(Script(), ends)
    assert Breaks(Retreat.FLEE) == morale_check(Script((15,)), Enemy(hd=4))
