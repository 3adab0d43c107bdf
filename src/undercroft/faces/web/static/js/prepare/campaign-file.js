// The campaign file: a file that is chosen or dropped becomes the text, and the text goes into the draft. A ZIP file
// has pictures too, which are kept together with the text.

import { problemIn } from "../base/requests.js";

const text = () => document.getElementById("campaign-text");

const ZIP = "PK\u0003\u0004";
let bundle = null;

async function read(file) {
  const field = text();
  if (!field || !file) return;
  const zipped = (await file.slice(0, ZIP.length).text()) === ZIP;
  const opened = zipped ? await post("open", file) : { text: await file.text(), pictures: 0 };
  if (!opened) return;
  bundle = opened.pictures ? file : null;
  const words = document.getElementById("file-pictures");
  words.hidden = !bundle;
  words.textContent = `${opened.pictures} new ${opened.pictures === 1 ? "picture comes" : "pictures come"} with this file.`;
  field.value = opened.text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// The answer of the server, or nothing and what is wrong on the page.
async function post(what, body) {
  const fault = document.getElementById("file-fault");
  fault.hidden = true;
  const answer = await fetch(text().dataset.read.replace(/read$/, what), {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
    body,
  }).catch(() => null);
  if (answer?.ok) return answer.json();
  const problem = answer ? await problemIn(answer) : { detail: "the server does not answer", fix: "try again" };
  fault.textContent = `${problem.detail}: ${problem.fix}.`;
  fault.hidden = false;
  return null;
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
  if ((!bundle || (await post("pictures", bundle))) && (await post("keep", text().value))) return location.reload();
  button.disabled = false;
});
