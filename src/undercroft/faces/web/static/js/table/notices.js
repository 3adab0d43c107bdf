// What a page tells about itself: refusals where they were met, the line that is lost, faults with what was kept.

import { afterPress } from "../base/pressed.js";
import { say } from "../base/requests.js";

const STAYS = 8000;
let later;

const part = (name) => document.querySelector(`#lost-line [data-${name}]`);

// A word in the bar under the header, with a button that closes it; it goes by itself unless it has another button.
export function notice(text, button = null) {
  say(text);
  clearTimeout(later);
  afterPress(() => {
    part("notice").replaceChildren(`${text} `, ...(button ? [button] : []), buttonFor("Close", close));
    part("notice").hidden = false;
    settle();
  });
  if (!button) later = setTimeout(() => afterPress(close), STAYS);
}

function close() {
  clearTimeout(later);
  part("notice").replaceChildren();
  part("notice").hidden = true;
  settle();
}

function settle() {
  document.getElementById("lost-line").hidden = part("notice").hidden && part("state").hidden;
}

export function buttonFor(text, does) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn";
  made.textContent = text;
  made.addEventListener("click", does);
  return made;
}

export const clockOf = (time) => time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

// That what the page shows is old, since when, and what is done about it; it stays until the page is current again.
export function isOld(title, more, button) {
  const head = Object.assign(document.createElement("b"), { textContent: title });
  const rest = Object.assign(document.createElement("span"), { textContent: more });
  document.body.classList.add("is-old");
  showState(`${title} ${more}`, [head, " ", rest], button ? [button] : []);
}

// That the line is back; it goes by itself.
export function isBack() {
  isCurrent();
  showState("Connected again.", ["Connected again."]);
  back = setTimeout(isCurrent, STAYS);
}

export function isCurrent() {
  clearTimeout(back);
  document.body.classList.remove("is-old");
  putState();
}

let back;

function showState(words, shown, tools = []) {
  clearTimeout(back);
  say(words);
  putState(shown, tools);
}

function putState(shown = [], tools = []) {
  afterPress(() => {
    part("words").replaceChildren(...shown);
    part("tools").replaceChildren(...tools);
    part("state").hidden = !shown.length;
    settle();
  });
}

// Why not, in the panel where it was tried, with the rule that says so; a form has a place of its own for it.
export function refuse(reasons, from) {
  const place = from?.closest?.("dialog, .panel");
  const text = reasons.map((reason) => reason.what).join(" ");
  const line = document.createElement("p");
  line.className = "refused";
  line.setAttribute("role", "alert");
  line.textContent = text;
  for (const { rule } of reasons) if (rule) line.append(" ", ruleLink(rule));
  forgetRefusals();
  if (!place || !putRefusal(place, line)) return notice(text);
  line.scrollIntoView({ block: "nearest" });
  return line;
}

// Puts a refusal into its panel, also when the panel was drawn again meanwhile.
export function putRefusal(panel, line) {
  const place = panel.querySelector(".panel-body, .panel-head, .strip-next");
  if (place?.matches(".panel-head")) place.after(line);
  else if (place?.matches(".strip-next")) place.append(line);
  else place?.prepend(line);
  return place !== null;
}

export function forgetRefusals() {
  for (const line of document.querySelectorAll(".refused")) line.remove();
}

function ruleLink(rule) {
  const link = document.createElement("a");
  link.className = "cite";
  link.href = `/rules/${rule}`;
  link.textContent = rule;
  return link;
}

// What went wrong and what to do now, as two sentences.
export function told({ detail = "That did not work", fix }) {
  return [detail, fix].filter(Boolean).map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1).replace(/[.]$/, "")}.`).join(" ");
}

// Something went wrong: what, that nothing was lost, and a button that copies what a report needs.
export function fault(problem) {
  const words = `${told(problem)} Nothing was changed.`;
  if (!problem.code) return notice(words);
  notice(words, buttonFor("Copy details", () => navigator.clipboard?.writeText(JSON.stringify(problem, null, 2))));
}
