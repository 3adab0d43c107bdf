// The hub of a browser's line: one stream for all its windows and seats. While the stream is silent the hub asks instead, so
// that a window is never old without knowing it. It runs in a shared worker, in the window that leads, or in each window.

const BEAT = 1000;
// The server gives a sign of life every second: a stream that misses one is doubted, and one that misses four is dead.
const QUIET = 1600;
const SILENT = 4500;
const ANSWERS_WITHIN = 3000;
const ASKS_EVERY = 2000;
// A browser cannot tell a dead connection from a slow one: the next request goes out beside those that were not answered.
const BESIDE = [500, 1000, 1500];
// A server that answers but cannot say where the seats stand is left in peace for so long.
const REFUSED = 2000;
// A line that answers nothing for so long is lost; one that fails is lost at once.
const GIVES_UP = 6000;
const OPENS_AGAIN = [0, 1000, 5000, 15_000, 30_000];
const LINGERS = 3000;
// A window that was not heard of for so long is gone; a hidden one is heard of once a minute.
const FORGOTTEN = 150_000;

const step = (steps, number) => steps[Math.min(number, steps.length - 1)];
// Not all phones of a table ask at the same moment.
const about = (time) => time * (0.75 + Math.random() / 4);

export function hubOf(tell, { streaming = true } = {}) {
  const windows = new Map();
  const stands = new Map();
  let stream = null;
  let streamed = "";
  let speaking = false;
  let spoke = Date.now();
  let life = Date.now();
  let alive = true;
  let silences = 0;
  let asking = null;
  let next = 0;
  let watch = 0;
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
    clearTimeout(watch);
    stream?.close();
    stream = null;
    speaking = false;
  }

  function open() {
    close();
    clearTimeout(next);
    streamed = query();
    spoke = Date.now();
    doubtLater();
    const mine = (stream = new EventSource(`/stream?${streamed}`));
    const on = (name, does) =>
      mine.addEventListener(name, ({ data }) => {
        if (mine !== stream) return;
        spoke = Date.now();
        silences = 0;
        speaking = true;
        clearTimeout(next);
        endRound();
        doubtLater();
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

  function drop() {
    close();
    silences += 1;
  }

  function lose() {
    drop();
    ask();
  }

  const isQuiet = () => Date.now() - spoke >= QUIET;

  function doubtLater() {
    clearTimeout(watch);
    watch = setTimeout(ask, QUIET);
  }

  function sign() {
    life = Date.now();
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

  // Asks where the seats stand, again and again until an answer comes.
  function ask() {
    if (asking || !windows.size) return;
    clearTimeout(next);
    asking = { since: Date.now(), tries: 0, later: 0, open: new Set() };
    attempt(asking);
  }

  async function attempt(round) {
    if (!windows.size) return endRound();
    const late = new AbortController();
    const before = [...round.open];
    const timer = setTimeout(() => late.abort(), ANSWERS_WITHIN);
    round.open.add(late);
    askAgain(round, step(BESIDE, round.tries));
    round.tries += 1;
    try {
      const told = await answered(late.signal);
      if (round === asking) hearAnswer(told, before.some((each) => round.open.has(each)));
    } catch (problem) {
      if (round === asking) doubt(round, problem, late.signal.aborted);
    } finally {
      clearTimeout(timer);
      round.open.delete(late);
    }
  }

  function askAgain(round, time) {
    clearTimeout(round.later);
    round.later = setTimeout(() => attempt(round), about(time));
  }

  async function answered(signal) {
    const answer = await fetch(`/cursors?${query()}`, { signal, cache: "no-store" });
    if (!answer.ok) throw answer;
    return answer.json();
  }

  // An answer that overtakes an earlier request came by another connection: what the others owe, pages read again.
  function hearAnswer(told, overtook) {
    const found = overtook || !alive;
    endRound();
    sign();
    if (found) tell({ event: "renewed" });
    for (const { present, ...at } of told.at) {
      standing(at);
      if (present !== undefined) tell({ event: "present", table: at.table, present });
    }
    told.gone.forEach(gone);
    if (stream && ((overtook && isQuiet()) || Date.now() - spoke > SILENT)) drop();
    goOn();
  }

  // A line is lost when a request fails, or when none is answered for long, unless the stream still speaks.
  function doubt(round, problem, waited) {
    if (problem instanceof Response) askAgain(round, REFUSED);
    if (waited && Date.now() - round.since < GIVES_UP) return;
    if (stream && isQuiet() && waited) drop();
    alive = speaking && !isQuiet();
    state();
  }

  function endRound() {
    if (!asking) return;
    const { later, open } = asking;
    asking = null;
    clearTimeout(later);
    for (const late of open) late.abort();
  }

  function goOn() {
    clearTimeout(next);
    if (!windows.size || (speaking && !isQuiet())) return;
    if (streaming && !stream && Date.now() - spoke >= step(OPENS_AGAIN, silences - 1)) open();
    next = setTimeout(ask, ASKS_EVERY);
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
    endRound();
    close();
  }

  return { hear, stop };
}
