// Edits on their way into the draft. They go up in the order they were made, one request at a time, and none is lost: what
// the server did not get is sent again. An answer is drawn only if nothing newer waits, so that the newest is drawn last.

const AGAIN = 3000;

export function editQueue({ carry, draw, failed, alike, busy = () => {} }) {
  const line = [];
  let going = false;
  let turn = Promise.resolve();
  let timer = 0;

  // The request that takes one edit more; one that stands alone takes none.
  function open(alone) {
    if (alone || !line.length || line.at(-1).alone) line.push({ edits: [], more: {}, alone });
    return line.at(-1);
  }

  // Of several edits of the same field the last is sent, with the value first seen.
  function join({ edits }, one) {
    const same = edits.find((each) => alike(each, one));
    if (same) same.value = one.value;
    else edits.push(one);
  }

  async function run() {
    busy(true);
    while (line.length) {
      const request = line.shift();
      try {
        const answer = await carry(request);
        if (!line.length) draw(answer);
      } catch (problem) {
        failed(problem);
        if (!problem.unreachable) continue;
        line.unshift(request);
        timer = setTimeout(flush, AGAIN);
        break;
      }
    }
    going = false;
    busy(false);
  }

  // Sends what waits, with these edits and more to ask; resolves when nothing waits any longer.
  function flush(more = {}, { edits = [], alone = false } = {}) {
    clearTimeout(timer);
    const request = open(alone);
    Object.assign(request.more, more);
    for (const each of edits) join(request, each);
    if (!going) {
      going = true;
      turn = run();
    }
    return turn;
  }

  function later(rest) {
    clearTimeout(timer);
    timer = setTimeout(flush, rest);
  }

  // An edit that goes up when the hand has rested.
  function edit(one, rest) {
    join(open(false), one);
    later(rest);
  }

  return { edit, flush, later, unsent: () => line.flatMap(({ edits }) => edits), idle: () => !going && !line.length };
}
