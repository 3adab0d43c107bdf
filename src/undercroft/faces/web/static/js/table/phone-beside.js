// A player's phone beside the referee's screen: what that seat sees, in a frame as wide as a phone. It stays while the referee
// goes from page to page, until it is closed. Where the window has room for both, the page takes the stylesheet that is
// laid out for the width that the phone leaves.

const PLACE = "undercroft-phone-beside";
const table = document.querySelector("[data-table]")?.dataset.table;
const framed = new URLSearchParams(location.search).has("frame");

const ROOM = "(min-width: 74.0625rem)";
const sheet = document.querySelector("link[rel=stylesheet]:not(#dark)");

function makeRoom() {
  if (document.getElementById("beside")) return;
  const beside = sheet.cloneNode();
  beside.id = "beside";
  beside.media = ROOM;
  beside.href = sheet.getAttribute("href").replace(/\.css$/, "-beside.css");
  beside.addEventListener("load", () => { sheet.media = `not all and ${ROOM}`; });
  sheet.after(beside);
}

function takeBack() {
  sheet.media = "";
  document.getElementById("beside")?.remove();
}

function open({ seat, name }) {
  document.querySelector(".phone-beside")?.remove();
  makeRoom();
  const phone = document.createElement("aside");
  phone.className = "phone-beside";
  phone.setAttribute("aria-label", `Phone of ${name}`);
  const head = document.createElement("p");
  const title = document.createElement("b");
  title.textContent = `${name}: what they see`;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn";
  close.dataset.phoneClose = "";
  close.textContent = "Close";
  head.append(title, close);
  const frame = document.createElement("iframe");
  frame.title = `What ${name} sees`;
  frame.src = `/t/${encodeURIComponent(table)}?${new URLSearchParams({ as: seat, frame: "yes" })}`;
  phone.append(head, frame);
  document.body.append(phone);
}

document.addEventListener("click", (event) => {
  const wanted = event.target.closest("[data-phone-beside]");
  if (wanted) {
    const chosen = { table, seat: wanted.dataset.phoneBeside, name: wanted.dataset.name };
    sessionStorage.setItem(PLACE, JSON.stringify(chosen));
    wanted.closest("details")?.removeAttribute("open");
    return open(chosen);
  }
  if (event.target.closest("[data-phone-close]")) {
    sessionStorage.removeItem(PLACE);
    document.querySelector(".phone-beside")?.remove();
    takeBack();
  }
});

// Within the frame every page of the table is seen by the same eyes; other pages open on a page of their own.
if (framed) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented) return;
    const to = new URL(link.href);
    if (to.pathname.startsWith(`/t/${encodeURIComponent(table)}`)) {
      const here = new URLSearchParams(location.search);
      for (const name of ["as", "frame"]) to.searchParams.set(name, here.get(name));
      link.href = to.href;
    } else {
      link.target = "_blank";
    }
  }, true);
} else if (document.querySelector("[data-phone-beside]")) {
  const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  if (kept?.table === table) open(kept);
}
