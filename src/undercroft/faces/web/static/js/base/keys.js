// Single keys act outside fields only. A control says which key reaches it: data-key="/".

import { isTyped } from "./typing.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
  if (acted(event.key)) event.preventDefault();
});

function acted(key) {
  const wanted = document.querySelector("form[data-dice].wanted");
  if (key.toLowerCase() === "d") return clicked(wanted ? wanted.querySelector("[data-rolled=this]") : document.querySelector("[data-roll-now]"));
  if (wanted && /^[1-9]$/.test(key)) return faceChosen(wanted, key);
  return focused(document.querySelector(`[data-key="${CSS.escape(key)}"]`));
}

function faceChosen(form, face) {
  const open = [...form.querySelectorAll("[data-die]")].find((die) => !die.querySelector("input:checked"));
  return clicked(open?.querySelector(`input[type=radio][value="${face}"]`));
}

function clicked(control) {
  control?.click();
  return Boolean(control);
}

function focused(control) {
  control?.focus();
  control?.select?.();
  return Boolean(control);
}
