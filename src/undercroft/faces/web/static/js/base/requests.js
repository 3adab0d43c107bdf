// Sending typed JSON and putting the answer, a part of a page, in its place.

// POSTs a body and returns the HTML of the answer; a fault is thrown as the problem the server told. With `patience`, an answer
// that does not come within so many milliseconds is none.
export async function send(address, body, patience = 0) {
  const late = new AbortController();
  const timer = patience && setTimeout(() => late.abort(), patience);
  const answer = await reach(address, {
    signal: late.signal,
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/problem+json" },
    body: JSON.stringify(body),
  });
  try {
    if (!answer.ok) throw await problemIn(answer);
    return await (answer.headers.get("Content-Type").startsWith("application/json") ? answer.json() : answer.text());
  } catch (problem) {
    throw problem instanceof Error ? NO_ANSWER : problem;
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER = { detail: "the server does not answer", fix: "is it still running?", unreachable: true };

async function reach(address, request) {
  try {
    return await fetch(address, request);
  } catch {
    throw NO_ANSWER;
  }
}

// A proxy that reaches no server, and a server that does not reach its store, leave it open what became of a request: that is
// no answer, though the server may say why.
export async function problemIn(answer) {
  const away = AWAY.includes(answer.status);
  try {
    const problem = await answer.json();
    return away && answer.headers.has("Retry-After") ? { ...problem, code: "", unreachable: true } : problem;
  } catch {
    return away ? NO_ANSWER : { detail: "the server sent an answer that cannot be read", fix: "try again" };
  }
}

const AWAY = [502, 503, 504];

// Puts HTML into a place. What the reader asked for takes the focus; what comes by itself leaves it where it was, and
// leaves what was half typed.
export function put(place, html, { asked = true } = {}) {
  const held = !asked && place.contains(document.activeElement) ? whereabouts(document.activeElement) : "";
  const open = [...place.querySelectorAll("details[open][id]")].map((each) => each.id);
  const fields = asked ? [] : [...place.querySelectorAll("input[id], textarea[id]")];
  const typed = fields.filter((each) => each.value !== each.defaultValue).map((each) => [each.id, each.value]);
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

// What stood there is gone: the first control of its kind takes the focus, so that the keyboard is not lost. Where a rule
// stands is no control.
function nearest(held) {
  const kind = held.match(/^\[(data-[a-z]+)/);
  return kind ? `[${kind[1]}]` : "button, a[href]:not(.cite), [tabindex]";
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

let saidNow = [];

// Says something to people who listen instead of looking; what is said at one moment is heard together.
export function say(words) {
  if (!saidNow.length) setTimeout(() => (saidNow = []));
  if (!saidNow.includes(words)) saidNow.push(words);
  document.getElementById("said").textContent = saidNow.join(" ");
}

// Shows a problem where it belongs: at its field, and at the end of the form.
export function complain(form, problem) {
  const steps = (problem.field ?? "").replace(/^given\.?/, "").match(/[^.[\]]+/g) ?? [];
  const field = steps.length && form.querySelector(`[data-field="${CSS.escape(steps[0])}"]`);
  if (field) return complainAt(within(field, steps.slice(1)), problem, form);
  const words = `${capital(problem.detail)}${problem.fix ? ` (${problem.fix})` : ""}.`;
  show(form.querySelector("[data-fault-of-all]"), words);
  say(words);
}

// The part of a field that a path leads to, as far as the form shows it: the third row, and in it the dice.
function within(place, steps) {
  for (const step of steps) {
    const rows = [...place.querySelectorAll("[data-row]")];
    const parts = [...place.querySelectorAll(`[data-part="${CSS.escape(step)}"]`)].filter((part) => !part.closest("[hidden]"));
    place = (/^[0-9]+$/.test(step) ? rows[Number(step)] : parts[0]) ?? place;
  }
  return place;
}

function complainAt(place, problem, form) {
  const name = (place.querySelector(".field-name, .part-name, span")?.firstChild?.data ?? "").trim();
  const told = problem.code === "missing_field" || problem.code === "type" && /nothing is there/.test(problem.detail)
    ? `${place.querySelector("select, [type=radio], [type=checkbox]") ? "choose" : "enter"} ${name ? uncapital(name) : "something here"}`
    : sentenceOf(problem);
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  show(place.querySelector("[data-fault]") ?? faultIn(place), `${capital(told)}.`);
  const whole = told.startsWith("enter ") || told.startsWith("choose ") || !name ? capital(told) : `${capital(name)}: ${told}`;
  show(form.querySelector("[data-fault-of-all]"), `${whole}.`);
  say(`${whole}.`);
  const input = place.querySelector("input, select, textarea, [data-add]");
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
}

// What is wrong and what to do, without the name that the program has for the field.
function sentenceOf({ detail, fix, field }) {
  const named = detail.startsWith(`${field}: `) || detail.startsWith(`${field} (`);
  const what = named ? detail.slice(detail.indexOf(": ") + 2) : detail.replace(/^given\.[^:]*: /, "");
  const remedy = (fix ?? "").replace(/^give /, "enter ");
  return remedy && remedy !== "enter something that fits there" ? `${what}; ${remedy}` : what;
}

function faultIn(place) {
  const fault = document.createElement("span");
  fault.className = "field-fault";
  fault.dataset.fault = "";
  place.append(fault);
  return fault;
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

function uncapital(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
