// A table: people sit down, play, and see what it came to.

import { board } from "./board.js";
import { dialog, fill, grow, h, toast } from "./dom.js";
import { ending } from "./ending.js";
import { showMissing } from "./missing.js";
import { fairLine } from "./fair.js";
import { Socket } from "./net.js";
import { QuestionBox } from "./question.js";
import { devicesDialog } from "./devices.js";
import { WaitingRoom } from "./room.js";
import { rules } from "./rules.js";
import { sounds } from "./sound.js";
import { refusal, sentences, t } from "./words.js";

export function showTable(main, id, visit) {
  const parts = {
    status: h("p.status", { role: "status" }),
    room: h("div.room", {}),
    seats: h("div.board", {}),
    story: h("ol.story", {}),
    chat: h("ul.chat", {}),
    ask: h("section.ask", { "aria-label": t("question") }),
    end: h("div.end", {}),
    tools: h("div.table-tools", {}),
  };
  const memory = { story: [], game: 0, chat: [], state: null, reactions: new Map(), before: null };
  const socket = new Socket(id, onState, onReply, onLine);
  const box = new QuestionBox(parts.ask, socket, memory);
  const room = new WaitingRoom(parts.room, socket);
  const side = sidePanel(parts, socket, memory);
  const layout = h("div.table", {}, h("div.stage", {}, parts.status, parts.end, parts.room, parts.seats, parts.ask), side);
  main.append(layout);

  function onState(state) {
    const { view } = state;
    if (state.game !== memory.game || (view && view.story.from === 0)) memory.story = [];
    if (view) {
      memory.story.length = view.story.from;
      memory.story.push(...view.story.lines);
    }
    memory.before = memory.game === state.game ? memory.state : null;
    memory.game = state.game;
    memory.chat.length = Math.min(memory.chat.length, state.chat.from);
    memory.chat.push(...state.chat.lines);
    memory.state = state;
    main.dataset.ruleset = state.settings.ruleset;
    main.dataset.table = state.table;
    for (const line of state.chat.lines) {
      if (line.emoji && Date.now() / 1000 - line.at < 6) react(line);
    }
    noise(memory.before, state);
    paint();
    sitDown(state);
  }

  // Who chose this table in the lobby has given a name there.
  function sitDown({ status, you }) {
    const name = history.state?.sit;
    if (!name) return;
    history.replaceState({}, "", location.pathname);
    if (status === "waiting" && !you) socket.send("sit", { name });
  }

  function react(line) {
    memory.reactions.set(line.seat, line.text);
    setTimeout(() => { if (memory.reactions.get(line.seat) === line.text) { memory.reactions.delete(line.seat); paint(); } }, 4000);
  }

  function paint() {
    const { state } = memory;
    if (state.status === "closed") return showMissing(main, t("closed"), visit);
    layout.dataset.status = state.status;
    document.title = state.question?.mine ? `● ${t("yourTurn")}` : t("title");
    fill(parts.status, [state.status, state.view?.asked.asked, state.view?.turn, state.you, state.in_game, t("title")], () => statusLine(state));
    parts.room.hidden = state.status === "playing";
    if (state.status !== "playing") room.paint(state, memory.reactions);
    board(parts.seats, memory, socket);
    if (state.status === "over") fill(parts.end, [state.open, state.chairs, state.you, t("title")], () => ending(state, socket, visit));
    else fill(parts.end, null, () => []);
    box.paint(state);
    grow(parts.story, sentences(memory.story).map(({ event, text }) => ({ event, text })), ({ event, text }) => h(`li.event-${event}`, {}, text));
    grow(parts.chat, memory.chat.filter((line) => !line.emoji), (line) => h("li", {}, h("b", {}, line.seat), " ", line.text));
    fill(parts.tools, [state.you, state.status, box.passing, state.fair, t("title")], () => tableTools(state, socket, box, visit));
  }

  function onReply(reply) {
    box.replied(reply);
    if (reply.type !== "refused") return;
    if (reply.code === "no_table") showMissing(main, memory.state ? refusal(reply) : t("noTable"), visit);
    else toast(refusal(reply), reply.code === "late" ? "" : "bad");
  }

  let wasOff = false;
  function onLine(on) {
    layout.classList.toggle("offline", !on);
    if (on && wasOff) toast(t("online"));
    if (!on && !wasOff) toast(t("offline"), "bad");
    wasOff = !on;
  }

  document.addEventListener("coup-repaint", paint);
  return () => { document.removeEventListener("coup-repaint", paint); socket.close(); box.close(); };
}

function noise(before, state) {
  if (!before || !state.view) return;
  const fresh = state.view.story.lines.map((line) => line.event);
  if (fresh.includes("Ended")) sounds.play("end");
  else if (fresh.includes("Challenged")) sounds.play("challenge");
  else if (fresh.includes("Discarded")) sounds.play("lost");
  else if (state.question?.mine && !before.question?.mine) sounds.play("turn");
  else if (fresh.includes("Gained")) sounds.play("coin");
}

function statusLine(state) {
  if (state.status === "waiting") return t("waiting");
  if (state.status === "over") return [];
  const asked = state.view.asked.asked.map((name) => (name === state.you ? t("you") : name));
  const seated = state.in_game ? (state.view.alive.includes(state.you) ? "" : ` ${t("outNow")}`) : ` ${t("spectator")}`;
  return [h("span.chip", {}, t("turn", { n: state.view.turn })), " ", t("waitingFor", { names: asked.join(", ") }), h("span.dim", {}, seated)];
}

function sidePanel(parts, socket, memory) {
  const say = h("input", { maxlength: 300, "aria-label": t("say"), placeholder: t("say"), id: "say" });
  const chat = h("form.row", { onsubmit: (event) => { event.preventDefault(); if (say.value.trim()) socket.send("say", { text: say.value }); say.value = ""; } },
    say, h("button.plain", { type: "submit" }, t("send")));
  const emojis = h("div.emojis", { role: "group", "aria-label": t("reactions") });
  rules().then((known) => emojis.append(...known.emojis.map((emoji) => h("button.icon", { type: "button", "aria-label": emoji, onclick: () => socket.send("react", { emoji }) }, emoji))));
  return h("aside.side", {},
    h("section.panel.story-panel", {}, h("h2", {}, t("story")), h("div.log", { role: "log", "aria-label": t("story"), tabindex: 0 }, parts.story)),
    h("section.panel.chat-panel", {}, h("h2", {}, t("chat")), h("div.log", { role: "log", "aria-label": t("chat"), tabindex: 0 }, parts.chat), emojis, chat),
    parts.tools);
}

function tableTools(state, socket, box, visit) {
  const leave = () => dialog(t("leaveAsk"), h("p", {}, t("leaveText")), [{ text: t("stay"), focus: true }, { text: t("leaveYes"), kind: "main", action: () => { socket.send("leave"); setTimeout(() => visit("/"), 300); } }]);
  return [
    state.you && state.status === "playing" && h("label.check", {}, h("input", { type: "checkbox", id: "pass-all", "data-key": "pass-all", checked: box.passing, onchange: (event) => box.passAll(event.target.checked) }), h("span", {}, t("passAll"))),
    state.you && h("button.plain", { type: "button", id: "personal-link", "data-key": "personal", onclick: () => devicesDialog(state.table) }, t("personal")),
    state.you && h("button.plain", { type: "button", "data-key": "leave", onclick: leave }, t("leave")),
    fairLine(state),
  ];
}
