// A person who asked for a taken seat: the page asks every two seconds, and goes on when there is an answer.

const EVERY = 2000;

const waiting = document.querySelector("[data-asks-seat]");
if (waiting) setInterval(ask, EVERY);

async function ask() {
  try {
    const answer = await fetch(`/join/standing?at=${encodeURIComponent(waiting.dataset.asksSeat)}`);
    if (answer.ok && (await answer.json()).standing !== "waits") location.reload();
  } catch {
    // The line is down: the next try asks again.
  }
}
