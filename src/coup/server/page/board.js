// Everybody around the table: coins, cards, claims, what was just shown, and what one has pencilled on the others' cards.

import { card, coins, side, sign } from "./cards.js";
import { dialog, fill, h, kept, toast } from "./dom.js";
import { botName, t } from "./words.js";

const FEW = 6;  // seats that have room around the table

// The others, clockwise from the left neighbour; for who only looks on, everybody.
export function board(place, memory, stage = {}) {
  const { state } = memory;
  const { view } = state;
  place.hidden = !view;
  if (!view) return;
  const seats = ordered(view, state.in_game ? state.you : null);
  const key = [view.seats, view.coins, view.cards, view.discarded, view.asked.asked, view.asked.actor, view.claims, view.over, state.chairs, state.host, state.you, state.status, state.open?.hands, [...memory.reactions], pencilMarks(state), view.unseen, view.deck_size, view.allegiances, view.reserve, stage.targets, stage.spared, stage.beat, memory.proof, t("title")];
  fill(place, key, () => [
    h(`ul.seats${stage.targets ? ".choosing" : ""}${seats.length > FEW ? ".crowd" : ""}`, { "data-count": seats.length }, seats.map((seat) => seatOf(seat, memory, stage))),
    unseenStrip(view, view.seats.every((seat) => state.open?.hands[seat])),
  ]);
}

// One's own seat, nearest to the question.
export function ownSeat(place, memory, stage = {}) {
  const { state } = memory;
  const { view } = state;
  place.hidden = !view || !state.in_game;
  if (place.hidden) return;
  const { you } = state;
  const key = [you, view.hand, view.coins[you], view.discarded[you], view.asked.asked, view.asked.actor, view.over, view.alive, view.claims, view.allegiances, stage.beat, memory.proof, memory.reactions.get(you), t("title")];
  fill(place, key, () => h(["div.seat.me", ...marks(you, state)].join("."), { "data-seat": you },
    h("div.cards", {}, cardsOf(you, memory, stage)),
    h("div.who", {}, h("b.name", {}, you), h("span.chip", {}, t(view.alive.includes(you) ? "you" : "out")), sideOf(you, view), purse(you, memory)),
    claimsOf(you, view),
    reaction(you, memory)));
}

function ordered(view, you) {
  const place = view.seats.indexOf(you);
  return place < 0 ? view.seats : [...view.seats.slice(place + 1), ...view.seats.slice(0, place)];
}

// Whose side somebody is on; nobody's before it is chosen, or where there are none.
const sideOf = (seat, view) => seat in view.allegiances && side(view.allegiances[seat]);

const marks = (seat, { view }) => [!view.over && view.asked.asked.includes(seat) && "asked", !view.over && view.asked.actor === seat && "acting", !view.alive.includes(seat) && "is-out", view.allegiances[seat]].filter(Boolean);

function seatOf(seat, memory, stage) {
  const { state } = memory;
  const { view } = state;
  const chair = state.chairs.find((each) => each.name === seat) ?? { kind: "person", here: true };
  const target = stage.targets?.includes(seat);
  const isOut = !view.alive.includes(seat);
  const spared = stage.targets && !target && !isOut && stage.spared;
  const tap = () => (target ? stage.choose(seat) : spared ? toast(spared) : seatDialog(seat, chair, state, stage.socket));
  const about = h("div.who", {}, h("b.name", {}, seat), target && h("kbd", { "aria-hidden": "true" }, String(stage.targets.indexOf(seat) + 1)), isOut && h("span.chip", {}, t("out")), (!isOut || view.coins[seat] > 0) && purse(seat, memory));
  const parts = [about, h("div.lower", {}, h("div.cards", {}, cardsOf(seat, memory, stage)), h("div.said", {}, sideOf(seat, view), chips(seat, chair, state), claimsOf(seat, view)))];
  const inside = stage.socket ? h("button.seat-button", { type: "button", "data-key": `seat-${seat}`, title: t(target ? "chooseSeat" : "lookAtSeat", { name: seat }), onclick: tap }, parts) : h("div.seat-button", {}, parts);
  return h(["li.seat", ...marks(seat, state), target && "target", stage.targets && !target && "no-target"].filter(Boolean).join("."), { "data-seat": seat }, inside, reaction(seat, memory));
}

function chips(seat, chair, { view, status }) {
  if (!view.alive.includes(seat)) return null;
  if (!chair.here) return h("span.chip.warn", {}, t(chair.stand_in ? "standIn" : "away"));
  return [chair.kind !== "person" && h("span.chip.soft", {}, botName(chair.kind)), chair.won > 0 && status && h("span.chip.soft", { title: t("wonGames", { n: chair.won }) }, `♛ ${chair.won}`)];
}

function purse(seat, { state: { view }, before }) {
  const gain = before?.view ? view.coins[seat] - (before.view.coins[seat] ?? view.coins[seat]) : 0;
  return h("span.purse", {}, coins(view.coins[seat]), gain !== 0 && h(`span.gain${gain < 0 ? ".loss" : ""}`, { "aria-hidden": "true" }, gain > 0 ? `+${gain}` : `−${-gain}`));
}

const reaction = (seat, { reactions }) => reactions.has(seat) && h("span.reaction", { "aria-hidden": "true" }, reactions.get(seat));

// A seat's cards as they lie there: in a scene a card is turned over, or all of them, or falls; what proved something stays in sight
// until the next move, where all cards were shown in the place of those that were drawn instead.
function cardsOf(seat, memory, { beat }) {
  const { state, before } = memory;
  const { view } = state;
  const hand = state.open?.hands[seat] ?? (seat === state.you && state.in_game ? view.hand : null);
  if (beat?.event === "Proved" && beat.seat === seat) return [beat.roles.map((role) => card(role, { fresh: true, proof: true })), view.discarded[seat].map((role) => card(role, { lost: true }))];
  const turned = beat?.event === "Revealed" && beat.seat === seat ? beat : null;
  const fallen = beat?.event === "Discarded" && beat.seat === seat ? beat : null;
  const faces = hand ? hand.map((role) => card(role)) : Array.from({ length: view.cards[seat] }, (_, place) => hidden(seat, place, state));
  if (turned || fallen) faces.splice(placeOf(hand, (turned ?? fallen).role, faces), 1, card((turned ?? fallen).role, { lost: Boolean(fallen), fresh: true, proof: turned ? turned.proves : null }));
  const lostNow = before?.view && view.discarded[seat].length > (before.view.discarded[seat]?.length ?? 0);
  const lost = view.discarded[seat].map((role, place, all) => card(role, { lost: true, fresh: lostNow && place === all.length - 1 }));
  const proof = !beat && memory.proof?.seat === seat && memory.proof.roles.map((role) => h("span.shown", { title: t("wasShown", { name: seat, roles: memory.proof.roles }) }, card(role, { proof: true })));
  return [proof.length > 1 && !hand ? [] : faces, lost, proof];
}

const placeOf = (hand, role, faces) => (hand?.includes(role) ? hand.indexOf(role) : faces.length - 1);

const CLAIMS = 4;  // so many have room; the others are a tap away
const outcome = (claim) => t("claimOutcome", { roles: claim.roles, outcome: t(claim.outcome) });
const MARKS = { proved: "✓", lost: "✗" };

function claimsOf(seat, view) {
  const claims = view.claims.filter((claim) => claim.seat === seat);
  const more = claims.length > CLAIMS && h("li.earlier", {}, `+${claims.length - CLAIMS}`);
  return claims.length > 0 && h("ul.claims", { "aria-label": t("claimed") }, more, claims.slice(-CLAIMS).map((claim) =>
    h(`li.outcome-${claim.outcome}`, { title: outcome(claim) }, claim.roles.map((role) => sign(role, 18)), h("span.mark", { "aria-hidden": "true" }, MARKS[claim.outcome] ?? ""), h("span.hidden", {}, outcome(claim)))));
}

// What nobody has shown yet, as long as there is such a thing, and what lies in the middle of the table.
export function unseenStrip(view, open = false) {
  const left = open ? [] : Object.entries(view.unseen);
  return h("div.unseen", { title: t("unseenHint") }, left.length > 0 && h("span.dim", {}, t("unseen")),
    left.map(([role, n]) => h(`span.left.role-${role}${n === 0 ? ".none" : ""}`, { role: "img", "aria-label": t("unseenRole", { role, n }) }, sign(role, 18), h("b", { "aria-hidden": "true" }, String(n)))),
    h("span.dim.deck", {}, t("deck", { n: view.deck_size })), reserve(view));
}

// The coins beside the treasury, where there are sides.
export const hasReserve = (view) => Object.keys(view.allegiances).length > 0 || view.reserve > 0;
const reserve = (view) => hasReserve(view) && h("span.reserve", {}, t("reserve"), " ", coins(view.reserve));

// On one's turn: why somebody of the own side cannot be attacked.
const sparing = (seat, { question, view, you }) => question?.mine && seat !== you && view.alive.includes(seat) && view.allegiances[seat] === view.allegiances[you] && Object.values(question.spared)[0];

// All about a seat: its claims, one's pencil marks on its cards, and the host's way to send it away.
function seatDialog(seat, chair, state, socket) {
  const { view } = state;
  const claims = view.claims.filter((claim) => claim.seat === seat);
  const hiddenCards = state.in_game && !view.over && seat !== state.you ? Array.from({ length: view.cards[seat] }, (_, place) => pencil(seat, place, state)) : [];
  const box = dialog(seat, h("div.seat-sheet", {},
    h("p", {}, sideOf(seat, view), " ", coins(view.coins[seat]), " ", t("cardsLeft", { n: view.cards[seat] }), chair.kind !== "person" && [" · ", t("botKind", { kind: botName(chair.kind) })]),
    sparing(seat, state) && h("p.spared", {}, sparing(seat, state)),
    h("h3", {}, t("claimed")),
    claims.length ? h("ol.all-claims", {}, claims.map((claim) => h("li", {}, claim.roles.map((role) => sign(role, 20)), " ", outcome(claim)))) : h("p.dim", {}, t("noClaims")),
    hiddenCards.length > 0 && [h("h3", {}, t("pencil", { name: seat })), h("p.dim", {}, t("pencilHint")), hiddenCards],
    sendAway(seat, chair, state, socket, () => box.close())),
  [{ text: t("close"), kind: "main", focus: true }]);
}

// The host can send away who holds the game up; a bot plays on.
function sendAway(seat, chair, { you, host, status }, socket, done) {
  if (!socket || status !== "playing" || you !== host || seat === you || chair.kind !== "person") return null;
  const ask = () => {
    done();
    dialog(t("removeAsk", { name: seat }), h("p", {}, t("removeText", { name: seat })), [
      { text: t("cancel"), kind: "main", focus: true }, { text: t("remove", { name: seat }), action: () => socket.send("remove", { seat }) }]);
  };
  return h("p", {}, h("button.plain", { type: "button", "data-key": `away-${seat}`, onclick: ask }, t("remove", { name: seat })));
}

// Pencil marks stay in this browser.
const markKey = (state) => `marks.${state.table}.${state.game}`;
const pencilMarks = (state) => kept.get(markKey(state), {});

function hidden(seat, place, state) {
  const role = state.in_game && pencilMarks(state)[`${seat}/${place}`];
  return h("span.slot", {}, card(null), role && h("span.pencilled", {}, sign(role, 22), h("span.hidden", {}, t("pencilled", { role }))));
}

function pencil(seat, place, state) {
  const key = `${seat}/${place}`;
  const mark = (role) => {
    const all = pencilMarks(state);
    if (all[key] === role) delete all[key];
    else all[key] = role;
    kept.set(markKey(state), all);
    paint();
    document.dispatchEvent(new CustomEvent("coup-repaint"));
  };
  const row = h("div.row.wrap.pencil", { role: "group", "aria-label": t("pencilCard", { n: place + 1 }) }, h("span", {}, t("pencilCard", { n: place + 1 })),
    Object.keys(state.view.unseen).map((role) => h("button.icon", { type: "button", "data-role": role, title: t(role), "aria-label": t(role), onclick: () => mark(role) }, sign(role, 24))));
  const paint = () => row.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(pencilMarks(state)[key] === button.dataset.role)));
  paint();
  return row;
}
