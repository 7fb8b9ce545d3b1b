// A table: people sit down, play, and see what it came to.

import { board, ownSeat, unseenStrip } from "./board.js";
import { devicesDialog } from "./devices.js";
import { dialog, fill, grow, h, kept, settle, toast } from "./dom.js";
import { Drawers } from "./drawers.js";
import { aftermath, ending } from "./ending.js";
import { fairLine } from "./fair.js";
import { feelings, feltAbout } from "./feelings.js";
import { lessonEnd, lessonNote } from "./lesson.js";
import { showMissing } from "./missing.js";
import { Socket } from "./net.js";
import { pastGamesFolded } from "./past.js";
import { QuestionBox } from "./question.js";
import { WaitingRoom } from "./room.js";
import { Scene, proofIn } from "./scene.js";
import { sounds } from "./sound.js";
import { sentences, t } from "./words.js";

const LIVE = 30;  // lines that a screen reader may still want to go back to
const TUNES = { Challenged: "challenge", Discarded: "lost" };

export function showTable(main, id, visit, Line = Socket) {
  const parts = {
    title: h("h1.hidden", {}, t("table")),
    line: h("p.offline-line", { role: "alert", hidden: true }),
    room: h("div.room", {}),
    seats: h("div.board", {}),
    banner: h("section.banner", { "aria-label": t("question") }),
    lesson: h("div.lesson", { "aria-live": "polite" }),
    own: h("div.own", {}),
    ask: h("section.ask", { "aria-label": t("answers") }),
    end: h("div", {}),
    after: h("div.after", {}),
    story: h("ol.story", {}),
    chat: h("ul.chat", {}),
    tools: h("div.table-tools", {}),
    live: h("div.hidden.live", { role: "log", "aria-label": t("live") }),
  };
  const slot = document.getElementById("slot");
  const memory = { story: [], told: [], game: 0, chat: [], state: null, beat: null, proof: null, reactions: new Map(), before: null, canHurry: false };
  const socket = new Line(id, onState, onReply, onLine);
  const scene = new Scene(show);
  memory.scene = scene;
  const box = new QuestionBox(parts.banner, parts.ask, socket, memory, paint);
  const room = new WaitingRoom(parts.room, socket, visit);
  const drawers = new Drawers(parts, socket);
  const layout = h("div.table", {}, parts.title, parts.line, h("div.stage", {}, parts.end, parts.room, parts.seats, h("div.telling", {}, parts.banner, drawers.story), parts.lesson, h("div.hand", {}, parts.own, drawers.tabs), parts.ask, parts.after), drawers.side, parts.live);
  main.append(layout);
  document.body.dataset.face = "table";

  function onState(state) {
    const { view } = state;
    const same = state.game === memory.game && !(view && view.story.from === 0);
    if (!same) memory.story = [];
    if (view) memory.story.splice(view.story.from, Infinity, ...view.story.lines);
    state.lines = memory.story.length;
    const going = same && memory.state?.status === "playing";
    memory.game = state.game;
    memory.chat.splice(state.chat.from, Infinity, ...state.chat.lines);
    for (const line of state.chat.lines) {
      if (line.emoji && Date.now() / 1000 - line.at < 6) react(line);
    }
    if (going && feelings.on) feltAbout(view.story.lines, state.chairs, view.turn).forEach(react);
    announce(state, going);
    if (!state.lesson) remember(state);
    scene.enter(state, going ? view.story.lines : []);
    sitDown(state);
  }

  // A state, or what happens before the next one.
  function show(state, beat) {
    memory.beat = beat;
    memory.told = memory.story.slice(0, beat ? memory.story.indexOf(beat) + 1 : state.lines);  // and nothing that comes after
    if (beat) sounds.play(TUNES[beat.event] ?? "coin");
    const acted = memory.acted;
    memory.acted = Boolean(beat);
    if (state) {
      const before = memory.state;
      memory.before = before && before.game === state.game ? before : null;
      memory.state = state;
      if (before && before.status !== state.status) settle();
      if (before?.status !== state.status) drawers.fold(state.status === "playing");
      memory.proof = state.view ? proofIn(memory.told) : null;
      main.dataset.ruleset = state.settings.ruleset;
      if (!state.lesson) main.dataset.table = state.table;
      main.dataset.seated = state.you && state.in_game && state.status === "playing" && !state.lesson ? state.settings.away : "";
      if (before?.you && !state.you && before.status !== "closed") gone(before, state);
      noise(memory.before, state, acted);
    }
    paint();
    if (state && memory.before?.status === "playing" && state.status === "over") parts.end.querySelector("h1")?.focus();
  }

  // Whoever has lost the seat without leaving was sent away.
  function gone(before, state) {
    if (!memory.left) dialog(t("sentAway"), h("p", {}, t(state.status === "playing" ? "sentAwayGame" : "sentAwayRoom")), [{ text: t("watch"), kind: "main", focus: true }, { text: t("lobby"), action: () => visit("/") }]);
  }

  // What a screen reader is told: each line of the story once, then the question.
  function announce(state, going) {
    if (!going || !state.view) return;
    const lines = sentences(state.view.story.lines).map(({ text }) => text);
    if (state.question?.mine && memory.asked !== `${state.game}/${state.question.number}`) lines.push(state.view.asked.kind === "action" ? t("yourTurn") : t("youAreAsked"));
    memory.asked = `${state.game}/${state.question?.number}`;
    parts.live.append(...lines.map((line) => h("p", {}, line)));
    while (parts.live.children.length > LIVE) parts.live.firstChild.remove();
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
    if (!state) return;
    if (state.status === "closed") return showMissing(main, t("closed"), visit);
    layout.dataset.status = state.status;
    layout.classList.toggle("in-lesson", Boolean(state.lesson));
    document.body.dataset.status = state.status;
    document.title = box.mine ? `● ${t("yourTurn")}` : t("title");
    memory.canHurry = canHurry(state);
    parts.room.hidden = state.status === "playing" || Boolean(state.lesson);
    if (!parts.room.hidden) room.paint(state, memory.reactions);
    box.paint();
    const stage = { socket, beat: memory.beat, targets: box.targets, spared: box.spared, choose: (seat) => box.aim(seat) };
    board(parts.seats, memory, stage);
    ownSeat(parts.own, memory, stage);
    fill(slot, [state.status === "playing" && [state.view.unseen, state.view.reserve], t("title")], () => (state.status === "playing" ? unseenStrip(state.view) : []));
    const over = state.status === "over";
    fill(parts.end, over && [state.open, state.chairs, state.you, state.host, state.ready, t("title")], () => (!over ? [] : state.lesson ? lessonEnd(state, visit) : ending(state, socket, visit)));
    fill(parts.after, over && [state.open, state.chairs, state.you, t("title")], () => (over && !state.lesson ? aftermath(state, visit) : []));
    for (const part of [parts.end, parts.after]) part.hidden = !over;
    grow(parts.story, sentences(memory.told).map(({ event, text }) => ({ event, text })), ({ event, text }) => h(`li.event-${event}`, {}, text));
    grow(parts.chat, memory.chat.filter((line) => !line.emoji), (line) => h("li", {}, h("b", {}, line.seat), " ", line.text));
    drawers.paint(memory.chat.filter((line) => !line.emoji), Boolean(state.you) && !state.lesson);
    parts.lesson.hidden = !state.lesson || state.status !== "playing" || Boolean(memory.beat);
    if (!parts.lesson.hidden) fill(parts.lesson, [state.lesson, t("title")], () => lessonNote(state, visit));
    fill(parts.tools, [state.you, state.host, state.status, state.game, state.settings, box.passing, state.fair, t("title")], () => (state.lesson ? [] : tableTools(state, socket, box, leave)));
  }

  function leave() {
    dialog(t("leaveAsk"), h("p", {}, t("leaveText")), [{ text: t("stay"), focus: true }, { text: t("leaveYes"), kind: "main", action: () => { memory.left = true; forget(id); socket.send("leave"); setTimeout(() => visit("/"), 300); } }]);
  }

  function onReply(reply) {
    box.replied(reply);
    if (reply.type === "done") room.done(reply);
    if (reply.type !== "refused") return;
    room.refused(reply);
    if (reply.code === "no_table") showMissing(main, reply.why, visit);
    else toast(reply.why, reply.code === "late" ? "" : "bad");
  }

  // As long as the connection is lost, the page says so.
  function onLine(on) {
    layout.classList.toggle("offline", !on);
    if (on && !parts.line.hidden) toast(t("online"));
    parts.line.hidden = on;
    parts.line.textContent = on ? "" : t("offline");
  }

  document.addEventListener("coup-repaint", paint);
  return () => {
    document.removeEventListener("coup-repaint", paint);
    delete document.body.dataset.face;
    delete document.body.dataset.status;
    delete main.dataset.seated;
    slot.replaceChildren();
    fill(slot, null, () => []);
    for (const each of [socket, box, scene, drawers]) each.close();
  };
}

// Only bots play on: then a player who is out need not watch them think.
function canHurry({ view, you, in_game: inGame, chairs, status, hurried }) {
  const playing = chairs.filter((chair) => view?.alive.includes(chair.name));
  return status === "playing" && inGame && !hurried && !view.alive.includes(you) && playing.every((chair) => chair.kind !== "person" || chair.stand_in);
}

function noise(before, state, acted) {
  if (!before || !state.view) return;
  const fresh = state.view.story.lines.map((line) => line.event);
  if (fresh.includes("Ended")) sounds.play("end");
  else if (!acted && fresh.includes("Challenged")) sounds.play("challenge");
  else if (!acted && fresh.includes("Discarded")) sounds.play("lost");
  else if (state.question?.mine && !before.question?.mine) sounds.play("turn");
  else if (fresh.includes("Gained")) sounds.play("coin");
}

// The tables at which this browser sits, so that the lobby leads back to them.
const SEATS_KEPT = 8;
export const remembered = () => kept.get("seats", []);
export const forget = (id) => kept.set("seats", remembered().filter((each) => each !== id));
function remember({ table, you }) {
  if (!you) return forget(table);
  if (remembered()[0] !== table) kept.set("seats", [table, ...remembered().filter((each) => each !== table)].slice(0, SEATS_KEPT));
  return undefined;
}

function tableTools(state, socket, box, leave) {
  return [
    state.you && state.status === "playing" && h("label.check", {}, h("input", { type: "checkbox", id: "pass-all", "data-key": "pass-all", checked: box.passing, onchange: (event) => box.passAll(event.target.checked) }), h("span", {}, t("passAll"))),
    state.you === state.host && state.you && paceField(state, socket),
    h("label.check", { title: t("botEmojisHint") }, h("input", { type: "checkbox", id: "feelings", "data-key": "feelings", checked: feelings.on, onchange: (event) => feelings.turn(event.target.checked) }), h("span", {}, t("botEmojis"))),
    state.you && h("button.plain", { type: "button", id: "personal-link", "data-key": "personal", onclick: () => devicesDialog(state.table) }, t("personal")),
    state.you && h("button.plain", { type: "button", "data-key": "leave", onclick: leave }, t("leave")),
    fairLine(state),
    state.status !== "over" && pastGamesFolded(state.table, state.game),  // after a game they are shown with its end
  ];
}

const paceField = ({ settings }, socket) => h("label.pace", {}, h("span", {}, t("pace")), h("select", { id: "pace", "data-key": "pace", onchange: (event) => socket.send("pace", { pace: event.target.value }) },
  ["slow", "usual", "quick"].map((pace) => h("option", { value: pace, selected: pace === (settings.pace ?? "usual") }, t(`pace.${pace}`)))));
