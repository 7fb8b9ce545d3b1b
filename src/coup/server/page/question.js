// What just happened, what is asked now, and the answers: big buttons in fixed places that say what they do, claim and cost.

import { hasReserve } from "./board.js";
import { coins, sign } from "./cards.js";
import { SETTLE, dialog, fill, h, toast } from "./dom.js";
import { cause, sentences, stakes, t, tell, verbName } from "./words.js";

const NEWS = 2;  // sentences of what happened
const FEW = 7, MANY = 6;  // seats, and buttons, that leave room for more columns of text
const KEYS = "123456789acdefghijklm";  // of the first, second, ... button
const OTHERS = { convert: "convert other" };  // what is called like something that one can do to oneself
const SILENT = ["TurnBegan", "Drew", "Returned", "Answered"];

export class QuestionBox {
  constructor(banner, place, socket, memory, repaint) {
    Object.assign(this, { banner, place, socket, memory, repaint, verb: null, asked: null, sent: null, passing: false, sure: null, settled: true });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.timer);
    clearTimeout(this.settling);
    this.sure?.close();
  }

  passAll(on) {
    this.passing = on;
    this.repaint();
  }

  get mine() {
    const { state, beat } = this.memory;
    return Boolean(!beat && state.question?.mine && !this.sent);
  }

  // The seats that can be chosen now, in the order in which they sit.
  get targets() {
    return this.mine && this.verb ? this.ofVerb(this.verb).map((choice) => choice.target) : null;
  }

  // Why others cannot be.
  get spared() {
    return this.targets && this.memory.state.question.spared[this.verb];
  }

  paint() {
    const { state, beat } = this.memory;
    const { question, view } = state;
    const key = question && !beat ? `${state.game}/${question.number}/${view.legal_moves.join()}` : null;
    if (key !== this.asked) this.change(key);
    this.banner.hidden = this.place.hidden = state.status !== "playing";
    if (this.place.hidden) return;
    if (this.mine && this.passing) this.passOrStop(state);
    const mine = this.mine;
    this.banner.classList.toggle("mine", mine);
    this.place.classList.toggle("mine", mine);
    fill(this.banner, [key, beat, mine, question?.deadline, this.verb, view.asked, view.alive, view.reserve, this.memory.told.length, state.you, t("title")], () => this.news(state));
    const made = fill(this.place, [key, mine, this.verb, this.settled, Boolean(beat), this.memory.canHurry, t("title")], () => this.answers(state));
    if (made && mine && !document.activeElement?.matches("input, textarea, select, dialog *, .choice, .seat-button")) this.banner.querySelector("h2")?.focus({ preventScroll: true });
    this.tick();
  }

  // Another question: what was opened about the old one closes, and the new buttons settle first.
  change(key) {
    this.asked = key;
    this.verb = this.sent = null;
    this.sure?.close();
    this.settle();
  }

  settle() {
    this.settled = false;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.settled = true; this.paint(); }, SETTLE);
  }

  passOrStop({ question, view }) {
    if (!view.legal_moves.includes("pass")) return;
    if (!question.concerns) this.answer("pass", question.number);
    else {
      this.passing = false;
      document.getElementById("pass-all").checked = false;
      toast(t("passAllOff"));
    }
  }

  // The banner: what happened, and what is asked.
  news(state) {
    const { beat, told: story } = this.memory;
    if (beat) return [h("p.news", {}, signs(state.view)), h("h2.asked.scene", { tabindex: -1 }, tell(beat))];
    const told = sentences(story.filter((line) => !SILENT.includes(line.event) && !(this.mine && line === this.about(story)))).slice(-NEWS);
    return [
      h("p.news", {}, signs(state.view), told.map(({ event, text }, place) => h(`span.line.event-${event}${place === told.length - 1 ? ".newest" : ""}`, {}, text))),
      h("div.asking", {}, h("h2.asked", { tabindex: -1 }, this.asking(state)), this.clock(state)),
      onlooking(state),
    ];
  }

  // The line that the question itself repeats.
  about(story) {
    const last = story.filter((line) => line.event !== "Passed").at(-1);
    return ["Declared", "Blocked", "Challenged"].includes(last?.event) ? last : null;
  }

  asking(state) {
    const { question, view } = state;
    if (this.mine && this.verb) return t("whichTarget", { action: verbName(this.ofVerb(this.verb)[0]) });
    if (this.mine) return [cause(view, this.memory.told), question.text].filter(Boolean).join(" ");
    const others = view.asked.asked.filter((name) => name !== state.you);
    return others.length ? t("waitingFor", { names: others.join(", ") }) : t("moment");
  }

  answers(state) {
    if (this.memory.beat) return h("button.plain.skip-scene", { type: "button", "data-key": "skip-scene", onclick: () => this.memory.scene.skip() }, t("skipScene"));
    if (!this.mine) return this.memory.canHurry ? h("button.plain", { type: "button", id: "hurry", "data-key": "hurry", onclick: () => this.socket.send("hurry") }, t("hurry")) : [];
    return this.verb ? this.targetList(state) : this.choiceList(state);
  }

  choiceList({ question, view }) {
    const slots = slotsOf(question.choices);
    const many = slots.all.length > (view.seats.length > FEW ? MANY : MANY + 2) ? ".many" : "";
    return h(`div.choices${slots.replies ? ".replies" : many}`, { "data-count": slots.all.length }, slots.all.map((group, place) => (group ? this.button(group, place + 1, view, question.number) : h("span.free-slot", { "aria-hidden": "true" }))));
  }

  targetList({ question, view }) {
    const choices = this.ofVerb(this.verb);
    return h("div.choosing", {}, h("p.stakes", {}, facts(choices[0], view), this.spared && h("span.spared", {}, this.spared)),
      h(`div.choices.targets${choices.length >= MANY ? ".many" : ""}`, {}, choices.map((choice, place) => this.press(choice, place + 1, question.number, [h("b", {}, choice.target), h("span.effect", {}, choice.effect)])),
        h("button.choice.back", { type: "button", "data-key": "back", disabled: !this.settled, onclick: () => this.open(null) }, h("b", {}, "‹ ", t("back")))));
  }

  ofVerb(verb) {
    const { question, view } = this.memory.state;
    const place = (name) => (view.seats.indexOf(name) - view.seats.indexOf(view.seat) + view.seats.length) % view.seats.length;
    return question.choices.filter((choice) => choice.verb === verb && choice.target).sort((one, other) => place(one.target) - place(other.target));
  }

  button(group, number, view, question) {
    const [choice] = group;
    const many = group.length > 1;
    return this.press(choice, number, question, [
      h("b", {}, (choice.claim.length ? choice.claim : [choice.role].filter(Boolean)).map((role) => sign(role, 20)), many ? `${verbName(choice)}…` : choice.name),
      claimed(choice),
      h("span.effect", {}, facts(choice, view)),
    ], many);
  }

  // A button answers the question that was painted on it, and no other.
  press(choice, number, question, parts, many = false) {
    const suggested = this.suggests(choice, many) ? ".suggested" : "";
    return h(`button.choice.verb-${choice.verb}${choice.role ? `.role-${choice.role}` : ""}${suggested}`, {
      type: "button", "data-key": choice.move, "data-move": many ? OTHERS[choice.verb] ?? choice.verb : choice.move, "data-question": question, "data-slot": number, disabled: !this.settled, title: choice.follows,
      onclick: () => this.settled && (many ? this.open(choice.verb) : this.choose(choice, question)),
    }, h("kbd", { "aria-hidden": "true" }, KEYS[number - 1]), parts);
  }

  // In a lesson, what to try.
  suggests(choice, many) {
    const { lesson, question } = this.memory.state;
    const wanted = lesson && question?.choices.find((each) => each.move === lesson.suggestion);
    return Boolean(wanted) && (many ? wanted.verb === choice.verb : wanted.move === choice.move);
  }

  clock(state) {
    const { question } = state;
    if (!question?.deadline) return null;
    const left = h("b.clock", { "data-deadline": question.deadline });
    return this.mine ? h("button.plain.timer", { type: "button", "data-key": "more", onclick: () => this.socket.send("more_time", { question: question.number }) }, left, t("moreTime")) : h("span.timer", {}, left);
  }

  tick() {
    for (const clock of this.banner.querySelectorAll(".clock")) {
      const left = Math.max(0, Math.ceil(Number(clock.dataset.deadline) - Date.now() / 1000));
      const text = t("timeLeft", { n: left });
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("hurry", left <= 5);
    }
  }

  open(verb) {
    this.verb = verb;
    this.settle();
    this.repaint();
    this.banner.querySelector("h2")?.focus({ preventScroll: true });
  }

  // Somebody was chosen at the table.
  aim(seat) {
    const choice = this.ofVerb(this.verb).find((each) => each.target === seat);
    if (choice && this.settled) this.choose(choice, this.memory.state.question.number);
  }

  choose(choice, question) {
    if (!choice.risk) return this.answer(choice.move, question);
    this.sure = dialog(t("sure"), h("p", {}, choice.risk), [
      { text: t("think"), kind: "main", focus: true },
      { text: t("doIt"), action: () => this.answer(choice.move, question) },
    ]);
    return undefined;
  }

  answer(move, question) {
    if (this.sent || question !== this.memory.state.question?.number) return;  // a double click answers once
    this.sent = this.socket.send("answer", { question, move });
    this.repaint();
  }

  replied(reply) {
    if (reply.type === "refused" && this.sent && reply.id === this.sent) {
      this.sent = null;
      this.settle();
      this.repaint();
    }
  }

  key(event) {
    if (event.target.matches("input, textarea, select, dialog *") || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "Escape" && this.memory.beat) this.memory.scene.skip();
    else if (event.key === "Escape" && this.verb) this.open(null);
    else if (event.key.length === 1 && KEYS.includes(event.key)) this.place.querySelector(`.choice[data-slot="${KEYS.indexOf(event.key) + 1}"]`)?.click();
  }
}

// Why somebody is asked nothing.
const onlooking = ({ view, you, in_game: inGame }) => !(inGame && view.alive.includes(you)) && h("p.dim", {}, t(inGame ? "outNow" : "spectator"));

const facts = (choice, view) => stakes(choice, view).map(({ fact, minor }) => h(minor ? "span.minor" : "span", {}, fact));
const claimed = ({ claim, denial, bluff }) => claim.length + denial.length > 0 && h(`span.claim${bluff ? ".bluff" : ".true"}`, {},
  h("span.full", {}, claim.length ? t(bluff ? "claimsBluff" : "claimsTrue", { roles: claim }) : t(bluff ? "deniesBluff" : "deniesTrue", { roles: denial })), h("span.brief", {}, t(bluff ? "bluff" : "true")));

// The turn, and the reserve where the table itself has no room for it.
const signs = (view) => [h("span.chip", {}, t("turn", { n: view.turn })), hasReserve(view) && h("span.chip.reserve", {}, t("reserve"), " ", coins(view.reserve))];

// Answers to what others do have slots of their own, so that no button ever turns into a riskier one: first to pass, then to
// challenge, then to block. Actions come one to a verb, those with several targets as one.
function slotsOf(choices) {
  const verbs = (test) => choices.filter((choice) => test(choice.verb)).map((choice) => [choice]);
  if (choices.some((choice) => choice.verb === "pass")) {
    return { replies: true, all: [...verbs((verb) => verb === "pass"), verbs((verb) => verb === "challenge")[0] ?? null, ...verbs((verb) => verb.startsWith("block"))] };
  }
  const groups = new Map();
  for (const choice of choices) {
    const key = choice.target ? `${choice.verb} …` : choice.move;
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  return { replies: false, all: [...groups.values()] };
}
