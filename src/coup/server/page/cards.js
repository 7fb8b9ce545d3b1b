// Cards, coins and the signs of the roles: each role has a colour, a shape and letters of its own.

import { h } from "./dom.js";
import { t } from "./words.js";

const SHAPES = {
  duke: ["M20 66 14 30l16 14L50 22l20 22 16-14-6 36z", "M20 72h60v8H20z"],
  assassin: ["M46 14h8v42h-8z", "M30 56h40v8H30z", "M45 64h10v18H45z", "M46 14l4-8 4 8z"],
  captain: ["M46 24h8v50h-8z", "M34 34h32v7H34z", "M18 54c2 18 16 28 32 30 16-2 30-12 32-30l-9 6c-4 10-12 15-23 16-11-1-19-6-23-16z", "M50 8a9 9 0 1 0 .1 0z"],
  ambassador: ["M24 22h44a8 8 0 0 1 8 8v40a8 8 0 0 0 8 8H34a8 8 0 0 1-8-8z"],
  contessa: ["M50 14 82 26v24c0 18-14 30-32 38C32 80 18 68 18 50V26z"],
  inquisitor: ["M6 50c12-20 28-30 44-30s32 10 44 30c-12 20-28 30-44 30S18 70 6 50z"],
};
const CUTS = {
  captain: ["M50 13a4 4 0 1 0 .1 0z"],
  ambassador: ["M36 34h28v4H36z", "M36 46h28v4H36z", "M36 58h20v4H36z"],
  contessa: ["M50 30l7 13 15 2-11 10 3 15-14-7-14 7 3-15-11-10 15-2z"],
  inquisitor: ["M50 34a16 16 0 1 0 .1 0z"],
};
const DOTS = { inquisitor: ["M50 43a7 7 0 1 0 .1 0z"] };

export function sign(role, size = 20) {
  return h(`svg.sign.role-${role}`, { viewBox: "0 0 100 100", width: size, height: size, "aria-hidden": "true" },
    (SHAPES[role] ?? []).map((d) => h("path", { d })),
    (CUTS[role] ?? []).map((d) => h("path.cut", { d })),
    (DOTS[role] ?? []).map((d) => h("path", { d })));
}

// A side has a colour, a shape and a word.
const SIDES = { loyalist: "M50 8 86 22v28c0 22-14 34-36 44C28 84 14 72 14 50V22z", reformist: "M50 4 96 50 50 96 4 50z" };
export function side(allegiance) {
  return h(`span.allegiance.${allegiance}`, { title: t(allegiance) }, h("svg.side-sign", { viewBox: "0 0 100 100", width: 14, height: 14, "aria-hidden": "true" }, h("path", { d: SIDES[allegiance] })),
    h("span.full", {}, t(allegiance)), h("span.brief", { "aria-hidden": "true" }, t(`${allegiance}.short`)));
}

export function card(role, options = {}) {
  const lost = options.lost ? ".lost" : "";
  if (!role) {
    return h(`div.card.back${options.fresh ? ".fresh" : ""}`, { role: "img", "aria-label": t("facedown") }, h("span.back-mark", { "aria-hidden": "true" }, "C"));
  }
  const label = options.lost ? t("lostCard", { role }) : t(role);
  const proof = { true: ".proof", false: ".no-proof" }[options.proof] ?? "";
  return h(`div.card.face.role-${role}${lost}${proof}${options.fresh ? ".fresh" : ""}`, { role: "img", "aria-label": label },
    h("span.letters", { "aria-hidden": "true" }, t(`${role}.short`)),
    sign(role, 44),
    h(`span.role-name${t(role).length > 9 ? ".long" : ""}`, { "aria-hidden": "true" }, t(role)));
}

export function coins(number) {
  return h("span.coins", { "aria-label": t("coins", { n: number }), role: "img" },
    h("svg.coin", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
      h("circle", { cx: 10, cy: 10, r: 9 }), h("path", { d: "M10 4l1.8 3.7 4 .5-3 2.8.8 4-3.6-2-3.6 2 .8-4-3-2.8 4-.5z" })),
    h("b", { "aria-hidden": "true" }, String(number)));
}
