// The links of founders, on the owner's start page: made, renewed and ended. A link is shown once, when it is made.

import { complain, forgive, send } from "../base/requests.js";

const form = document.querySelector("[data-founder-form]");

function show({ name, link }) {
  const place = form.querySelector("[data-founder-made]");
  place.querySelector("b").textContent = name;
  place.querySelector("code").textContent = link;
  place.hidden = false;
}

async function ask(address, body, done) {
  forgive(form);
  try {
    done(await send(address, body));
  } catch (problem) {
    complain(form, problem);
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, tables } = form.elements;
  ask("/api/founders", { name: name.value, tables: Number(tables.value) }, (made) => {
    show(made);
    name.value = "";
  });
});

document.addEventListener("click", (event) => {
  const renew = event.target.closest("[data-founder-link]");
  if (renew) ask(`/api/founders/${renew.dataset.founderLink}/link`, {}, show);
  const end = event.target.closest("[data-founder-end]");
  if (end) ask(`/api/founders/${end.dataset.founderEnd}/end`, {}, () => end.closest("li").remove());
});
