// While a person presses, the page stays as it is until they let go: if the button were drawn again in between, or moved because
// something above it grew, the press would be lost.

import { isTyped } from "./typing.js";

const LETS_GO = 5000;
// The click comes a moment after the finger has gone.
const CLICKED = 50;
const TAPPED = 300;
let pressed = null;
let waiting = [];
let later;

export const isPressed = (place) => pressed !== null && place.contains(pressed);

// Does something once nothing is pressed.
export function afterPress(does) {
  if (pressed === null) does();
  else waiting.push(does);
}

function press(target) {
  clearTimeout(later);
  pressed = target;
  later = setTimeout(() => release(0), LETS_GO);
}

function release(after) {
  if (pressed === null) return;
  clearTimeout(later);
  later = setTimeout(() => {
    pressed = null;
    const due = waiting;
    waiting = [];
    for (const does of due) does();
  }, after);
}

const on = (name, does) => document.addEventListener(name, does, true);
on("pointerdown", ({ target }) => press(target));
on("pointerup", ({ pointerType }) => release(pointerType === "touch" ? TAPPED : CLICKED));
on("pointercancel", () => release(0));
on("click", () => release(0));
// The space bar presses what has the focus, when it is let go.
on("keydown", (event) => event.key === " " && !isTyped(event) && press(event.target));
on("keyup", ({ key }) => key === " " && release(CLICKED));
