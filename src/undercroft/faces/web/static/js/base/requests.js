// Sending typed JSON and putting the answer, a part of a page, in its place.

// POSTs a body and returns the HTML of the answer; a fault is thrown as the problem the server told.
export async function send(address, body) {
  const answer = await reach(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/problem+json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw await problemIn(answer);
  return answer.headers.get("Content-Type").startsWith("application/json") ? answer.json() : answer.text();
}

async function reach(address, request) {
  try {
    return await fetch(address, request);
  } catch {
    throw { detail: "the server does not answer", fix: "is it still running?" };
  }
}

async function problemIn(answer) {
  try {
    return await answer.json();
  } catch {
    return { detail: "the server answered something odd", fix: "try again" };
  }
}

// Puts HTML into a place. What the reader asked for takes the focus; what comes by itself leaves it where it was, and
// leaves what was half typed.
export function put(place, html, { asked = true } = {}) {
  const held = !asked && place.contains(document.activeElement) ? whereabouts(document.activeElement) : "";
  const open = [...place.querySelectorAll("details[open][id]")].map((each) => each.id);
  const typed = asked ? [] : [...place.querySelectorAll("input[id]")].filter((each) => each.value !== each.defaultValue).map((each) => [each.id, each.value]);
  if (place.matches("[data-swap]")) {
    const fresh = partOf(html);
    place.replaceWith(fresh);
    place = fresh;
  } else {
    place.innerHTML = html;
  }
  if (asked) focusOn(place);
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!asked && held) (place.querySelector(held) ?? place.querySelector(nearest(held)))?.focus({ preventScroll: true });
}

// How to find a control again in a fresh part: by its id, or by what it does.
const DOES = ["data-shortcut", "data-command", "data-form", "data-choose", "data-level", "data-direction", "href", "value"];

function whereabouts(control) {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const name = DOES.find((each) => control.hasAttribute(each));
  if (name === "value") return `[name="${CSS.escape(control.name)}"][value="${CSS.escape(control.value)}"]`;
  return name ? `[${name}="${CSS.escape(control.getAttribute(name))}"]` : control.matches("[tabindex]") ? "[tabindex]" : "";
}

// What stood there is gone: the first control of its kind takes the focus, so that the keyboard is not lost.
function nearest(held) {
  const kind = held.match(/^\[(data-[a-z]+)/);
  return kind ? `[${kind[1]}]` : "button, a[href], [tabindex]";
}

function partOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}

function focusOn(place) {
  const first = place.querySelector("[data-die] input, [data-dice-row], [data-answer], [data-focus]");
  first?.focus({ preventScroll: true });
  first?.closest(".panel")?.scrollIntoView({ block: "nearest" });
}

// Says something to whoever listens instead of looking.
export function say(words) {
  document.getElementById("said").textContent = words;
}

// Shows a problem where it belongs: at its field, and at the end of the form.
export function complain(form, problem) {
  const name = (problem.field ?? "").replace(/^given\.?/, "").split(/[.[]/)[0];
  const field = name && form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  if (field) return complainAt(field, problem, form);
  const words = `${capital(problem.detail)}${problem.fix ? ` (${problem.fix})` : ""}.`;
  show(form.querySelector("[data-fault-of-all]"), words);
  say(words);
}

function complainAt(field, problem, form) {
  const told = problem.code === "missing_field" ? "this must be told" : problem.detail.replace(/^given\.[^:]*: /, "");
  field.closest("details")?.setAttribute("open", "");
  show(field.querySelector("[data-fault]"), `${capital(told)}.`);
  show(form.querySelector("[data-fault-of-all]"), `${capital(field.querySelector(".field-name").firstChild.data.trim())}: ${told}.`);
  const input = field.querySelector("input, select, textarea, [data-add]");
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
}

function show(place, words) {
  if (!place) return;
  place.textContent = words;
  place.hidden = false;
}

// Forgets earlier complaints.
export function forgive(form) {
  for (const fault of form.querySelectorAll("[data-fault], [data-fault-of-all]")) fault.hidden = true;
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
