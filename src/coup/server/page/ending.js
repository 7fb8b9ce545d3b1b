// The end of a game: all cards open, who bluffed when, and on to the next one.

import { adviceFor } from "./advice.js";
import { h } from "./dom.js";
import { t, sentences } from "./words.js";

export function ending(state, socket, visit) {
  const { winner } = state.view;
  const title = winner === null ? t("nobodyWon") : winner === state.you ? t("youWon") : t("won", { name: winner });
  const bluffs = Object.entries(state.open.bluffs).sort((one, other) => other[1] - one[1]);
  const most = Math.max(1, ...bluffs.map(([, n]) => n));
  const base = `/api/tables/${state.table}/games/${state.game}`;
  return h("section.panel.ending", {},
    h("h1", { tabindex: -1 }, winner !== null && h("span.crown", { "aria-hidden": "true" }, "♛"), title),
    h("div.row.wrap.center", {},
      state.you && h("button.main.big", { type: "button", id: "rematch", "data-key": "rematch", onclick: () => socket.send("start") }, h("b", {}, t("rematch")), h("span", {}, t("rematchHint"))),
      h("a.plain", { href: `/r/${state.table}/${state.game}`, id: "replay", onclick: (event) => { event.preventDefault(); visit(event.currentTarget.getAttribute("href")); } }, t("replay")),
      h("a.plain", { href: base, download: "" }, t("record")),
      state.settings.ruleset !== "inquisitor" && h("a.plain", { href: `${base}/file`, download: "" }, t("coupFile")),
      h("a.plain", { href: "/", onclick: (event) => { event.preventDefault(); visit("/"); } }, t("lobby"))),
    state.in_game && state.open.advice && adviceFor(state.table, state.game, [state.you]),
    h("div.truth", {},
      h("div", {}, h("h2", {}, t("bluffed")),
        bluffs.length ? h("ul.bars", {}, bluffs.map(([name, n]) => h("li", {}, h("span", {}, t("bluffTimes", { name, n })), h("meter", { min: 0, max: most, value: String(n), "aria-label": t("bluffTimes", { name, n }) })))) : h("p.dim", {}, t("noBluffs"))),
      h("details", { open: innerWidth > 900 }, h("summary", {}, t("truth")), truth(state.open.story))));
}

export function truth(story) {
  return h("div.log.open", { tabindex: 0, role: "region", "aria-label": t("truth") }, h("ol.story", {}, sentences(story).map((told) => h(`li.event-${told.event}${told.bluff ? ".lie" : ""}`, {}, told.text, told.bluff && h("span.chip.warn", {}, t("isBluff"))))));
}
