// Groups the messages: dividers for days and for new messages, and which messages continue the previous one.
// Guarantees: nodes keep their order; each day and the new messages begin with one divider, whatever changes.

import { el } from "./dom.js";
import { dayOf } from "./time.js";

const SAME_SPEAKER = 7 * 60 * 1000;

/** Arranges a list's nodes, which are keyed by message id. "New" begins at the message `firstUnread`. */
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

/** Arranges one node. Its message follows the message `before`, or is the first if that is null. */
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
