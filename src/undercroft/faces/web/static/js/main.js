// The few scripts of the pages. Everything listens on the document, so that parts which are swapped in work at once.

import "./books/contents.js";
import "./base/theme.js";
import "./base/paper.js";
import "./base/keys.js";
import "./base/dice-field.js";
import "./base/rows.js";
import "./books/rolls.js";
import "./books/ruling.js";
import "./base/live-form.js";
import "./table/live-table.js";
import "./table/beside.js";
import "./dice/check-page.js";
import "./start/files.js";
import "./start/new-table.js";
import "./start/owner-link.js";
import "./start/removal.js";
import "./start/waiting.js";
import "./table/curtain.js";
import "./screen/full-screen.js";
import "./table/tour.js";
import "./prepare/reading.js";
import "./prepare/campaign-file.js";
import "./prepare/draft-panel.js";
import "./prepare/site-writing.js";
import "./prepare/land.js";
import "./prepare/menus.js";
