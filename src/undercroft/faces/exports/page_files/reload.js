// On a page from a server: draws it again when its file has changed.

const { stamp } = document.currentScript.dataset;
setInterval(async () => {
  const answer = await fetch(`${location.pathname}?stamp`, { cache: "no-store" }).catch(() => null);
  if (answer?.ok && (await answer.text()) !== stamp) location.reload();
}, 500);
