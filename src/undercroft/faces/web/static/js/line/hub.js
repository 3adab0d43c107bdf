// The hub of a browser's line: one stream for all its windows and seats. While the stream is silent the hub asks instead, so
// that a window is never old without knowing it. It runs in a shared worker, in the window that leads, or in each window.

const BEAT = 1000;
// Twice the time after which the server gives a sign of life.
const SILENT = 8000;
const ANSWERS_WITHIN = 3000;
const ASKS_EVERY = 2500;
const AGAIN = [500, 1000, 2000, 3000, 5000];
// Connections that a browser kept from before may be dead without its knowing: when the line is lost, several are tried at once.
const AT_ONCE = 3;
const OPENS_AGAIN = [0, 1000, 5000, 15_000, 30_000];
const LINGERS = 3000;
// A window that was not heard of for so long is gone; a hidden one is heard of once a minute.
const FORGOTTEN = 150_000;

const step = (steps, number) => steps[Math.min(number, steps.length - 1)];

export function hubOf(tell, { streaming = true } = {}) {
  const windows = new Map();
  const stands = new Map();
  let stream = null;
  let streamed = "";
  let speaking = false;
  let spoke = Date.now();
  let life = Date.now();
  let alive = true;
  let failures = 0;
  let silences = 0;
  let asking = null;
  let next = 0;
  let dropping = 0;

  const tables = () => [...new Set([...windows.values()].map(({ table }) => table))].sort();
  const query = () => new URLSearchParams(tables().map((table) => ["at", table])).toString();
  const state = () => tell({ event: "line", alive, life });

  // A message of a window: which table it shows, that it leaves, or that it wants to know now.
  function hear({ event, id, table }) {
    if (event === "leave") {
      windows.delete(id);
      clearTimeout(dropping);
      dropping = setTimeout(settle, LINGERS);
    } else if (event === "follow") {
      const known = windows.has(id);
      windows.set(id, { table, at: Date.now() });
      if (!known && stands.has(table)) tell(stands.get(table));
      state();
      settle();
    } else if (event === "check") {
      if (stream && Date.now() - spoke > SILENT) lose();
      else ask();
    }
  }

  // The stream carries the tables that are looked at; what they are changes seldom.
  function settle() {
    if (!windows.size) return close();
    if (!streaming || (query() === streamed && !stream)) return ask();
    if (query() !== streamed) open();
  }

  function close() {
    stream?.close();
    stream = null;
    speaking = false;
  }

  function open() {
    close();
    clearTimeout(next);
    streamed = query();
    spoke = Date.now();
    const mine = (stream = new EventSource(`/stream?${streamed}`));
    const on = (name, does) =>
      mine.addEventListener(name, ({ data }) => {
        if (mine !== stream) return;
        spoke = Date.now();
        silences = 0;
        speaking = true;
        clearTimeout(next);
        sign();
        does?.(JSON.parse(data));
      });
    on("at", standing);
    on("present", (online) => tell({ event: "present", ...online }));
    on("gone", gone);
    on("here");
    mine.addEventListener("bye", () => mine === stream && lose());
    mine.onerror = () => mine === stream && lose();
  }

  function lose() {
    close();
    silences += 1;
    ask();
  }

  function sign() {
    life = Date.now();
    failures = 0;
    if (alive) return;
    alive = true;
    state();
  }

  function standing(at) {
    stands.set(at.table, { event: "at", ...at });
    tell(stands.get(at.table));
  }

  function gone(why) {
    stands.delete(why.table);
    for (const [id, { table }] of windows) if (table === why.table) windows.delete(id);
    tell({ event: "gone", ...why });
  }

  // Where the seats stand now. An answer that does not come is a line that is lost, unless the stream still speaks.
  async function ask() {
    if (asking || !windows.size) return;
    clearTimeout(next);
    asking = new AbortController();
    let waited = false;
    const late = setTimeout(() => {
      waited = true;
      asking.abort();
    }, ANSWERS_WITHIN);
    try {
      const { signal } = asking;
      const told = await Promise.any(Array.from({ length: alive ? 1 : AT_ONCE }, () => answered(signal)));
      asking.abort();
      sign();
      for (const { present, ...at } of told.at) {
        standing(at);
        if (present !== undefined) tell({ event: "present", table: at.table, present });
      }
      told.gone.forEach(gone);
    } catch {
      failures += 1;
      alive = speaking && Date.now() - spoke < SILENT;
      state();
    } finally {
      clearTimeout(late);
      asking = null;
    }
    goOn(waited);
  }

  async function answered(signal) {
    const answer = await fetch(`/cursors?${query()}`, { signal, cache: "no-store" });
    if (!answer.ok) throw answer;
    return answer.json();
  }

  function goOn(waited) {
    clearTimeout(next);
    if (!windows.size || (alive && speaking)) return;
    if (alive && streaming && !stream && Date.now() - spoke >= step(OPENS_AGAIN, silences - 1)) open();
    next = setTimeout(ask, alive ? ASKS_EVERY : waited ? AGAIN[0] : step(AGAIN, failures - 1));
  }

  const beat = setInterval(() => {
    for (const [id, { at }] of windows) if (Date.now() - at > FORGOTTEN) windows.delete(id);
    if (stream && Date.now() - spoke > SILENT) lose();
    if (windows.size) state();
  }, BEAT);

  function stop() {
    clearInterval(beat);
    clearTimeout(next);
    clearTimeout(dropping);
    windows.clear();
    asking?.abort();
    close();
  }

  return { hear, stop };
}
