// The start page: a new campaign in one form.

import { complain, send } from "./sending.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-new-table]")) return;
  event.preventDefault();
  const { name, preset, demo } = form.elements;
  try {
    const made = await send("/api/tables", { name: name.value, preset: preset.value, demo: demo.checked });
    location.assign(`/t/${made.table}`);
  } catch (problem) {
    complain(form, problem);
  }
});
