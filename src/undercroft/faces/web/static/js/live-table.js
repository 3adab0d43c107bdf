// The live table: commands go up as typed JSON, the stream says which panels changed, and those are fetched and put in
// their places without moving the focus.

import { complain, put, say, send } from "./sending.js";

const main = document.querySelector("[data-table]");
if (main) begin(main);

function begin(table) {
  const here = new URLSearchParams(location.search);
  const address = `/t/${table.dataset.table}`;
  const lost = document.getElementById("lost-line");
  const sheet = document.getElementById("sheet");
  const waiting = new Set();
  let fetching = false;
  let since = null;

  document.addEventListener("click", (event) => {
    const command = event.target.closest("[data-command]");
    if (command) return act(JSON.parse(command.dataset.command), command);
    const form = event.target.closest("[data-form]");
    if (form) return openForm(form.dataset.form, form.dataset.given);
    if (event.target.closest("[data-palette]")) return openPalette();
    const who = event.target.closest("[data-choose]");
    if (who) return chosen(event, "who", who.dataset.choose);
    const level = event.target.closest("[data-level]");
    if (level) return chosen(event, "level", level.dataset.level);
    if (event.target.closest("[data-close]")) return sheet.close();
    const option = event.target.closest("[data-option]");
    if (option) return answer(option.closest("form"), [option.dataset.option]);
    const mine = event.target.closest("[data-roll-mine]");
    if (mine) return answer(mine.closest("form"), dice(mine.closest("form")).map(() => null));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-answer]")) {
      event.preventDefault();
      answer(form, dice(form).map(faceOf));
    } else if (form.matches("[data-command-form]")) {
      event.preventDefault();
      sendForm(form);
    }
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");
    const held = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.shiftKey && (event.ctrlKey || event.metaKey) ? "shift+" : ""}`;
    if (event.altKey || (typing && !held) || sheet.open) return;
    const wanted = document.querySelector("form[data-answer]");
    if (wanted && !held && /^[1-9]$/.test(event.key) && pickFace(wanted, event.key)) return event.preventDefault();
    const control = document.querySelector(`[data-shortcut="${CSS.escape(held + event.key.toLowerCase())}"]`);
    if (!control || control.getAttribute("aria-disabled") === "true") return;
    event.preventDefault();
    control.click();
  });

  const dice = (form) => [...form.querySelectorAll("[data-die]")];

  function faceOf(die) {
    const value = die.querySelector("input:checked, input[type=number]")?.value;
    return value ? Number(value) : null;
  }

  function pickFace(form, face) {
    const open = dice(form).find((die) => die.querySelector("input[type=radio]") && !die.querySelector("input:checked"));
    const input = open?.querySelector(`input[value="${face}"]`);
    input?.click();
    if (input && !dice(form).some((die) => faceOf(die) === null)) form.requestSubmit();
    return Boolean(input);
  }

  function answer(form, answers) {
    const { wanted, ruling } = form.dataset;
    return act({ kind: "answer", wanted, ruling: Number(ruling), answers }, form);
  }

  // One click, one key: a click that is sent twice is carried out once.
  async function act(command, from) {
    try {
      const done = await send(`/api/tables/${table.dataset.table}/commands`, { command, key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, expected: null });
      if (done.refused) return refused(done.refused, from);
      if (done.cursor) table.dataset.cursor = done.cursor;
      if (sheet.open) sheet.close();
      refresh(["strip", "party", "map", "actions", "wanted", "room", "log"]);
      return true;
    } catch (problem) {
      const form = from?.closest?.("form");
      if (form) complain(form, problem);
      else say(problem.detail ?? "That did not work.");
      notice(`${problem.detail ?? "That did not work"}${problem.fix ? ` (${problem.fix})` : ""}`);
    }
    return false;
  }

  function refused(reasons, from) {
    const text = reasons.map((reason) => reason.what).join(" ");
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, { detail: text });
    notice(text);
  }

  function notice(text) {
    say(text);
    lost.textContent = text;
    lost.hidden = false;
    clearTimeout(notice.later);
    notice.later = setTimeout(() => (lost.hidden = true), 6000);
  }

  function chosen(event, name, value) {
    event.preventDefault();
    if (value) here.set(name, value);
    else here.delete(name);
    history.replaceState(null, "", `${location.pathname}?${here}`);
    refresh(["party", "map", "actions", "room", "strip"]);
  }

  async function openForm(kind, given) {
    const asked = new URLSearchParams(here);
    if (given) asked.set("given", given);
    const answer = await fetch(`${address}/forms/${kind}?${asked}`, { headers: { Accept: "text/html" } });
    sheet.innerHTML = await answer.text();
    sheet.showModal();
    sheet.querySelector("input, select, textarea")?.focus();
  }

  async function openPalette() {
    const answer = await fetch(`${address}/commands?${here}`, { headers: { Accept: "text/html" } });
    sheet.innerHTML = await answer.text();
    sheet.showModal();
    const search = sheet.querySelector("input");
    search?.focus();
    search?.addEventListener("input", () => {
      for (const line of sheet.querySelectorAll("li")) line.hidden = !line.textContent.toLowerCase().includes(search.value.toLowerCase());
    });
  }

  async function sendForm(form) {
    const { situationIn } = await import("./forms.js");
    await act({ kind: form.dataset.commandForm, ...situationIn(form) }, form);
  }

  async function refresh(names) {
    for (const name of names) waiting.add(name);
    if (fetching) return;
    fetching = true;
    while (waiting.size) {
      const now = [...waiting];
      waiting.clear();
      await Promise.all(now.map(fetchPanel));
    }
    fetching = false;
  }

  async function fetchPanel(name) {
    const place = document.getElementById(`panel-${name}`);
    if (!place) return;
    const answer = await fetch(`${address}/panels/${name}?${here}`, { headers: { Accept: "text/html" } });
    if (answer.ok) put(place, await answer.text(), { asked: false });
  }

  // Losing the stream loses nothing: on return everything that may be stale is fetched.
  const stream = new EventSource(`${address}/stream`);
  stream.addEventListener("changed", (event) => {
    const told = JSON.parse(event.data);
    table.dataset.cursor = told.cursor;
    refresh(told.panels);
  });
  stream.addEventListener("bye", () => lose());
  stream.onerror = () => lose();
  stream.onopen = () => {
    if (since === null) return;
    since = null;
    lost.hidden = true;
    refresh(["strip", "party", "map", "actions", "wanted", "room", "log"]);
  };
  addEventListener("pagehide", () => stream.close());

  function lose() {
    if (since !== null) return;
    since = new Date();
    lost.textContent = `Not connected since ${since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}. Nothing is lost; the page goes on by itself when the line is back.`;
    lost.hidden = false;
  }
}
