// What a player must not miss, on every page: results that stay until they are dismissed, marks on the tabs, in the title and on
// the icon, a word for screen readers, and a short vibration where the phone has one.

import { say } from "../base/requests.js";

const FEEL = { dice: [100, 80, 100], turn: [200], message: [50] };
const WORD = { dice: "Dice wanted", turn: "Your turn", message: "New message" };
const TAB = { dice: "me", turn: "me", message: "log" };
const SILENT = "undercroft-still";
const tabs = document.querySelector(".tabs");
const title = document.title;
let heard = new Map();
let begun = false;
// What happened after the page was opened, or after the last turn of its player began, is shown at full size.
let fresh = 0;

// A card and its banner tell of the same fact: once it was dismissed, or its player has acted, both are gone for good.
function seenKey() {
  const from = document.querySelector("[data-seen-it]");
  return from && `undercroft-seen ${new URL(tabs.querySelector("a").href).pathname}`;
}

const seen = () => Number(localStorage.getItem(seenKey()) ?? 0);

function dismiss(number) {
  localStorage.setItem(seenKey(), String(Math.max(seen(), number)));
  look();
}

document.addEventListener("click", (event) => {
  if (!tabs) return;
  const cross = event.target.closest("[data-seen-it]");
  if (cross) return dismiss(Number(cross.dataset.seenIt));
  const acts = event.target.closest("[data-command]:not([aria-disabled]), [data-option], [data-roll-mine]");
  if (acts && !acts.matches("[data-watching] *")) acted();
}, true);
document.addEventListener("submit", (event) => tabs && event.target.matches("[data-answer], [data-pad], [data-command-form]") && acted(), true);

function acted() {
  const shown = [...document.querySelectorAll("[data-result]:not([hidden])")].map((each) => Number(each.dataset.result));
  if (shown.length) dismiss(Math.max(...shown));
}

function look() {
  const before = seen();
  for (const card of document.querySelectorAll("[data-result]")) {
    card.hidden = Number(card.dataset.result) <= before;
    card.classList.toggle("is-fresh", begun && Number(card.dataset.result) > fresh);
  }
  for (const line of document.querySelectorAll("[data-line]")) line.hidden = Number(line.dataset.line) <= before;
  for (const box of document.querySelectorAll("[data-vibrates]")) box.checked = !localStorage.getItem(SILENT);
  const now = new Map([...document.querySelectorAll("[data-banner]")].map((banner) => [banner.dataset.banner, banner.getAttribute("aria-label")]));
  const wanted = Object.keys(WORD).filter((kind) => now.has(kind));
  mark(wanted);
  const result = document.querySelector(".result:not([hidden])");
  const news = wanted.filter((kind) => (kind === "turn" ? !heard.has(kind) : now.get(kind) !== heard.get(kind)));
  if (!begun || news.includes("turn")) fresh = Number(result?.dataset.result ?? 0);
  if (begun && news.length) feel(news[0]);
  if (begun && result && result.dataset.result !== heard.get("result")) say(words(result));
  if (begun) for (const kind of news) if (!saidByPanel(kind)) say(`${now.get(kind)}.`);
  heard = new Map([...wanted.map((kind) => [kind, now.get(kind)]), ["result", result?.dataset.result ?? heard.get("result")]]);
}

// The panel of wanted dice says itself what they are for.
const saidByPanel = (kind) => kind === "dice" && document.querySelector("#panel-wanted .wanted-title");

const words = (card) =>
  [...card.querySelectorAll(".result-says:not([hidden]), .result-since li:not([hidden])")].map((each) => each.textContent.trim()).join(" ");

function mark(wanted) {
  for (const place of tabs.querySelectorAll("[data-news-of]")) {
    const count = wanted.filter((kind) => TAB[kind] === place.dataset.newsOf).length;
    if (place.textContent !== (count ? String(count) : "")) place.textContent = count || "";
    place.hidden = !count;
  }
  const said = wanted.length ? `(${wanted.length}) ${WORD[wanted[0]]} · ${title}` : title;
  if (document.title !== said) document.title = said;
  if (wanted.length) navigator.setAppBadge?.(wanted.length).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

// Browsers allow it only after the first touch; it is off with a switch under Me, and for people who want no motion.
function feel(kind) {
  if (localStorage.getItem(SILENT) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(FEEL[kind]);
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-vibrates]")) return;
  if (target.checked) localStorage.removeItem(SILENT);
  else localStorage.setItem(SILENT, "yes");
});

if (tabs) {
  look();
  begun = true;
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
