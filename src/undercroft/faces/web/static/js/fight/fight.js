// A fight: the d20 on the table is tapped on the pad or typed into its field, and goes up with the blow it belongs to.

import { diceSent } from "../dice/laid-dice.js";

export function fighting(act) {
  document.addEventListener("click", (event) => {
    const face = event.target.closest("[data-face]");
    if (face) thrown(act, face.closest("[data-pad]"), Number(face.dataset.face));
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

function thrown(act, pad, face) {
  const field = pad.querySelector("[data-pad-field]");
  if (field) field.value = "";
  diceSent();
  act(JSON.parse(pad.dataset.pad), pad, [face]);
}

// A digit that is typed outside of fields belongs to the pad: Enter sends it.
export function toThePad(event) {
  const field = document.querySelector("[data-pad-field]");
  if (!field || !/^[0-9]$/.test(event.key) || event.target.closest("input, select, textarea")) return false;
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
