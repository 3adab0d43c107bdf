"""The labels of command fields on forms, where the field names say too little."""

from collections.abc import Mapping

from undercroft.table.engine.part import Command
from undercroft.table.rulings.rulings import MakeRuling, ProposeRuling, ReviseRuling
from undercroft.table.town.hiring import Hire

LABELS: Mapping[str, str] = {
    "about": "what it is about",
    "activity": "does it take their turn?",
    "ago": "how long ago",
    "along": "who goes along",
    "amount": "how much",
    "appraised": "do they see what it is worth?",
    "at_least": "succeeds from this number on",
    "by": "what decides",
    "chance": "the chance, as you tell it",
    "condition": "which condition",
    "coppers": "how much money",
    "could_win": "could the party beat them?",
    "count": "how many",
    "dc": "difficulty",
    "distance_ft": "how far off, in feet",
    "does": "their answer",
    "doing": "what they do",
    "due": "when",
    "edge": "modifier",
    "everybody": "for everybody?",
    "feats_due": "feats still to take",
    "forced": "whether they want or not?",
    "gift": "as a gift?",
    "group": "which group",
    "helpers": "who helps",
    "hidden": "keep it from the players?",
    "how": "how",
    "instead": "instead of this skill",
    "item": "by the books' lists",
    "items": "wares",
    "job": "for what work",
    "left": "how long is left of it",
    "lethal": "meant to kill?",
    "line": "a line such as “4 votaries HD 2 AC 5 1d8”",
    "members": "who goes",
    "name": "name",
    "onset_days": "days until it shows",
    "order": "from front to rear",
    "other": "which group it joins",
    "pack": "a whole pack",
    "passive": "the other's modifier",
    "patient": "the patient",
    "patients": "the patient, in turn",
    "points": "points of load",
    "pouch": "is it alone in a belt pouch?",
    "readied": "kept at hand?",
    "roller": "who rolls for all",
    "say_why": "do players hear the reason?",
    "seat": "whose seat",
    "seconds": "how long",
    "secret": "in secret?",
    "situational": "modifier of the situation",
    "sleeper": "who sleeps",
    "span": "of what",
    "spot": "just where",
    "stakes": "what is at stake, as you tell it",
    "stance": "what the party does",
    "thing": "which thing",
    "trial": "the attempt",
    "until": "until when",
    "ware": "what",
    "what": "what",
    "who": "who",
    "why": "why",
    "will_listen": "will they listen?",
    "worth": "what it is worth",
    "x": "this many",
    "y": "out of",
    "zone": "room",
}
"""By the name of the field."""

IN_RULINGS: Mapping[str, str] = {
    "what": "what they try",
    "who": "who tries it; nobody means everybody",
    "success": "what success brings",
    "failure": "what failure brings",
    "cost": "what it costs",
    "time": "how long it takes",
}
"""In the forms of rulings, where the same names mean more."""
IN_HIRING: Mapping[str, str] = {"who": "who hires and pays", "name": "what the new one is called"}
"""For commands with two people, one of them not yet named."""
RULINGS = (MakeRuling, ProposeRuling, ReviseRuling)


def label_of(kind: type[Command], name: str) -> str:
    """The label of a field of a command; empty if its own name will do."""
    of_its_own = IN_RULINGS.get(name) if kind in RULINGS else IN_HIRING.get(name) if kind is Hire else None
    return of_its_own or LABELS.get(name, "")


METHODS: Mapping[str, str] = {
    "check": "Skill check",
    "opposed": "Opposed check",
    "save": "Saving throw",
    "attribute": "Attribute check",
    "x_in_y": "X in Y",
    "percent": "Per cent",
    "dice": "Dice",
    "": "No roll",
}
"""The ways to decide a ruling, by their tags; empty for one that just happens."""
RULING_LABELS: Mapping[str, str] = {
    "attribute": "Attribute",
    "skill": "Skill",
    "dc": "Difficulty",
    "situational": "Modifier of the situation",
    "roller": "One rolls for all",
    "passive": "The other side's modifier",
    "save": "Save",
    "modifier": "Modifier",
    "edge": "Edge",
    "x": "This many",
    "y": "out of",
    "percent": "Chance in per cent",
    "dice": "Dice",
    "at_least": "Success from",
}
RULING_HINTS: Mapping[str, str] = {
    "dc": "Empty takes the usual difficulty.",
    "at_least": "Empty: the dice only give a number.",
    "roller": "None: everybody rolls.",
}
STAKES: Mapping[str, str] = {
    "chance": "The chance, in your words",
    "failure": "What failure brings, in your words",
    "cost": "What it costs, in your words",
    "time": "How long it takes, in your words",
}
"""What the referee may say before the roll."""
