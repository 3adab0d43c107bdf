// The stream of a table says what changed; while it is lost, that is told, and dice are kept.

import { hush, lineLost, notice } from "./notices.js";
import { panelsShown } from "./panels.js";

export function listen(table, here, { changed, refresh, sendKept }) {
  let since = null;

  // Losing the stream loses nothing: on return everything that may be stale is fetched, and so is what happened
  // between the page and its stream. Whoever looks through other eyes hears their own stream, and looks again at once.
  const borrowed = here.has("as") || table.hasAttribute("data-watching");
  const stream = new EventSource(`/t/${table.dataset.table}/stream${borrowed ? "" : `?since=${encodeURIComponent(table.dataset.cursor)}`}`);
  stream.addEventListener("changed", (event) => {
    const told = JSON.parse(event.data);
    changed(told.cursor, told.panels);
  });
  stream.addEventListener("present", (event) => {
    for (const place of document.querySelectorAll("[data-present]")) place.textContent = event.data;
  });
  stream.addEventListener("bye", () => lose());
  stream.onerror = () => lose();
  stream.onopen = async () => {
    if (since === null) return borrowed && refresh(panelsShown());
    since = null;
    hush();
    await sendKept();
    refresh(panelsShown());
    reconnected();
  };
  addEventListener("pagehide", () => stream.close());

  async function reconnected() {
    if (borrowed) return;
    const answer = await fetch(`/api/tables/${table.dataset.table}/events?${new URLSearchParams({ after: table.dataset.cursor })}`);
    if (!answer.ok) return;
    const missed = await answer.json();
    notice(`Reconnected, ${missed.events.length} ${missed.events.length === 1 ? "event" : "events"}.`);
  }

  function lose() {
    if (since !== null) return;
    since = new Date();
    lineLost(since);
  }
}
