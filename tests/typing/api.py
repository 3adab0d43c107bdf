"""The public library as a stranger uses it, for the type checkers; nothing here is run."""

from fractions import Fraction

import undercroft

total: int = undercroft.roll("4d6kh3").total
faces: tuple[int, ...] = undercroft.roll("4d6kh3").faces
shown: str = str(undercroft.roll("4d6kh3"))
chance: Fraction = undercroft.odds("2d6+1")[8]
ids: list[str] = [rule.id for rule in undercroft.rules(book="delving")]
said: str = undercroft.say(undercroft.settle("delving.hazard-die", dice=[1], danger="deadly"))
likely: Fraction = undercroft.odds("delving.hazard-die", danger="risky").chance(lambda it: it.kind == "nothing")
left: Fraction = undercroft.odds("violence.initiative", policy="always keep", agility=12, scars=2).unexplored

d6 = undercroft.Odds.of(range(1, 7))
sum_of: undercroft.Odds[int] = d6 + d6 - 1
yes: Fraction = (d6 >= 4).yes
half: undercroft.Odds[Fraction] = d6 / 2
rounded: undercroft.Odds[int] = d6.divided(2, "up")
words: undercroft.Odds[str] = d6.map(lambda face: "high" if face > 3 else "low")
mean: Fraction = d6.mean
spread: float = d6.deviation
middle: int = d6.median
three: undercroft.Odds[int] = 3 @ d6
either: undercroft.Odds[int] = undercroft.mix(d6, three, weights=[2, 1])
chain: undercroft.Odds[int] = d6.then(lambda face: d6 if face == 1 else face)

rolled: list[int] = [thrown.total for thrown in undercroft.roll("3d6", times=4)]
kept: undercroft.Odds[int] = undercroft.d6.pool(4).highest(3)
bonus: undercroft.Dice = 4 @ undercroft.d6 + 1
mixed: undercroft.Pool = undercroft.pool(undercroft.d6, undercroft.d8)
pairs: undercroft.Odds[int] = mixed.sets(2)
met: Fraction = undercroft.after(undercroft.d6.max, 1, 3).last[6]
throws: Fraction = undercroft.until(lambda _: undercroft.d6, 1, lambda face: face == 4).mean
