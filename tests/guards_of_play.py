"""What first users found, mended: each mend by its number and what holds since, with the change that takes it away.

R are rules at the table, S is the referee's screen, T the terminal, the API and the docs. `tests/test_guards.py` makes
each change in a copy of the package and sees that the test of the mend fails.
"""

from tests.guards_of_more_rules import OF_MORE_RULES
from tests.guards_of_rules import OF_RULES
from tests.guards_of_screens import OF_SCREENS
from tests.guards_of_the_terminal import OF_THE_TERMINAL

OF_PLAY = {**OF_RULES, **OF_MORE_RULES, **OF_SCREENS, **OF_THE_TERMINAL}
