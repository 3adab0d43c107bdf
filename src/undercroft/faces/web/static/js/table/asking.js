// Ending a turn asks first while a banner stands that nobody may pass over, and so does a button with a warning.
// A warning of the button names the dying itself, so their banner is not repeated beside it.
// A banner that has the same button does not ask: the button deals with it.

const deals = (banner, control) => [...banner.querySelectorAll("[data-command]")].some((each) => each.dataset.command === control.dataset.command);

// The key N, and whatever else ends a turn: a banner, or the list of all commands. Who was asked is not asked again.
const endsTurn = (control) => control.dataset.shortcut === "n" || (!("asked" in control.dataset) && JSON.parse(control.dataset.command).kind === "end_step");

// What a button says, without its sign and its figures.
const words = (control) => [...control.childNodes].map((each) => each.textContent.trim()).find(Boolean) ?? "";

export function asksFirst(sheet, control) {
  const banners = endsTurn(control) ? [...document.querySelectorAll("[data-asks]")].filter((banner) => !deals(banner, control)) : [];
  const own = control.dataset.confirms;
  const others = own ? banners.filter((banner) => !banner.classList.contains("banner-dying")) : banners;
  const warnings = [own, ...others.map((banner) => banner.dataset.asks)].filter(Boolean);
  if (!warnings.length || !sheet) return false;
  const button = (text, kind, put) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = kind;
    made.textContent = text;
    put(made);
    return made;
  };
  const what = document.createElement("ul");
  what.className = "asking-what";
  for (const warning of warnings) what.append(Object.assign(document.createElement("li"), { textContent: warning }));
  const head = Object.assign(document.createElement("h2"), { textContent: others.length ? "Not dealt with yet" : "Are you sure?" });
  const back = button("Go back", "btn btn-primary", (made) => (made.dataset.close = ""));
  const on = button(control.dataset.does ?? `${words(control)} anyway`, "btn", (made) => {
    made.dataset.command = control.dataset.command;
    made.dataset.asked = "";
    made.dataset.expected = "";
  });
  const parts = [["panel-head", head], ["panel-body", what], ["panel-foot", back, on]].map(([kind, ...inside]) => {
    const part = document.createElement("div");
    part.className = kind;
    part.append(...inside);
    return part;
  });
  sheet.replaceChildren(...parts);
  sheet.showModal();
  back.focus();
  return true;
}
