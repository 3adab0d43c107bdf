// Forms as typed values: a number field gives a number, an empty one nothing. What is not a number goes up as it was
// typed, so that the server can say what is wrong with it.

const WHOLE = /^[+-]?[0-9]+$/;

// The situation in a form: a value for each field that has one.
export function situationIn(form) {
  const given = {};
  for (const field of form.querySelectorAll("[data-field]")) {
    const value = valueOf(field.querySelector("[data-shape]"));
    if (value !== undefined) given[field.dataset.field] = value;
  }
  return given;
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
  flag: chosen,
  oneof: chosen,
  json: (area) => parsed(area.value),
  maybe: (group) => (group.querySelector("[data-given]").checked ? valueOf(controlIn(group, "[data-when-given]")) : null),
  either: kindOf,
  several: (group) => partsOf(group).map(valueOf),
  record: recordOf,
  many: (group) => rowsOf(group).map((row) => valueOf(row.querySelector("[data-shape]"))),
  named: (group) =>
    Object.fromEntries(
      rowsOf(group).map((row) => [row.querySelector("[data-name]").value, valueOf(row.querySelector("[data-shape]"))]),
    ),
};

function typed(input, read) {
  // A browser hides what it does not take for a number; it is no empty field, though.
  if (input.validity.badInput) return "not a number";
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
  return typeof count === "number" ? count * Number(group.querySelector("select").value) : count;
}

function chosen(control) {
  const value = control.matches("select") ? control.value : control.querySelector("input:checked")?.value;
  return value ? JSON.parse(value) : undefined;
}

function recordOf(group) {
  const { kindField, kind } = group.dataset;
  const parts = [...group.querySelectorAll(":scope > [data-part]")];
  const values = parts.map((part) => [part.dataset.part, valueOf(part.querySelector("[data-shape]"))]);
  return Object.fromEntries([...(kind ? [[kindField, kind]] : []), ...values.filter(([, value]) => value !== undefined)]);
}

function kindOf(group) {
  const chosen = group.querySelector(":scope > [data-either]").value;
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
