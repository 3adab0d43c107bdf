"""Axe, which finds what some eyes and ears cannot use, served to the pages that it checks.

A browser keeps a script that it fetched, compiled; one that is handed to every page again takes three times the work.
"""

from pathlib import Path

from litestar import Response, get

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PLACE = "/axe.js"
READY = """
  const inTime = (what, work) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`no end of ${what}`)), patience);
    work.then(done, fail);
  });
  if (typeof axe !== "object") {
    await inTime("fetching axe", new Promise((done, fail) => {
      const script = Object.assign(document.createElement("script"), { onload: done, onerror: fail });
      document.head.append(Object.assign(script, { src: place }));
    }));
    axe.configure({ noHtml: true });
  }
  const found = (where, more) =>
    inTime("checking the page", axe.run(where, { selectors: false, elementRef: true, ...more }));
  const told = (violations) => violations.flatMap(({ id, nodes }) => nodes.map(({ element, failureSummary }) =>
    `${id}: ${element.outerHTML.slice(0, 200)} (${failureSummary.slice(0, 300)})`));
"""
"""Fetches axe, if the page does not have it; of an element only what is at fault is written out."""
FAULTS = f"""async ([place, patience]) => {{{READY}
  const {{ violations }} = await found(document, {{ resultTypes: ["violations"] }});
  return told(violations);
}}"""
"""What axe finds wrong."""
FAINT = f"""async ([place, patience, clear]) => {{{READY}
  const known = new Set(clear), behind = new Map(), wanted = new Map();
  for (const each of document.querySelectorAll("html, body, body *")) {{
    const style = getComputedStyle(each), {{ backgroundColor, backgroundImage, opacity, filter, position }} = style;
    const layer = [backgroundColor, backgroundImage, opacity, filter].join(" ");
    const moves = ["absolute", "fixed", "sticky"].includes(position) ? "elsewhere" : "";
    const below = behind.get(each.parentElement) ?? "";
    const all = layer === "rgba(0, 0, 0, 0) none 1 none" ? below + moves : `${{below}}${{moves}}|${{layer}}`;
    behind.set(each, all);
    const reads = each.matches("input, select, textarea")
      || [...each.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
    if (!reads || !each.checkVisibility({{ visibilityProperty: true, opacityProperty: true }})) continue;
    const {{ color, fontSize, fontWeight, textShadow }} = style;
    const look = [all, color, fontSize, fontWeight, textShadow, each.matches(":disabled")].join();
    if (all.includes("elsewhere") || !known.has(look)) wanted.set(each, look);
  }}
  const first = new Map([...wanted].map(([each, look]) => [look.includes("elsewhere") ? each : look, each]));
  if (!first.size) return [[], []];
  const only = {{ runOnly: ["color-contrast"], resultTypes: ["violations", "passes"] }};
  const {{ violations, passes }} = await found({{ include: [...first.values()] }}, only);
  const passed = passes.flatMap(({{ nodes }}) => nodes.map(({{ element }}) => wanted.get(element)));
  return [told(violations), passed.filter((look) => look && !look.includes("elsewhere"))];
}}"""
"""Which texts are too faint, and the looks of those that are clear: their colours, size, and all that lies behind them.

A text with the look of a clear one is clear. What stands elsewhere than its place in the page is always looked at.
"""


@get(PLACE, sync_to_thread=False)
def axe_script() -> Response[bytes]:
    """The script, for as long as the browser runs."""
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(AXE.read_bytes(), media_type="text/javascript", headers=kept)
