// Lists that a button opens: they lie over everything, close by themselves, and take a digit for their n-th line.

const GAP = 4;

document.addEventListener("toggle", (event) => event.newState === "open" && event.target.matches?.(".choices") && place(event.target), true);

// Beside its button: below where there is room, else above; always inside the window.
function place(list) {
  const button = document.querySelector(`[popovertarget="${CSS.escape(list.id)}"]`);
  if (!button) return;
  const near = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const below = near.bottom + GAP + height <= innerHeight;
  const top = below ? near.bottom + GAP : near.top - GAP - height;
  list.style.left = `${Math.max(GAP, Math.min(near.left, innerWidth - width - GAP))}px`;
  list.style.top = `${Math.max(GAP, top)}px`;
  list.querySelector(".btn:not([aria-disabled])")?.focus();
  showMore(list);
}

// What does not fit is told of at the lower edge, until one has scrolled to the end.
function showMore(list) {
  list.toggleAttribute("data-more", list.scrollTop + list.clientHeight < list.scrollHeight - GAP);
}

document.addEventListener("scroll", ({ target }) => target.matches?.(".choices") && showMore(target), { capture: true, passive: true });

// A digit chooses from the list that is open; whether there was one.
export function chosenByDigit(key) {
  const list = document.querySelector(".choices:popover-open");
  if (!list || !/^[1-9]$/.test(key)) return false;
  const line = list.querySelectorAll(".btn")[Number(key) - 1];
  if (line) press(line);
  return true;
}

function press(line) {
  line.closest(".choices:popover-open").hidePopover();
  line.click();
}

document.addEventListener("click", (event) => {
  const line = event.target.closest(".choices .btn");
  const list = line?.closest(".choices:popover-open");
  if (list && line.getAttribute("aria-disabled") !== "true") list.hidePopover();
});
