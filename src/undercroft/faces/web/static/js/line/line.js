// The line of a window: it knows whether what it shows is current, and since when it is not.

import { wayToHub } from "./ways.js";

const TICK = 1000;
// A line that failed is named after so long; one of which nothing is heard, after twelve seconds at most.
const SHORT = 3000;
const SILENT = 11_000;
const HUB_SILENT = 6000;
const FOLLOWS_EVERY = 20_000;
const ASLEEP = 3000;

// Follows a table. Calls `at`, `gone` and `present` with what the server tells, `lost` with the time of its last sign of life,
// `found` when it is back, and `renewed` when a connection has died and what was asked over it may never come.
export function lineOf(table, { at, gone, present, lost, found, renewed }) {
  const id = `${Date.now()}-${Math.random()}`;
  let alive = true;
  let life = Date.now();
  let hub = Date.now();
  let ticked = Date.now();
  let followed = 0;
  let spared = 0;
  let told = false;

  const way = wayToHub((message) => {
    hub = Date.now();
    if (message.event === "new") return follow();
    if (message.event === "renewed") return renewed();
    if (message.event === "line") {
      ({ alive, life } = message);
      return judge();
    }
    if (message.table !== table) return;
    if (message.event === "at") at(message);
    else if (message.event === "present") present(message.present);
    else if (message.event === "gone") gone(message);
  });

  function follow() {
    followed = Date.now();
    way.send({ event: "follow", id, table });
  }

  function check() {
    way.send({ event: "follow", id, table });
    way.send({ event: "check", id });
  }

  function judge() {
    const silent = Date.now() - life;
    const now = (!alive && silent >= SHORT) || silent >= SILENT;
    if (now && Date.now() < spared) return;
    if (now && !told) {
      told = true;
      lost(new Date(life));
    } else if (!now && told && alive) {
      told = false;
      found();
    }
  }

  // Timers stand still while a phone sleeps: what is old then is asked for before anything is said of it.
  setInterval(() => {
    const slept = Date.now() - ticked > ASLEEP;
    ticked = Date.now();
    if (slept) wake();
    if (Date.now() - hub > HUB_SILENT) {
      hub = Date.now();
      way.again();
      follow();
    }
    if (Date.now() - followed > FOLLOWS_EVERY) follow();
    judge();
  }, TICK);

  function wake() {
    spared = Date.now() + SHORT;
    check();
  }

  document.addEventListener("visibilitychange", () => document.hidden || wake());
  document.addEventListener("resume", wake);
  addEventListener("online", check);
  addEventListener("offline", check);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", () => {
    way.send({ event: "leave", id });
    way.leave();
  });
  follow();
  return { check };
}
