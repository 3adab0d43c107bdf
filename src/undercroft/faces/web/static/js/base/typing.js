// Whether a key goes to a field. A sheet that has just closed keeps the focus for a moment: its fields take no keys any more.

const TEXT = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

const within = (fields, { target }) => Boolean(target.closest(fields)) && !target.closest("dialog:not([open])");

export const isTyped = (event) => within(TEXT, event);
// A chosen radio button or box takes keys too: arrows and the space bar.
export const isForField = (event) => within(`${TEXT}, input`, event);
