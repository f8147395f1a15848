// Several messages deleted at once, by those who may manage messages. Guarantees that only messages of the open channel
// are picked, and that what is deleted elsewhere is no longer counted.

import { el, icon } from "./dom.js";

/** Discord's permission to delete other people's messages. */
export const MANAGE_MESSAGES = 1n << 13n;
const MOST = 100;

/** The messages that this person has picked, and the bar below the log that says how many and deletes them. */
export class Picked {
  #ids = new Set();
  #page;
  #log;
  #bar;

  constructor(page, log, bar) {
    this.#page = page;
    this.#log = log;
    this.#bar = bar;
    page.state.on("MESSAGE_DELETE", ({ id }) => this.#ids.delete(id) && this.#show());
  }

  has(messageId) {
    return this.#ids.has(messageId);
  }

  /** Picks the message, or no longer. */
  toggle(messageId) {
    if (!this.#ids.delete(messageId)) {
      if (this.#ids.size === MOST) return this.#page.toast(`You can delete up to ${MOST} messages at once.`);
      this.#ids.add(messageId);
    }
    return this.#show();
  }

  /** Picks nothing, because another channel is open or the person has changed their mind. */
  clear() {
    this.#ids.clear();
    this.#show();
  }

  #show() {
    for (const node of this.#log.querySelectorAll("[data-message-id]")) {
      const isPicked = this.has(node.dataset.messageId);
      node.classList.toggle("picked", isPicked);
      node.querySelector(":scope > .actions > .pick")?.setAttribute("aria-pressed", String(isPicked));
    }
    const count = this.#ids.size;
    this.#bar.hidden = !count;
    if (!count) return this.#bar.replaceChildren();
    return this.#bar.replaceChildren(
      el("p", { role: "status" }, `${count} selected`),
      el("button", { type: "button", class: "button danger", onclick: () => this.#delete() }, "Delete"),
      el("button", { type: "button", class: "button secondary", onclick: () => this.clear() }, "Cancel"),
    );
  }

  async #delete() {
    await this.#page.attempt("purge", { channel_id: this.#page.state.open, message_ids: [...this.#ids] });
  }
}

/** The button that picks a message, or null if this person can't delete it. */
export function pickButton(message, page) {
  const { state, picked } = page;
  if (state.isDirect(state.channels.get(message.channel_id)) || !state.has(MANAGE_MESSAGES)) return null;
  return el(
    "button",
    {
      type: "button",
      class: "icon small pick",
      "aria-label": "Select message",
      title: "Select message",
      "aria-pressed": String(picked.has(message.id)),
      onclick: () => picked.toggle(message.id),
    },
    icon("check"),
  );
}
