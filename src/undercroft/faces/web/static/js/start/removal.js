// Campaigns renamed and deleted on the start page: each in a dialog of its own, the second only with the name typed.
// A damaged campaign is saved as a new one, as far as it can be read.

import { complain, forgive, say, send } from "../base/requests.js";

const FORMS = { rename: "[data-rename-form]", delete: "[data-delete-form]" };

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) event.target.closest("dialog").close();
  for (const kind of Object.keys(FORMS)) {
    const button = event.target.closest(`[data-${kind}]`);
    if (button) open(kind, button.dataset);
  }
  const damaged = event.target.closest("[data-recover]");
  if (damaged) recover(damaged);
});

async function recover(button) {
  const card = button.closest("li");
  forgive(card);
  button.disabled = true;
  try {
    const saved = await send(`/api/tables/${button.dataset.recover}/recover`, {});
    const place = card.querySelector("[data-recovered]");
    const link = document.createElement("a");
    link.href = `/t/${saved.table}`;
    link.textContent = "Open the new campaign";
    place.replaceChildren(`${saved.says.join(" ")} `, link);
    link.focus();
    say(saved.says.join(" "));
  } catch (problem) {
    button.disabled = false;
    complain(card, problem);
  }
}

function open(kind, data) {
  const dialog = document.getElementById(kind);
  const form = dialog.querySelector("form");
  forgive(form);
  form.dataset.table = data[kind];
  form.elements.name.value = kind === "rename" ? data.name : "";
  for (const place of dialog.querySelectorAll("[data-its-name]")) place.textContent = data.name;
  dialog.showModal();
  form.elements.name.focus();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const kind = Object.keys(FORMS).find((each) => form.matches(FORMS[each]));
  if (!kind) return;
  event.preventDefault();
  try {
    const done = await send(`/api/tables/${form.dataset.table}/${kind}`, { name: form.elements.name.value });
    form.closest("dialog").close();
    if (kind === "rename") return location.reload();
    gone(form.dataset.table, done.kept, done.raw);
  } catch (problem) {
    complain(form, problem);
  }
});

// It is gone: the page says so, and where its log is kept.
function gone(table, kept, raw) {
  document.querySelector(`[data-delete="${CSS.escape(table)}"]`).closest("li").remove();
  const files = [kept, raw].filter(Boolean).join(" and ");
  const words = files ? `Deleted. Its log is kept in ${files}, with every secret.` : "Deleted, with no file kept.";
  const place = document.getElementById("told");
  place.textContent = words;
  place.hidden = false;
  say(words);
}
