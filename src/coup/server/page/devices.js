// One's seat on several devices: the link that opens it elsewhere, and who has used it.

import { dialog, h, toast } from "./dom.js";
import { api, drop } from "./net.js";
import { copyText, onlyHere } from "./room.js";
import { current, t } from "./words.js";

export async function devicesDialog(table) {
  try {
    const [{ path }, known, { url, local }] = await Promise.all([api(`/api/tables/${table}/link`), api(`/api/tables/${table}/devices`), api("/api/invitation")]);
    const link = url + path;
    dialog(t("personal"), h("div", {}, local && onlyHere(), h("p", {}, t("personalHint")), h("p.link", { id: "personal" }, link),
      h("img.qr", { src: `/api/tables/${table}/link/qr.svg`, alt: t("personalCode"), width: 180, height: 180 }), list(table, known)),
      [{ text: t("copy"), action: () => copyText(link) }, { text: t("close"), kind: "main", focus: true }]);
  } catch (error) {
    toast(error.message, "bad");
  }
}

function list(table, known) {
  if (known.length < 2) return null;
  const away = async (event, device) => {
    const line = event.currentTarget.closest("li");
    try {
      await drop(`/api/tables/${table}/devices/${device}`);
      line.remove();
      toast(t("deviceGone"));
    } catch (error) {
      toast(error.message, "bad");
    }
  };
  return h("div", {}, h("h3", {}, t("devices")), h("ul.devices", {}, known.map(({ device, since, this: own }) => h("li", {},
    h("span", {}, t("deviceSince", { when: new Date(since * 1000).toLocaleString(current()) }), own && h("span.chip", {}, t("thisDevice"))),
    !own && h("button.plain.small", { type: "button", onclick: (event) => away(event, device) }, t("sendAway"))))));
}
