"""Axe, which finds what some eyes and ears cannot use, served to the pages that it checks.

A browser keeps a script that it fetched, compiled; one that is handed to every page again takes three times the work.
"""

from pathlib import Path

from litestar import Response, get

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PLACE = "/axe.js"
FAULTS = """async ([place, options]) => {
  if (typeof axe !== "object") {
    await new Promise((done, fail) => {
      const script = Object.assign(document.createElement("script"), { onload: done, onerror: fail });
      document.head.append(Object.assign(script, { src: place }));
    });
    axe.configure({ noHtml: true });
  }
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ element, failureSummary }) =>
    `${id}: ${element.outerHTML.slice(0, 200)} (${failureSummary.slice(0, 300)})`));
}"""
"""What axe finds wrong; of an element only what is at fault is written out, not all that was looked at."""


@get(PLACE, sync_to_thread=False)
def axe_script() -> Response[bytes]:
    """The script, for as long as the browser runs."""
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(AXE.read_bytes(), media_type="text/javascript", headers=kept)
