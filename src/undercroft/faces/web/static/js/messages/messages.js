// Whispers, handouts and the shared page: what is opened is read, pictures are sent with their handout, and nobody writes
// over a text that they have not read.

import { emptied } from "../base/forms.js";
import { complain, forgive, problemIn } from "../base/requests.js";

export function messaging(table, act) {
  const closer = document.getElementById("closer");
  if (!closer) return;
  const read = new Set();
  let writing = null;

  // What lies open in sight is read, also what comes in while it does.
  function readOpen() {
    if (document.visibilityState !== "visible" || table.hasAttribute("data-watching")) return;
    const open = [...table.querySelectorAll("details[open][data-read]")].flatMap((each) => JSON.parse(each.dataset.read));
    const messages = open.filter((id) => !read.has(id));
    if (!messages.length) return;
    for (const id of messages) read.add(id);
    act({ kind: "mark_read", seat: table.dataset.seat, messages }, table);
  }

  table.addEventListener("toggle", readOpen, true);
  document.addEventListener("visibilitychange", readOpen);
  new MutationObserver(readOpen).observe(table, { childList: true, subtree: true });

  table.addEventListener("click", (event) => {
    const look = event.target.closest("[data-closer]");
    if (look) openCloser(document.getElementById(`handout-${look.dataset.closer}`));
  });

  closer.addEventListener("click", (event) => {
    const by = event.target.closest("[data-closer-by]");
    if (by) return size(Number(closer.style.getPropertyValue("--closer") || 1) * Number(by.dataset.closerBy));
    if (event.target.closest("[data-closer-close]")) closer.close();
  });

  const size = (times) => closer.style.setProperty("--closer", String(Math.min(6, Math.max(0.5, times))));

  function openCloser(handout) {
    const shown = [...handout.querySelectorAll("img, [data-handout-text]")].map((each) => each.cloneNode(true));
    closer.querySelector("[data-closer-title]").textContent = handout.querySelector(".thread-name").textContent;
    closer.querySelector("[data-closer-view]").replaceChildren(...shown);
    size(1);
    closer.showModal();
  }

  // The version that was read when the first letter was typed; a redrawn page does not change it.
  table.addEventListener("input", (event) => {
    const form = event.target.closest("[data-page-form]");
    if (form) writing ??= form.dataset.version;
  });

  // Who ticks a player means these players.
  table.addEventListener("change", ({ target }) => {
    if (target.matches("[data-handout-form] [name=to]:checked")) target.form.elements.whom.value = "some";
  });

  table.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("[data-page-form]")) {
      event.preventDefault();
      savePage(form);
    } else if (form.matches("[data-handout-form]")) {
      event.preventDefault();
      const button = form.querySelector("button:not([type=button])");
      button.disabled = true;
      await giveHandout(form);
      button.disabled = false;
    }
  });

  // Another's text stands in the page above; what was typed stays in the field, and may be saved once that was read.
  async function savePage(form) {
    forgive(form);
    const version = writing ?? form.dataset.version;
    const done = await act({ kind: "write_page", seat: table.dataset.seat, text: form.elements.text.value, version }, form);
    writing = done ? null : (document.querySelector("[data-page-form]")?.dataset.version ?? null);
    if (done) form.elements.text.defaultValue = form.elements.text.value;
  }

  async function giveHandout(form) {
    forgive(form);
    const [file] = form.elements.picture.files;
    try {
      const picture = file ? await sendPicture(file) : null;
      const whom = form.elements.whom.value;
      const to = whom === "some" ? [...form.querySelectorAll("[name=to]:checked")].map((box) => box.value) : [];
      if (whom === "some" && !to.length) return complain(form, { detail: "Choose the players who see it" });
      const { title, text, alt } = form.elements;
      const given = { title: title.value, text: text.value, alt: alt.value, picture, to, everybody: whom === "everybody" };
      if (await act({ kind: "handout", ...given }, form)) emptied(form);
    } catch (problem) {
      complain(form, problem);
    }
  }

  async function sendPicture(file) {
    const answer = await fetch(`/api/tables/${table.dataset.table}/pictures?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
      body: file,
    });
    if (!answer.ok) throw await problemIn(answer);
    return (await answer.json()).picture.id;
  }
}
