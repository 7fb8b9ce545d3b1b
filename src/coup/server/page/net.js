// Talks to the server: requests, and one socket that comes back by itself.

import { current, inFull, t } from "./words.js";

export async function api(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  return (await ask(path, options)).data;
}

export const drop = async (path) => (await ask(path, { method: "DELETE" })).data;

// A page of a list, and whether there is a next one.
export async function apiPage(path) {
  const { data, headers } = await ask(path, {});
  return { data, next: /rel="next"/.test(headers.get("Link") ?? "") };
}

async function ask(path, options) {
  const reply = await fetch(path, { ...options, headers: { ...options.headers, "Accept-Language": current() } });
  const data = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(data.why ? inFull(data.why) : t("failed", { n: reply.status })), { status: reply.status });
  return { data, headers: reply.headers };
}

export class Socket {
  constructor(table, onState, onReply, onLine) {
    Object.assign(this, { table, onState, onReply, onLine, wait: 250, waiting: new Map(), closed: false });
    this.open();
    this.beat = setInterval(() => this.raw({ type: "ping" }), 20000);
    this.back = () => { if (document.visibilityState === "visible" && this.socket.readyState > 1) this.open(); };
    document.addEventListener("visibilitychange", this.back);
    window.addEventListener("online", this.back);
  }

  open() {
    clearTimeout(this.again);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.onLine(true);
      this.raw({ type: "hello", v: 1, table: this.table, lang: current() });
      // What was not answered yet is sent again. It has the same id, so it is not done twice.
      for (const message of this.waiting.values()) this.raw(message);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "state") this.onState(message);
      else if (message.type === "done" || message.type === "refused") {
        if (message.code === "internal" && this.waiting.has(message.id)) {
          // It may have been done or not; with the same id it is done once.
          setTimeout(() => { if (this.waiting.has(message.id)) this.raw(this.waiting.get(message.id)); }, 1000);
          return;
        }
        if (message.id) this.waiting.delete(message.id);
        this.onReply(message.why ? { ...message, why: inFull(message.why) } : message);
        if (message.code === "no_table") this.close();
        if (message.code === "too_many") this.wait = 30000;  // somebody has to close a window first
      }
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.onLine(false);
      this.again = setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, 5000);
    };
  }

  raw(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  send(type, fields = {}) {
    const id = [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36)).join("");
    const message = { type, id, ...fields };
    this.waiting.set(id, message);
    this.raw(message);
    return id;
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.again);
    document.removeEventListener("visibilitychange", this.back);
    window.removeEventListener("online", this.back);
    this.socket.close();
  }
}
