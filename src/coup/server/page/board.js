// Everybody around the table: coins, cards, claims, and what one has pencilled on the others' cards.

import { card, coins, sign } from "./cards.js";
import { dialog, fill, h, kept } from "./dom.js";
import { t } from "./words.js";

export function board(place, memory, socket = null) {
  const { state } = memory;
  const { view } = state;
  place.hidden = !view;
  if (!view) return;
  const marks = pencilMarks(state);
  const key = [view.seats, view.coins, view.cards, view.discarded, view.hand, view.asked.asked, view.asked.actor, view.claims, state.chairs, state.host, state.status, state.open?.hands, [...memory.reactions], marks, view.unseen, view.deck_size, t("title")];
  fill(place, key, () => [
    h(state.in_game ? "ul.seats.seated" : "ul.seats", { "data-count": view.seats.length }, ordered(view, state.you).map((seat) => seatOf(seat, memory, marks, socket))),
    unseenStrip(view, state),
  ]);
}

// Clockwise from the left neighbour; oneself comes last, nearest to the question.
function ordered(view, you) {
  const place = view.seats.indexOf(you);
  return place < 0 ? view.seats : [...view.seats.slice(place + 1), ...view.seats.slice(0, place + 1)];
}

function seatOf(seat, memory, marks, socket) {
  const { state, before } = memory;
  const { view } = state;
  const chair = state.chairs.find((each) => each.name === seat) ?? { kind: "person", here: true };
  const mine = seat === state.you && state.in_game;
  const asked = !view.over && view.asked.asked.includes(seat);
  const acting = !view.over && view.asked.actor === seat;
  const gain = before?.view ? view.coins[seat] - before.view.coins[seat] : 0;
  const lostNow = before?.view ? view.discarded[seat].length > before.view.discarded[seat].length : false;
  const hand = state.open?.hands[seat] ?? (mine ? view.hand : null);
  const faces = hand ? hand.map((role) => card(role)) : Array.from({ length: view.cards[seat] }, (_, place) => hidden(seat, place, state, marks));
  const lost = view.discarded[seat].map((role, place, all) => card(role, { lost: true, fresh: lostNow && place === all.length - 1 }));
  const classes = [mine && "me", asked && "asked", acting && "acting", !view.alive.includes(seat) && "is-out"].filter(Boolean);
  return h(["li.seat", ...classes].join("."), { "data-seat": seat },
    h("div.who", {}, h("b.name", {}, seat), mine && h("span.chip", {}, t("you")), chair.kind !== "person" && view.alive.includes(seat) && h("span.chip", {}, t("bot")),
      !chair.here && h("span.chip.warn", {}, t(chair.stand_in ? "standIn" : "away")), !view.alive.includes(seat) && h("span.chip", {}, t("out")), sendAway(seat, chair, state, socket),
      h("span.purse", {}, coins(view.coins[seat]), gain !== 0 && h(`span.gain${gain < 0 ? ".loss" : ""}`, { "aria-hidden": "true" }, gain > 0 ? `+${gain}` : String(gain)))),
    h("div.cards", {}, faces, lost),
    claimsOf(seat, view),
    memory.reactions.has(seat) && h("span.reaction", { "aria-hidden": "true" }, memory.reactions.get(seat)));
}

// The host can send away who holds the game up; a bot plays on.
function sendAway(seat, chair, { you, host, status }, socket) {
  if (!socket || status !== "playing" || you !== host || seat === you || chair.kind !== "person") return null;
  const ask = () => dialog(t("removeAsk", { name: seat }), h("p", {}, t("removeText", { name: seat })), [
    { text: t("cancel"), kind: "main", focus: true }, { text: t("remove", { name: seat }), action: () => socket.send("remove", { seat }) }]);
  return h("button.icon.small", { type: "button", "data-key": `away-${seat}`, title: t("remove", { name: seat }), "aria-label": t("remove", { name: seat }), onclick: ask }, "✕");
}

const CLAIMS = 7;  // so many have room; the others are a tap away
const outcome = (claim) => `${claim.roles.map((role) => t(role)).join(t("or"))}: ${t(claim.outcome)}`;

function claimsOf(seat, view) {
  const claims = view.claims.filter((claim) => claim.seat === seat);
  if (!claims.length) return h("p.claims.dim", {}, t("noClaims"));
  const title = t("allClaims", { name: seat });
  const all = () => dialog(title, h("ol.all-claims", {}, claims.map((claim) => h("li", {}, claim.roles.map((role) => sign(role, 20)), " ", outcome(claim)))), [{ text: t("close"), kind: "main", focus: true }]);
  const more = claims.length > CLAIMS && h("li", {}, h("button.earlier", { type: "button", "data-key": `claims-${seat}`, "aria-label": title, onclick: all }, `+${claims.length - CLAIMS}`));
  return h("ul.claims", { "aria-label": t("claimed") }, more, claims.slice(-CLAIMS).map((claim) => {
    const label = outcome(claim);
    return h(`li.outcome-${claim.outcome}`, { title: label }, claim.roles.map((role) => sign(role, 18)), h("span.mark", { "aria-hidden": "true" }, { proved: "✓", lost: "✗" }[claim.outcome] ?? ""), h("span.hidden", {}, label));
  }));
}

function unseenStrip(view, state) {
  return h("div.unseen", { title: t("unseenHint") }, h("span.dim", {}, t("unseen")),
    Object.entries(view.unseen).map(([role, left]) => h(`span.left.role-${role}${left === 0 ? ".none" : ""}`, { role: "img", "aria-label": `${t(role)}: ${left}` }, sign(role, 20), h("b", { "aria-hidden": "true" }, String(left)))),
    h("span.dim", {}, t("deck", { n: view.deck_size })));
}

// Pencil marks stay in this browser.
const markKey = (state) => `marks.${state.table}.${state.game}`;
const pencilMarks = (state) => kept.get(markKey(state), {});

function hidden(seat, place, state, marks) {
  const key = `${seat}/${place}`;
  const role = marks[key];
  if (!state.in_game) return card(null);
  return h("button.pencil", { type: "button", "data-key": `pencil-${key}`, "aria-label": `${t("pencil", { name: seat })}${role ? `: ${t(role)}` : ""}`, onclick: () => choose(seat, key, state) },
    card(null), role && h("span.pencilled", {}, sign(role, 30)));
}

function choose(seat, key, state) {
  const mark = (role) => {
    const marks = pencilMarks(state);
    if (role) marks[key] = role;
    else delete marks[key];
    kept.set(markKey(state), marks);
    document.dispatchEvent(new CustomEvent("coup-repaint"));
  };
  const box = dialog(t("pencil", { name: seat }), h("div", {}, h("p.dim", {}, t("pencilHint")),
    h("div.row.wrap", {}, Object.keys(state.view.unseen).map((role) => h("button.plain", { type: "button", onclick: () => { box.close(); mark(role); } }, sign(role, 24), " ", t(role))))),
    [{ text: t("erase"), action: () => mark(null) }, { text: t("close"), focus: true }]);
}
