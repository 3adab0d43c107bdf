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
