// What is typed on a page of preparing is read by the server while it is typed, and shown beside it.

let later = 0;
let asked = 0;

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

async function read(field) {
  const mine = ++asked;
  const answer = await fetch(field.dataset.read, {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8", Accept: "text/html" },
    body: field.value,
  }).catch(() => null);
  if (mine !== asked || !answer?.ok) return;
  document.getElementById(field.dataset.into).innerHTML = await answer.text();
}
