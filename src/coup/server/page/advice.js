// Advice on a finished game: what the bot shark would have done, fetched when somebody asks for it.

import { h } from "./dom.js";
import { api } from "./net.js";
import { current, t, tell } from "./words.js";

const say = (key, values) => t(`advice.${key}`, values);
const percent = (share) => new Intl.NumberFormat(current(), { style: "percent" }).format(share);
const points = (error) => Math.max(1, Math.round(200 * error));

const made = new Map(); // what was asked for once stays when the page is painted again

export function adviceFor(table, game, seats, visit) {
  const key = [table, game, current(), ...seats].join("/");
  if (!made.has(key)) made.set(key, make(table, game, seats, visit));
  return made.get(key);
}

function make(table, game, seats, visit) {
  const place = h("div", { "aria-live": "polite" });
  let busy = false;
  const ask = async (seat) => {
    if (busy) return;
    busy = true;
    const bar = h("progress", { "aria-label": say("thinking"), max: 1 }), count = h("span.dim", {});
    place.replaceChildren(h("p.dim", {}, say("thinking")), h("p", {}, bar, " ", count));
    const timer = setInterval(() => progress(table, game, seat, bar, count), 500);
    try {
      place.replaceChildren(shown(await api(`/api/tables/${table}/games/${game}/advice?seat=${encodeURIComponent(seat)}`), (each) => toMoment(table, game, seat, each, visit)));
      place.querySelector("h2").focus();
    } catch (error) {
      place.replaceChildren(h("p", { role: "alert" }, error.message));
    }
    clearInterval(timer);
    busy = false;
  };
  return h("div.advice", {},
    h("div.row.wrap.center", {}, seats.map((seat) => h("button.plain", { type: "button", "data-key": `advice-${seat}`, onclick: () => ask(seat) }, say("ask", { seat })))), place);
}

// How many games the adviser has played on, as the server counts them.
async function progress(table, game, seat, bar, count) {
  const { done, all } = await api(`/api/tables/${table}/games/${game}/advice/progress?seat=${encodeURIComponent(seat)}`).catch(() => ({ done: 0 }));
  if (!done) return;
  bar.value = done / all;
  count.textContent = say("progress", { n: done, all });
}

// An advised moment opens the replay there, with the eyes of whom the advice is for.
function toMoment(table, game, seat, each, visit) {
  const path = `/r/${table}/${game}#${new URLSearchParams({ turn: each.turn, seat })}`;
  return h("a", { href: path, onclick: (event) => { event.preventDefault(); visit(path); } }, t("turn", { n: each.turn }));
}

function shown(advice, link) {
  const { seat, decisions, claims } = advice;
  const alike = decisions.filter((each) => each.made.move === each.options[0].move).length;
  const told = [...decisions.map((each) => [each, decision]), ...claims.map((each) => [each, claim])].sort(([one], [other]) => one.place - other.place);
  return h("section.panel", { "aria-label": say("title", { seat }) },
    h("h2", { tabindex: -1 }, say("title", { seat })), h("p.dim", {}, say("whoIsShark")),
    h("p", {}, say("alike", { n: alike, all: decisions.length, seat }), " ", advice.costly.length === 0 && say("cheap")),
    advice.costly.length > 0 && h("h3", {}, say("costly")),
    h("ol.numbered", {}, advice.costly.map((each) => h("li", {}, link(each), " ", moment(each, decisions)))),
    (advice.costly.length > 0 || decisions.some((each) => each.win)) && chart(advice),
    h("details", {}, h("summary", {}, say("all")), h("ul", {}, told.map(([each, tellIt]) => h("li", {}, link(each), " ", tellIt(each, seat))))));
}

function moment(each, decisions) {
  const { made: move, options: [best] } = decisions.find((one) => one.place === each.place);
  const values = { made: move.name, best: best.name, odds: percent(best.odds), before: percent(each.before), after: percent(each.after), error: points(each.cost.error) };
  return say("moment", values);
}

function decision(each, seat) {
  const considered = each.options.filter((option) => option.odds >= 0.01 || option.move === each.made.move);
  const options = considered.map((option) => `${option.name} ${percent(option.odds)}`).join(", ");
  return [each.text, " ", h("b", {}, say("made", { seat, made: each.made.name })), " ", say("shark", { options }), each.win && ` ${say("win", { win: `${percent(each.win.value)} ± ${points(each.win.error)}` })}`];
}

function claim(each, seat) {
  return [tell(each.claim), " ", say("likely", { likely: percent(each.likely), seat }), " ", h(each.true ? "span.chip" : "span.chip.warn", {}, say(each.true ? "true" : "lie"))];
}

// The chance to win at the seat's turns; arrows show what cost most.
function chart({ seat, decisions, costly }) {
  const stood = decisions.filter((each) => each.win);
  const turns = decisions.map((each) => each.turn), first = Math.min(...turns), last = Math.max(first + 1, ...turns);
  const width = Math.min(600, innerWidth - 60);  // so that its words are as large as others
  const x = (turn) => 52 + (width - 80) * (turn - first) / (last - first), y = (share) => 10 + 150 * (1 - share);
  const ink = { stroke: "currentColor", fill: "none", "stroke-width": 2 }, words = { fill: "currentColor", "font-size": 13 };
  return h("svg", { viewBox: `0 0 ${width} 190`, width: "100%", role: "img", "aria-label": say("chart", { seat }) },
    [0, 0.5, 1].map((share) => [h("line", { ...ink, x1: 46, x2: width, y1: y(share), y2: y(share), "stroke-width": 1, "stroke-opacity": 0.3 }), h("text", { ...words, x: 40, y: y(share) + 4, "text-anchor": "end" }, percent(share))]),
    h("path", { ...ink, d: stood.map((each, place) => `${place ? "L" : "M"}${x(each.turn)} ${y(each.win.value)}`).join(" ") }),
    stood.map((each) => [h("circle", { cx: x(each.turn), cy: y(each.win.value), r: 4, fill: "currentColor" }), h("text", { ...words, x: x(each.turn), y: 182, "text-anchor": "middle" }, String(each.turn))]),
    costly.map((each, place) => [
      h("path", { ...ink, stroke: "#d33", "stroke-width": 3, d: `M${x(each.turn)} ${y(each.before)} V${y(each.after)} m-5 -7 l5 7 l5 -7` }),
      h("text", { ...words, x: x(each.turn) + 8, y: y(each.after), "font-weight": "bold" }, `${place + 1}`)]));
}
