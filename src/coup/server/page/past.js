// The games that were played at a table, each with its replay: after a game in full, else folded, in a window of their own, so
// that nobody leaves the table for them.

import { h } from "./dom.js";
import { api } from "./net.js";
import { current, t } from "./words.js";

export function pastGames(table, but, visit) {
  const follow = (event) => { event.preventDefault(); visit(event.currentTarget.getAttribute("href")); };
  return listed(table, but, { onclick: follow }, (games) => [h("h2", {}, t("pastGames")), games]);
}

export const pastGamesFolded = (table, but) => listed(table, but, { target: "_blank" }, (games) => h("details", {}, h("summary", {}, t("pastGames")), games));

function listed(table, but, way, inside) {
  const place = h("div.past", {});
  api(`/api/tables/${table}/games`).then((games) => {
    const others = games.filter((game) => game.number !== but).reverse();
    if (!others.length) return;
    place.append(...[inside(h("ol", {}, others.map(({ number, winner, turns, at }) => h("li", {},
      h("a", { href: `/r/${table}/${number}`, ...way }, t("pastGame", { n: number })), " ",
      h("span.dim", {}, [winner ? t("won", { name: winner }) : t("nobodyWon"), t("turns", { n: turns }), new Date(at * 1000).toLocaleTimeString(current(), { timeStyle: "short" })].join(" · "))))))].flat());
  }, () => { /* the page says what matters without it */ });
  return place;
}
