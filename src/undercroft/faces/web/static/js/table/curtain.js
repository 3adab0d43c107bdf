// The curtain: one key hides every secret on the referee's screen, on every page and after a reload, until it is pressed again.

const NAME = "curtain";

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-curtain]")) return;
  document.body.hidden = true;
  const drawn = document.cookie.split("; ").includes(`${NAME}=drawn`);
  document.cookie = `${NAME}=drawn; path=/; SameSite=Strict${drawn ? "; max-age=0" : ""}`;
  location.reload();
});
