// What a page says about itself: refusals where they were met, the line that is lost, faults with what was kept.

import { say } from "../base/requests.js";

const STAYS = 8000;
let later;
let lost = null;

function bar() {
  return document.getElementById("lost-line");
}

// A word in the bar under the header, with a button that closes it; it goes by itself unless it has another button.
export function notice(text, button = null) {
  say(text);
  bar().textContent = `${text} `;
  if (button) bar().append(button);
  bar().append(buttonFor("Close", close));
  bar().hidden = false;
  clearTimeout(later);
  if (!button) later = setTimeout(close, STAYS);
}

// A line that is still lost is told again.
function close() {
  clearTimeout(later);
  if (lost) lineLost(lost);
  else bar().hidden = true;
}

function buttonFor(text, does) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn";
  made.textContent = text;
  made.addEventListener("click", does);
  return made;
}

export function hush() {
  clearTimeout(later);
  lost = null;
  bar().hidden = true;
}

export function lineLost(since) {
  clearTimeout(later);
  lost = since;
  const time = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  bar().textContent = `Not connected since ${time}. Your dice are kept and will be sent.`;
  bar().hidden = false;
}

// Why not, in the panel where it was tried, with the rule that says so; a form has a place of its own for it.
export function refuse(reasons, from) {
  const place = from?.closest?.("dialog, .panel")?.querySelector(".panel-body, .panel-head, .strip-next");
  const text = reasons.map((reason) => reason.what).join(" ");
  if (!place) return notice(text);
  forgetRefusals();
  const line = document.createElement("p");
  line.className = "refused";
  line.setAttribute("role", "alert");
  line.textContent = text;
  for (const { rule } of reasons) if (rule) line.append(" ", ruleLink(rule));
  if (place.matches(".panel-head")) place.after(line);
  else if (place.matches(".strip-next")) place.append(line);
  else place.prepend(line);
  line.scrollIntoView({ block: "nearest" });
  return line;
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
