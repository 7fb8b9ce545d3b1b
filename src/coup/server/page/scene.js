// A challenge is a scene: the doubt, the cards that are turned over, the card that falls, each for about a second and in order.
// What comes after waits for it here, on the page; nothing waits on the server.

const BEAT = 1000;
const TELLING = ["Challenged", "Revealed", "Proved", "GaveIn", "Discarded"];
const HURRY = 10;  // seconds left on one's clock, below which nothing is acted out
const BEHIND = 6;  // beats; who would fall further behind sees only how it came out

const moving = () => matchMedia("(prefers-reduced-motion: no-preference)").matches && document.visibilityState === "visible";

export class Scene {
  // show(state, beat): paint a state, or, in a scene, what happens now before the state that is shown.
  constructor(show) {
    Object.assign(this, { show, steps: [], timer: null });
  }

  get playing() {
    return this.timer !== null;
  }

  enter(state, lines) {
    const beats = moving() ? lines.filter((line) => TELLING.includes(line.event)) : [];
    this.steps.push(...beats.map((beat) => ({ beat })), { state });
    if (this.pressing(state) || this.steps.filter((step) => step.beat).length > BEHIND) this.skip();
    else if (!this.playing) this.next();
  }

  pressing({ question }) {
    return Boolean(question?.mine && question.deadline && question.deadline - Date.now() / 1000 < HURRY);
  }

  next() {
    this.timer = null;
    while (this.steps.length) {
      const { beat, state } = this.steps.shift();
      if (beat) {
        this.timer = setTimeout(() => this.next(), BEAT);
        this.show(null, beat);
        return;
      }
      this.show(state, null);
    }
  }

  skip() {
    clearTimeout(this.timer);
    this.timer = null;
    const last = this.steps.filter((step) => step.state).at(-1);
    this.steps = [];
    if (last) this.show(last.state, null);
  }

  close() {
    clearTimeout(this.timer);
  }
}

// The cards that proved a claim or a denial, as long as nobody has done anything new.
export function proofIn(story) {
  for (const line of [...story].reverse()) {
    if (line.event === "Revealed" && line.proves) return { seat: line.seat, roles: [line.role] };
    if (line.event === "Proved") return { seat: line.seat, roles: line.roles };
    if (["Declared", "Blocked", "Challenged", "Ended"].includes(line.event)) return null;
  }
  return null;
}
