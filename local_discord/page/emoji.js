// Emoji on buttons, options and in text. Guarantees that one whose picture is missing still says its name.

import { el } from "./dom.js";

/** A custom emoji; its name replaces a picture that doesn't load. */
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
