// Bots show a feeling now and then: about what everybody has seen, never about their cards, and only on this page.

import { kept } from "./dom.js";

const CAUGHT = { bold: "😎", shy: "😰", sly: "😏", wary: "🤨", grim: "😠", picky: "🙄" };  // by temper

export const feelings = {
  on: kept.get("feelings", true),
  turn(on) {
    this.on = on;
    kept.set("feelings", on);
  },
};

// What the bots of a table feel about new lines of the story.
export function feltAbout(lines, chairs, turn) {
  const tempers = new Map(chairs.filter((chair) => chair.kind !== "person").map((chair) => [chair.name, chair.kind.split(":")[1]]));
  const felt = (line, seat = line.seat) => ({ seat, text: tempers.has(seat) ? feeling(line, tempers.get(seat), turn) : "" });
  return lines.map((line) => felt(line, line.event === "Ended" ? line.winner : line.seat)).filter(({ text }) => text);
}

function feeling(line, temper, turn) {
  if (line.event === "Ended") return "🎉";
  if (line.event === "Eliminated") return "👋";
  if (!["Revealed", "Proved", "GaveIn"].includes(line.event) || turn % 2) return "";  // not every time
  return line.proves || line.event === "Proved" ? "😌" : CAUGHT[temper] ?? "😅";
}
