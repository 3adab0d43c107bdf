// What a page of a table hears: that something changed, that the line is lost or back, and that its seat was closed.

import { lineOf } from "../line/line.js";
import { buttonFor, clockOf, isBack, isCurrent, isOld, told } from "./notices.js";

// The table, the seat and the cursor of a page; every page with the bar of a table has them.
export const sitting = document.getElementById("lost-line")?.dataset ?? {};

let line = null;
let lost = null;
let behind = null;
let closed = null;

const retrying = new Set();
const reading = new Set();
// A connection that died was seldom the only one: for so long, what is read is asked for twice unless it comes soon.
const DOUBTFUL = 5000;
const SOON = 400;
let renewedAt = -Infinity;

// Calls `changed` with the cursor of the browser's seat when the table may have changed, and `back` when the line is back.
export function listen({ changed, back }) {
  line = lineOf(sitting.at, {
    at({ seat, cursor }) {
      if (seat !== sitting.sits) return close("This browser has another seat at this table now.", "Reload the page to go on with it.", { code: "other_seat" });
      if (closed) reopen();
      changed(cursor);
    },
    present(number) {
      for (const each of document.querySelectorAll("[data-present]")) each.textContent = number;
    },
    gone: (problem) => seatClosed(problem),
    lost(since) {
      lost = since;
      tell();
    },
    found() {
      lost = null;
      if (closed || behind) tell();
      else isBack();
      tryNow();
      back();
    },
    renewed() {
      renewedAt = Date.now();
      readAgain();
    },
  });
}

// The one thing that a page has to say about being old: its seat is closed, else the line is lost, else it cannot be drawn.
function tell() {
  document.body.classList.toggle("is-closed", closed !== null);
  if (closed) {
    const [says, does] = closed.code === "other_seat" ? ["Reload", () => location.reload()] : ["Join again", () => location.assign("/join")];
    return isOld(closed.title, closed.more, buttonFor(says, does));
  }
  const more = "You see the table as it was then.";
  if (lost) return isOld(`Not connected since ${clockOf(lost)}. Trying.`, more, buttonFor("Try now", tryNow));
  if (behind) return isOld(`Not up to date since ${clockOf(behind)}. Trying.`, more, buttonFor("Try now", tryNow));
  isCurrent();
}

function close(title, more, { code }) {
  if (closed?.code === code) return;
  closed = { title, more, code };
  tell();
  document.dispatchEvent(new CustomEvent("seat-closed"));
}

function reopen() {
  closed = null;
  tell();
}

export const isClosed = () => closed !== null;
export const isLost = () => lost !== null;

// The referee closed this seat, its session is over, or the table is gone: nothing more comes, and nothing more is sent.
export function seatClosed(problem) {
  if (problem.code === "session_over") close("The session is over.", told({ detail: problem.fix }), problem);
  else close("You no longer have this seat.", told(problem), problem);
}

// Whether an answer means that the seat is closed.
export const closes = ({ code }) => code === "signed_out" || code === "session_over";

// Why nothing more is sent; empty while the seat is open.
export const whyClosed = () => closed?.title ?? "";

// A request failed: is the line lost?
export function checkLine() {
  line?.check();
}

// The page could not be drawn since then, though the line lives; null when it was drawn.
export function drawnLate(since) {
  if (since === behind) return;
  behind = since;
  tell();
}

function tryNow() {
  line?.check();
  for (const again of [...retrying]) again();
  readAgain();
}

function readAgain() {
  for (const again of [...reading]) again();
}

// The first answer to something that is only read. When a connection has died while none is there, it is asked for once more,
// since it may be owed by that connection. The first request goes on, since it may only be slow; it has one other beside it.
// `ask` is given a signal; whatever did not come within `patience` milliseconds is given up.
export function read(ask, patience) {
  return new Promise((resolve, reject) => {
    const open = [];
    const timer = setTimeout(() => [...open].forEach((late) => late.abort()), patience);
    let soon = 0;
    const end = (settle) => (what) => {
      clearTimeout(timer);
      clearTimeout(soon);
      reading.delete(again);
      open.splice(0).forEach((late) => late.abort());
      settle(what);
    };
    function again() {
      const late = new AbortController();
      open.splice(1).forEach((other) => other.abort());
      open.push(late);
      ask(late.signal).then(end(resolve), (problem) => {
        if (!open.includes(late)) return;
        open.splice(open.indexOf(late), 1);
        if (!open.length) end(reject)(problem);
      });
    }
    reading.add(again);
    again();
    if (Date.now() - renewedAt < DOUBTFUL) soon = setTimeout(again, SOON);
  });
}

// Resolves after a while, or as soon as the line is back.
export function pause(time) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      retrying.delete(done);
      resolve();
    };
    const timer = setTimeout(done, time);
    retrying.add(done);
  });
}
