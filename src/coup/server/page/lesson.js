// The guided first game, from the lobby: a table like any other, but its questions are explained, and nothing of it is kept.

import { h, kept } from "./dom.js";
import { api } from "./net.js";
import { showTable } from "./table.js";
import { t } from "./words.js";

export const showLesson = (main, visit) => showTable(main, "lesson", visit, Lesson);

// Answers where a table's socket would: with the game after all answers so far.
class Lesson {
  constructor(_, onState, onReply) {
    Object.assign(this, { onState, onReply, answers: [], told: 0, closed: false });
    this.ask();
  }

  async ask(id) {
    try {
      const state = await api("/api/lesson", { name: kept.get("name", ""), answers: this.answers, told: this.told });
      this.told += state.view.story.lines.length;
      if (!this.closed) this.onState(state);
    } catch (error) {
      this.answers.pop();
      if (!this.closed) this.onReply({ type: "refused", id, why: error.message });
    }
  }

  send(type, { move } = {}) {
    if (type !== "answer") return null;
    const id = `lesson-${this.answers.push(move)}`;
    this.ask(id);
    return id;
  }

  close() {
    this.closed = true;
  }
}

// What there is to explain, what to try, and the way out; where there is nothing to explain, only that.
export function lessonNote({ lesson, question }, visit) {
  const move = question?.choices.find((choice) => choice.move === lesson.suggestion);
  const told = lesson.note || move;
  const leave = { type: "button", id: "skip-lesson", "data-key": "skip-lesson", onclick: () => visit("/") };
  return h("div.lesson-note", {},
    told && h("p", {}, lesson.note, move && h("b", {}, " ", t("lessonTry", { move: move.name }))),
    told ? h("button.icon", { ...leave, title: t("lessonSkip"), "aria-label": t("lessonSkip") }, "✕") : h("button.plain", leave, t("lessonSkip")));
}

export function lessonEnd({ lesson, view, you }, visit) {
  return h("section.panel.ending.lesson-end", {},
    h("h1", { tabindex: -1 }, view.winner === you ? t("youWon") : t("won", { name: view.winner })), h("p", {}, lesson.note),
    h("div.row.wrap.center", {},
      h("button.main", { type: "button", id: "lesson-play", onclick: () => visit("/") }, t("lessonPlay")),
      h("button.plain", { type: "button", id: "lesson-again", onclick: () => visit("/learn") }, t("lessonAgain"))));
}
