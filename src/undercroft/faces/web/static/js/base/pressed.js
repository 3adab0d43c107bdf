// A part of the page in which a person presses stays as it is until they let go: if it is drawn in between, the press is lost.

const LETS_GO = 5000;
// The click comes a moment after the finger has gone.
const CLICKED = 50;
let pressed = null;
let waiting = [];
let later;

export const isPressed = (place) => pressed !== null && place.contains(pressed);

// Does something once nothing is pressed.
export function afterPress(does) {
  if (pressed === null) does();
  else waiting.push(does);
}

function release() {
  clearTimeout(later);
  later = setTimeout(() => {
    pressed = null;
    const due = waiting;
    waiting = [];
    for (const does of due) does();
  }, CLICKED);
}

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    clearTimeout(later);
    pressed = target;
    later = setTimeout(release, LETS_GO);
  },
  true,
);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release, true);
