// Makes an element match a fresh one, changing only what differs. Guarantees: what did not change keeps its
// node, so that pictures do not blink, a screen reader reads only the news, and the focus stays where `focus.js` says.

import { focusWithin, restoreFocus } from "./focus.js";

/** Replaced as a whole: what they do depends on more than their own attributes. */
const WHOLE = ".picture, .select-frame, .spoiler, .file";

/** Makes `old` show what `fresh` shows; `fresh` is used up. The node in the document stays `old`. */
export function patch(old, fresh) {
  const focus = focusWithin(old);
  copyAttributes(old, fresh);
  patchChildren(old, fresh);
  if (focus) restoreFocus(old, focus);
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function patchChildren(old, fresh) {
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((node, index) => {
    if (before[index]) patchNode(before[index], node);
    else old.append(node);
  });
  for (const extra of before.slice(after.length)) extra.remove();
}

function patchNode(old, fresh) {
  if (staysAsItIs(old, fresh)) return;
  const isSameShell = old.nodeType === Node.ELEMENT_NODE && !old.matches(WHOLE) && shell(old).isEqualNode(shell(fresh));
  if (isSameShell) patchChildren(old, fresh);
  else old.replaceWith(fresh);
}

function shell(node) {
  return node.cloneNode(false);
}

function staysAsItIs(old, fresh) {
  if (old.keepsWith) return old.keepsWith(fresh);
  // Any other closed menu forgets what was chosen in it, and its options aren't in the document.
  return old.isEqualNode(fresh) && !old.matches?.(".select-frame") && !old.querySelector?.(".select-frame");
}
