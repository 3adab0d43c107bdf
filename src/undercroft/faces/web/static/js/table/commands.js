// Commands of the live table go up as typed JSON, each under a key of its own.

import { emptied, situationIn } from "../base/forms.js";
import { diceSent } from "../dice/laid-dice.js";
import { keptDice } from "./kept-dice.js";
import { fault, forgetRefusals, notice, refuse, told } from "./notices.js";
import { panelsShown } from "./panels.js";
import { previewed } from "../forms/previews.js";
import { complain, forgive, send } from "../base/requests.js";
import { checkLine, closes, isClosed, isLost, pause, seatClosed, sitting, whyClosed } from "./stream.js";

const AGAIN = [500, 1500];
const KEPT_AGAIN = 3000;
const PATIENCE = 12_000;
const LITTLE_PATIENCE = 2000;
const TWICE = 600;
const JUST_NOW = 2000;
const TWICE_WORDS = "Your second press did nothing: the first was not shown yet. Press again to go on.";

export function actingAt(table, sheet, { changed, refresh }) {
  const kept = keptDice({ table: table.dataset.table, seat: sitting.sits });
  const address = `/api/tables/${table.dataset.table}/commands`;
  let closings = 0;
  sheet?.addEventListener("close", () => (closings += 1));

  // What is answered is asked no more: a ruling that goes on to its next throw shows that one, with no face chosen.
  async function answer(form, answers) {
    const { wanted, ruling } = form.dataset;
    if (!wanted) return;
    diceSent();
    const send = form.querySelector("[data-send]");
    const says = send?.textContent;
    Object.assign(form.dataset, { wanted: "", sent: wanted });
    form.closest("[data-panel]")?.removeAttribute("data-mark");
    if (send) send.textContent = "Sending";
    const done = await act({ kind: "answer", wanted, ruling: Number(ruling), answers }, form);
    delete form.dataset.sent;
    if (done) return;
    form.dataset.wanted = wanted;
    if (send) send.textContent = says;
    kept.show();
  }

  // One click, one key: a click that is sent twice is carried out once. With `expected` it holds only for the table as
  // it was shown; the faster of two people stands, and the second is asked again.
  async function act(command, from, dice = [], { expected = null, stays = false } = {}) {
    const said = JSON.stringify([command, dice]);
    if (command.kind !== "answer" && isSecondTap(said)) return tapped.done;
    const done = carryOut(command, from, dice, { expected, stays });
    const tap = { said, done, at: Date.now(), underWay: true };
    tapped = tap;
    done.finally(() => (tap.underWay = false));
    return done;
  }

  // A player who taps twice means it once: the second tap is the first, while that is under way and a moment longer. A
  // referee counts hit points down by quick taps, each of which counts; and dice that were sent are asked no more.
  let tapped = null;
  const isSecondTap = (said) => sitting.sits !== "referee" && tapped?.said === said && (tapped.underWay || Date.now() - tapped.at < TWICE);

  // A second press that comes before the page shows what the first has done is refused: nobody else acted.
  let doneAt = 0;
  let underWay = 0;

  // The sheet that a command came from closes once it is done; one that was opened meanwhile stays.
  async function carryOut(command, from, dice, { expected, stays }) {
    if (table.hasAttribute("data-watching")) return notice("This is a player's view: you cannot act from here.");
    if (isClosed()) return notice(`${whyClosed()} Nothing was sent.`);
    forgetRefusals();
    const openedAt = sheet?.open ? closings : -1;
    const body = { command, key: keyOf({ command, expected, dice }), expected, dice };
    const twice = underWay > 0 || Date.now() - doneAt < JUST_NOW;
    underWay += 1;
    try {
      const done = await delivered(body);
      answered(body);
      if (done.refused) return refused(done.refused, from);
      if (sheet?.open && closings === openedAt && !stays) sheet.close();
      table.dataset.cursor = done.now;
      doneAt = Date.now();
      changed(done.now, panelsShown());
      return done;
    } catch (problem) {
      if (problem.code) answered(body);
      failed(problem, body, from, twice);
    } finally {
      underWay -= 1;
    }
    return false;
  }

  // A command that was not answered may have been carried out: it goes up again under the same key, which does it once.
  async function delivered(body) {
    for (const wait of AGAIN) {
      if (isLost()) break;
      try {
        return await send(address, body, PATIENCE);
      } catch (problem) {
        if (!problem.unreachable) throw problem;
        checkLine();
        await pause(wait);
      }
    }
    return send(address, body, isLost() ? LITTLE_PATIENCE : PATIENCE);
  }

  // The same press after one that was not answered has the same key.
  const unanswered = new Map();

  function keyOf(asked) {
    const what = JSON.stringify(asked);
    if (!unanswered.has(what)) unanswered.set(what, newKey());
    return unanswered.get(what);
  }

  const answered = ({ command, expected, dice }) => unanswered.delete(JSON.stringify({ command, expected, dice }));

  // The time comes first, so that the keys of a log lie together on the server's disk.
  const newKey = () => `${Date.now().toString(16).padStart(12, "0")}-${crypto.randomUUID?.() ?? Math.random()}`;

  function failed(problem, { command, key }, from, twice) {
    if (!problem.code && command.kind === "answer") return keep({ command, key, title: titleOf(from) });
    if (!problem.code) return notice("The server did not answer. Press again when you are connected: it is done only once.");
    if (closes(problem)) return seatClosed(problem);
    refresh(panelsShown());
    if (problem.code === "stale") return notice(twice ? TWICE_WORDS : "Another player was faster. Look at what changed, and press again if you still want to.");
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, problem);
    else if (sheet?.open && sheet.contains(from)) refuse([{ what: told(problem) }], from);
    else fault(problem);
  }

  const titleOf = (form) => form?.querySelector?.(".wanted-title")?.textContent.trim() || "Your dice";

  // The line may be back before the stream has noticed that it was gone.
  function keep(one) {
    kept.keep(one);
    notice("Not connected. Your dice are kept and will be sent.");
    sendSoon();
  }

  function sendSoon() {
    clearTimeout(sendSoon.later);
    sendSoon.later = setTimeout(sendKept, KEPT_AGAIN);
  }

  // Kept dice go up under their own keys. Only what the server took was sent; what it no longer wants is named.
  async function sendKept() {
    const lines = [];
    for (const { command, key, title } of kept.all()) {
      const body = { command, key, expected: null, dice: [] };
      let why;
      try {
        const done = await send(address, body, PATIENCE);
        why = done.refused?.map(({ what }) => what).join(" ");
      } catch (problem) {
        if (closes(problem)) return seatClosed(problem);
        if (!problem.code) return sendSoon();
        why = told(problem);
      }
      kept.forget({ key });
      lines.push(why === undefined ? "Your dice were sent." : `Your dice for “${title}” were not used. ${why}`);
    }
    if (!lines.length) return;
    notice([...new Set(lines)].join(" "));
    refresh(panelsShown());
  }

  document.addEventListener("seat-closed", () => {
    const unsent = kept.all();
    unsent.forEach(kept.forget);
    if (unsent.length) notice("Your dice were not sent.");
  });

  function refused(reasons, from) {
    refresh(panelsShown());
    const text = reasons.map((reason) => reason.what).join(" ");
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, { detail: text.replace(/\.$/, "") });
    else refuse(reasons, from);
    return false;
  }

  // Several acts are taken back one after the other, as long as nothing else happens meanwhile.
  async function undoMany(button) {
    let expected = button.dataset.cursor;
    for (let left = Number(button.dataset.undoMany); left > 0 && expected; left -= 1) {
      expected = (await act({ kind: "undo" }, button, [], { expected }))?.now;
    }
  }

  // One question of the house rules is answered otherwise; the others stay as they are. If anybody's numbers change, the sheet shows them first.
  async function choose({ id, book, value }, from) {
    const house = JSON.parse(table.dataset.house);
    const other = book ? { readings: { ...house.readings, [id]: value } } : { [id]: value };
    const command = { kind: "change_house", house: { ...house, ...other } };
    const changes = await previewed(table, command);
    if (!changes) return act(command, from);
    sheet.innerHTML = changes;
    sheet.showModal();
    sheet.querySelector("[data-focus]").focus();
  }

  // A button of a form may send it as another command, which lacks some of the fields, or with more said; what is left empty may
  // have a value of its own then.
  async function sendForm(form, button) {
    forgive(form);
    const given = situationIn(form);
    for (const name of button?.dataset.without?.split(" ") ?? []) delete given[name];
    Object.assign(given, JSON.parse(button?.dataset.with ?? "{}"));
    for (const [name, value] of Object.entries(JSON.parse(button?.dataset.ifEmpty ?? "{}"))) given[name] ||= value;
    if (await act({ kind: button?.dataset.as ?? form.dataset.commandForm, ...given }, form)) emptied(form);
  }

  kept.show();
  return { act, answer, choose, sendForm, sendKept, undoMany };
}
