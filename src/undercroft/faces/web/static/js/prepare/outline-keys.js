// Tab in the outline takes the word that is suggested at the caret, or indents; Shift+Tab outdents.

import { lineAt, startOf } from "./outline-lines.js";

const INDENT = "  ";
const KINDS = [
  ["exit", /^\s*[?*]?>.*,\s*([^,]*)$/],
  ["trap", /^\s*!.*[,:]\s*([^,:]*)$/],
  ["room", /^[A-Z]?\d+[a-z]?[.):]?\s.*,\s*([^,]*)$/],
  ["creature", /^\s+(?:1|an?)\s+(\S[^,]*)$/],
  ["creatures", /^\s+\d+(?:d\d+)?\s+(\S[^,]*)$/],
];

// The rest of the word that is begun at the end of the caret's line; empty if nothing fits.
export function suggested(field, words) {
  if (document.activeElement !== field || field.selectionStart !== field.selectionEnd) return "";
  const { value, selectionEnd: caret } = field;
  if (value[caret] !== undefined && value[caret] !== "\n") return "";
  const line = value.slice(startOf(value, lineAt(value, caret)), caret);
  for (const [kind, pattern] of KINDS) {
    const begun = line.match(pattern)?.[1].toLowerCase();
    if (begun === undefined) continue;
    const found = begun && words[kind].find((word) => word.toLowerCase().startsWith(begun) && word.length > begun.length);
    return found ? found.slice(begun.length) : "";
  }
  return "";
}

// Typed as a hand types it, so that the field's own undo takes it back.
export function typedIn(field, text, start = field.selectionStart, end = field.selectionEnd) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) field.setRangeText(text, start, end, "end");
}

// Indents or outdents the lines of the selection, and keeps it.
export function shifted(field, out) {
  const { value, selectionStart, selectionEnd } = field;
  const first = startOf(value, lineAt(value, selectionStart));
  const after = value.indexOf("\n", selectionEnd);
  const last = after < 0 ? value.length : after;
  const lines = value.slice(first, last).split("\n");
  const moved = lines.map((line) => (out ? line.replace(/^( {1,2}|\t)/, "") : `${INDENT}${line}`));
  if (moved.join("\n") === lines.join("\n")) return;
  typedIn(field, moved.join("\n"), first, last);
  const by = moved[0].length - lines[0].length;
  const all = moved.join("\n").length - (last - first);
  field.setSelectionRange(Math.max(first, selectionStart + by), Math.max(first, selectionEnd + all));
}
