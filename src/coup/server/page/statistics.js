// What this browser's player has done so far: kept on the server under its token, shown to nobody else.

import { dialog, h, toast } from "./dom.js";
import { api, drop } from "./net.js";
import { current, t } from "./words.js";

export const statistics = () => h("button.plain", { type: "button", id: "statistics", onclick: show }, t("statistics"));

async function show() {
  try {
    const counted = await api("/api/me/statistics");
    dialog(t("statistics"), h("div", {}, h("p.dim", {}, t("statisticsHint")), counted.games ? table(counted) : h("p", {}, t("noStatistics"))), [
      counted.games > 0 && { text: t("deleteStatistics"), action: forgetAll }, { text: t("close"), kind: "main", focus: true }].filter(Boolean));
  } catch (error) {
    toast(error.message, "bad");
  }
}

function table({ games, wins, bluffs, caught, challenges, right }) {
  const share = (part, whole) => (whole ? new Intl.NumberFormat(current(), { style: "percent" }).format(part / whole) : "");
  const rows = [["stat.games", games, ""], ["stat.wins", wins, share(wins, games)], ["stat.bluffs", bluffs, ""], ["stat.caught", caught, share(caught, bluffs)], ["stat.challenges", challenges, ""], ["stat.right", right, share(right, challenges)]];
  return h("table.counts", {}, h("tbody", {}, rows.map(([key, n, part]) => h("tr", {}, h("th", { scope: "row" }, t(key)), h("td", {}, String(n)), h("td.dim", {}, part)))));
}

function forgetAll() {
  dialog(t("deleteStatisticsAsk"), h("p", {}, t("deleteStatisticsText")), [{ text: t("cancel"), kind: "main", focus: true }, {
    text: t("deleteStatistics"), action: () => drop("/api/me/statistics").then(() => toast(t("statisticsGone")), (error) => toast(error.message, "bad")) }]);
}
