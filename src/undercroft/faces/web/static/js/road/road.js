// The map of the country by keys: arrows move a cursor from hex to hex, Enter plans a way there, then sets out on it.

import { say } from "../base/requests.js";

const map = () => document.querySelector("[data-hexes]");

// Columns with an even number stand half a hex lower: sideways goes up or down with them, as the eye follows it.
const STEPS = {
  ArrowUp: () => [0, -1],
  ArrowDown: () => [0, 1],
  ArrowLeft: () => [-1, 0],
  ArrowRight: () => [1, 0],
};

export function overHexes(event) {
  const place = map();
  if (!place || (!place.contains(event.target) && event.target.closest("button, a, input, select, textarea, summary, [tabindex]:not(main)"))) return false;
  if (event.key === "Enter") return chosen(place, event);
  if (!(event.key in STEPS)) return false;
  const at = place.dataset.cursor || place.dataset.here;
  if (!at) return false;
  const [across, down] = STEPS[event.key]();
  const next = [Number(at.slice(0, 2)) + across, Number(at.slice(2)) + down].map((each) => String(each).padStart(2, "0")).join("");
  const hex = place.querySelector(`[data-hex="${next}"]`);
  event.preventDefault();
  if (hex) move(place, hex);
  return true;
}

function move(place, hex) {
  place.dataset.cursor = hex.dataset.hex;
  draw(place);
  say(hex.dataset.says);
}

function draw(place) {
  const hex = place.querySelector(`[data-hex="${place.dataset.cursor}"]`);
  const cursor = place.querySelector("[data-cursor]");
  if (!hex || !cursor) return;
  cursor.setAttribute("points", hex.querySelector("polygon").getAttribute("points"));
  cursor.removeAttribute("hidden");
}

// A hex that is not planned yet is; one that is, is marched to.
function chosen(place, event) {
  const { cursor, goal, here } = place.dataset;
  if (!cursor && document.activeElement !== place) return false;
  event.preventDefault();
  const hex = cursor && cursor !== here && cursor !== goal && place.querySelector(`[data-hex="${cursor}"][data-pick]`);
  const next = document.querySelector("[data-next]");
  if (hex) hex.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else next?.click();
  return true;
}

// The country has what the window has below the bar of the day; what is said there takes room, and the party stays in sight.
const watched = new WeakSet();
let follows = true;
const refit = new ResizeObserver(() => {
  const bar = document.querySelector("[data-screen=travel] .table-strip");
  if (!bar) return;
  bar.parentElement.style.setProperty("--above", `${Math.ceil(bar.getBoundingClientRect().bottom + scrollY) + BELOW_BAR}px`);
  if (follows && !isInSight()) toTheParty();
});
const BELOW_BAR = 20;

function watch(part) {
  if (!part || watched.has(part)) return;
  watched.add(part);
  refit.observe(part);
  if (part === map()) part.addEventListener("scroll", () => (follows = isInSight()));
}

function isInSight() {
  const place = map();
  const party = place?.querySelector("[data-party]")?.getBoundingClientRect();
  const frame = place?.getBoundingClientRect();
  return Boolean(party && party.top >= frame.top && party.bottom <= frame.bottom && party.left >= frame.left && party.right <= frame.right);
}

// A map that is larger than its window begins where the party is.
export function toTheParty() {
  const place = map();
  for (const part of [document.querySelector("[data-screen=travel] .table-strip"), document.getElementById("panel-banners"), place]) watch(part);
  const party = place?.querySelector("[data-party]");
  if (!party) return;
  const middle = party.getBoundingClientRect();
  const window = place.getBoundingClientRect();
  place.scrollLeft += middle.left + middle.width / 2 - window.left - place.clientWidth / 2;
  place.scrollTop += middle.top + middle.height / 2 - window.top - place.clientHeight / 2;
}

// What is answered to a tap on the map is beside or below it: its first lines come into sight.
export function showCourse() {
  document.querySelector("#panel-route .panel-head")?.scrollIntoView({ block: "nearest" });
}

// The cursor stays where it was when the map is drawn again, and so does what is in sight; where the party went, the map goes.
export function keptCursor() {
  const here = map()?.dataset.here;
  const at = map()?.dataset.cursor ?? "";
  const along = map()?.scrollLeft ?? 0;
  const down = map()?.scrollTop ?? 0;
  return () => {
    const place = map();
    if (place) place.scrollTo(along, down);
    if (place && place.dataset.here !== here && !isInSight()) toTheParty();
    watch(place);
    if (!place || !at) return;
    place.dataset.cursor = at;
    draw(place);
  };
}
