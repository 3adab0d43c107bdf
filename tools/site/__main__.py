"""`python -m tools.site`: gathers the pages and builds the site from them, with MkDocs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.gathering import gathered

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
ELSEWHERE = "https://unpkg.com/iframe-worker/shim"
"""Where the theme would fetch from what search needs in a folder."""


def main() -> int:
    """Build the site; what MkDocs warns of is an error."""
    config = gathered(ROOT, PAGES, SITE)
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(config)]
    made = subprocess.run(build, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if made.returncode == 0:
        _bring_the_worker()
        print(f"{len(list(SITE.rglob('*.html')))} pages. Open {(SITE / 'index.html').relative_to(ROOT)}.")
    return made.returncode


def _bring_the_worker() -> None:
    """Let no page fetch anything from elsewhere."""
    own = SITE / "assets" / "worker.js"
    shutil.copyfile(Path(__file__).with_name("worker.js"), own)
    for page in SITE.rglob("*.html"):
        written = page.read_text(encoding="utf-8")
        near = os.path.relpath(own, page.parent).replace(os.sep, "/")
        page.write_text(written.replace(ELSEWHERE, near), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
