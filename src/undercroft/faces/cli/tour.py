"""`undercroft tour`: what Undercroft does, in a minute, with real commands and their real answers."""

import shlex

from undercroft.faces.cli.app import app
from undercroft.faces.cli.output import print_json

STEPS = (
    ("Dice, with every die shown.", "roll 4d6kh3 --times 3"),
    ("The odds of any dice, exactly.", "odds 2d6"),
    ("A rule of the books, found by a word.", "rules hazard"),
    (
        "That rule settled with the die you rolled at the table ...",
        'rule delving.hazard-die --given \'{"danger": "risky"}\' --dice 7',
    ),
    ("... or with a die that Undercroft rolls ...", 'rule delving.hazard-die --given \'{"danger": "deadly"}\' --roll'),
    ("... and its odds before anybody rolls.", 'odds delving.hazard-die --given \'{"danger": "deadly"}\''),
    (
        "In a fight: an attack with 14 against armour 5.",
        'odds violence.attack --given \'{"attribute": 14, "ac": 5, "scars": 0}\' --by kind',
    ),
)


def tour(*, as_json: bool) -> None:
    """Run a few commands and show their output; for programs, only list them."""
    if as_json:
        print_json([{"says": says, "command": f"undercroft {command}"} for says, command in STEPS])
        return
    print("Undercroft: every rule is written once; it rolls, takes your dice, and knows its odds.\n")
    for says, command in STEPS:
        print(f"{says}\n$ undercroft {command}")
        app(args=shlex.split(command), standalone_mode=False)
        print()
    print("Try one yourself: .venv/bin/undercroft rule delving.action.recover")
    print("All commands: .venv/bin/undercroft --help")
