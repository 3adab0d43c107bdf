// The shared worker of a browser: one hub for every window of it.

import { hubOf } from "./hub.js";

const ports = new Set();
const hub = hubOf((message) => ports.forEach((port) => port.postMessage(message)));

addEventListener("connect", ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => {
    if (data.event === "leave") ports.delete(port);
    hub.hear(data);
  };
});
