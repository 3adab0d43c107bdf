"""Names of files that every system takes."""

import re

_MOST_NAME = 90


def file_name(title: str) -> str:
    """A title as the name of a file and of a link: without what links, paths and systems keep for themselves.

    >>> file_name("Crypt: 3. The #1 | [old] door?")
    'Crypt 3. The 1 old door'
    """
    return " ".join(re.sub(r'[\\/:*?"<>|#^\[\]]', " ", title).split())[:_MOST_NAME].strip(" .") or "Note"
