// After a throw the next question, or what the throw came to, stands where its player looks, and takes the focus.

const SOON = 15_000;
const SETTLES = 2000;
const HALF = 0.5;
let sent = 0;
let before;
let came;
let watched;

if (document.getElementById("panel-wanted") && document.querySelector(".table-player")) {
  document.addEventListener("submit", (event) => event.target.matches("[data-answer], [data-pad]") && begin(), true);
  document.addEventListener("click", (event) => event.target.closest("[data-option], [data-roll-mine], [data-command]") && begin(), true);
  for (const moves of ["pointerdown", "wheel", "touchmove", "keydown"]) {
    document.addEventListener(moves, () => (came = undefined), { capture: true, passive: true });
  }
  const main = document.getElementById("main");
  // A player who reads further down is told of the dice by the banner, also where an edge of them is left in sight.
  const away = new IntersectionObserver((seen) => main.toggleAttribute("data-dice-away", !isSeen(seen.at(-1))), { threshold: [0, 0.25, HALF, 0.75, 1] });
  new MutationObserver(() => (watch(away), come())).observe(main, { childList: true, subtree: true });
  watch(away);
}

// A character is made step by step: each begins at the top of its page, however far down the last one was answered.
if (document.querySelector("main[data-making]")) {
  let at = step();
  new MutationObserver(() => {
    const now = step();
    if (now === at) return;
    at = now;
    window.scrollTo(0, 0);
  }).observe(document.body, { childList: true, subtree: true });
}

function step() {
  return document.querySelector("#panel-wanted .wanted-title")?.textContent ?? document.querySelectorAll(".newcomer-made").length;
}

const isSeen = ({ intersectionRatio, intersectionRect }) => intersectionRatio >= HALF || intersectionRect.height >= window.innerHeight * HALF;

// Another screen has a place of its own for dice.
function watch(away) {
  const place = document.getElementById("panel-wanted");
  if (!place || place === watched) return;
  away.disconnect();
  away.observe((watched = place));
}

function begin() {
  sent = Date.now();
  before = document.querySelector(".result")?.dataset.result;
}

function come() {
  // What is drawn again above it a moment later must not push it out of view, unless the player moves on.
  if (came && Date.now() < came.until && came.part.isConnected) inView(came.part);
  // The next dice of the same blow may come in two steps: the second is looked at as the first was.
  if (Date.now() - sent > SOON && !(came && Date.now() < came.until)) return;
  const form = document.querySelector("#panel-wanted form[data-answer]:not([data-wanted=''])");
  const result = document.querySelector(".result:not([hidden])");
  if (form && !form.matches("[data-came]")) {
    form.dataset.came = "";
    return arrived(form, form.querySelector("[data-option], [data-die] input"));
  }
  if (!form && result && result.dataset.result !== before) arrived(result, result);
}

function arrived(part, control) {
  sent = 0;
  came = { part, until: Date.now() + SETTLES };
  control?.focus({ preventScroll: true });
  inView(part);
}

// From the last thrown dice down to the button, above the tabs; where that is too high, the question itself.
function inView(form) {
  const high = window.innerHeight - (document.querySelector(".tabs")?.offsetHeight ?? 0) - (document.getElementById("panel-banners")?.offsetHeight ?? 0);
  const from = form.offsetHeight <= high ? form : (form.querySelector(".options-list, .row, [data-die]") ?? form);
  from.style.scrollMarginTop = `${document.getElementById("panel-banners")?.offsetHeight ?? 0}px`;
  from.scrollIntoView({ block: "start" });
}
