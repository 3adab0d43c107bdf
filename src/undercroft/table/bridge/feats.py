"""The feats on a sheet that other rules ask about."""

import re

from undercroft.table.state.people import Person

_LEVELS = {"": 1, "1": 1, "i": 1, "2": 2, "ii": 2}


def feat_level(person: Person, feat: str) -> int:
    """The level of a feat on a sheet, such as 2 for "Alert 2"; 0 without it."""
    return max((_level(own, feat.lower()) for own in person.sheet.feats), default=0)


def _level(own: str, feat: str) -> int:
    found = re.match(rf"{re.escape(feat)}[\s-]*(i{{1,2}}|[12])?\b", own.strip().lower())
    return _LEVELS[found[1] or ""] if found is not None else 0


def is_alert(person: Person) -> bool:
    """Whether a character has the feat of never being surprised."""
    return feat_level(person, "Alert") > 0
