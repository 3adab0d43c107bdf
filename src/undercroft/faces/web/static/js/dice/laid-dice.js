// Dice that are laid down by key, mouse or tap: with the last face they go at once. A player's thumb slips: after a
// tap they press Send, and can lay another face before that. By key a digit is a face; on a die with more than nine, a
// digit that may be the first of two waits for the second, for Enter, or for a digit that cannot go on from it.

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
  if (die.querySelector(`input[type=radio][value^="${typed}"]:not([value="${typed}"])`)) begun = { die, typed };
  face.click();
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
let touched = false;
document.addEventListener("keydown", (event) => ((arrow = event.key.startsWith("Arrow")), (touched = false)), true);
document.addEventListener("pointerdown", ({ pointerType }) => ((arrow = false), (begun = null), (touched = pointerType === "touch")), true);

// Whether a face that was just laid can still be changed before it is sent.
export const canBeCorrected = () => touched && document.querySelector(".table-player") !== null;

// A face was chosen: the next die takes the focus, and with the last one all go up.
export function faceLaid(form) {
  if (arrow) return;
  const next = form.querySelector("[data-die]:not(:has(input:checked)) input[type=radio]") ?? form.querySelector("[data-send]");
  next?.focus({ preventScroll: true });
  if (begun === null && !canBeCorrected()) sendWhole(form);
}

// The second tap of a double tap may meet the next question, or the next attack, where the first one stood: it does nothing.
const DOUBLE_TAP = { within: 400, near: 24 };
let tapped = { x: 0, y: 0 };
let sent = null;

document.addEventListener("pointerdown", ({ clientX, clientY }) => (tapped = { x: clientX, y: clientY }), true);

export function diceSent() {
  sent = { at: performance.now(), ...tapped };
}

document.addEventListener("click", ignoreSecondTap, true);

function ignoreSecondTap(event) {
  if (!event.detail || !event.target.closest("form[data-answer], form[data-pad]")) return;
  if (event.detail === 1 && !(event.pointerType === "touch" && justSentFrom(event))) return;
  event.preventDefault();
  event.stopPropagation();
}

function justSentFrom({ timeStamp, clientX, clientY }) {
  if (!sent || timeStamp - sent.at > DOUBLE_TAP.within) return false;
  return Math.hypot(clientX - sent.x, clientY - sent.y) < DOUBLE_TAP.near;
}
