// Dice that could not be sent: they are kept on this device, shown as kept, and go up once when the line is back.

import { buttonFor, clockOf, notice } from "./notices.js";

const PLACE = "undercroft-dice-kept";

export function keptDice({ table, seat }) {
  const place = `${PLACE}-${table}-${seat}`;

  function all() {
    try {
      return JSON.parse(localStorage.getItem(place) ?? "[]");
    } catch {
      return [];
    }
  }

  function write(dice) {
    try {
      localStorage.setItem(place, JSON.stringify(dice));
    } catch {
      notice("This browser keeps nothing. Tell the referee your dice.");
    }
    show();
  }

  const same = (one, other) => one.wanted === other.wanted && one.ruling === other.ruling;

  // Of several throws for one question the last is kept.
  function keep(one) {
    write([...all().filter((other) => !same(other.command, one.command)), { ...one, at: Date.now() }]);
  }

  function forget({ key }) {
    write(all().filter((other) => other.key !== key));
  }

  const faces = ({ answers }) => answers.map((answer) => answer ?? "?");
  const said = ({ answers }) => answers.map((answer) => answer ?? "rolled by Undercroft").join(" and ");

  // Each stands where its question was asked; the question is asked again only if the player changes the dice.
  function show() {
    document.getElementById("kept-dice")?.remove();
    const waiting = all();
    for (const form of document.querySelectorAll("form[data-answer]")) {
      const { wanted, ruling } = form.dataset;
      form.classList.toggle("is-kept", waiting.some(({ command }) => same(command, { wanted, ruling: Number(ruling) })));
    }
    const panel = document.getElementById("panel-wanted");
    if (!waiting.length || !panel) return;
    const cards = element("section", { id: "kept-dice", className: "kept-dice" }, waiting.map(card));
    cards.setAttribute("aria-label", "Dice kept on this device");
    panel.before(cards);
  }

  function card(one) {
    const head = element("p", { className: "kept-head" }, [
      element("span", { className: "caps", textContent: "Kept on this device, not sent" }),
      element("span", { className: "caption", textContent: clockOf(new Date(one.at)) }),
    ]);
    const title = element("h2", { className: "serif", textContent: `${one.title}: ${said(one.command)}` });
    const dice = element("p", { className: "kept-faces" }, [
      ...faces(one.command).map((face) => element("span", { className: "kept-face serif", textContent: face })),
      element("span", { className: "detail muted", textContent: "The referee has not seen it yet. It goes out once, when you are connected." }),
    ]);
    dice.querySelectorAll(".kept-face").forEach((face) => face.setAttribute("aria-hidden", "true"));
    const aloud = () => {
      forget(one);
      notice(`Not kept any more. Tell the referee: ${said(one.command)}.`);
    };
    const buttons = element("p", { className: "kept-buttons" }, [
      buttonFor("Change the dice", () => forget(one)),
      buttonFor("Say it aloud instead", aloud),
    ]);
    return element("article", { className: "kept" }, [head, title, dice, buttons]);
  }

  document.addEventListener("panels-drawn", show);
  return { all, keep, forget, show };
}

function element(name, values, inside = []) {
  const made = Object.assign(document.createElement(name), values);
  if (inside.length) made.append(...inside);
  return made;
}
