"""The sentences of the check and the save."""

from __future__ import annotations

from undercroft.books.sovereign import checks, saves
from undercroft.kernel.rules import Words

WORDS: Words = {
    checks.Success: "Success with {total}, {margin} to spare.",
    checks.Failure: "Failure with {total}.",
    saves.Saved: "Saved.",
    saves.NotSaved: "Not saved.",
}
