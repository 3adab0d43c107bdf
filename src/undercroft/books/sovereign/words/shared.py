"""Words for checks and saves."""

from __future__ import annotations

from undercroft.books.sovereign import checks, saves
from undercroft.kernel.rules import Words

WORDS: Words = {
    checks.Success: "Success with {total}; margin {margin}.",
    checks.Failure: "Failure with {total}; margin {margin}.",
    saves.Saved: "The save holds.",
    saves.NotSaved: "The save fails.",
}
