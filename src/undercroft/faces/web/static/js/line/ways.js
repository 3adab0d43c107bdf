// The ways from a window to the hub of its browser: a shared worker; else the window that leads the others; else the window asks
// for itself, without a stream.

import { hubOf } from "./hub.js";

const NAME = "undercroft-line";
const LEADER_ANSWERS = 400;
const LEADER_SILENT = 5000;

// Calls `hear` with what the hub says; returns how to speak to it, and what to do when it has fallen silent. A hub in this window
// answers later too, as one in a worker does: nobody is told anything while still speaking.
export function wayToHub(hear) {
  const receive = (message) => queueMicrotask(() => hear(message));
  if (globalThis.SharedWorker) return shared(receive);
  return globalThis.BroadcastChannel ? led(receive) : alone(receive);
}

function shared(receive) {
  let other = null;
  let port = null;
  function connect() {
    const worker = new SharedWorker(new URL("line-worker.js", import.meta.url), { name: NAME });
    worker.onerror = () => (other ??= led(receive));
    port = worker.port;
    port.onmessage = ({ data }) => receive(data);
  }
  connect();
  return {
    send: (message) => (other ? other.send(message) : port.postMessage(message)),
    again: () => (other ? other.again() : connect()),
    leave: () => other?.leave(),
  };
}

// One window leads: it has the hub, and the others hear of it. If two lead, the one that came later gives way.
function led(receive) {
  const me = `${Date.now()}-${Math.random()}`;
  const channel = new BroadcastChannel(NAME);
  let hub = null;
  let heard = 0;

  const speak = (message) => {
    channel.postMessage({ from: me, message });
    receive(message);
  };

  function lead() {
    if (hub) return;
    hub = hubOf(speak);
    speak({ event: "new" });
  }

  function resign() {
    hub.stop();
    hub = null;
  }

  channel.onmessage = ({ data: { from, message, toHub } }) => {
    if (toHub) return hub?.hear(toHub);
    heard = Date.now();
    if (hub && from > me) return speak({ event: "new" });
    if (message.event === "resigned") return leadUnlessLed();
    if (hub) {
      resign();
      receive({ event: "new" });
    }
    receive(message);
  };

  // All windows wait, each a little longer or shorter, and the first that waited in vain leads.
  function leadUnlessLed() {
    heard = 0;
    setTimeout(() => heard || lead(), LEADER_ANSWERS * (1 + Math.random()));
  }

  function leave() {
    if (!hub) return;
    resign();
    channel.postMessage({ from: me, message: { event: "resigned" } });
  }

  leadUnlessLed();
  document.addEventListener("freeze", leave);
  return {
    send: (message) => (hub ? hub.hear(message) : channel.postMessage({ toHub: message })),
    again: () => Date.now() - heard > LEADER_SILENT && lead(),
    leave,
  };
}

function alone(receive) {
  const hub = hubOf(receive, { streaming: false });
  return { send: hub.hear, again: () => {}, leave: () => {} };
}
