// A few tones, if somebody wants them.

import { kept } from "./dom.js";

const TUNES = { turn: [523, 659], coin: [880], challenge: [311, 277], lost: [220, 165], end: [523, 659, 784, 1047] };
let context;

export const sounds = {
  on: kept.get("sounds", false),
  toggle() {
    this.on = !this.on;
    kept.set("sounds", this.on);
    this.play("coin");
  },
  play(name) {
    if (!this.on) return;
    context ??= new AudioContext();
    TUNES[name].forEach((pitch, place) => {
      const tone = context.createOscillator();
      const volume = context.createGain();
      const at = context.currentTime + place * 0.11;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.22);
    });
  },
};
