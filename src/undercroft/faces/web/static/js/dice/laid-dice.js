// Dice that are laid down by key: a digit is a face. On a die with more than nine, a digit that may be the first of two
// waits for the second, for Enter, or for a digit that cannot go on from it.

export const dice = (form) => [...form.querySelectorAll("[data-die]")];

export function faceOf(die) {
  const value = die.querySelector("input:checked, input[type=number]")?.value;
  return value ? Number(value) : null;
}

let begun = null;

// Lays a digit down; whether it is one of the dice's.
export function layDigit(form, digit) {
  const option = form.querySelectorAll("[data-option]")[Number(digit) - 1];
  if (option) return option.click() ?? true;
  const goesOn = begun !== null && form.contains(begun.die);
  const die = goesOn ? begun.die : dice(form).find((each) => each.querySelector("input[type=radio]") && faceOf(each) === null);
  const typed = goesOn ? begun.typed + digit : digit;
  const face = die?.querySelector(`input[type=radio][value="${typed}"]`);
  begun = null;
  if (!face) return goesOn && layDigit(form, digit);
  face.click();
  if (die.querySelector(`input[type=radio][value^="${typed}"]:not([value="${typed}"])`)) begun = { die, typed };
  else sendWhole(form);
  return true;
}

// Enter ends a face that might go on; whether there was one.
export function endFace(form) {
  if (begun === null || !form.contains(begun.die)) return false;
  begun = null;
  sendWhole(form);
  return true;
}

function sendWhole(form) {
  if (!dice(form).some((die) => faceOf(die) === null)) form.requestSubmit();
}

// An arrow goes from face to face of one die; whatever else chooses a face is done with that die.
let arrow = false;
document.addEventListener("keydown", (event) => (arrow = event.key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (arrow = false), true);

export function toNextDie(form) {
  if (!arrow) form.querySelector("[data-die]:not(:has(input:checked)) input[type=radio]")?.focus({ preventScroll: true });
}
