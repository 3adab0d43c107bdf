// The page rolls: a button in the text shows its total, a table shows the row that came up, with its own dice rolled.

const ROLLS = JSON.parse(document.getElementById("rolls").textContent);
const TABLES = JSON.parse(document.getElementById("tables").textContent);
const part = (kind, text) => Object.assign(document.createElement("span"), { className: kind, textContent: text });

function rollInText(chip) {
  const { formula, written } = ROLLS[chip.dataset.roll];
  const { total, faces } = throwDice(formula);
  chip.querySelector(".total").textContent = ` = ${told(formula, total)}`;
  chip.title = `${written}: ${faces.join(", ")}. Click to roll again.`;
  chip.classList.add("is-rolled");
}

// The result of a row as it reads once its dice are rolled and the tables it refers to are rolled on.
function settled(row) {
  const shown = document.createElement("span");
  shown.append(...row.cloneNode(true).childNodes);
  for (const chip of shown.querySelectorAll("[data-roll]")) {
    const { formula, written, title, plain } = ROLLS[chip.dataset.roll];
    const total = told(formula, throwDice(formula).total);
    const more = title ?? (plain ? written : "");
    chip.replaceWith(part("rolled", total), ...(more ? [` (${more})`] : []));
  }
  for (const link of shown.querySelectorAll("[data-table]")) {
    const { result } = rolledOn(link.dataset.table);
    link.replaceWith(...link.childNodes, " (", result, ")");
  }
  return shown;
}

function rolledOn(name) {
  const table = TABLES[name];
  const { total, faces } = throwDice(table.formula);
  const number = table.rows.findIndex(([low, high]) => (low ?? -Infinity) <= total && total <= (high ?? Infinity));
  const row = document.getElementById(`table-${name}`).querySelectorAll("tbody tr")[number];
  return { total, faces, row, result: settled(row.querySelector("[data-result]")) };
}

function rollOnTable(name) {
  const table = document.getElementById(`table-${name}`);
  const { total, faces, row, result } = rolledOn(name);
  for (const other of table.querySelectorAll("tr.is-rolled")) other.classList.remove("is-rolled");
  row.classList.add("is-rolled");
  const dice = faces.length > 1 ? `${faces.join(", ")}: ${total}` : String(total);
  const words = TABLES[name].words.flatMap(([slot, text]) => (slot === "roll" ? [String(total)] : slot ? [result] : [text]));
  table.querySelector("output").replaceChildren(part("fell", dice), " ", ...words);
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("button[data-roll]");
  const table = event.target.closest("button[data-roll-table]");
  if (chip) rollInText(chip);
  else if (table) rollOnTable(table.dataset.rollTable);
});
