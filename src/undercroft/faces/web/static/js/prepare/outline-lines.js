// The outline as it is seen: every line with its colours, what the margin says about it, and what is wrong with it.

const ROOM = /^(?:#+\s*)?(?:room |area )?[A-Z]?\d+[a-z]?[.):]?\s+\S/i;
const MARK = /^(\s*)([?*]>|[>?*!$=])(.*)$/;
const COUNT = /^\s+\d+d?\d*\s+\S|^\s+.*\bHD\b/;

export function drawLines(place, text, { marks, notes, here, ghost = "", at: caret = 0 }) {
  const said = new Map(notes.map((note) => [note.line, note]));
  const known = new Map();
  for (const mark of marks) if (!known.has(mark.line) || mark.changed || mark.played) known.set(mark.line, mark);
  // A text that is read aloud is written on the card once the outline is tidied: the margin says so.
  for (const mark of known.values()) if (mark.aloud && text.includes(mark.aloud)) known.set(mark.line, { ...mark, aloud: "" });
  place.replaceChildren(...text.split("\n").map((line, at) => lineOf(line, known.get(at + 1), said.get(at + 1), at + 1 === here)));
  if (ghost) place.children[caret - 1]?.querySelector(".ol-words").append(made("span", "ol-ghost", ghost), made("span", "kbd ol-tab", "Tab"));
}

function lineOf(text, mark, note, here) {
  const line = made("div", `ol-line${here ? " is-here" : ""}${note ? " is-wrong" : ""}`);
  line.append(made("span", `ol-gutter${note ? " is-note" : mark?.changed ? " is-changed" : mark?.known ? " is-known" : ""}`));
  const words = made("span", "ol-words");
  const found = text.match(MARK);
  if (found && !/^\d/.test(text)) words.append(found[1], made("b", "ol-mark", found[2]), found[3]);
  else words.append(text || "\u200b");
  if (mark?.sort === "room" || (!mark && ROOM.test(text))) words.classList.add("is-room");
  else if (mark?.sort === "creatures" || (!mark && COUNT.test(text))) words.classList.add("is-creatures");
  line.append(words);
  if (note) line.append(made("span", "ol-note is-ember", note.what));
  else if (mark?.changed || mark?.played) {
    line.append(made("span", `ol-note${mark.changed ? " is-changed" : ""}`, [mark.changed, mark.played].filter(Boolean).join(" · ")));
  }
  else if (mark?.aloud) line.append(made("span", "ol-note is-aloud", "text on the card"));
  return line;
}

function made(kind, names, text = "") {
  const element = document.createElement(kind);
  element.className = names;
  element.textContent = text;
  return element;
}

// The line of the outline that a place in its text is on, counted from 1.
export function lineAt(text, at) {
  return text.slice(0, at).split("\n").length;
}

// Where a line begins in the text.
export function startOf(text, line) {
  return text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
}

// The outline with a change that mends a note.
export function mendedBy(field, mend) {
  const start = startOf(field.value, mend.line);
  field.setRangeText(mend.text, start + mend.column - 1, start + mend.end - 1, "preserve");
}

// The number after the highest that a room has.
export function nextNumber(text) {
  const numbers = text.split("\n").map((line) => Number(line.match(/^(?:#+\s*)?(?:room |area )?[A-Z]?(\d+)[a-z]?[.):]?\s+\S/i)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

// A line more under a room, after the last of its lines.
export function addedUnder(field, marks, room, words) {
  const rooms = marks.filter((mark) => mark.sort === "room");
  const at = rooms.findIndex((mark) => mark.id === room);
  const lines = field.value.split("\n");
  let end = at + 1 < rooms.length ? rooms[at + 1].line - 1 : lines.length;
  while (end > rooms[at].line && !lines[end - 1].trim()) end -= 1;
  const place = startOf(field.value, end) + lines[end - 1].length;
  field.setRangeText(`\n  ${words}`, place, place, "preserve");
}

// The outline without a line and the lines that belong to it.
export function withoutLine(field, line) {
  const lines = field.value.split("\n");
  const deep = (text) => text.match(/^\s*/)[0].length;
  let end = line;
  while (end < lines.length && lines[end].trim() && deep(lines[end]) > deep(lines[line - 1])) end += 1;
  field.setRangeText("", startOf(field.value, line), Math.min(field.value.length, startOf(field.value, end + 1)), "preserve");
}

// Puts another outline in place of this one; the caret stays on the line it was on, as far as that line is there.
export function replaced(field, text) {
  const at = lineAt(field.value, field.selectionStart);
  const words = field.value.split("\n")[at - 1];
  const along = field.selectionStart - startOf(field.value, at);
  const held = document.activeElement === field;
  field.value = text;
  if (!held) return;
  const lines = text.split("\n");
  const same = lines.findIndex((line) => line.trim() === words.trim());
  const line = same >= 0 ? same + 1 : Math.min(at, lines.length);
  const place = startOf(text, line) + Math.min(along, lines[line - 1].length);
  field.setSelectionRange(place, place);
}
