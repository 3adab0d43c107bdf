// A fight: the d20 on the table is tapped on the pad or typed into its field, and goes up with the blow it belongs to.
// After a tap with a thumb a player presses Send, and can tap another face before that.

import { isForField } from "../base/typing.js";
import { canBeCorrected, diceSent } from "../dice/laid-dice.js";

// The list stays where it was scrolled to when it is drawn again, and shows the fighter who acts.
export function keptOrder() {
  const down = document.querySelector(".order-scroll")?.scrollTop ?? 0;
  return () => {
    const list = document.querySelector(".order-scroll");
    if (!list) return;
    list.scrollTop = down;
    const acting = list.querySelector(".is-now .is-chosen");
    if (!acting) return;
    const [shown, its] = [list.getBoundingClientRect(), acting.getBoundingClientRect()];
    list.scrollTop += Math.max(0, its.bottom - shown.bottom) - Math.max(0, shown.top - its.top);
  };
}

export function fighting(act) {
  document.addEventListener("click", (event) => {
    const face = event.target.closest("[data-face]");
    if (face && canBeCorrected()) lay(face.closest("[data-pad]"), face.dataset.face);
    else if (face) thrown(act, face.closest("[data-pad]"), Number(face.dataset.face));
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-pad-field]")) lay(event.target.closest("[data-pad]"), event.target.value);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-pad]")) {
      event.preventDefault();
      const field = form.querySelector("[data-pad-field]");
      if (field?.value && field.reportValidity()) thrown(act, form, Number(field.value));
    } else if (form.matches("[data-lay]")) {
      event.preventDefault();
      const field = form.querySelector("[data-lay-field]");
      if (field.reportValidity()) act({ ...JSON.parse(form.dataset.lay), face: field.value ? Number(field.value) : null }, form);
    }
  });
}

// Out of a field of dice, so that single keys act again.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.matches("[data-pad-field], [data-lay-field]")) event.target.blur();
});

// The foes' attacks open below the dice, and the panel moves so far that both are seen.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".theirs-menu[open]")) event.target.scrollIntoView({ block: "nearest" });
}, true);

// Lays a face on the pad, where the button says what it will send.
function lay(pad, face) {
  const field = pad.querySelector("[data-pad-field]");
  if (field.value !== face) field.value = face;
  for (const each of pad.querySelectorAll("[data-face]")) each.setAttribute("aria-pressed", String(each.dataset.face === face));
  const send = pad.querySelector("[data-pad-send]");
  if (!send) return;
  send.disabled = !face;
  send.textContent = face ? `Send ${face}` : "Enter your d20";
}

function thrown(act, pad, face) {
  const field = pad.querySelector("[data-pad-field]");
  if (field) field.value = "";
  diceSent();
  act(JSON.parse(pad.dataset.pad), pad, [face]);
}

// A digit that is typed outside of fields belongs to the pad: Enter sends it.
export function toThePad(event) {
  const field = document.querySelector("[data-pad-field]");
  if (!field || !/^[0-9]$/.test(event.key) || isForField(event)) return false;
  field.value = "";
  field.focus();
  return true;
}

export function nextFoe() {
  const foes = [...document.querySelectorAll(".fighter [data-pick=foe]")];
  if (!foes.length) return false;
  const now = foes.findIndex((each) => each.hasAttribute("aria-current"));
  foes[(now + 1) % foes.length].click();
  return true;
}
