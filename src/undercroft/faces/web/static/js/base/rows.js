// Lists in forms: rows that are added and removed, and groups that are given or not.

let made = 0;

document.addEventListener("click", (event) => {
  const add = event.target.closest("[data-add]");
  if (add) addRow(add);
  const remove = event.target.closest("[data-remove]");
  if (remove) removeRow(remove.closest("[data-row]"));
});

document.addEventListener("change", (event) => {
  const list = event.target.closest("[data-either]");
  if (list) return showKind(list, event.target.value);
  if (!event.target.matches("[data-given]")) return;
  event.target.closest("[data-shape=maybe]").querySelector("[data-when-given]").hidden = !event.target.checked;
});

document.addEventListener("keydown", (event) => {
  const row = event.key === "Enter" && event.target.closest("[data-row]");
  if (!row || !event.target.matches("input[type=text], input[type=number]")) return;
  event.preventDefault();
  addRow(row.parentElement.querySelector(":scope > [data-add]"));
});

function addRow(button) {
  const template = button.parentElement.querySelector(":scope > template");
  made += 1;
  const holder = document.createElement("template");
  // Rows within rows keep a mark of their own for the rows that will be added to them.
  holder.innerHTML = template.innerHTML.replace(/((?:name|list|id)="[^"]*?)-NEW/g, `$1-new${made}`);
  const row = holder.content.querySelector("[data-row]");
  button.parentElement.insertBefore(row, template);
  row.querySelector("input, select")?.focus();
}

function showKind(list, kind) {
  for (const each of list.parentElement.querySelectorAll(":scope > [data-when-kind]")) each.hidden = each.dataset.whenKind !== kind;
}

function removeRow(row) {
  const next = row.nextElementSibling;
  (next.querySelector?.("input, select") ?? row.parentElement.querySelector(":scope > [data-add]")).focus();
  row.remove();
}
