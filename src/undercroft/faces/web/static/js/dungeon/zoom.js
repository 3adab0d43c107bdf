// How large the map of a site is drawn.

let enlarged = 1;

export function zoom(by) {
  enlarged = Math.min(4, Math.max(0.5, enlarged * (by > 0 ? 1.25 : 0.8)));
  fit();
}

// What is in sight of the map stays in sight when it is drawn again, unless the party has moved.
export function keptView() {
  const place = document.querySelector("[data-map]");
  const before = place && { at: room(place), along: place.scrollLeft, down: place.scrollTop };
  return () => {
    fit();
    const after = document.querySelector("[data-map]");
    if (before && after && before.at === room(after)) after.scrollTo(before.along, before.down);
  };
}

// A pin on a picture is pressed by key like any button.
document.addEventListener("keydown", (event) => {
  if ((event.key !== "Enter" && event.key !== " ") || !event.target.matches?.(".pin-at[data-sheet]")) return;
  event.preventDefault();
  event.stopPropagation();
  event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}, true);

const room = (place) => place.querySelector("[data-here]")?.getAttribute("data-here") ?? "";

// Where the map stands by itself; elsewhere, it was pushed there.
let middle = [0, 0];

// A note or a banner above takes room from the panel of the map: the map is fitted into what is left, and stays where it
// was pushed.
const watched = new WeakSet();
const refit = new ResizeObserver(() => {
  const place = document.querySelector("[data-map]");
  const view = place ? [place.scrollLeft, place.scrollTop] : middle;
  const pushed = view.some((at, along) => at !== middle[along]);
  fit();
  if (pushed) place.scrollTo(...view);
});

function watch(panel) {
  if (!panel || watched.has(panel)) return;
  watched.add(panel);
  refit.observe(panel);
}

// The map is drawn as large as its panel allows, within what keeps its lettering easy to read, or as was asked for.
export function fit() {
  const place = document.querySelector("[data-map]");
  const drawing = place?.querySelector("svg");
  watch(place?.closest("[data-panel]"));
  if (!drawing || !place.clientWidth) return;
  const { width, height } = drawing.viewBox.baseVal;
  const whole = drawing.hasAttribute("data-fits");
  const least = whole ? 0 : place.clientWidth < 480 ? 0.9 : 0.5;
  const most = whole ? 4 : Math.max(1.6, place.clientWidth / 900);
  const fitting = Math.min(most, (place.clientWidth - 8) / width, (place.clientHeight - 8) / height);
  const scale = enlarged * Math.max(least, fitting);
  drawing.style.width = `${Math.floor(width * scale)}px`;
  drawing.style.height = `${Math.floor(height * scale)}px`;
  drawing.style.setProperty("--pin", 1 / scale);
  const here = place.querySelector("[data-here]")?.getBoundingClientRect();
  const seen = place.getBoundingClientRect();
  if (!here) return;
  place.scrollLeft += (here.left + here.right - seen.left - seen.right) / 2;
  place.scrollTop += (here.top + here.bottom - seen.top - seen.bottom) / 2;
  middle = [place.scrollLeft, place.scrollTop];
}
