"""The labels of the form for rulings: ways to decide, their numbers, and what is at stake."""

from collections.abc import Mapping

from undercroft.books.sovereign.checks import WHEN_IN_DOUBT

METHODS: Mapping[str, str] = {
    "check": "Skill check",
    "opposed": "Opposed check",
    "save": "Saving throw",
    "attribute": "Attribute check",
    "x_in_y": "X in Y",
    "percent": "Percent",
    "dice": "Dice",
    "": "No roll",
}
"""The ways to decide a ruling, by their tags; empty for one that just happens."""


RULING_LABELS: Mapping[str, str] = {
    "attribute": "Attribute",
    "skill": "Skill",
    "dc": "Difficulty",
    "situational": "Situation modifier",
    "roller": "Who rolls for everybody",
    "passive": "The other side's modifier",
    "save": "Save",
    "modifier": "Modifier",
    "edge": "Edge",
    "x": "This many",
    "y": "out of",
    "percent": "Chance in percent",
    "dice": "Dice",
    "at_least": "Success on this or more",
}


RULING_HINTS: Mapping[str, str] = {
    "dc": f"Leave it empty for the usual {WHEN_IN_DOUBT}.",
    "at_least": "Leave it empty if the dice only give a number.",
    "roller": "None: each rolls for themselves.",
}


STAKES: Mapping[str, str] = {
    "chance": "The chance, in your words",
    "failure": "What failure brings, in your words",
    "cost": "What it costs, in your words",
    "time": "How long it takes, in your words",
}
"""What the referee may say before the roll."""
