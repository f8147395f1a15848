// What shows how messages hang together: dividers for days and for what is new, and which continue the one before.
// Guarantees: the nodes keep their order; every day and what is new begin with one divider, whatever changes.

import { el } from "./dom.js";
import { dayOf } from "./time.js";

const SAME_SPEAKER = 7 * 60 * 1000;

/** Arranges the nodes of a list, by the ids of their messages; `firstUnread` is the id at which "New" begins. */
export function arrange(list, nodes, messages, firstUnread) {
  for (const divider of list.querySelectorAll(".divider")) divider.remove();
  let before = null;
  for (const [id, node] of nodes) {
    const message = messages?.get(id);
    if (!message) continue;
    arrangeOne(node, message, before, firstUnread);
    before = message;
  }
}

/** Arranges one node whose message follows the message `before`, or is the first if that is null. */
export function arrangeOne(node, message, before, firstUnread) {
  const isNewDay = !before || dayOf(before.timestamp) !== dayOf(message.timestamp);
  if (isNewDay) node.before(divider("day", dayOf(message.timestamp)));
  if (message.id === firstUnread) node.before(divider("new", "New"));
  node.classList.toggle("follows", !isNewDay && message.id !== firstUnread && goesOn(before, message));
}

function divider(kind, words) {
  return el("div", { class: `divider ${kind}`, role: "separator", "aria-label": words }, el("span", {}, words));
}

function goesOn(before, message) {
  const isPlain = !message.referenced_message && !message.interaction_metadata && !message.interaction;
  const isSame = before.author.id === message.author.id && (before.flags & 64) === (message.flags & 64);
  return isPlain && isSame && new Date(message.timestamp) - new Date(before.timestamp) < SAME_SPEAKER;
}
