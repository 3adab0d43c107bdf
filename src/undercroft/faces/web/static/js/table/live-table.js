// The live table: what a click, a key or a form does there.

import { actingAt } from "./commands.js";
import { asksFirst } from "./asking.js";
import { bind, label, meaning, off, switchOff } from "./bindings.js";
import { chosenByDigit } from "./choices.js";
import { countDown } from "./countdowns.js";
import { drawers } from "./drawers.js";
import { fighting, keptOrder, nextFoe, toThePad } from "../fight/fight.js";
import { messaging } from "../messages/messages.js";
import { situationIn } from "../base/forms.js";
import { isTyped } from "../base/typing.js";
import { dice, endFace, faceLaid, faceOf, layDigit } from "../dice/laid-dice.js";
import { panelsOf, panelsShown } from "./panels.js";
import { sheetsOf } from "../forms/sheets.js";
import { listen } from "./stream.js";
import { overHexes, showCourse, toTheParty } from "../road/road.js";
import { fit, zoom } from "../dungeon/zoom.js";

const ALSO = { "alt+n": "ctrl+z", "/": "ctrl+k" };
const ENTER = "Enter your dice";
const meant = (key) => ALSO[key] ?? key;
const main = document.querySelector("[data-table]");
if (main) begin(main);

function begin(table) {
  const here = new URLSearchParams(location.search);
  const sheet = document.getElementById("sheet");
  const forms = JSON.parse(table.dataset.forms ?? "{}");
  const { changed, html, refresh } = panelsOf(table, here);
  const { act, answer, choose, sendForm, sendKept, undoMany } = actingAt(table, sheet, { changed, refresh });
  const { forget, foretell, openForm, openKeys, openPalette, openSheet } = sheetsOf(table, sheet, here, html, act);

  countDown(Number(table.dataset.clock));

  document.addEventListener("click", (event) => {
    const command = event.target.closest("[data-command]");
    if (command) {
      if (asksFirst(sheet, command)) return forget();
      const expected = command.hasAttribute("data-expected") ? table.dataset.cursor : null;
      return act(JSON.parse(command.dataset.command), command, JSON.parse(command.dataset.dice ?? "[]"), { expected });
    }
    const form = event.target.closest("[data-form]");
    if (form) return openForm(form.dataset.form, form.dataset.given);
    const why = event.target.closest("[data-why]");
    if (why) return openSheet(`why/${why.dataset.why}`);
    const beside = event.target.closest("[data-sheet]");
    if (beside) return openSheet(beside.dataset.sheet);
    const undo = event.target.closest("[data-undo-to]");
    if (undo) return openSheet(`undo/${undo.dataset.undoTo}`);
    const many = event.target.closest("[data-undo-many]");
    if (many) return undoMany(many);
    const entry = event.target.closest("[data-entry]");
    if (entry) return chosen(event, "entry", entry.dataset.entry, ["map"]);
    const show = event.target.closest("[data-show]");
    if (show) return chosen(event, "show", show.dataset.show, ["log"]);
    if (event.target.closest("[data-palette]")) return openPalette();
    if (event.target.closest("[data-keys]")) return openKeys();
    const house = event.target.closest("[data-house-choice]");
    if (house) return choose(JSON.parse(house.dataset.houseChoice), house);
    const tab = event.target.closest("[data-tab-to]");
    if (tab && table.dataset.tab) return event.preventDefault(), openTab(tab.dataset.tabTo);
    if (event.target.closest("[data-to-dice]") && table.dataset.tab) return event.preventDefault(), openTab("me");
    const group = event.target.closest("[data-group]");
    if (group) return chosen(event, "group", group.dataset.group);
    const who = event.target.closest("[data-choose]");
    if (who) return chosen(event, "who", who.dataset.choose);
    const pick = event.target.closest("[data-pick]");
    if (pick) return chosen(event, pick.dataset.pick, pick.dataset.value).then(pick.dataset.pick === "goal" ? showCourse : null);
    const size = event.target.closest("[data-zoom]");
    if (size) return zoom(Number(size.dataset.zoom));
    const level = event.target.closest("[data-level]");
    if (level) return chosen(event, "level", level.dataset.level);
    if (event.target.closest("[data-close]")) return forget(), sheet.close();
    const unthrown = event.target.closest("[data-rolls-for-me]")?.closest("form");
    if (unthrown) return answer(unthrown, dice(unthrown).map(() => null));
    const option = event.target.closest("[data-option]");
    if (option) return answer(option.closest("form"), [option.dataset.option]);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-answer]")) {
      event.preventDefault();
      answer(form, dice(form).map(faceOf));
    } else if (form.matches("[data-command-form]")) {
      event.preventDefault();
      sendForm(form, event.submitter);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("[data-bind]")) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const held = `${ctrl ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}${event.shiftKey && ctrl ? "shift+" : ""}`;
    if ((isTyped(event) && !held) || sheet?.open) return;
    if (!held && chosenByDigit(event.key)) return event.preventDefault();
    if (!held && toThePad(event)) return;
    const wanted = document.querySelector("form[data-answer]");
    if (wanted && !held && /^[0-9]$/.test(event.key) && layDigit(wanted, event.key)) return event.preventDefault();
    if (wanted && !held && event.key === "Enter" && endFace(wanted)) return event.preventDefault();
    if (!held && off() && event.key !== "?") return;
    const key = meant(meaning(held + event.key.toLowerCase()));
    if (!held && (key === "j" || key === "k")) return step(key === "j" ? 1 : -1, event);
    if (!held && key === "f" && nextFoe()) return event.preventDefault();
    if (!held && overHexes(event)) return;
    if (!held && event.key.startsWith("Arrow") && !event.target.closest("[data-map], [type=radio]")) return lookTo(event);
    const control = document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
    const form = !control && !held && forms[key];
    if (!form && (!control || control.getAttribute("aria-disabled") === "true")) return;
    event.preventDefault();
    if (form) openForm(form);
    else control.click();
  });

  // A choice on which the rest of its form depends fetches the form again.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-command-form]");
    if (form && event.target.matches("[data-again-with]")) openForm(form.dataset.commandForm, event.target.value);
    else if (form && event.target.closest("[data-again], [data-again-field]")) openForm(form.dataset.commandForm, JSON.stringify(situationIn(form)));
  });

  document.addEventListener("change", (event) => {
    const key = event.target.closest("[data-bind]");
    if (key) sheet.querySelector("[data-keys-fault]").hidden = bind(key.dataset.bind, key.value);
    if (event.target.closest("[data-keys-off]")) switchOff(event.target.checked);
    label(document);
  });

  // The button says what it will send, and the focus hops to the next die.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-answer]");
    if (!form) return;
    sayWhatIsSent(form);
    if (event.target.matches("[type=radio]")) faceLaid(form);
  });

  function sayWhatIsSent(form) {
    const faces = dice(form).map(faceOf);
    const known = faces.filter((face) => face !== null);
    const sum = known.length > 1 && known.length === faces.length ? ` = ${known.reduce((one, other) => one + other)}` : "";
    const rest = known.length < faces.length ? ", roll the rest" : "";
    const send = form.querySelector("[data-send]");
    if (!send) return;
    send.disabled = !known.length;
    send.textContent = known.length ? `Send ${known.join(" + ")}${sum}${rest}` : ENTER;
  }

  document.addEventListener("input", (event) => {
    const answered = event.target.closest("form[data-answer]");
    if (answered && event.target.matches("[type=number]")) sayWhatIsSent(answered);
    const form = event.target.closest("form[data-preview]");
    if (!form) return;
    clearTimeout(foretell.later);
    foretell.later = setTimeout(() => foretell(form), 150);
  });

  const WAYS = { ArrowUp: "north", ArrowDown: "south", ArrowLeft: "west", ArrowRight: "east" };

  function lookTo(event) {
    const exits = [...document.querySelectorAll(`[data-direction="${WAYS[event.key]}"]`)];
    if (!exits.length) return;
    event.preventDefault();
    exits[(exits.indexOf(document.activeElement) + 1) % exits.length].focus();
  }

  function step(by, event) {
    const all = [...document.querySelectorAll("[data-person] [data-choose]")];
    if (!all.length) return;
    const now = all.findIndex((each) => each.closest(".is-chosen"));
    chosen(event, "who", all[(now + by + all.length) % all.length].dataset.choose);
  }

  function openTab(name) {
    table.dataset.tab = name;
    here.set("tab", name);
    history.replaceState(null, "", `${location.pathname}?${here}`);
    for (const each of document.querySelectorAll("[data-tab-to]")) {
      if (each.dataset.tabTo === name) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
    fit();
    toTheParty();
  }

  addEventListener("resize", fit);
  fit();
  keptOrder()();
  toTheParty();
  fighting(act);
  messaging(table, act);
  label(document);

  function chosen(event, name, value, panels = panelsShown(":not([data-steady])")) {
    event.preventDefault();
    if (value) here.set(name, value);
    else here.delete(name);
    history.replaceState(null, "", `${location.pathname}?${here}`);
    return refresh(panels);
  }

  // The referee who looks through other eyes hears their own stream, and looks again whenever it speaks.
  const borrowed = here.has("as") || table.hasAttribute("data-watching");
  let stood = null;

  function looked(cursor) {
    if (cursor !== stood) refresh(panelsShown());
    stood = cursor;
  }

  drawers(table, fit);
  listen({ changed: (cursor) => (borrowed ? looked(cursor) : changed(cursor, panelsShown())), back: sendKept });
  sendKept();
}
