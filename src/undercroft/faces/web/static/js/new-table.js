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

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-table-file]")) return;
  event.preventDefault();
  try {
    const answer = await fetch("/api/tables/file", {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
      body: form.elements.file.files[0],
    });
    if (!answer.ok) throw await answer.json();
    location.assign(`/t/${(await answer.json()).table}`);
  } catch (problem) {
    complain(form, { detail: problem.detail ?? "the file could not be sent", fix: problem.fix });
  }
});
