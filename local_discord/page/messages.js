// A message as an element. Guarantees that the author, the time, what it answers, whether it was edited and who may see
// it are there as text, and that only `components.js` makes its components.

import { attachmentsOf, embedsOf } from "./embeds.js";
import { componentsOf } from "./components.js";
import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { avatar, nameNode } from "./people.js";
import { MANAGE_MESSAGES, pickButton } from "./picked.js";
import { pinButton } from "./pins.js";
import { addReaction, reactionsOf } from "./reactions.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING } from "./state.js";
import { sentAt } from "./time.js";

const PIN_NOTICE = 6;
/** The messages that Discord itself writes about a person. */
const SYSTEM = {
  6: ({ message_reference: pinned }, page) => [
    "pinned a message to this channel. ",
    el(
      "button",
      { type: "button", class: "text-button", onclick: () => page.open(pinned.channel_id, pinned.message_id) },
      "Go to the message",
    ),
  ],
  7: () => "joined the server.",
  18: (message) => `started a thread: ${message.content}`,
};

/** The element of a message for this person; `page` gives `state`, `known`, `interactions`, `picked`, `ask`, `toast`. */
export function messageNode(message, page) {
  const { state } = page;
  const isEphemeral = Boolean(message.flags & EPHEMERAL);
  const classes = ["message"];
  if (isEphemeral) classes.push("ephemeral");
  if (page.picked.has(message.id)) classes.push("picked");
  if (state.mentionsMe(message) && message.author.id !== state.me.id) classes.push("mentions-me");
  return el(
    "article",
    {
      class: classes.join(" "),
      tabindex: "-1",
      "data-message-id": message.id,
      "data-author-id": message.author.id,
      "aria-label": `Message by ${state.nameOf(message.author)}`,
    },
    origin(message, page),
    avatar(message.author, state),
    header(message, page),
    body(message, page),
    reactionsOf(message, page),
    isEphemeral ? onlyYou(message, page) : null,
    isEphemeral ? null : actions(message, page),
  );
}

function header(message, { state }) {
  const { author } = message;
  return el(
    "header",
    { class: "by" },
    el("span", { class: "author" }, nameNode(state.nameOf(author))),
    author.bot ? el("span", { class: "tag" }, "APP") : null,
    sentAt(message.timestamp),
    message.pinned ? el("span", { class: "note" }, "pinned") : null,
  );
}

/** What a message answers: another message, or somebody's command. */
function origin(message, page) {
  const used = message.interaction_metadata ?? message.interaction;
  const answered = message.referenced_message;
  if (answered) return replyLine(answered, page);
  if (used?.type !== 2)
    return message.message_reference && message.type === 19
      ? el("p", { class: "origin" }, icon("reply"), "Original message was deleted")
      : null;
  const name = message.interaction?.name ?? used.name;
  return el(
    "p",
    { class: "origin" },
    icon("slash"),
    nameNode(page.state.nameOf(used.user)),
    " used ",
    el("strong", {}, name ? `/${name}` : "a command"),
  );
}

function replyLine(answered, page) {
  const words = answered.content || "Select to see the message";
  const open = el(
    "button",
    { type: "button", class: "reply-to", onclick: () => page.open(answered.channel_id, answered.id) },
    words.slice(0, 120),
  );
  return el("p", { class: "origin" }, icon("reply"), nameNode(page.state.nameOf(answered.author)), open);
}

function body(message, page) {
  return el("div", { class: "body" }, message.flags & LOADING ? thinking(message, page) : contents(message, page));
}

function thinking(message, { state }) {
  return el("p", { class: "thinking" }, nameNode(state.nameOf(message.author)), " is thinking…");
}

function contents(message, page) {
  const edited = message.edited_timestamp
    ? el("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)")
    : null;
  const system = SYSTEM[message.type];
  const text = system
    ? el("p", { class: "system" }, system(message, page))
    : message.content
      ? markdown(message.content, page.known)
      : null;
  if (text)
    (text.lastElementChild?.matches(".line") ? text.lastElementChild : text).append(...(edited ? [" ", edited] : []));
  return [
    text,
    embedsOf(message, page),
    isLayout(message) ? null : attachmentsOf(message, page),
    componentsOf(message, page),
    text ? null : edited,
  ];
}

function isLayout(message) {
  return Boolean(message.flags & COMPONENTS_V2);
}

function onlyYou(message, page) {
  const dismiss = el("button", { type: "button", class: "text-button" }, "Dismiss message");
  dismiss.addEventListener("click", () =>
    page.attempt("dismiss", { message_id: message.id, channel_id: message.channel_id }),
  );
  return el("footer", { class: "only-you" }, icon("eye"), "Only you can see this • ", dismiss);
}

function actions(message, page) {
  const pin = message.type === PIN_NOTICE ? null : pinButton(message, page);
  const remove = deleteButton(message, page);
  return el("div", { class: "actions" }, addReaction(message, page), pin, pickButton(message, page), remove);
}

function deleteButton(message, page) {
  const { state } = page;
  const mayDelete = message.author.id === state.me.id || state.has(MANAGE_MESSAGES);
  if (!mayDelete || (state.isDirect(state.channels.get(message.channel_id)) && message.author.id !== state.me.id))
    return null;
  const remove = el(
    "button",
    { type: "button", class: "icon small", "aria-label": "Delete message", title: "Delete message" },
    icon("trash"),
  );
  remove.addEventListener("click", () =>
    page.attempt("delete", { channel_id: message.channel_id, message_id: message.id }),
  );
  return remove;
}

/** Updates the marks on a message's element for presses that are in progress or failed. */
export function showInteractions(node, messageId, page) {
  const ongoing = page.interactions.onMessage(messageId);
  const waiting = new Set(ongoing.filter((one) => one.state === "waiting").map((one) => one.custom_id));
  for (const control of node.querySelectorAll("[data-custom-id]")) {
    if (waiting.has(control.dataset.customId)) control.setAttribute("aria-busy", "true");
    else control.removeAttribute("aria-busy");
  }
  node.querySelector(":scope > .failed")?.remove();
  if (ongoing.some((one) => one.state === "failed")) {
    node.append(el("p", { class: "failed", role: "alert" }, "This interaction failed"));
  }
}

/** The line for a command that has no message yet: it's being sent, the bot is thinking, or it failed. */
export function commandNode(one, page) {
  const { state } = page;
  const used = el(
    "p",
    { class: "origin" },
    icon("slash"),
    nameNode(state.nameOf(state.me)),
    " used ",
    el("strong", {}, `/${one.name}`),
  );
  const bot = page.applicationOfCommand(one.name)?.bot ?? null;
  const name = bot ? state.nameOf(bot) : "The application";
  const node = el(
    "article",
    {
      class: "message pending",
      "data-pending-command": one.name,
      "data-state": one.state,
      "aria-label": `Command /${one.name}`,
      tabindex: "-1",
    },
    used,
  );
  if (bot?.id) node.append(avatar(bot, state));
  node.append(
    el("header", { class: "by" }, el("span", { class: "author" }, nameNode(name)), el("span", { class: "tag" }, "APP")),
  );
  node.append(el("div", { class: "body" }, commandWords(one, name)));
  if (one.state === "failed") node.append(forgetIt(one, page));
  return node;
}

function commandWords(one, name) {
  if (one.state === "failed") return el("p", { class: "failed", role: "alert" }, "The application did not respond");
  return el(
    "p",
    { class: "thinking" },
    one.state === "thinking" ? [nameNode(name), " is thinking…"] : "Sending command…",
  );
}

function forgetIt(one, page) {
  const dismiss = el(
    "button",
    { type: "button", class: "text-button", onclick: () => page.interactions.forget(one) },
    "Dismiss message",
  );
  return el("footer", { class: "only-you" }, icon("eye"), "Only you can see this • ", dismiss);
}
