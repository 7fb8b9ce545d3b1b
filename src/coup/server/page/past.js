// The games that were played at a table, each with its replay.

import { h } from "./dom.js";
import { api } from "./net.js";
import { current, t } from "./words.js";

export function pastGames(table, but, visit) {
  const place = h("div.past", {});
  const follow = (event) => { event.preventDefault(); visit(event.currentTarget.getAttribute("href")); };
  api(`/api/tables/${table}/games`).then((games) => {
    const others = games.filter((game) => game.number !== but).reverse();
    if (!others.length) return;
    place.append(h("h2", {}, t("pastGames")), h("ol", {}, others.map(({ number, winner, turns, at }) => h("li", {},
      h("a", { href: `/r/${table}/${number}`, onclick: follow }, t("pastGame", { n: number })), " ",
      h("span.dim", {}, [winner ? t("won", { name: winner }) : t("nobodyWon"), t("turns", { n: turns }), new Date(at * 1000).toLocaleTimeString(current(), { timeStyle: "short" })].join(" · "))))));
  }, () => { /* the page says what matters without it */ });
  return place;
}
