// A page that is not of the table, such as the rules, opened from one: its banners are kept up, and it says when they are old.

import { keptBanners } from "./banners.js";
import { listen, sitting } from "./stream.js";

const banners = document.getElementById("panel-banners");
if (sitting.at && banners && !document.querySelector("[data-table]")) listen({ changed: keptBanners(), back: () => {} });
