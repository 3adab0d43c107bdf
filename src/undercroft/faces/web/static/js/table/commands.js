// Commands of the live table go up as typed JSON, each under a key of its own.

import { emptied, situationIn } from "../base/forms.js";
import { diceSent } from "../dice/laid-dice.js";
import { fault, forgetRefusals, notice, refuse, told } from "./notices.js";
import { panelsShown } from "./panels.js";
import { previewed } from "./previews.js";
import { complain, forgive, send } from "../base/requests.js";

const KEPT = "undercroft-dice-kept";
const AGAIN = 3000;

export function actingAt(table, sheet, { changed, refresh }) {
  // What is answered is asked no more: a ruling that goes on to its next throw shows that one, with no face chosen.
  async function answer(form, answers) {
    const { wanted, ruling } = form.dataset;
    if (!wanted) return;
    diceSent();
    const send = form.querySelector("[data-send]");
    const says = send?.textContent;
    form.dataset.wanted = "";
    if (send) send.textContent = "Sending";
    if (await act({ kind: "answer", wanted, ruling: Number(ruling), answers }, form)) return;
    form.dataset.wanted = wanted;
    if (send) send.textContent = says;
  }

  // One click, one key: a click that is sent twice is carried out once. With `expected` it holds only for the table as
  // it was shown; whoever was faster stands, and the second is asked again.
  async function act(command, from, dice = [], { expected = null, key = newKey(), stays = false } = {}) {
    if (table.hasAttribute("data-watching")) return notice("This is a player's view: you cannot act from here.");
    forgetRefusals();
    try {
      const done = await send(`/api/tables/${table.dataset.table}/commands`, { command, key, expected, dice });
      if (done.refused) return refused(done.refused, from);
      if (sheet?.open && !stays) sheet.close();
      table.dataset.cursor = done.now;
      changed(done.now, panelsShown());
      return done;
    } catch (problem) {
      failed(problem, command, from, key);
    }
    return false;
  }

  // The time comes first, so that the keys of a log lie together on the server's disk.
  const newKey = () => `${Date.now().toString(16).padStart(12, "0")}-${crypto.randomUUID?.() ?? Math.random()}`;

  function failed(problem, command, from, key) {
    if (!problem.code && command.kind === "answer") return keep({ command, key });
    if (problem.code === "stale") {
      refresh(panelsShown());
      return notice("Another player was faster. Look at what changed, and press again if you still want to.");
    }
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, problem);
    else if (sheet?.open && sheet.contains(from)) refuse([{ what: told(problem) }], from);
    else fault(problem);
  }

  // Dice that could not be sent are kept, the last of each throw, and go up under the same key when the line is back. It
  // may be back before the stream has noticed that it was gone.
  function keep(one) {
    const others = keptDice().filter(({ command }) => command.wanted !== one.command.wanted || command.ruling !== one.command.ruling);
    sessionStorage.setItem(KEPT, JSON.stringify([...others, one]));
    notice("Not connected. Your dice are kept and will be sent.");
    clearTimeout(keep.later);
    keep.later = setTimeout(sendKept, AGAIN);
  }

  function keptDice() {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  }

  async function sendKept() {
    const waiting = keptDice();
    sessionStorage.removeItem(KEPT);
    for (const { command, key } of waiting) await act(command, null, [], { key });
    if (waiting.length && !keptDice().length) notice("Connected. Your dice were sent.");
  }

  function refused(reasons, from) {
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

  return { act, answer, choose, sendForm, sendKept, undoMany };
}
