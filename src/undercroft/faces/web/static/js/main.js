// The few scripts of the pages. Everything listens on the document, so that parts which are swapped in work at once.

import "./contents.js";
import "./theme.js";
import "./keys.js";
import "./rows.js";
import "./rolls.js";
import "./settling.js";
import "./live.js";
import "./live-table.js";
import "./new-table.js";
import "./removing.js";
