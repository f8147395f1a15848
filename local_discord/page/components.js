// Makes elements of a message's components, classic and V2. Guarantees: every component of a type the page knows is
// shown with its own role and name, the page says so if it doesn't know a type, and nothing is pressed twice
// before the bot has answered.

import { el, icon, sameOrigin } from "./dom.js";
import { face } from "./emoji.js";
import { insideOf, markdown, spoiler } from "./markdown.js";
import { picture } from "./picture.js";
import { selectMenu } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const SELECTS = [3, 5, 6, 7, 8];

const BUILDERS = {
  1: row,
  2: button,
  9: section,
  10: (one, message, page) => markdown(one.content, page.known),
  11: (one, message, page) => media({ media: one.media, ...one }, message, page, "thumbnail"),
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

/** The elements of `message.components`. */
export function componentsOf(message, page) {
  return (message.components ?? []).map((one) => component(one, message, page));
}

function component(one, message, page) {
  if (SELECTS.includes(one.type)) return select(one, message, page);
  const build = BUILDERS[one.type];
  if (!build) return el("p", { class: "unknown" }, `This page doesn't know component type ${one.type}.`);
  return build(one, message, page);
}

function row(one, message, page) {
  return el(
    "div",
    { class: "row" },
    one.components.map((inner) => component(inner, message, page)),
  );
}

// ---- buttons and menus --------------------------------------------------------------------------------------

function button(one, message, page) {
  const style = STYLES[one.style] ?? "secondary";
  if (one.url) return linkButton(one, page);
  const made = el(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      disabled: one.disabled === true,
      "data-custom-id": one.custom_id,
      "aria-label": one.label ? null : one.emoji?.name,
      onclick: () => begin(page, "press", { custom_id: one.custom_id }, message, made),
    },
    face(one.label, one.emoji),
  );
  return made;
}

function linkButton(one, page) {
  const inside = insideOf(one.url);
  const shown = [face(one.label, one.emoji), inside ? null : icon("out")];
  if (one.disabled) return el("button", { type: "button", class: "button link", disabled: true }, shown);
  if (!inside) {
    const out = { href: sameOrigin(one.url), target: "_blank", rel: "noopener noreferrer" };
    return el("a", { class: "button link", ...out }, shown);
  }
  const open = (event) => {
    event.preventDefault();
    page.known.open(...inside);
  };
  return el("a", { class: "button link", href: `#${inside[0]}`, onclick: open }, shown);
}

function select(one, message, page) {
  const name = one.placeholder || "Make a selection";
  const made = selectMenu({ ...one, options: optionsOf(one, page.state) }, { name, draft: "not confirmed yet" });
  made.addEventListener("choose", ({ detail }) =>
    begin(page, "select", { custom_id: one.custom_id, values: detail }, message, made.querySelector(".select")),
  );
  return made;
}

/** The options of a menu: its own, or the users, roles and channels that Discord fills in. */
function optionsOf(one, state) {
  const chosen = (one.default_values ?? []).map((value) => value.id);
  const option = (id, label) => ({ label, value: id, default: chosen.includes(id) });
  const users = () => state.guild.members.map(({ user }) => option(user.id, state.nameOf(user)));
  const roles = () => state.guild.roles.map((role) => option(role.id, role.name));
  const channels = () => state.textChannels().map((channel) => option(channel.id, `#${channel.name}`));
  return { 3: () => one.options, 5: users, 6: roles, 7: () => [...users(), ...roles()], 8: channels }[one.type]();
}

async function begin(page, verb, fields, message, pressed) {
  if (pressed.getAttribute("aria-busy") === "true") return;
  pressed.setAttribute("aria-busy", "true");
  const where = { channel_id: message.channel_id, message_id: message.id };
  try {
    await page.interactions.begin(verb, { ...where, ...fields });
  } catch (refused) {
    pressed.removeAttribute("aria-busy");
    page.toast(refused.message);
  }
}

// ---- layout -------------------------------------------------------------------------------------------------

function container(one, message, page) {
  const inside = one.components.map((inner) => component(inner, message, page));
  const made = el("section", { class: "container" }, inside);
  made.setAttribute("aria-label", "Panel");
  if (typeof one.accent_color === "number") made.style.setProperty("--accent", hexColour(one.accent_color));
  return one.spoiler ? spoiler(made) : made;
}

/** `#rrggbb` of Discord's colour number. */
export function hexColour(number) {
  return `#${number.toString(16).padStart(6, "0").slice(-6)}`;
}

function section(one, message, page) {
  return el(
    "div",
    { class: "section" },
    el(
      "div",
      { class: "section-text" },
      one.components.map((inner) => component(inner, message, page)),
    ),
    el("div", { class: "accessory" }, one.accessory ? component(one.accessory, message, page) : null),
  );
}

function separator(one) {
  const spacing = one.spacing === 2 ? "large" : "small";
  return el("hr", {
    class: `separator ${spacing}`,
    "aria-hidden": one.divider === false ? "true" : null,
    "data-divider": String(one.divider !== false),
  });
}

function gallery(one, message, page) {
  const shown = one.items.map((item) => media(item, message, page, one.items.length === 1 ? "alone" : "tile"));
  return el("div", { class: "gallery", "data-count": one.items.length }, shown);
}

function media(item, message, page, place) {
  const { url, width, height } = resolve(item.media, message);
  const made = picture(page, { url, width, height, alt: item.description ?? "", place });
  return item.spoiler ? spoiler(made) : made;
}

/** An `attachment://` address means a file of the same message. */
function resolve(given, message) {
  const name = /^attachment:\/\/(.+)$/.exec(given?.url ?? "")?.[1];
  const attached = name && (message.attachments ?? []).find((one) => one.filename === name);
  return attached || given || { url: "" };
}

function file(one, message) {
  const { url } = resolve(one.file, message);
  return fileLink(url, one.name ?? url.split("/").pop().split("?")[0], one.size ?? one.file?.size);
}

/** A file that can be saved, with its name and size. */
export function fileLink(url, name, size) {
  const bytes = typeof size === "number" ? el("span", { class: "size" }, sizeInWords(size)) : null;
  return el(
    "a",
    { class: "file", href: sameOrigin(url), download: name, target: "_blank" },
    icon("file"),
    el("span", {}, name),
    bytes,
  );
}

function sizeInWords(size) {
  if (size < 1024) return `${size} bytes`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}
