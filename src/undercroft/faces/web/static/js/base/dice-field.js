// What a tap does in a form: a die is added to a field, a name is taken in, a field is filled in.

let taps = 1000;

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-die-key]");
  if (key) addDie(key.closest("[data-dice-field]").querySelector("input"), Number(key.dataset.dieKey));
  const clear = event.target.closest("[data-clear-chips]");
  if (clear) clearChips(clear.closest("[data-shape=chips]"));
  const fill = event.target.closest("[data-fill]");
  if (fill) enter(fill.closest("[data-field], [data-part]").querySelector("input[type=text]"), fill.dataset.fill);
  const set = event.target.closest("[data-set]");
  if (set) for (const [name, value] of Object.entries(JSON.parse(set.dataset.set))) setField(set.closest("form"), name, value);
});

document.addEventListener("change", (event) => {
  const chips = event.target.closest("[data-shape=chips]");
  if (!chips) return;
  taps += 1;
  event.target.dataset.place = taps;
  number(chips);
});

// 1d6 and one more d6 are 2d6; another die is added behind a plus, before the number that was there.
function addDie(input, sides) {
  const parts = input.value.replace(/ /g, "").split("+").filter(Boolean);
  const place = parts.findIndex((part) => part.toLowerCase().match(`^[0-9]*d${sides}$`));
  if (place >= 0) parts[place] = `${(Number(parts[place].toLowerCase().split("d")[0]) || 1) + 1}d${sides}`;
  else parts.splice(parts.filter((part) => /d/i.test(part)).length, 0, `1d${sides}`);
  enter(input, parts.join("+"));
}

// A tap fills a field in: a text, or one of the choices side by side.
function setField(form, name, value) {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const choice = [...field.querySelectorAll("input[type=radio]")].find((each) => JSON.parse(each.value) === value);
  if (choice) choice.checked = true;
  enter(choice ?? field.querySelector("input"), choice ? choice.value : value);
}

function enter(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}

function clearChips(chips) {
  for (const box of chips.querySelectorAll("input:checked")) box.checked = false;
  number(chips);
  chips.querySelector("input")?.focus();
}

// Where the order counts, each chip that is taken in shows its place.
export function number(chips) {
  if (!chips.hasAttribute("data-ordered")) return;
  const taken = [...chips.querySelectorAll("input:checked")].sort((one, other) => Number(one.dataset.place) - Number(other.dataset.place));
  for (const span of chips.querySelectorAll("[data-number]")) delete span.dataset.number;
  taken.forEach((box, place) => (box.nextElementSibling.dataset.number = place + 1));
}
