// What is typed on a page of preparing is read by the server while it is typed, and shown beside it.

let later = 0;
let asked = 0;
const scales = new Map();

document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-read]");
  if (!field) return;
  clearTimeout(later);
  later = setTimeout(() => read(field), 200);
});

document.addEventListener("click", (event) => {
  const fix = event.target.closest("[data-fixed]");
  const field = document.querySelector("textarea[data-read]");
  if (!fix || !field) return;
  field.value = fix.dataset.fixed;
  read(field);
  field.focus();
});

// How AC counts is asked once for a paste: the next paste asks again.
document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-scale]");
  const field = choice && document.querySelector(`[data-into="${choice.closest("[aria-live]").id}"]`);
  if (!field) return;
  scales.set(field.id, choice.dataset.scale);
  read(field, `[data-scale="${choice.dataset.scale}"]`);
});

document.addEventListener("paste", (event) => {
  const field = event.target.closest?.("[data-read]");
  if (field) scales.delete(field.id);
});

// A page that is drawn again keeps what is typed, and reads it again.
document.addEventListener("page-drawn", () => {
  for (const field of document.querySelectorAll("[data-read]")) {
    if (field.value && !document.getElementById(field.dataset.into).childElementCount) read(field);
  }
});

async function read(field, focused = null) {
  const mine = ++asked;
  const address = new URL(field.dataset.read, location);
  if (scales.has(field.id)) address.searchParams.set("scale", scales.get(field.id));
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8", Accept: "text/html" },
    body: field.value,
  }).catch(() => null);
  if (mine !== asked || !answer?.ok) return;
  const place = document.getElementById(field.dataset.into);
  place.innerHTML = await answer.text();
  if (focused) place.querySelector(focused)?.focus();
}
