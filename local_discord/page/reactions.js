// The reactions under a message, and the small picker to add one. Guarantees that each reaction is a button that says
// its emoji, how many people added it and whether you did, and that a press changes only yours.

import { el, icon, placeBeside } from "./dom.js";
import { emojiPicture } from "./emoji.js";

const OFFERED = [..."👍👎😂🎉😮😢😡🔥🙏👏👀✅❌⭐🎲🃏🏆🐢🤔💯"];

/** The row of reactions, or null if there are none. */
export function reactionsOf(message, page) {
  if (!message.reactions?.length) return null;
  const buttons = message.reactions.map((reaction) => el("li", {}, reactionButton(message, reaction, page)));
  return el("ul", { class: "reactions", "aria-label": "Reactions" }, buttons);
}

function reactionButton(message, { emoji, count, me }, page) {
  const words = `${emoji.name}, ${count} ${count === 1 ? "reaction" : "reactions"}`;
  const attributes = {
    type: "button",
    class: "reaction",
    "aria-pressed": String(me),
    "aria-label": words,
    "data-reaction": nameOf(emoji),
    onclick: () => send(me ? "unreact" : "react", message, nameOf(emoji), page),
  };
  const face = emoji.id ? emojiPicture(emoji.name, emoji.id) : el("span", { class: "emoji" }, emoji.name);
  return el("button", attributes, face, el("span", { class: "reaction-count" }, String(count)));
}

/** What a request to the server calls an emoji. */
function nameOf(emoji) {
  return emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name;
}

function send(verb, message, emoji, page) {
  return page.attempt(verb, { channel_id: message.channel_id, message_id: message.id, emoji });
}

/** The button that opens the picker. */
export function addReaction(message, page) {
  const words = "Add reaction";
  const button = el(
    "button",
    { type: "button", class: "icon small", "aria-label": words, title: words, "aria-haspopup": "true" },
    icon("smile"),
  );
  button.addEventListener("click", () => openPicker(button, message, page));
  return button;
}

function openPicker(button, message, page) {
  const choices = OFFERED.map((emoji) =>
    el("button", { type: "button", class: "pick", "aria-label": `React with ${emoji}`, "data-emoji": emoji }, emoji),
  );
  const picker = el("div", { class: "popup picker", popover: "auto", role: "group", "aria-label": "Reactions" }, choices);
  picker.addEventListener("click", ({ target }) => {
    const { emoji } = target.closest("[data-emoji]")?.dataset ?? {};
    if (!emoji) return;
    picker.hidePopover();
    send("react", message, emoji, page);
  });
  picker.addEventListener("keydown", (event) => walk(event, choices));
  picker.addEventListener("toggle", ({ newState }) => newState === "closed" && picker.remove());
  document.body.append(picker);
  picker.showPopover();
  placeBeside(picker, button, { width: false });
  choices[0].focus();
}

/** The arrow keys move between the emoji. */
function walk(event, choices) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = choices.indexOf(document.activeElement);
  choices[(at + step + choices.length) % choices.length].focus();
}
