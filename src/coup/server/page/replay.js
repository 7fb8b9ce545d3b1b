// A finished game, step by step, from anybody's eyes, at an address that stays.

import { adviceFor } from "./advice.js";
import { board } from "./board.js";
import { fill, h } from "./dom.js";
import { showMissing } from "./missing.js";
import { api } from "./net.js";
import { copyText } from "./room.js";
import { current, sentences, t } from "./words.js";

export function showReplay(main, table, game, go, visit) {
  document.title = `${t("replay")} · ${t("title")}`;
  const parts = { head: h("div.row.wrap", {}), moment: h("section.banner", { "aria-live": "polite" }), seats: h("div.board", {}), story: h("ol.story", {}), controls: h("div.controls", {}), advice: h("div", {}) };
  main.append(h("div.replay", {}, parts.head, h("div.replay-body", {}, h("div.stage", {}, parts.moment, parts.seats, parts.controls, parts.advice), h("section.panel.story-panel", {}, h("h2", {}, t("story")), h("div.log", { role: "log", "aria-label": t("story"), tabindex: 0 }, parts.story)))));
  const wanted = new URLSearchParams(location.hash.slice(1));
  let data = null, step = Number(wanted.get("step") ?? 1) - 1 || 0, eyes = wanted.get("seat") ?? "everything";

  async function load() {
    const query = eyes === "everything" ? "everything=true" : eyes ? `seat=${encodeURIComponent(eyes)}` : "";
    try {
      data = await api(`/api/tables/${table}/games/${game}/replay?${query}`);
    } catch (error) {
      showMissing(main, error.message, visit);
      return;
    }
    const turnWanted = Number(wanted.get("turn"));
    if (turnWanted) step = Math.max(0, data.steps.findIndex((each) => each.turn === turnWanted));
    wanted.delete("turn");
    step = Math.max(0, Math.min(step, data.steps.length - 1));
    paint();
  }

  function move(to) {
    step = Math.max(0, Math.min(data.steps.length - 1, to));
    history.replaceState(history.state, "", `#${address()}`);
    paint();
  }

  // Any moment, from any seat, has an address of its own.
  const address = () => new URLSearchParams({ step: step + 1, seat: eyes });
  const turn = (at) => data.steps[at]?.turn;
  const nextTurn = () => { const found = data.steps.findIndex((each, place) => place > step && each.turn > turn(step)); return found < 0 ? data.steps.length - 1 : found; };
  const turnBefore = () => { const first = data.steps.findIndex((each) => each.turn === turn(step)); return first < step ? first : Math.max(0, data.steps.findIndex((each) => each.turn === turn(first - 1))); };

  function paint() {
    const view = data.steps[step];
    const state = {
      view, you: view.seat, in_game: false, table, game, settings: {}, open: view.open ? { hands: view.open } : view.seat ? { hands: { [view.seat]: view.hand } } : null,
      chairs: data.seats.map((name) => ({ name, kind: data.players[name] ?? "person", here: true })),
    };
    fill(parts.head, [eyes, t("title")], () => [
      h("a.plain", { href: `/t/${table}`, onclick: go }, `‹ ${t("table")}`), h("h1", {}, t("replay")),
      h("label", {}, h("span", {}, t("eyes")), " ", h("select", { id: "eyes", "data-key": "eyes", onchange: (event) => { eyes = event.target.value; load().then(() => move(step)); } },
        [["everything", t("everybody")], ["", t("spectators")], ...data.seats.map((name) => [name, name])].map(([value, text]) => h("option", { value, selected: value === eyes }, text))))]);
    board(parts.seats, { state, before: step ? { view: data.steps[step - 1] } : null, reactions: new Map() });
    const people = data.seats.filter((name) => (data.players[name] ?? "person") === "person");
    fill(parts.advice, [t("title")], () => data.advice && people.length > 0 && adviceFor(table, game, people, visit));
    const lies = new Set(eyes === "everything" ? data.story.map((line, place) => (line.bluff ? place : -1)) : []);
    const lines = data.steps.slice(0, step + 1).flatMap((each) => each.story.lines).map((line, place) => ({ ...line, bluff: lies.has(place) }));
    fill(parts.story, [lines.length, eyes, t("title")], () => sentences(lines).map((told) => h(`li.event-${told.event}${told.bluff ? ".lie" : ""}`, {}, ...inFull(told))));
    fill(parts.moment, [step, eyes, t("title")], () => sentences(lines.slice(lines.length - view.story.lines.length)).map((told) => h("p", {}, ...inFull(told))));
    parts.story.parentElement.scrollTop = parts.story.scrollHeight;
    const button = (label, sign, to) => h("button.icon", { type: "button", "data-key": label, "aria-label": t(label), onclick: () => move(to) }, sign);
    fill(parts.controls, [step, data.steps.length, t("title")], () => [
      button("first", "|◀", 0), button("turnBefore", "◀◀", turnBefore()), button("previous", "◀", step - 1),
      h("input", { type: "range", min: 0, max: data.steps.length - 1, value: String(step), "data-key": "range", "aria-label": t("step", { n: step + 1, all: data.steps.length }), oninput: (event) => move(Number(event.target.value)) }),
      button("next", "▶", step + 1), button("nextTurn", "▶▶", nextTurn()), button("last", "▶|", data.steps.length - 1),
      h("button.plain", { type: "button", id: "copy-moment", "data-key": "copy-moment", onclick: () => copyText(location.href) }, t("copyMoment")),
      h("output", {}, t("step", { n: step + 1, all: data.steps.length })), h("span.dim", {}, t("playedOn", { when: new Date(data.played).toLocaleString(current()) }))]);
  }

  const onKey = (event) => {
    if (!data || event.target.matches("input, select")) return;
    if (event.key === "ArrowRight") move(step + 1);
    if (event.key === "ArrowLeft") move(step - 1);
  };
  document.addEventListener("keydown", onKey);
  load();
  return () => document.removeEventListener("keydown", onKey);
}

// A sentence, and whether it was a bluff.
const inFull = ({ text, bluff }) => [text, bluff && h("span.chip.warn", {}, t("isBluff"))];
