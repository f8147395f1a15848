// Pinned messages: the button that pins a message, and the list of a channel's pins. Guarantees that the list is
// fetched again each time it's opened.

import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { avatar, nameNode } from "./people.js";

/** Discord's permission to pin messages. */
const PIN_MESSAGES = 1n << 51n;

/** The button that pins or unpins a message, or null if this person can't. */
export function pinButton(message, page) {
  const { state } = page;
  if (!state.isDirect(state.channels.get(message.channel_id)) && !state.has(PIN_MESSAGES)) return null;
  const words = message.pinned ? "Unpin message" : "Pin message";
  const place = { channel_id: message.channel_id, message_id: message.id };
  return el(
    "button",
    {
      type: "button",
      class: "icon small",
      "aria-label": words,
      title: words,
      onclick: () => page.attempt(message.pinned ? "unpin" : "pin", place),
    },
    icon("pin"),
  );
}

/** Opens the list of the current channel's pinned messages. */
export async function openPins(page) {
  const answer = await page.attempt("pins", { channel_id: page.state.open });
  if (!answer) return;
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close" }, icon("close"));
  const dialog = el(
    "dialog",
    { class: "drawer", "aria-label": "Pinned messages" },
    el("header", {}, el("h2", {}, "Pinned messages"), close),
  );
  const go = (message) => {
    dialog.close();
    page.open(message.channel_id, message.id);
  };
  dialog.append(
    answer.messages.length
      ? el("ul", { class: "pins" }, answer.messages.map((message) => el("li", {}, pinned(message, page, go))))
      : el("p", { class: "pins" }, "Nothing is pinned in this channel."),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function pinned(message, page, go) {
  const name = page.state.nameOf(message.author);
  return [
    el("p", { class: "pin-author" }, avatar(message.author, page.state), nameNode(name)),
    message.content ? markdown(message.content, page.known) : el("p", { class: "note" }, "A message without text"),
    el("button", { type: "button", class: "button secondary", onclick: () => go(message) }, "Go to the message"),
  ];
}
