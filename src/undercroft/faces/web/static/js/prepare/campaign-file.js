// The campaign file: a file that is chosen or dropped becomes the text, and the text goes into the draft.

import { problemIn } from "../base/requests.js";

const text = () => document.getElementById("campaign-text");

async function read(file) {
  const field = text();
  if (!field || !file) return;
  field.value = await file.text();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("change", (event) => {
  const chosen = event.target.closest("[data-campaign-file]");
  if (chosen) read(chosen.files[0]);
});

document.addEventListener("dragover", (event) => {
  if (event.target === text()) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  if (!event.target.closest || event.target !== text() || !event.dataTransfer.files[0]) return;
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-keep-file]");
  if (!button) return;
  button.disabled = true;
  const answer = await fetch(`${text().dataset.read.replace(/read$/, "keep")}`, {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8", Accept: "application/problem+json" },
    body: text().value,
  }).catch(() => null);
  if (answer?.ok) return location.reload();
  const problem = answer ? await problemIn(answer) : { detail: "the server does not answer", fix: "try again" };
  const fault = document.getElementById("file-fault");
  fault.textContent = `${problem.detail}: ${problem.fix}.`;
  fault.hidden = false;
  button.disabled = false;
});
