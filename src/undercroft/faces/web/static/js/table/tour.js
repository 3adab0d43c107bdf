// The tour of the table: it comes by itself on the first visit, can be left at every step, and comes again only when it is asked for.

const GAP = 12;
const DONE = "done";
const tour = document.querySelector("[data-tour]");
if (tour) begin();

function begin() {
  const ring = document.querySelector("[data-tour-ring]");
  const place = `undercroft-tour-${tour.dataset.tour}`;
  const all = [...tour.querySelectorAll("[data-step]")];
  let now = null;
  let opener = null;

  const seen = (at) => at.getClientRects().length > 0 && at.getBoundingClientRect().height > 0;
  const target = (step) => [...document.querySelectorAll(step.dataset.at)].find(seen);
  const steps = () => all.filter(target);

  function kept() {
    try {
      return localStorage.getItem(place);
    } catch {
      return DONE;
    }
  }

  function keep(value) {
    try {
      localStorage.setItem(place, value);
    } catch {
      // Without storage the tour comes only when it is asked for.
    }
  }

  function show(step) {
    const here = steps();
    if (!here.length) return;
    now = here.includes(step) ? step : here[0];
    const number = here.indexOf(now);
    for (const each of all) each.hidden = each !== now;
    tour.hidden = ring.hidden = false;
    tour.querySelector("[data-tour-count]").textContent = `${number + 1} of ${here.length}`;
    tour.querySelector("[data-tour-back]").disabled = number === 0;
    tour.querySelector("[data-tour-next]").textContent = number + 1 === here.length ? "Done" : "Next";
    keep(String(all.indexOf(now)));
    target(now).scrollIntoView({ block: "nearest" });
    settle();
  }

  function go(by) {
    const here = steps();
    const next = here.indexOf(now) + by;
    if (next >= here.length) leave();
    else show(here[Math.max(next, 0)]);
  }

  function leave() {
    keep(DONE);
    tour.hidden = ring.hidden = true;
    now = null;
    (opener?.isConnected ? opener : document.getElementById("main"))?.focus();
    opener = null;
  }

  // The ring is drawn round the part, and the card put where there is room beside it, at the right end of a wide part; on a phone it
  // keeps its place below.
  function settle() {
    if (!now) return;
    const at = target(now);
    if (!at) return show(now);
    const part = at.getBoundingClientRect();
    Object.assign(ring.style, { left: `${part.left}px`, top: `${part.top}px`, width: `${part.width}px`, height: `${part.height}px` });
    const card = tour.getBoundingClientRect();
    const within = (least, value, most) => Math.max(least, Math.min(value, most));
    const end = part.width > 2 * card.width ? part.right - card.width : part.left;
    const left = within(GAP, end, innerWidth - card.width - GAP);
    const top = within(GAP, part.top, innerHeight - card.height - GAP);
    const places = [
      [left, part.bottom + GAP],
      [left, part.top - card.height - GAP],
      [part.right + GAP, top],
      [part.left - card.width - GAP, top],
    ];
    const fits = ([x, y]) => x >= 0 && y >= 0 && x + card.width <= innerWidth && y + card.height <= innerHeight;
    const [x, y] = places.find(fits) ?? [left, top];
    Object.assign(tour.style, { left: `${x}px`, top: `${y}px` });
  }

  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-tour-start]");
    if (asked) {
      event.preventDefault();
      opener = document.querySelector("[data-keys]");
      document.getElementById("sheet")?.close();
      show(all[0]);
      tour.focus();
    } else if (event.target.closest("[data-tour-next]")) go(1);
    else if (event.target.closest("[data-tour-back]")) go(-1);
    else if (event.target.closest("[data-tour-leave]")) leave();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && now && !document.querySelector("dialog[open], :popover-open")) leave();
  });

  for (const moved of ["resize", "scroll"]) addEventListener(moved, settle, true);
  new MutationObserver(() => requestAnimationFrame(settle)).observe(document.getElementById("main"), { childList: true, subtree: true });

  if (location.hash === "#tour") {
    history.replaceState(null, "", location.pathname + location.search);
    show(all[0]);
  } else if (kept() !== DONE) show(all[Number(kept() ?? 0)]);
}
