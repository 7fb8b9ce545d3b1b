// The one question, in its fixed place: big buttons that say what they do, claim and risk.

import { coins, sign } from "./cards.js";
import { dialog, fill, h, toast } from "./dom.js";
import { choiceEffect, choiceName, follows, risk, situation, t } from "./words.js";

export class QuestionBox {
  constructor(place, socket, memory) {
    Object.assign(this, { place, socket, memory, verb: null, asked: null, sent: null, passing: false });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.timer);
  }

  passAll(on) {
    this.passing = on;
    this.paint(this.memory.state);
  }

  paint(state) {
    const { question, view } = state;
    const key = question ? `${state.game}/${question.number}/${view.legal_moves.join()}` : null;
    if (key !== this.asked) {
      this.asked = key;
      this.verb = null;
      this.sent = null;
    }
    this.place.hidden = state.status !== "playing";
    if (!question) return;
    if (question.mine && this.passing && !this.sent) this.passOrStop(state);
    this.place.classList.toggle("mine", question.mine && !this.sent);
    const made = fill(this.place, [key, question.mine, question.deadline, this.verb, this.sent, view.asked, state.you, t("title")], () => this.content(state));
    if (made && question.mine && !this.sent && !document.activeElement?.matches("input, textarea, select, dialog *")) this.place.querySelector("h2")?.focus({ preventScroll: true });
    this.tick();
  }

  passOrStop({ question, view }) {
    if (!question.concerns && view.legal_moves.includes("pass")) this.answer("pass");
    else if (view.legal_moves.includes("pass")) {
      this.passing = false;
      document.getElementById("pass-all").checked = false;
      toast(t("passAllOff"));
    }
  }

  content(state) {
    const { question, view } = state;
    if (!question.mine || this.sent) {
      const others = view.asked.asked.filter((name) => name !== state.you || !this.sent);
      return h("h2.quiet", { tabindex: -1 }, h("span.dots", { "aria-hidden": "true" }, "…"), t("waitingFor", { names: others.join(", ") || "…" }), this.clock(state, false));
    }
    const groups = this.groups(question.choices);
    const shown = this.verb ? groups.get(this.verb).map((choice) => [choice]) : [...groups.values()];
    const title = this.verb ? t("whichTarget", { action: plainName(groups.get(this.verb)[0]) }) : situation(question, view);
    return [
      h("h2", { tabindex: -1 }, title, this.clock(state, true)),
      ownHand(view),
      h("div.choices", {}, shown.map((group, place) => this.button(group, place + 1, view)),
        this.verb && h("button.choice.back", { type: "button", "data-key": "back", onclick: () => this.open(null) }, h("b", {}, "‹ ", t("back")))),
    ];
  }

  groups(choices) {
    const groups = new Map();
    for (const choice of choices) {
      const key = choice.target ? choice.verb : choice.move;
      groups.set(key, [...(groups.get(key) ?? []), choice]);
    }
    return groups;
  }

  button(group, number, view) {
    const choice = group[0];
    const many = group.length > 1;
    const claim = choice.claim.length > 0 && h(`span.claim${choice.bluff ? ".bluff" : ".true"}`, {}, choice.claim.map((role) => sign(role, 18)),
      h("span", {}, t("claims", { roles: choice.claim.map((role) => t(role)).join(t("or")) }), " · ", t(choice.bluff ? "bluff" : "true")));
    return h(`button.choice.verb-${choice.verb}${choice.role ? `.role-${choice.role}` : ""}`, {
      type: "button", "data-key": choice.move, "data-move": many ? choice.verb : choice.move,
      onclick: () => (many ? this.open(choice.verb) : this.choose(choice)),
    },
      h("kbd", { "aria-hidden": "true" }, String(number)),
      h("b", {}, choice.role && sign(choice.role, 22), many ? `${plainName(choice)}…` : choiceName(choice)),
      h("span.effect", {}, many ? group.map((each) => each.target).join(", ") : choiceEffect(choice, view)),
      claim,
      !many && choice.follows && h("span.follows", {}, follows(choice, view)));
  }

  clock(state, mine) {
    if (!state.question.deadline) return null;
    return h("span.clock-box", {}, h("span.clock", { "data-deadline": state.question.deadline }),
      mine && h("button.plain.small", { type: "button", "data-key": "more", onclick: () => this.socket.send("more_time", { question: state.question.number }) }, t("moreTime")));
  }

  tick() {
    for (const clock of this.place.querySelectorAll(".clock")) {
      const left = Math.max(0, Math.ceil(Number(clock.dataset.deadline) - Date.now() / 1000));
      const text = t("timeLeft", { n: left });
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("hurry", left <= 5);
    }
    this.showOwn();
  }

  // One's own cards are repeated as long as the question, which stays in its place, covers them.
  showOwn() {
    const own = this.place.querySelector(".own");
    const hand = document.querySelector(".seat.me .cards")?.getBoundingClientRect();
    if (!own || !hand) return;
    const top = this.place.getBoundingClientRect().top + own.offsetHeight;  // as if it were not there
    own.hidden = hand.top >= 0 && hand.bottom <= top;
  }

  open(verb) {
    this.verb = verb;
    this.paint(this.memory.state);
    this.place.querySelector("button")?.focus();
  }

  choose(choice) {
    if (!choice.risk) return this.answer(choice.move);
    dialog(t("sure"), h("p", {}, risk(choice)), [
      { text: t("think"), kind: "main", focus: true },
      { text: t("doIt"), action: () => this.answer(choice.move) },
    ]);
    return undefined;
  }

  answer(move) {
    if (this.sent) return;  // a double click answers once
    this.sent = this.socket.send("answer", { question: this.memory.state.question.number, move });
    this.paint(this.memory.state);
  }

  replied(reply) {
    if (reply.type === "refused" && this.sent && reply.id === this.sent) {
      this.sent = null;
      this.paint(this.memory.state);
    }
  }

  key(event) {
    if (event.target.matches("input, textarea, select, dialog *") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.verb) this.open(null);
    const number = Number(event.key);
    if (number >= 1) this.place.querySelectorAll("button.choice")[number - 1]?.click();
  }
}

// One's own cards once more.
const ownHand = (view) => h("p.own", { "aria-hidden": "true" }, view.hand.map((role) => h(`span.role-${role}`, {}, sign(role, 18), t(role))), coins(view.coins[view.seat]));

// What an action is called without its target.
const plainName = (choice) => choiceName({ ...choice, target: "", name: choice.name.replace(choice.target, "") }).replace(/ (from|against|gegen|auf)? *$/, "").trim();
