"""Names of files that every system takes."""

import re

_MOST_NAME = 90
_DEVICE = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
"""Names that Windows keeps for its devices, with any ending."""


def file_name(title: str) -> str:
    """A title as the name of a file and of a link: without what links, paths and systems keep for themselves.

    >>> file_name("Crypt: 3. The #1 | [old] door?"), file_name("Con")
    ('Crypt 3. The 1 old door', 'Con_')
    """
    name = " ".join(re.sub(r'[\x00-\x1f\\/:*?"<>|#^\[\]]', " ", title).split())[:_MOST_NAME].strip(" .") or "Note"
    return _DEVICE.sub(r"\1_", name)
