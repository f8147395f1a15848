// Embeds and plain attachments of classic messages. Guarantees that they are in Discord's order, and that every
// picture keeps its alternative text if it has any.

import { el, sameOrigin } from "./dom.js";
import { fileLink, hexColour } from "./components.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { picture } from "./picture.js";
import { sentAt } from "./time.js";

/** The embeds of a message. */
export function embedsOf(message, page) {
  return (message.embeds ?? []).map((embed) => embedNode(embed, page));
}

function embedNode(embed, page) {
  const made = el(
    "section",
    { class: "embed", "aria-label": "Embed" },
    embed.thumbnail
      ? picture(page, { ...embed.thumbnail, alt: embed.thumbnail.description ?? "", place: "thumbnail" })
      : null,
    embed.author ? el("p", { class: "embed-author" }, linked(embed.author.name, embed.author.url)) : null,
    embed.title ? el("h3", { class: "embed-title" }, linked(inlineMarkdown(embed.title, page.known), embed.url)) : null,
    embed.description ? markdown(embed.description, page.known) : null,
    embed.fields?.length
      ? el(
          "div",
          { class: "fields" },
          embed.fields.map((field) => fieldNode(field, page)),
        )
      : null,
    embed.image ? picture(page, { ...embed.image, alt: embed.image.description ?? "", place: "attachment" }) : null,
    footer(embed),
  );
  if (typeof embed.color === "number") made.style.setProperty("--accent", hexColour(embed.color));
  return made;
}

function linked(words, url) {
  const address = url && sameOrigin(url);
  return address ? el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words) : words;
}

function fieldNode(field, page) {
  const name = el("h4", {}, inlineMarkdown(field.name, page.known));
  return el("div", { class: field.inline ? "field inline" : "field" }, name, markdown(field.value, page.known));
}

function footer(embed) {
  if (!embed.footer && !embed.timestamp) return null;
  const parts = [embed.footer?.text, embed.timestamp ? sentAt(embed.timestamp) : null].filter(Boolean);
  return el(
    "p",
    { class: "embed-footer" },
    parts.flatMap((part, index) => (index ? [" • ", part] : [part])),
  );
}

/** The attachments that a classic message shows outside its embeds. */
export function attachmentsOf(message, page) {
  return (message.attachments ?? []).map((one) => {
    if (!one.content_type?.startsWith("image/")) return fileLink(one.url, one.filename, one.size);
    return picture(page, { ...one, alt: one.description ?? "", place: "attachment" });
  });
}
