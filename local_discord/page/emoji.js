// Emoji on buttons, in options and in text. Guarantees that an emoji without its picture still shows its name.

import { el } from "./dom.js";

/** A custom emoji. If its picture doesn't load, its name is shown instead. */
export function emojiPicture(name, id) {
  const picture = el("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
  picture.addEventListener("error", () => picture.replaceWith(`:${name}:`), { once: true });
  return picture;
}

/** The words and emoji on a button or an option. */
export function face(label, emoji) {
  const drawn = emoji && (emoji.id ? emojiPicture(emoji.name, emoji.id) : el("span", { class: "emoji" }, emoji.name));
  return [drawn, label ? el("span", { class: "label" }, label) : null];
}
