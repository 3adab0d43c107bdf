// Forms as typed values: a number field gives a number, an empty one nothing. What is not a number goes up as it was
// typed, so that the server can say what is wrong with it.

const WHOLE = /^[+-]?[0-9]+$/;
const DICE = /^[0-9dfkhlox%+\-*()! ]*d[0-9%f][0-9dfkhlox%+\-*()! ]*$/i;

// The situation in a form: a value for each field that has one.
export function situationIn(form) {
  const given = {};
  for (const field of form.querySelectorAll("[data-field]")) {
    const value = valueOf(field.querySelector("[data-shape]"));
    if (value !== undefined) given[field.dataset.field] = value;
  }
  return given;
}

// Empties a form that was sent, also where its panel was drawn again in the meantime and kept what was typed.
export function emptied(form) {
  form.reset();
  for (const field of form.querySelectorAll("input[id], textarea[id]")) document.getElementById(field.id)?.form?.reset();
}

function valueOf(control) {
  const read = READERS[control.dataset.shape];
  return read(control);
}

const READERS = {
  whole: (input) => typed(input, number),
  exact: (input) => typed(input, number),
  text: (input) => (input.value === "" && input.hasAttribute("data-none") ? null : input.value),
  measured,
  moment: momentOf,
  flag: chosen,
  oneof: chosen,
  json: (area) => parsed(area.value),
  maybe: (group) => (group.querySelector("[data-given]").checked ? valueOf(controlIn(group, "[data-when-given]")) : null),
  either: kindOf,
  several: (group) => partsOf(group).map(valueOf),
  record: recordOf,
  chips: (group) => taken(group).map((box) => JSON.parse(box.value)),
  numbers: (input) => (input.value.trim() ? input.value.trim().split(/[\s,]+/).map(number) : undefined),
  dicelist: (input) => sidesOf(input.value.trim()),
  many: (group) => rowsOf(group).map((row) => valueOf(row.querySelector("[data-shape]"))),
  named: (group) =>
    Object.fromEntries(
      rowsOf(group).map((row) => [row.querySelector("[data-name]").value, valueOf(row.querySelector("[data-shape]"))]),
    ),
};

function typed(input, read) {
  const text = input.value.trim();
  if (text) return read(text);
  return input.hasAttribute("data-none") ? null : undefined;
}

function number(text) {
  return WHOLE.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

// So many hours in seconds, or so much gold in coppers.
function measured(group) {
  const count = typed(group.querySelector("input"), number);
  if (count === undefined && group.hasAttribute("data-none")) return null;
  const unit = Number(group.querySelector("select").value);
  if (typeof count === "number") return count * unit;
  return group.hasAttribute("data-dice") && DICE.test(count ?? "") ? `(${count})*${unit}` : count;
}

// A day and a time of day, in seconds since the campaign began.
function momentOf(group) {
  const [day, time] = [...group.querySelectorAll("input")].map((input) => input.value.trim());
  if (!WHOLE.test(day) || !/^[0-2]?[0-9]:[0-5][0-9]$/.test(time)) return `${day} ${time}`.trim() || undefined;
  const [hours, minutes] = time.split(":").map(Number);
  return (Number(day) - 1) * 86400 + hours * 3600 + minutes * 60 - Number(group.dataset.begins);
}

// The chips that are taken in, in the order in which they were tapped.
function taken(group) {
  const boxes = [...group.querySelectorAll("input:checked")];
  return boxes.sort((one, other) => Number(one.dataset.place) - Number(other.dataset.place));
}

// 2d6+1d4 as the sides of its dice; what cannot be read goes up as it was typed.
function sidesOf(text) {
  if (!text) return [];
  const parts = text.toLowerCase().replace(/ /g, "").split("+").map((part) => part.match(/^([0-9]{0,2})d([0-9]{1,3})$/));
  if (parts.some((part) => !part)) return text;
  return parts.flatMap(([, count, sides]) => Array(Number(count || 1)).fill(Number(sides)));
}

function chosen(control) {
  const value = control.matches("select") ? control.value : control.querySelector("input:checked")?.value;
  return value ? JSON.parse(value) : undefined;
}

function recordOf(group) {
  const { kindField, kind } = group.dataset;
  const parts = [...group.querySelectorAll("[data-part]")].filter((part) => part.closest("[data-shape]") === group);
  const values = parts.map((part) => [part.dataset.part, valueOf(part.querySelector("[data-shape]"))]);
  return Object.fromEntries([...(kind ? [[kindField, kind]] : []), ...values.filter(([, value]) => value !== undefined)]);
}

function kindOf(group) {
  const list = group.querySelector(":scope > [data-either]");
  const chosen = list.matches("select") ? list.value : (list.querySelector("input:checked")?.value ?? "");
  if (chosen === "null") return null;
  return chosen === "" ? undefined : valueOf(controlIn(group, `[data-when-kind="${chosen}"]`));
}

function partsOf(group) {
  return [...group.querySelectorAll(":scope > [data-shape]")];
}

function rowsOf(group) {
  return [...group.querySelectorAll(":scope > [data-row]")];
}

function controlIn(group, place) {
  return group.querySelector(`:scope > ${place} > [data-shape]`);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
