// The end of a game: who won, and on to the next one when everybody is ready; below all cards, who bluffed when, and the score.

import { adviceFor } from "./advice.js";
import { h, settle } from "./dom.js";
import { pastGames } from "./past.js";
import { t, sentences } from "./words.js";

export function ending(state, socket, visit) {
  const { winner } = state.view;
  const title = winner === null ? t("nobodyWon") : winner === state.you ? t("youWon") : t("won", { name: winner });
  const base = `/api/tables/${state.table}/games/${state.game}`;
  const follow = (event) => { event.preventDefault(); visit(event.currentTarget.getAttribute("href")); };
  return h("section.panel.ending", {},
    h("h1", { tabindex: -1 }, winner !== null && h("span.crown", { "aria-hidden": "true" }, "♛"), title),
    state.you && again(state, socket),
    h("div.row.wrap.center", {},
      h("a.plain", { href: `/r/${state.table}/${state.game}`, id: "replay", onclick: follow }, t("replay")),
      h("a.plain", { href: base, download: "" }, t("record")),
      ["classic", "coup2022"].includes(state.settings.ruleset) && h("a.plain", { href: `${base}/file`, download: "" }, t("coupFile")),
      h("a.plain", { href: "/", onclick: follow }, t("lobby"))));
}

export function aftermath(state, visit) {
  return [
    state.in_game && state.open.advice && adviceFor(state.table, state.game, [state.you], visit),
    h("div.panel.truth", {},
      h("div", {}, score(state), bluffs(state), pastGames(state.table, state.game, visit)),
      h("details", { open: innerWidth > 900 }, h("summary", {}, t("truth")), truth(state.open.story)))];
}

// The next game begins when everybody who is here has said so; the host need not wait.
function again(state, socket) {
  const people = state.chairs.filter((chair) => chair.kind === "person" && chair.here);
  const waiting = people.filter((chair) => !state.ready.includes(chair.name)).map((chair) => chair.name);
  const alone = people.length === 1;
  const on = state.ready.includes(state.you);
  return h("div.again", {},
    h(`button.${on ? "plain" : "main"}.big`, { type: "button", id: "rematch", "data-key": "rematch", "aria-pressed": String(on), onclick: () => settle() && socket.send("ready", { ready: !on }) },
      h("b", {}, t(on ? "notReady" : "rematch")), h("span", {}, t(alone ? "rematchHint" : "readyHint"))),
    !alone && h("p", { role: "status" }, waiting.length ? t("waitingReady", { names: waiting.join(", ") }) : t("moment")),
    !alone && state.you === state.host && on && waiting.length > 0 && h("button.plain", { type: "button", id: "start-now", "data-key": "start-now", onclick: () => socket.send("start") }, t("startNow")));
}

// The score of the evening; it is of interest from the second game on.
function score({ chairs, game }) {
  const order = [...chairs].sort((one, other) => other.won - one.won);
  return [h("h2", {}, t("score", { n: game })), h("ol.bars.score", { id: "score" }, order.map(({ name, won }) => bar(name, won, Math.max(1, game))))];
}

function bluffs(state) {
  const counted = Object.entries(state.open.bluffs).sort((one, other) => other[1] - one[1]);
  const most = Math.max(1, ...counted.map(([, n]) => n));
  return [h("h2", {}, t("bluffed")), counted.length ? h("ul.bars", {}, counted.map(([name, n]) => bar(name, n, most))) : h("p.dim", {}, t("noBluffs"))];
}

function bar(name, n, most) {
  const text = t("bluffTimes", { name, n });
  return h("li", {}, h("span", {}, text), h("meter", { min: 0, max: most, value: String(n), "aria-label": text }));
}

function truth(story) {
  return h("div.log.open", { tabindex: 0, role: "region", "aria-label": t("truth") }, h("ol.story", {}, sentences(story).map((told) => h(`li.event-${told.event}${told.bluff ? ".lie" : ""}`, {}, told.text, told.bluff && h("span.chip.warn", {}, t("isBluff"))))));
}
